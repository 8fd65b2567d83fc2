import { describe, expect, test } from 'vitest'
import { later } from '#kernel/clock.ts'
import { countedOf, spend, useWalls, userRow } from '#test/features/walling.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld({ connections: 30 })
const { wall, start, admin } = useWalls(world)
const DAY = 86_400

describe('holding', () => {
  test('what is held becomes spendable after its days, once, with exp and counters', async () => {
    const { person, tell, owned } = await start('family', { holdAbove: 800, holdDays: 3 })
    await tell('credit')
    const until = later(world.clock.now(), 3 * DAY).toISOString()
    expect((await person.offerwall.offers({})).items).toMatchObject([
      { status: 'held', heldUntil: until, reason: null, amount: 900 },
    ])
    expect(await person.offerwall.list()).toMatchObject({ heldBalance: 900, debt: 0 })
    world.clock.turn(3 * DAY - 1)
    await world.runJob('offers.release')
    expect(await owned()).toEqual({ main: 0, held: 900 })
    world.clock.turn(1)
    await Promise.all(Array.from({ length: 8 }, () => world.runJob('offers.release')))
    expect(await owned()).toEqual({ main: 900, held: 0 })
    expect(await userRow(world, person)).toMatchObject({ total_earned: 900, exp: 50 })
    expect(await countedOf(world, person)).toEqual([
      { day: world.clock.now().toISOString().slice(0, 10), count: 1, earned: 900 },
    ])
    const { notification } = await (await world.user(person.username)).user.me()
    expect(notification.notifications.map(({ kind }) => kind)).toEqual(['offer-released', 'offer-held'])
  })

  test('a charge-back and the release at once: it comes back, from wherever it is', async () => {
    const { tell, owned, person } = await start('family', { holdAbove: 0, holdDays: 1 })
    await tell('credit')
    world.clock.turn(DAY)
    await Promise.all([world.runJob('offers.release'), tell('reversal'), world.runJob('offers.release')])
    expect(await owned()).toEqual({ main: 0, held: 0 })
    expect(await userRow(world, person)).toMatchObject({ total_earned: 0, debt: 0 })
  })

  test('without days, or up to the limit, it is paid at once', async () => {
    const exact = await start('family', { holdAbove: 900, holdDays: 30 })
    await exact.tell('credit')
    expect(await exact.owned()).toEqual({ main: 900, held: 0 })
    const dayless = await start('family', { holdAbove: 0, holdDays: 0 })
    await dayless.tell('credit')
    expect(await dayless.owned()).toEqual({ main: 900, held: 0 })
  })
})

describe('charge-backs', () => {
  test('what was spent becomes a debt, which the next offer repays first', async () => {
    const { person, tell, owned } = await start('family')
    await tell('credit')
    await spend(world, person, 700)
    await tell('reversal')
    expect(await owned()).toEqual({ main: 0, held: 0 })
    expect(await userRow(world, person)).toMatchObject({ debt: 700, total_earned: 0 })
    expect(await countedOf(world, person)).toMatchObject([{ count: 0, earned: 0 }])
    const { items } = await admin().chargeBacks({ query: { username: person.username } })
    expect(items).toMatchObject([{ amount: 900, taken: 200, debt: 700, user: { username: person.username } }])
    await tell('credit', { tx: 'another' })
    expect(await owned()).toEqual({ main: 200, held: 0 })
    expect(await userRow(world, person)).toMatchObject({ debt: 0, total_earned: 900 })
  })

  test('what was moved to the deposit balance is taken from there before anything becomes a debt', async () => {
    const { person, tell, owned } = await start('family')
    await tell('credit')
    await world.settings({ exchange_minimum: 1 })
    await person.deposit.exchange({ body: { amount: 600 } })
    await spend(world, person, 100)
    await tell('reversal')
    expect(await owned()).toEqual({ main: 0, held: 0 })
    expect((await person.user.me()).user).toMatchObject({ depositBalance: 0, debt: 100 })
    const { items } = await admin().chargeBacks({ query: { username: person.username } })
    expect(items).toMatchObject([{ amount: 900, taken: 800, debt: 100 }])
    const taken = await world.db.raw(
      "SELECT debit, amount FROM transfers WHERE kind = 'offerwall-charge-back' AND debit LIKE '%' || $1 ORDER BY id",
      [person.id],
    )
    expect(taken).toEqual([
      { debit: `main:${person.id}`, amount: 200 },
      { debit: `deposit:${person.id}`, amount: 600 },
    ])
  })

  test('a part is taken back as a part, of what is spendable and of what is held', async () => {
    const paid = await start('bitlabs')
    await paid.tell('credit')
    await paid.tell('reversal', { amount: '100' })
    expect(await paid.owned()).toEqual({ main: 700, held: 0 })
    expect(await userRow(world, paid.person)).toMatchObject({ total_earned: 700 })
    expect(await countedOf(world, paid.person)).toMatchObject([{ count: 1, earned: 700 }])
    const held = await start('bitlabs', { holdAbove: 0, holdDays: 30 })
    await held.tell('credit')
    await held.tell('reversal', { amount: '100' })
    expect(await held.owned()).toEqual({ main: 700, held: 0 })
    world.clock.turn(31 * DAY)
    await world.runJob('offers.release')
    expect(await held.owned()).toEqual({ main: 700, held: 0 })
  })

  test('each part is taken once, by its own transaction, and all of them never more than was credited', async () => {
    const { person, tell, owned, last } = await start('bitlabs')
    await tell('credit')
    const part = async (back: string, amount: string) => {
      await tell('reversal', { back, amount })
      return [(await last())?.verdict, (await owned()).main]
    }
    expect(await part('first', '100')).toEqual(['charged-back', 700])
    expect(await part('first', '100')).toEqual(['duplicate', 700])
    expect(await part('second', '100')).toEqual(['charged-back', 500])
    expect((await person.offerwall.offers({})).items).toMatchObject([{ amount: 900, chargedBack: 400 }])
    expect(await countedOf(world, person)).toMatchObject([{ count: 1, earned: 500 }])
    expect(await part('third', '400')).toEqual(['charged-back', 0])
    expect((await last())?.detail).toContain('more than is left')
    expect(await part('fourth', '10')).toEqual(['duplicate', 0])
    expect(await userRow(world, person)).toMatchObject({ total_earned: 0, debt: 0 })
    expect(await countedOf(world, person)).toMatchObject([{ count: 0, earned: 0 }])
    const { items } = await admin().chargeBacks({ query: { username: person.username } })
    expect(items).toMatchObject([{ amount: 900, taken: 900, debt: 0 }])
    const { items: days } = await admin().wallStatistic({ query: {} })
    const told = days.filter(({ wall: name }) => name === items[0]?.wall)
    expect(told[0]?.chargeBacks).toBeGreaterThanOrEqual(3)
  })

  test('a part that was taken back leaves the rest of what the wall pays for it', async () => {
    const { tell } = await start('bitlabs')
    const margin = async () => (await admin().stats()).days.at(-1)?.margin ?? 0
    const before = await margin()
    await tell('credit')
    expect((await margin()) - before).toBe(45_000 - 900)
    await tell('reversal', { back: 'a part', amount: '100' })
    expect((await margin()) - before).toBe(45_000 - 10_000 - 700)
    await tell('reversal', { back: 'the rest', amount: '450' })
    expect((await margin()) - before).toBe(0)
  })

  test.each([
    ['pays what the wall tells', 900, 0],
    ['pays more than the wall tells', 1_000, 0],
    ['pays a part of what the wall tells', 300, 600],
  ] as const)('a part is taken of all that was credited where an admin %s first', async (_name, byHand, later) => {
    const { person, wall, tell, owned, last } = await start('bitlabs')
    const { url } = await person.offerwall.wall({ params: { id: wall._id } })
    const click = new URL(url).searchParams.get('click_id') ?? ''
    await person.offerwall.report({ params: { id: click }, body: { words: 'It is missing.', evidence: 'Order 1' } })
    const [report] = (await admin().reports({ query: { wallId: wall._id, limit: '1' } })).items
    await world.db.raw('UPDATE reward_reports SET promised = 1000, steps = 1 WHERE id = $1', [report?._id])
    await admin().creditReport({ params: { id: report?._id ?? '' }, body: { amount: byHand, answer: '' } })
    await tell('credit', { extra: [['click_id', click]] })
    const whole = byHand + later
    expect((await owned()).main).toBe(whole)
    const part = async (back: string, amount: string) => {
      await tell('reversal', { back: `${byHand} ${back}`, amount })
      return [(await last())?.verdict, (await owned()).main]
    }
    expect(await part('a third', '150')).toEqual(['charged-back', whole - Math.ceil(whole / 3)])
    expect(await part('a third', '150')).toEqual(['duplicate', whole - Math.ceil(whole / 3)])
    expect(await part('another', '150')).toEqual(['charged-back', whole - 2 * Math.ceil(whole / 3)])
    expect(await part('the rest', '450')).toEqual(['charged-back', 0])
    expect(await part('once more', '150')).toEqual(['duplicate', 0])
    expect(await userRow(world, person)).toMatchObject({ total_earned: 0, debt: 0 })
  })

  test('parts under the transaction of the credit are told from each other by their amounts', async () => {
    const { tell, owned, last } = await start('generic')
    await tell('credit')
    const seen: unknown[] = []
    for (const amount of ['100', '100', '150', '150', '450']) {
      await tell('reversal', { amount })
      seen.push([(await last())?.verdict, (await owned()).main])
    }
    expect(seen).toEqual([
      ['charged-back', 700],
      ['duplicate', 700],
      ['charged-back', 400],
      ['duplicate', 400],
      ['charged-back', 0],
    ])
  })

  test('parts all at once take what was credited, to the unit, also of what was spent since', async () => {
    const { person, tell, owned } = await start('bitlabs', { holdAbove: 0, holdDays: 30 })
    await tell('credit')
    await tell('reversal', { back: 'held', amount: '50' })
    // What the wall did not want back was the user's at once.
    expect(await owned()).toEqual({ main: 800, held: 0 })
    await spend(world, person, 500)
    await Promise.all(
      Array.from({ length: 12 }, (_, index) => tell('reversal', { back: `part ${index % 6}`, amount: '100' })),
    )
    expect(await owned()).toEqual({ main: 0, held: 0 })
    expect(await userRow(world, person)).toMatchObject({ debt: 500, total_earned: 0 })
  })

  test('one that wants more than was credited, or names another, takes the credit from whom it was given', async () => {
    const { person, tell, owned, last } = await start('generic')
    const other = await start('generic')
    await other.tell('credit', { tx: 'of the other' })
    await tell('credit')
    await tell('reversal', { user: other.user, amount: '4000' })
    expect(await owned()).toEqual({ main: 0, held: 0 })
    expect(await other.owned()).toEqual({ main: 900, held: 0 })
    const entry = await last()
    expect(entry).toMatchObject({ verdict: 'charged-back', amount: -900, username: person.username })
    expect(entry?.detail).toMatch(/different user.*more than was credited/)
  })

  test('a new rate does not change what a charge-back takes', async () => {
    const { tell, owned } = await start('torox')
    await tell('credit')
    await wall('torox', { unitsPerAmount: '1' })
    await tell('reversal')
    expect(await owned()).toEqual({ main: 0, held: 0 })
  })

  test('a wall that is switched off takes back all the same, and credits only when it is read again', async () => {
    const { wall: made, tell, owned, last } = await start('kiwiwall')
    await tell('credit')
    await wall('kiwiwall', { enabled: false })
    await tell('reversal')
    expect(await owned()).toEqual({ main: 0, held: 0 })
    expect(await tell('credit', { tx: 'meanwhile' })).toEqual({ status: 200, text: '1' })
    const entry = await last()
    expect(entry?.verdict).toBe('wall-off')
    await wall('kiwiwall', { enabled: true })
    const replay = () => admin().replayPostback({ params: { id: entry?._id ?? '' } })
    expect(await Promise.all([replay(), replay(), replay()])).toHaveLength(3)
    expect(await owned()).toEqual({ main: 900, held: 0 })
    expect((await replay()).verdict).toBe('duplicate')
    const { items } = await admin().postbacks({ query: { wallId: made._id, txId: 'meanwhile' } })
    expect(items.map(({ verdict }) => verdict).toSorted()).toEqual([
      'credited',
      'duplicate',
      'duplicate',
      'duplicate',
      'wall-off',
    ])
  })
})

describe('amounts', () => {
  test.each([
    ['2', '0.4999', 0, 'ignored'],
    ['2', '0.5', 1, 'credited'],
    ['0.33333333', '3', 0, 'ignored'],
    ['0.33333334', '3', 1, 'credited'],
    ['1', '662.6500', 662, 'credited'],
    ['1', '10000', 10_000, 'credited'],
    ['1', '10000.9999', 10_000, 'credited'],
    ['1', '10001', 0, 'bad-amount'],
    ['1', '1e3', 0, 'bad-amount'],
    ['1', '0x10', 0, 'bad-amount'],
    ['1', '', 0, 'bad-amount'],
    ['1', '999999999999999999999', 0, 'bad-amount'],
    ['1', '0', 0, 'ignored'],
  ])('%s units for each of %s are %i: %s', async (unitsPerAmount, amount, units, verdict) => {
    const { tell, owned, last } = await start('family', { unitsPerAmount, holdDays: 0 })
    await tell('credit', { amount })
    expect((await last())?.verdict).toBe(verdict)
    expect((await owned()).main).toBe(units)
  })

  test('where the amount counts for nothing, the share of the dollars is paid, rounded down', async () => {
    const { tell, owned } = await start('family', { unitsPerAmount: '0', shareBasisPoints: 3_333, maxReward: 100_000 })
    // 0.0450 dollars are 4,500 units, of which 33.33 percent are 1,499.85.
    await tell('credit', { amount: '45' })
    expect(await owned()).toEqual({ main: 1_499, held: 0 })
  })

  test('cents are read as cents', async () => {
    const fields = { unitsPerAmount: '0', shareBasisPoints: 10_000, maxReward: 100_000, holdDays: 0 }
    const { tell, owned } = await start('pollfish', fields)
    await tell('credit', { amount: '30' })
    expect(await owned()).toEqual({ main: 30_000, held: 0 })
  })
})
