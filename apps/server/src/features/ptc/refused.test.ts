import { describe, expect, test } from 'vitest'
import { ptc } from '#features/ptc/ptc.ts'
import { newId } from '#kernel/id.ts'
import { trust } from '#test/features/trusting.ts'
import { refusedAs, viewing, forViewing } from '#test/features/viewing.ts'
import { type Person, useWorld } from '#test/world.ts'

const world = useWorld(forViewing)
const { someone, campaign, another, captchaOf, beat, sit, watch, verify, paidFor } = viewing(world)

const hasty = async (person: Person): Promise<number> => {
  const marks = await world.db.raw(`SELECT points FROM risk_marks WHERE user_id = $1 AND reason = 'hasty-view'`, [
    person.id,
  ])
  return marks.length
}

describe('a view that is not paid', () => {
  test('one that ends before the timer, by the watching or by the clock', async () => {
    const { id } = await campaign()
    const viewer = await someone('viewer')
    const ticket = await watch(viewer, id, 8)
    await expect(verify(viewer, id, ticket)).rejects.toMatchObject({
      status: 409,
      failure: { code: 'TOO_EARLY', retryAfter: 2 },
    })
    expect(await hasty(viewer), 'an honest page may be a little early').toBe(0)
    await sit(viewer, id, { ticket, seconds: 1 })
    // All but the last second is counted, which the network may take; by the clock it is still too early.
    await expect(verify(viewer, id, ticket)).rejects.toMatchObject(refusedAs(409, 'TOO_EARLY'))
    expect(await paidFor(id)).toBe(0)
    world.clock.turn(1)
    expect((await verify(viewer, id, ticket)).reward).toBe(35)
  })

  test('one that asks at once, which is remembered against the account', async () => {
    const { id } = await campaign()
    const viewer = await someone('viewer')
    const ticket = await watch(viewer, id, 2)
    await expect(verify(viewer, id, ticket)).rejects.toMatchObject(refusedAs(409, 'TOO_EARLY'))
    expect(await hasty(viewer)).toBe(1)
    expect(await paidFor(id)).toBe(0)
  })

  test("one with another user's ticket, another ad's ticket, or none", async () => {
    const { id } = await campaign()
    const { id: other } = await another()
    const [viewer, thief] = [await someone('viewer'), await someone('thief')]
    const ticket = await watch(viewer, id, 10)
    await expect(beat(thief, id, ticket)).rejects.toMatchObject(refusedAs(409, 'TICKET_DEAD'))
    await expect(beat(viewer, other, ticket)).rejects.toMatchObject(refusedAs(409, 'TICKET_DEAD'))
    await expect(verify(thief, id, ticket)).rejects.toMatchObject(refusedAs(409, 'TICKET_DEAD'))
    await expect(verify(viewer, other, ticket)).rejects.toMatchObject(refusedAs(409, 'TICKET_DEAD'))
    await expect(verify(viewer, id, newId())).rejects.toMatchObject(refusedAs(409, 'TICKET_DEAD'))
    expect([await paidFor(id), await paidFor(other)]).toEqual([0, 0])
    await verify(viewer, id, ticket)
  })

  test('one that is sent twice at once, or again later: one is paid', async () => {
    const { id } = await campaign()
    const viewer = await someone('viewer')
    const ticket = await watch(viewer, id, 10)
    const sent = { params: { id }, body: { ticket, captcha: await captchaOf(viewer) } }
    const calls = await Promise.allSettled(Array.from({ length: 10 }, () => viewer.ptc.verify(sent)))
    expect(calls.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(verify(viewer, id, ticket)).rejects.toMatchObject(refusedAs(409, 'TICKET_USED'))
    expect(await paidFor(id)).toBe(1)
  })

  test('one of many that reach the rule at once: one is paid, the others find the ticket used', async () => {
    const { id } = await campaign()
    const viewer = await someone('viewer')
    const ticket = await watch(viewer, id, 10)
    // A challenge is single use by itself, so these go straight to the rule, each in a transaction of its own.
    const attempt = () =>
      world.db.write((tx) => {
        const visitor = { country: null, userAgent: '' }
        const base = { now: world.clock.now(), settings: world.defaults, visitor, caller: { id: viewer.id } }
        const nothing = () => undefined
        const writing = { tx, enqueue: nothing, notifyLive: nothing, afterCommit: nothing, onRollback: nothing }
        const input = {
          params: { id },
          body: { ticket, captcha: { id: 'solved' } },
          query: undefined,
          headers: undefined,
        }
        // The rule reads nothing else of its context than what stands here.
        const context = { ...base, ...writing } as unknown as Parameters<typeof ptc.verify>[1]
        return Promise.resolve(ptc.verify(input, context))
      })
    const results = await Promise.allSettled(Array.from({ length: 25 }, attempt))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    for (const reason of failures) expect(reason).toMatchObject(refusedAs(409, 'TICKET_USED'))
    expect(await paidFor(id)).toBe(1)
  })

  test('one without heartbeats, however long it takes', async () => {
    const { id } = await campaign()
    const viewer = await someone('viewer')
    const { ticket } = await viewer.ptc.open({ params: { id } })
    world.clock.turn(60)
    await expect(verify(viewer, id, ticket)).rejects.toMatchObject(refusedAs(409, 'TOO_EARLY'))
    await beat(viewer, id, ticket)
    await expect(verify(viewer, id, ticket)).rejects.toMatchObject(refusedAs(409, 'TOO_EARLY'))
    expect(await paidFor(id)).toBe(0)
  })

  test('one whose page was hidden: what was not in sight does not count, and it can be made up for', async () => {
    const { id } = await campaign()
    const viewer = await someone('viewer')
    const ticket = await watch(viewer, id, 4)
    await beat(viewer, id, ticket, { watching: false })
    world.clock.turn(30)
    const { counted } = await beat(viewer, id, ticket)
    expect(counted).toBe(4)
    await expect(verify(viewer, id, ticket)).rejects.toMatchObject({ failure: { code: 'TOO_EARLY', retryAfter: 6 } })
    expect(await paidFor(id)).toBe(0)
    await sit(viewer, id, { ticket, seconds: 6 })
    expect((await verify(viewer, id, ticket)).reward).toBe(35)
  })

  test('one whose page fell silent: silence counts for nothing, but where the ad has a tab of its own', async () => {
    const { id } = await campaign()
    const { id: tab } = await another({ kind: 'window' })
    const viewer = await someone('viewer')
    const ticket = await watch(viewer, id, 2)
    world.clock.turn(20)
    expect((await beat(viewer, id, ticket)).counted).toBe(2)
    const inTab = (await viewer.ptc.open({ params: { id: tab } })).ticket
    await beat(viewer, tab, inTab)
    world.clock.turn(20)
    expect((await beat(viewer, tab, inTab)).counted, 'never more than the timer').toBe(10)
    expect((await verify(viewer, tab, inTab)).reward).toBe(35)
  })

  test('one of a campaign that was paused, sent back or deleted meanwhile', async () => {
    for (const status of ['paused', 'pending'] as const) {
      const { id } = await campaign()
      const viewer = await someone('viewer')
      const ticket = await watch(viewer, id, 10)
      await world.db.raw('UPDATE campaigns SET status = $2 WHERE id = $1', [id, status])
      await expect(verify(viewer, id, ticket)).rejects.toMatchObject(refusedAs(409, 'AD_PAUSED'))
      expect(await paidFor(id)).toBe(0)
    }
    const { id, owner } = await campaign()
    const viewer = await someone('viewer')
    const ticket = await watch(viewer, id, 10)
    await owner.advertise.remove({ params: { id } })
    await expect(verify(viewer, id, ticket)).rejects.toMatchObject(refusedAs(409, 'AD_PAUSED'))
    expect(await paidFor(id)).toBe(0)
  })

  test('one whose ticket ran out, or was given up for another ad', async () => {
    const { id } = await campaign()
    const { id: other } = await another()
    const viewer = await someone('viewer')
    const ticket = await watch(viewer, id, 10)
    world.clock.turn(320)
    await expect(verify(viewer, id, ticket)).rejects.toMatchObject(refusedAs(409, 'TICKET_EXPIRED'))
    await expect(beat(viewer, id, ticket)).rejects.toMatchObject(refusedAs(409, 'TICKET_DEAD'))
    const left = await watch(viewer, id, 10)
    await viewer.ptc.open({ params: { id: other } })
    await expect(verify(viewer, id, left)).rejects.toMatchObject(refusedAs(409, 'TICKET_USED'))
    expect(await paidFor(id)).toBe(0)
  })

  test('one of an ad that was paid in the meantime, whatever ticket says otherwise', async () => {
    const { id } = await campaign()
    const viewer = await someone('viewer')
    const ticket = await watch(viewer, id, 10)
    const at = world.clock.now()
    await world.db.raw(`INSERT INTO ptc_claims VALUES ($1, $2, $3, $3::timestamptz + interval '1 hour')`, [
      viewer.id,
      id,
      at,
    ])
    await expect(verify(viewer, id, ticket)).rejects.toMatchObject({
      failure: { code: 'AD_CLAIMED', retryAfter: 3_600 },
    })
    expect(await paidFor(id)).toBe(0)
  })

  test('one without a solved challenge, or with one that was used', async () => {
    const { id } = await campaign()
    const viewer = await someone('viewer')
    const ticket = await watch(viewer, id, 10)
    const captcha = { ...(await captchaOf(viewer)), token: 'bad' }
    const wrong = viewer.ptc.verify({ params: { id }, body: { ticket, captcha } })
    await expect(wrong).rejects.toMatchObject({ status: 400, failure: { reload: 'captcha' } })
    const again = viewer.ptc.verify({ params: { id }, body: { ticket, captcha: { ...captcha, token: 'good' } } })
    await expect(again).rejects.toMatchObject({ status: 400, failure: { reload: 'captcha' } })
    expect(await paidFor(id)).toBe(0)
    expect((await verify(viewer, id, ticket)).reward).toBe(35)
  })

  test("the site's own proof of work opens it as well", async () => {
    const { id } = await campaign()
    const viewer = await someone('viewer')
    const ticket = await watch(viewer, id, 10)
    await world.settings({ captcha_provider: 'own' })
    const captcha = await viewer.solve.captcha('ptc')
    await world.settings({ captcha_provider: 'turnstile' })
    expect((await viewer.ptc.verify({ params: { id }, body: { ticket, captcha } })).reward).toBe(35)
  })
})

test('what was drawn for a cheap ad pays for no dear one, whichever call comes first', async () => {
  const { id: cheap } = await campaign({ price: 2, reward: 1 })
  const { id: dear } = await another({ price: 2_000, reward: 1_200 })
  const viewer = await someone('viewer')
  await trust(world, viewer, 'proven')
  await world.db.raw('UPDATE users SET faucet_claim = 50 WHERE id = $1', [viewer.id])
  const families = async (): Promise<string[]> => {
    const rows = await world.db.raw(
      'SELECT family FROM challenges WHERE user_id = $1 AND used_at IS NULL ORDER BY issued_at',
      [viewer.id],
    )
    return rows.map(({ family }) => String(family))
  }
  await viewer.ptc.open({ params: { id: cheap } })
  const kept = await captchaOf(viewer)
  expect(await families()).toEqual(['free'])
  const ticket = await watch(viewer, dear, 10)
  expect(await families()).toEqual([])
  const call = { params: { id: dear }, body: { ticket, captcha: kept } }
  await expect(viewer.ptc.verify(call)).rejects.toMatchObject({ status: 400 })
  for (let round = 0; round < 10; round += 1) {
    await viewer.ptc.open({ params: { id: cheap } })
    await Promise.all([captchaOf(viewer), viewer.ptc.open({ params: { id: dear } }), captchaOf(viewer)])
    expect(await families()).not.toContain('free')
  }
  expect(await verify(viewer, dear, await watch(viewer, dear, 10))).toMatchObject({ reward: 1_200 })
})
