import type { WallPreset } from '@runnel/contract/admin/offerwall'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { presets } from '#features/offerwall/preset/presets.ts'
import { userRow } from '#test/features/walling.ts'
import { callOf, deliver, owns, refAt, slugOf, type Story, vendors, wallFields } from '#test/features/walls.ts'
import { altered } from '#test/inputs/altered.ts'
import { type Person, useWorld } from '#test/world.ts'

/** Every preset against its vendor: the calls are made from the preset's data and signed by the test's own hand. */
const world = useWorld({ connections: 30 })
const again = 20
/** In the wall's own currency, worth 2 units each. */
const AMOUNT = '450'
const cents = (id: string, amount: string): string => (id === 'pollfish' ? String(Number(amount) / 10) : amount)
const UNITS = 900

const wallIds = new Map<string, string>()
beforeAll(async () => {
  const owner = await world.owner()
  for (const preset of presets) {
    const { wall } = await owner.admin.addWall({ body: wallFields(preset) })
    wallIds.set(preset.id, wall._id)
  }
})

const done = new Map<string, string[]>()
const mark = (id: string, word: string): void => void done.set(id, [...(done.get(id) ?? []), word])
afterAll(() => {
  const lines = presets.map(({ id, rules }) => {
    const covers = vendors[id]?.coversAmount === true ? 'covered' : 'bounded'
    return `${id.padEnd(13)} ${rules.algorithm.padEnd(12)} amount ${covers}  ${(done.get(id) ?? []).join(', ')}`
  })
  console.info(`postback harness\n${lines.join('\n')}`)
})

test('the test knows every vendor, and no other', () => {
  expect(Object.keys(vendors).toSorted()).toEqual(presets.map(({ id }) => id).toSorted())
})

describe.each(presets.map((preset): [string, WallPreset] => [preset.id, preset]))('%s', (id, preset) => {
  let count = 0
  /** A new user at this wall, with stories of a transaction of their own. */
  const start = async () => {
    count += 1
    const person = await world.user(`${id.replaceAll('-', '_')}_${count}`)
    const user = await refAt(person, wallIds.get(id) ?? '')
    const tx = `tx-${id}-${count}`
    const tell = (kind: Story['kind'], change: Partial<Story> = {}) => {
      const { amount = AMOUNT, ...rest } = change
      return deliver(world, callOf(preset, { kind, user, tx, ...rest, amount: cents(id, amount) }))
    }
    return { person, tx, tell, owned: () => owns(world, person) }
  }
  const verdictsOf = async (): Promise<string[]> => {
    const rows = await world.db.read
      .selectFrom('postbacks')
      .select('verdict')
      .where('wall_id', '=', wallIds.get(id) ?? '')
      .orderBy('id')
      .execute()
    return rows.map(({ verdict }) => verdict)
  }
  /** The verdicts on what is told meanwhile, in no order. */
  const heardWhile = async (work: () => Promise<unknown>): Promise<string[]> => {
    const before = (await verdictsOf()).length
    await work()
    return (await verdictsOf()).slice(before).toSorted()
  }
  const times = <T>(work: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: again }, work))
  const ok = { status: 200, text: preset.rules.replyOk }
  const same = { status: 200, text: preset.rules.replyDuplicate }
  const earned = async (person: Person) => {
    const { total_earned, debt, exp } = await userRow(world, person)
    return { total_earned, debt, exp }
  }

  test('a right credit is paid, told and counted', async () => {
    const { person, tell, owned } = await start()
    expect(await heardWhile(async () => expect(await tell('credit')).toEqual(ok))).toEqual(['credited'])
    expect(await owned()).toEqual({ main: UNITS, held: 0 })
    expect(await earned(person)).toEqual({ total_earned: UNITS, debt: 0, exp: world.defaults.offerwall_exp })
    const { notification } = await person.user.me()
    expect(notification.notifications[0]).toMatchObject({ kind: 'offer-credited', values: { amount: UNITS } })
    mark(id, 'credit')
  })

  test('repeated one after the other and all at once, it is paid once', async () => {
    const { tell, owned } = await start()
    const verdicts = await heardWhile(() => times(() => tell('credit')))
    expect(verdicts).toEqual(['credited', ...Array.from({ length: again - 1 }, () => 'duplicate')])
    expect(await tell('credit')).toEqual(same)
    expect(await owned()).toEqual({ main: UNITS, held: 0 })
    mark(id, 'replay')
  })

  test('a charge-back takes it back once, however often it is told', async () => {
    const { person, tell, owned } = await start()
    await tell('credit')
    const verdicts = await heardWhile(() => times(() => tell('reversal')))
    expect(verdicts).toEqual(['charged-back', ...Array.from({ length: again - 1 }, () => 'duplicate')])
    expect(await tell('reversal')).toEqual(same)
    expect(await owned()).toEqual({ main: 0, held: 0 })
    expect(await earned(person)).toMatchObject({ total_earned: 0, debt: 0 })
    // Its credit does not come back either.
    expect(await heardWhile(() => tell('credit'))).not.toContain('credited')
    expect(await owned()).toEqual({ main: 0, held: 0 })
    const { items } = await person.offerwall.offers({})
    expect(items).toMatchObject([{ status: 'charged-back', amount: UNITS, heldUntil: null }])
    expect(items[0]?.reason).toContain('reversed this reward')
    mark(id, 'charge-back, double')
  })

  test('a charge-back that comes first keeps its credit from being paid', async () => {
    const { tell, owned } = await start()
    expect(await heardWhile(async () => expect(await tell('reversal')).toEqual(ok))).toEqual(['charged-back-first'])
    expect(await heardWhile(() => tell('reversal'))).toEqual(['duplicate'])
    expect(await heardWhile(async () => expect(await tell('credit')).toEqual(ok))).toEqual(['charged-back-first'])
    expect(await owned()).toEqual({ main: 0, held: 0 })
    mark(id, 'charge-back first')
  })

  test('credits and charge-backs all at once end with nothing', async () => {
    const { person, tell, owned } = await start()
    await Promise.all([times(() => tell('credit')), times(() => tell('reversal'))])
    expect(await owned()).toEqual({ main: 0, held: 0 })
    expect(await earned(person)).toMatchObject({ total_earned: 0, debt: 0 })
    mark(id, 'any order')
  })

  test('above its limit it is held, and a charge-back takes it from there', async () => {
    const { tell, owned, person } = await start()
    expect(await heardWhile(() => tell('credit', { amount: '2000' }))).toEqual(['held'])
    expect(await owned()).toEqual({ main: 0, held: 4_000 })
    expect(await earned(person)).toMatchObject({ total_earned: 0 })
    expect(await heardWhile(() => tell('reversal', { amount: '2000' }))).toEqual(['charged-back'])
    expect(await owned()).toEqual({ main: 0, held: 0 })
    mark(id, 'held')
  })

  test('a wrong signature is refused, kept, and moves nothing', async () => {
    const { tell, owned } = await start()
    const told = await heardWhile(async () => {
      expect(await tell('credit', { secret: 'guessed' })).toEqual({ status: 403, text: preset.rules.replyRefused })
      expect(await tell('reversal', { secret: 'guessed' })).toMatchObject({ status: 403 })
    })
    expect(told).toEqual(['bad-signature', 'bad-signature'])
    expect(await owned()).toEqual({ main: 0, held: 0 })
    mark(id, 'signature')
  })

  test('an amount that was changed on the way is refused, or bounded where no signature covers it', async () => {
    const { tell, owned } = await start()
    const { amountParam, usdParam } = preset.rules
    const changed = (amount: string) => ({
      tamper: (params: readonly (readonly [string, string])[]) =>
        params.map(([name, value]) => [name, name === amountParam ? amount : value] as const),
    })
    const covers = vendors[id]?.coversAmount === true
    const huge = await heardWhile(() => tell('credit', changed('99999999')))
    expect(huge).toEqual([covers ? 'bad-signature' : 'bad-amount'])
    expect(await owned()).toEqual({ main: 0, held: 0 })
    const broken = await heardWhile(() => tell('credit', changed('12,50x')))
    expect(broken).toEqual([covers ? 'bad-signature' : 'bad-amount'])
    expect(usdParam === amountParam).toBe(false)
    // Signed by the wall itself it is bounded all the same, and taken so that the wall does not come again.
    expect(await heardWhile(async () => expect(await tell('credit', { amount: '90000' })).toEqual(ok))).toEqual([
      'bad-amount',
    ])
    expect(await owned()).toEqual({ main: 0, held: 0 })
    mark(id, 'amount')
  })

  test('somebody whom this site does not know is taken, kept, and paid nothing', async () => {
    const { person, tell, owned } = await start()
    const user = await refAt(person, wallIds.get(id) ?? '')
    const told = await heardWhile(async () => {
      for (const name of [altered(user), person.id, person.username, 'nobody', `${user}x`, '']) {
        expect(await tell('credit', { user: name })).toEqual(ok)
      }
    })
    expect(told).toEqual(Array.from({ length: 6 }, () => 'unknown-user'))
    expect(await owned()).toEqual({ main: 0, held: 0 })
    mark(id, 'unknown user')
  })

  test.runIf(preset.rules.testParams.length > 0)('a test call credits nothing', async () => {
    const { tell, owned } = await start()
    expect(await heardWhile(async () => expect(await tell('credit', { isTest: true })).toEqual(ok))).toEqual([
      'ignored',
    ])
    expect(await owned()).toEqual({ main: 0, held: 0 })
    mark(id, 'Test postback')
  })

  test('its secret stands nowhere in what is kept', async () => {
    const rows = await world.db.read
      .selectFrom('postbacks')
      .select(['url', 'body', 'headers'])
      .where('wall_id', '=', wallIds.get(id) ?? '')
      .execute()
    expect(rows.length).toBeGreaterThan(10)
    const kept = decodeURIComponent(JSON.stringify(rows).replaceAll('%', '%25'))
    expect(kept).not.toContain(`secret of ${id}`)
    expect(kept).not.toContain(encodeURIComponent(`secret of ${id}`))
    expect(rows[0]?.url).toContain(`/api/postback/${slugOf(id)}`)
  })
})
