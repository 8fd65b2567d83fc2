import { expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { fund, runningCampaign, wish } from '#test/features/advertising.ts'
import { earn } from '#test/features/earning.ts'
import { endReview, holdForReview } from '#test/features/gifts.ts'
import { openTask } from '#test/features/working.ts'
import { expectRefused, signUp } from '#test/sign-up.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld({ settings: { bonus_min_claims: 1 } })

test('a newcomer is told to verify the address, to claim, and what that pays', async () => {
  const { me } = await signUp(world, 'newcomer')
  const { best, todo, streak, rank, news } = await me.dashboard.overview()
  expect(best).toEqual([
    {
      kind: 'faucet',
      id: null,
      name: 'faucet',
      reward: 30,
      seconds: 15,
      perMinute: 120,
      readyAt: null,
    },
  ])
  expect(todo).toEqual([
    { kind: 'verify-email', count: 1, amount: 0 },
    { kind: 'claim-faucet', count: 1, amount: 30 },
  ])
  expect({ streak, rank, news }).toEqual({ streak: 0, rank: null, news: { unread: 0, title: null } })
})

test('a claim makes room for the bonus, and what is done is told no more', async () => {
  const ann = await world.user('ann')
  await ann.faucet.claim({ body: await ann.solve.claim() })
  await world.runJob('boards.count')
  const after = await ann.dashboard.overview()
  expect(after.todo).toEqual([{ kind: 'claim-bonus', count: 1, amount: 50 }])
  expect(after.best.map(({ kind, perMinute }) => [kind, perMinute])).toEqual([
    ['bonus', 200],
    ['faucet', 5],
  ])
  expect(after.best[1]?.readyAt).toBe('2026-03-10T09:05:00.000Z')
  expect(after.rank).toBe(1)
  // Nobody is sent to a bonus that would be refused.
  await holdForReview(world, ann)
  expect((await ann.dashboard.overview()).todo).toEqual([])
  await endReview(world, ann)
  await ann.bonus.claim({ params: { day: '1' }, body: { captcha: await ann.solve.captcha('bonus') } })
  const claimed = await ann.dashboard.overview()
  expect(claimed.todo).toEqual([])
  expect(claimed.streak).toBe(1)
})

test('ads, links, finished challenges and news stand there while there are any', async () => {
  const [owner, ben, maker] = [await world.owner(), await world.user('ben'), await world.user('maker')]
  await fund(world, maker, 1_000_000)
  const campaign = await runningCampaign(world, maker, wish())
  const { reward, timer } = (await ben.ptc.list()).ads[0]!
  const link = newId()
  await world.db.raw(
    `INSERT INTO link_providers (id, name, api, api_url, api_key_sealed, reward, max_view, priority, min_seconds,
       expected_seconds, countries, enabled, created_at)
     VALUES ($1, 'Shorty', 'common', 'https://short.example', '', 60, 2, 0, 5, 30, '{}', true, $2)`,
    [link, world.clock.now()],
  )
  await world.db.raw("INSERT INTO day_counters VALUES ($1, '2026-03-10', 'faucet', 10, 300)", [ben.id])
  world.clock.turn(1)
  await owner.admin.addNews({
    body: { title: 'We are open', markdown: 'Come in.', pinned: false, publishedAt: world.clock.now().toISOString() },
  })
  const { best, todo, news } = await ben.dashboard.overview()
  expect(Object.fromEntries(todo.map(({ kind, count, amount }) => [kind, [count, amount]]))).toMatchObject({
    'claim-challenge': [1, 50],
    'view-ads': [1, reward],
    'visit-links': [2, 120],
    'read-news': [1, 0],
  })
  expect(best.find(({ kind }) => kind === 'ptc')).toMatchObject({
    id: campaign._id,
    reward,
    perMinute: Math.floor((reward * 60) / (timer + 5)),
  })
  expect(best.find(({ kind }) => kind === 'link')).toMatchObject({ id: link, name: 'Shorty', perMinute: 120 })
  expect(best.map(({ perMinute }) => perMinute)).toEqual(
    best.map(({ perMinute }) => perMinute).toSorted((a, b) => b! - a!),
  )
  expect(news).toEqual({ unread: 1, title: 'We are open' })
})

test('tasks that others have finished stand among the best ways, for whoever can do them', async () => {
  const [giver, worker] = [await world.user('giver'), await world.user('worker')]
  const task = await openTask(world, giver)
  const tasksOf = async (person: typeof worker) =>
    (await person.dashboard.overview()).best.filter(({ kind }) => kind === 'task')
  expect(await tasksOf(worker), 'nobody knows yet what it takes').toEqual([])
  await world.db.raw('UPDATE tasks SET median_seconds = 120 WHERE id = $1', [task._id])
  expect(await tasksOf(worker)).toEqual([
    {
      kind: 'task',
      id: task._id,
      name: task.title,
      reward: task.reward,
      seconds: 120,
      perMinute: Math.floor(task.reward / 2),
      readyAt: null,
    },
  ])
  expect(await tasksOf(giver), 'nobody works for themselves').toEqual([])
  expect((await world.guest().home.stats()).ways).toContain('task')
})

test('the faucet rests at its limit of a day until midnight, and is no way at all when it pays nothing', async () => {
  const cid = await world.user('cid')
  await earn(world, cid.id, 30)
  await world.settings({ dailyClaimLimit: 1 })
  const faucet = async () => (await cid.dashboard.overview()).best.find(({ kind }) => kind === 'faucet')
  expect((await faucet())?.readyAt).toBe('2026-03-11T00:00:00.000Z')
  await world.settings({ dailyClaimLimit: 0, faucet_reward: 0 })
  expect(await faucet()).toBeUndefined()
})

test('is nothing for guests', async () => {
  await expectRefused(world.guest().dashboard.overview(), 401, 'NO_SESSION')
})
