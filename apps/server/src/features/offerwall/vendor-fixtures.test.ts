import { beforeAll, describe, expect, test } from 'vitest'
import { parseBody, parseQuery } from '#features/offerwall/postback/parse.ts'
import { readPostbackValues } from '#features/offerwall/postback/postback-values.ts'
import { isSame, queryOf, signatureOf } from '#features/offerwall/postback/signature.ts'
import { findPreset, presets } from '#features/offerwall/preset/presets.ts'
import { scaled } from '#money/amount.ts'
import { type FixtureCall, movedCall, wallFixtures, type WallFixture } from '#test/features/wall-fixtures.ts'
import { spend, userRow } from '#test/features/walling.ts'
import { deliver, owns, refAt, wallFields } from '#test/features/walls.ts'
import { useWorld } from '#test/world.ts'

/** Presets against what their vendors print: nothing that is sent here is made from a preset. */
const world = useWorld()
const presetOf = ({ preset }: WallFixture) => {
  const found = findPreset(preset)
  if (found === undefined) throw new Error(`there is no preset ${preset}`)
  return found
}
const named = wallFixtures.map((fixture): [string, WallFixture] => [fixture.preset, fixture])
const isVendors = ({ by }: FixtureCall): boolean => by !== 'public code'

test('every preset has calls by the rules of its vendor, or is marked as unchecked', () => {
  const own = new Set(['generic'])
  const missing = presets.filter(({ id, sources, unchecked }) => {
    const fixture = wallFixtures.find(({ preset }) => preset === id)
    const isProved = sources.length > 0 && (fixture?.printed.length ?? 0) > 0 && fixture?.calls.some(isVendors) === true
    return !own.has(id) && isProved === unchecked.includes('postback')
  })
  expect(missing.map(({ id }) => id)).toEqual([])
  const verified = presets.filter(({ id, unchecked }) => !own.has(id) && !unchecked.includes('postback'))
  console.info(`walls: ${verified.length} checked against their vendor, ${presets.length - 1 - verified.length} not`)
})

test.each(named)('%s names the pages that its preset names', (_id, fixture) => {
  const pages = [...fixture.printed.map(({ source }) => source), ...fixture.calls.map(({ by }) => by)]
  const { sources } = presetOf(fixture)
  for (const page of pages.filter((one) => one !== 'public code')) expect(sources).toContain(page)
})

describe.each(named)('%s as printed', (_id, fixture) => {
  const { rules, keys: names } = presetOf(fixture)
  const keys = Object.fromEntries(names.map((name) => [name, '']))
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const read = (url: string, body = '') =>
    new Map([...(parseBody({ body: Buffer.from(body), headers: form }) ?? []), ...parseQuery(queryOf(url))])
  const proves = (secret: string, { url, body, given }: { url: string; body?: string | undefined; given?: string }) => {
    const params = read(url, body)
    const expected = signatureOf(rules, secret, { params, keys, url }) ?? ''
    return isSame(expected, given ?? params.get(rules.signatureParam) ?? '', rules)
  }

  test.each(fixture.printed.filter(({ tells }) => tells !== undefined))('$text', (printed) => {
    const { text, body, tells, secret, names: other = {} } = printed
    const url = printed.url ?? text
    const told = readPostbackValues({ ...rules, ...other }, read(url, body))
    expect(told.kind).toBe(tells?.kind)
    if (tells?.user !== undefined) expect(told.userRef).toBe(tells.user)
    if (tells?.tx !== undefined) expect(told.txId).toBe(tells.tx)
    if (tells?.amount !== undefined) expect(told.amount).toBe(scaled(tells.amount))
    if (tells?.usd !== undefined) expect(told.usd).toBe(scaled(tells.usd))
    if (secret !== undefined) {
      expect(proves(secret, { url, body })).toBe(true)
      expect(proves(`${secret}x`, { url, body })).toBe(false)
    }
  })

  test.each(fixture.calls)('a call by its rules: $event', ({ event, url, body, headers }) => {
    const given = rules.signatureHeader === '' ? {} : { given: headers?.[rules.signatureHeader] ?? '' }
    expect(proves(fixture.secret, { url, body, ...given })).toBe(true)
    expect(proves('another', { url, body, ...given })).toBe(false)
    const told = readPostbackValues(rules, read(url, body))
    expect(told.kind).toBe(event === 'announced' ? 'ignored' : event)
    expect(told.userRef).toBe('1001')
    expect(told.txId).not.toBe('')
  })
})

const DAY = 86_400
const UNITS_PER_AMOUNT = '2'

describe.each(named)('%s through the endpoint', (id, fixture) => {
  const preset = presetOf(fixture)
  const { rules } = preset
  const slug = `fixture-${id}`
  let wallId = ''
  beforeAll(async () => {
    const owner = await world.owner()
    const body = { ...wallFields(preset), slug, secret: fixture.secret, unitsPerAmount: UNITS_PER_AMOUNT, holdDays: 0 }
    wallId = (await owner.admin.addWall({ body })).wall._id
  })
  const eventOf = (event: FixtureCall['event']): FixtureCall | undefined =>
    fixture.calls.find((call) => call.event === event)
  const units = id === 'pollfish' ? 90 : 900
  let count = 0
  const start = async (hold: { holdAbove: number; holdDays: number } = { holdAbove: 1_000_000, holdDays: 0 }) => {
    await (await world.owner()).admin.editWall({ params: { id: wallId }, body: hold })
    count += 1
    const person = await world.user(`${id.replaceAll('-', '_')}_${count}`)
    const user = await refAt(person, wallId)
    const story = `n${count}`
    const send = async (event: FixtureCall['event']) => {
      const call = eventOf(event)
      if (call === undefined) throw new Error(`${id} has no ${event}`)
      const { userParam, txParam, refParam, signatureParam } = rules
      const names = [txParam, refParam]
      const said = await deliver(
        world,
        movedCall({ fixture, call, user, story, slug, names, userParam, signatureParam }),
      )
      // The owner's session is short, and some stories take days.
      const { admin } = await world.owner()
      const [last] = (await admin.postbacks({ query: { wallId, limit: '1' } })).items
      return { ...said, verdict: last?.verdict }
    }
    const owned = () => owns(world, person)
    return { person, send, owned }
  }
  const ok = { status: 200, text: rules.replyOk }
  const again = { status: 200, text: rules.replyDuplicate, verdict: 'duplicate' }

  test('announced, credited, repeated', async () => {
    const { send, owned } = await start()
    if (eventOf('announced') !== undefined) {
      expect(await send('announced')).toEqual({ ...ok, verdict: 'ignored' })
      expect(await owned()).toEqual({ main: 0, held: 0 })
    }
    expect(await send('credit')).toEqual({ ...ok, verdict: 'credited' })
    expect(await send('credit')).toEqual(again)
    if (eventOf('announced') !== undefined) expect((await send('announced')).verdict).toBe('ignored')
    expect(await owned()).toEqual({ main: units, held: 0 })
  })

  const hasReversal = eventOf('reversal') !== undefined
  test.runIf(hasReversal)('reversed after it was paid, once', async () => {
    const { send, owned, person } = await start()
    await send('credit')
    expect(await send('reversal')).toEqual({ ...ok, verdict: 'charged-back' })
    expect(await send('reversal')).toEqual(again)
    expect((await send('credit')).verdict).not.toBe('credited')
    expect(await owned()).toEqual({ main: 0, held: 0 })
    expect(await userRow(world, person)).toMatchObject({ total_earned: 0, debt: 0 })
  })

  test.runIf(hasReversal)('reversed after it was spent: a debt', async () => {
    const { send, owned, person } = await start()
    await send('credit')
    await spend(world, person, units - 10)
    expect((await send('reversal')).verdict).toBe('charged-back')
    expect(await owned()).toEqual({ main: 0, held: 0 })
    expect(await userRow(world, person)).toMatchObject({ debt: units - 10 })
  })

  test.runIf(hasReversal)('reversed while it is held, and after its release', async () => {
    const held = await start({ holdAbove: 1, holdDays: 3 })
    expect((await held.send('credit')).verdict).toBe('held')
    expect((await held.send('reversal')).verdict).toBe('charged-back')
    expect(await held.owned()).toEqual({ main: 0, held: 0 })
    const released = await start({ holdAbove: 1, holdDays: 3 })
    await released.send('credit')
    world.clock.turn(3 * DAY)
    await world.runJob('offers.release')
    expect(await released.owned()).toEqual({ main: units, held: 0 })
    expect(await released.send('reversal')).toEqual({ ...ok, verdict: 'charged-back' })
    expect(await released.owned()).toEqual({ main: 0, held: 0 })
  })

  test.runIf(hasReversal)('reversed without a credit: nothing moves, and the credit is not paid', async () => {
    const { send, owned } = await start()
    expect(await send('reversal')).toEqual({ ...ok, verdict: 'charged-back-first' })
    expect((await send('credit')).verdict).toBe('charged-back-first')
    expect(await owned()).toEqual({ main: 0, held: 0 })
  })
})
