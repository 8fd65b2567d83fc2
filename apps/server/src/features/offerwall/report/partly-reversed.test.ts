import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startOfferFeeds } from '#test/fakes/offer-feeds.ts'
import { countedOf, spend, useWalls, userRow } from '#test/features/walling.ts'
import { useWorld } from '#test/world.ts'

/** A wall takes a part back of what an admin had credited by hand before its postback came. */
const world = useWorld({ connections: 20 })
const { start, admin } = useWalls(world)
let feeds: Awaited<ReturnType<typeof startOfferFeeds>>
beforeAll(async () => {
  feeds = await startOfferFeeds()
})
afterAll(() => feeds.close())

let count = 0
/** Somebody whom so many units were credited by hand, of at most 1,200; the wall then tells of 2 units each. */
const credited = async (units: number, changes: { holdAbove?: number; holdDays?: number } = {}) => {
  count += 1
  const offer = {
    id: 9,
    name: 'A + & B game',
    currency_amount: 600,
    payout_usd: 0.6,
    tracking_link: 'https://a.example',
  }
  feeds.answers.set('ayet', { status: 200, body: { status: 'success', offerwall: { offers: [offer] } } })
  const base = await start('ayet')
  const rules = { ...base.wall.rules, partialReversals: true, refParam: 'ref', reversalPrefix: '' }
  const offerApiUrl = `${feeds.url}/ayet/part${count}`
  const fields = { offersByApi: true, offerApiUrl, supportEmail: 'help@vendor.example', rules, ...changes }
  const met = await start('ayet', fields)
  const opened = await met.person.offerwall.click({
    params: { id: met.wall._id },
    body: { offerId: '9', device: 'android' },
  })
  const body = { words: 'I finished the offer three days ago.', evidence: 'Order 4711' }
  await met.person.offerwall.report({ params: { id: opened.clickId }, body })
  const { items } = await admin().reports({ query: { wallId: met.wall._id, limit: '1' } })
  await admin().creditReport({ params: { id: items[0]?._id ?? '' }, body: { amount: units, answer: '' } })
  return {
    ...met,
    arrives: (amount: string) => met.tell('credit', { amount, extra: [['custom_1', opened.clickId]] }),
    /** A reversal has a transaction of its own. */
    takes: (back: string, amount: string) =>
      met.tell('reversal', { tx: `${met.tx}-${back}`, amount, extra: [['ref', met.tx]] }),
    earned: async () => (await met.owned()).main,
  }
}

describe('a part of a credit by hand', () => {
  test('that its postback did not exceed is a part of it, and each further part another', async () => {
    const met = await credited(1_200)
    await met.arrives('300')
    expect(await met.last()).toMatchObject({ verdict: 'settled' })
    await met.takes('first', '100')
    expect(await met.last()).toMatchObject({ verdict: 'charged-back', amount: -400 })
    expect(await met.earned(), 'a third').toBe(800)
    await met.takes('first', '100')
    expect((await met.last())?.verdict).toBe('duplicate')
    expect(await met.earned()).toBe(800)
    await met.takes('second', '1')
    expect(await met.earned(), 'rounded up').toBe(796)
    expect(await countedOf(world, met.person)).toMatchObject([{ count: 1, earned: 796 }])
    await met.takes('rest', '300')
    expect(await met.last()).toMatchObject({ verdict: 'charged-back', amount: -796 })
    await met.takes('more', '100')
    expect((await met.last())?.verdict).toBe('duplicate')
    expect(await met.earned()).toBe(0)
    expect(await userRow(world, met.person)).toMatchObject({ debt: 0, total_earned: 0 })
  })

  test('that its postback exceeded is a part of both, to the unit', async () => {
    const met = await credited(100)
    // In units, of what the wall pays.
    const revenue = async () => {
      const { items } = await admin().wallStatistic({ query: {} })
      return items.filter(({ wallId }) => wallId === met.wall._id).reduce((sum, day) => sum + day.revenue, 0)
    }
    const before = await revenue()
    await met.arrives('75')
    expect((await revenue()) - before).toBe(7_500)
    expect(await met.earned()).toBe(150)
    await met.takes('half', '37.5')
    expect(await met.last()).toMatchObject({ verdict: 'charged-back', amount: -75 })
    expect(await met.earned()).toBe(75)
    expect(
      (await met.person.offerwall.offers({})).items.map(({ amount, chargedBack }) => [amount, chargedBack]),
    ).toEqual([
      [50, 25],
      [100, 50],
    ])
    expect((await revenue()) - before, 'a half of it').toBe(3_750)
    await met.takes('half', '37.5')
    expect(await met.earned()).toBe(75)
    await met.takes('little', '1')
    expect(await met.earned()).toBe(73)
    await met.takes('whole', '75')
    expect(await met.last()).toMatchObject({ verdict: 'charged-back', amount: -73 })
    await met.takes('again', '75')
    expect((await met.last())?.verdict).toBe('duplicate')
    expect(await met.earned()).toBe(0)
    expect(await countedOf(world, met.person)).toMatchObject([{ count: 0, earned: 0 }])
    const [, whole] = await world.db.raw(
      `SELECT kind, sum(amount)::int AS sum FROM transfers
       WHERE debit = 'main:' || $1 OR credit = 'main:' || $1 GROUP BY kind ORDER BY kind`,
      [met.person.id],
    )
    expect(whole).toEqual({ kind: 'offerwall-charge-back', sum: 150 })
  })

  test('parts of both all at once take what was credited, also of what was spent since', async () => {
    const met = await credited(700)
    await met.arrives('600')
    await spend(world, met.person, 500)
    await Promise.all(Array.from({ length: 12 }, (_, index) => met.takes(`part ${index % 6}`, '100')))
    expect(await met.earned()).toBe(0)
    expect(await userRow(world, met.person)).toMatchObject({ debt: 500, total_earned: 0 })
  })

  test('of which the larger share is still on hold is a part of both', async () => {
    const met = await credited(100, { holdAbove: 150, holdDays: 3 })
    await met.arrives('500')
    expect(await met.owned()).toEqual({ main: 100, held: 900 })
    await met.takes('half', '250')
    // What the wall did not want back of it is the user's at once.
    expect(await met.owned()).toEqual({ main: 500, held: 0 })
    await met.takes('rest', '500')
    expect(await met.owned()).toEqual({ main: 0, held: 0 })
  })
})
