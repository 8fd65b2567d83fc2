import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { presetOf, useWalls } from '#test/features/walling.ts'
import { secretOf, slugOf } from '#test/features/walls.ts'
import { useWorld } from '#test/world.ts'

// Without limits, so that every case reaches the rules and is kept.
const world = useWorld({ limits: false })
const { start, admin } = useWalls(world)
const CASES = 150
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_120)

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    '\u0000',
    '\ud800',
    '%',
    '%00',
    '💧',
    '-1',
    '1e999',
    '9'.repeat(60),
    'x'.repeat(5_000),
    '{secret}',
  ),
)
/** A value as it may stand in an address: encoded well, or not at all. */
const encoded = text.map((value) => {
  const clean = encodeURIComponent(value.toWellFormed())
  return clean.length % 3 === 0 ? clean.replaceAll('%', '%%') : clean
})

/** What a wall with the right secret could send, however broken: never an error of ours, and always on record. */
describe('hostile calls', () => {
  test.each(['monlix', 'wannads-new'])('of %s', async (id) => {
    const { user, wall: made, owned } = await start(id)
    const { rules } = presetOf(id)
    const token = `${rules.signatureParam}=${encodeURIComponent(secretOf(id))}`
    const names = [rules.userParam, rules.txParam, rules.amountParam, rules.statusParam, rules.offerParam]
    const call = fc.record({
      query: fc.array(fc.tuple(fc.constantFrom(...names, '%', 'other'), fc.oneof(encoded, fc.constant(user))), {
        maxLength: 8,
      }),
      type: fc.constantFrom(
        undefined,
        'multipart/form-data',
        'multipart/form-data; boundary=b',
        'application/x-www-form-urlencoded',
        'application/json',
        'x'.repeat(300),
      ),
      body: fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.constant('--b\r\nname="x"\r\n\r\n--b')),
    })
    await fc.assert(
      fc.asyncProperty(call, async ({ query, type, body }) => {
        const fields = query.map(([name, value]) => `${name}=${value}`).join('&')
        const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type }
        const path = `/api/postback/${slugOf(id)}?${fields}&${token}`
        const given = type === undefined ? { method: 'GET' as const } : { method: 'POST' as const, body }
        const { status } = await world.guest().raw({ ...given, path, headers })
        expect([200, 400, 403, 413], `seed ${SEED} ${path}`).toContain(status)
      }),
      { numRuns: CASES, seed: SEED },
    )
    const { main, held } = await owned()
    expect(main + held).toBeLessThanOrEqual(CASES * made.maxReward)
    const { totalItems } = await admin().postbacks({ query: { wallId: made._id } })
    // A type that is none stops before us.
    expect(totalItems).toBeGreaterThan(CASES / 2)
    // All that is on record can be listed and read again.
    const { items } = await admin().postbacks({ query: { wallId: made._id, limit: '100' } })
    for (const { _id } of items.slice(0, 40)) await admin().replayPostback({ params: { id: _id } })
  })
})
