import { expect, test } from 'vitest'
import { useWalls } from '#test/features/walling.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld()
const { start, renewOwner } = useWalls(world)
const HOUR = 3_600
const DAY = 86_400

type Started = Awaited<ReturnType<typeof start>>

/** Opens the wall as its page does: the id of the click stands in the frame's address. */
const clickOn = async ({ person, wall }: Started): Promise<string> => {
  const { url } = await person.offerwall.wall({ params: { id: wall._id } })
  return new URL(url).searchParams.get('click_id') ?? ''
}
const withClick = (id: string) => ({ extra: [['click_id', id]] as const })

const reliabilityFor = async ({ person, wall }: Started) => {
  const { walls } = await person.offerwall.list()
  return walls.find(({ _id }) => _id === wall._id)?.reliability
}

const tiesAt = ({ wall }: Started) =>
  world.db.read
    .selectFrom('offers')
    .select(['tx_id', 'click_id', 'clicked_at', 'created_at'])
    .where('wall_id', '=', wall._id)
    .orderBy('id')
    .execute()

test('credits, chargebacks and the median time from click to credit are shown once there are enough', async () => {
  const met = await start('bitlabs')
  const tell = met.tell
  for (const hours of [5, 1, 2, 9]) {
    const click = await clickOn(met)
    world.clock.turn(hours * HOUR)
    await tell('credit', { tx: `after-${hours}`, ...withClick(click) })
  }
  expect(await reliabilityFor(met), 'four credits tell nothing yet').toBeNull()
  await tell('credit', { tx: 'untied' })
  expect(await reliabilityFor(met)).toEqual({ credits: 5, chargeBacks: 0, medianSeconds: null })
  const click = await clickOn(met)
  world.clock.turn(30)
  await tell('credit', { tx: 'quick', ...withClick(click) })
  await tell('reversal', { tx: 'quick', back: 'quick-back' })
  expect(await reliabilityFor(met)).toEqual({ credits: 6, chargeBacks: 1, medianSeconds: 2 * HOUR })
  world.clock.turn(91 * DAY)
  await renewOwner()
  expect(await reliabilityFor({ ...met, person: await world.user('later_one') }), 'only of the last 90 days').toBeNull()
})

test('a credit is tied to no click but one of the same user at the same wall, and paid all the same', async () => {
  const [mine, other] = [await start('bitlabs'), await start('bitlabs')]
  const elsewhere = await start('bitlabs-stateful')
  const foreign = [await clickOn(other), await clickOn(elsewhere), newestTime, 'no click', '']
  for (const [index, id] of foreign.entries()) {
    expect((await mine.tell('credit', { tx: `foreign-${index}`, ...withClick(id) })).status).toBe(200)
  }
  const own = await clickOn(mine)
  await mine.tell('credit', { tx: 'own', ...withClick(own.toUpperCase()) })
  const ties = (await tiesAt(mine)).filter(({ tx_id: tx }) => tx === 'own' || tx.startsWith('foreign-'))
  expect(ties.map(({ click_id: id }) => id)).toEqual([null, null, null, null, null, own])
  expect((await mine.owned()).main).toBe(6 * 900)
})
const newestTime = '01ffffff-ffff-7fff-bfff-ffffffffffff'

test('clicks are forgotten after 400 days, and what they told of credits stays', async () => {
  const met = await start('bitlabs')
  const click = await clickOn(met)
  await met.tell('credit', { tx: 'kept', ...withClick(click) })
  world.clock.turn(401 * DAY)
  await renewOwner()
  await world.runJob('history.sweep')
  const left = await world.db.read.selectFrom('offer_clicks').select('id').where('id', '=', click).execute()
  expect(left).toEqual([])
  expect((await tiesAt(met)).find(({ tx_id: tx }) => tx === 'kept')?.clicked_at).not.toBeNull()
})

test('opening walls is bounded, and no guest opens one', async () => {
  const met = await start('bitlabs')
  const params = { id: met.wall._id }
  await expect(world.guest().offerwall.wall({ params })).rejects.toMatchObject({ status: 401 })
  const opened = await Promise.allSettled(Array.from({ length: 70 }, () => met.person.offerwall.wall({ params })))
  const refused = opened.filter(({ status }) => status === 'rejected')
  expect(refused.length).toBeGreaterThanOrEqual(10)
})
