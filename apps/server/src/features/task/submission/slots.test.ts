import { expect, test } from 'vitest'
import { seedPeople } from '#test/claims.ts'
import { openTask, sentWork, settle } from '#test/features/working.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld({ limits: false, connections: 30 })

test('500 who start a task of 100 places at once: 100 get in, and given up places are free again', async () => {
  const giver = await world.user('giver')
  const task = await openTask(world, giver, { places: 100 })
  const guest = world.guest()
  const call = async (token: string, path: string) => {
    const headers = { authorization: `Bearer ${token}` }
    return guest.raw({ method: 'POST', path, headers })
  }
  const { tokens } = await seedPeople(world.db, world.clock.now(), { from: 1, count: 500 })
  const answers = await Promise.all(tokens.map((token) => call(token, `/api/task/${task._id}/start`)))
  const codes = answers.map(({ status, body }) => (status === 200 ? 'in' : `${status} ${String(body['code'])}`))
  expect(codes.filter((code) => code === 'in')).toHaveLength(100)
  expect(codes.filter((code) => code === '409 NO_PLACE')).toHaveLength(400)
  const params = { id: task._id }
  expect((await giver.task.ownTask({ params })).task).toMatchObject({ free: 0, started: 100 })

  // Half of them give up, all at once and twice; the others let their time pass.
  const lucky = answers.flatMap(({ status, body }, index) =>
    status === 200 ? [{ token: tokens[index] ?? '', id: (body['submission'] as { _id: string })._id }] : [],
  )
  const half = lucky.slice(0, 50)
  const given = await Promise.all(
    [...half, ...half].map(({ token, id }) => call(token, `/api/task/submission/${id}/withdraw`)),
  )
  expect(given.filter(({ status }) => status === 200)).toHaveLength(50)
  expect((await giver.task.ownTask({ params })).task.free).toBe(50)
  world.clock.turn(30 * 60)
  await Promise.all([settle(world), settle(world)])
  expect((await giver.task.ownTask({ params })).task).toMatchObject({ free: 100, started: 0, escrow: 110_000 })
})

test('one who starts the same task 50 times at once has one place', async () => {
  const [giver, worker] = [await world.user('giver2'), await world.user('worker')]
  const task = await openTask(world, giver)
  const params = { id: task._id }
  const calls = Array.from({ length: 50 }, () =>
    worker.task.start({ params }).then(
      () => 'in',
      () => 'out',
    ),
  )
  expect((await Promise.all(calls)).filter((outcome) => outcome === 'in')).toHaveLength(1)
  expect((await giver.task.ownTask({ params })).task.free).toBe(9)
})

test('100 acceptances of a hundred proofs by many at once hold each reward once', async () => {
  const giver = await world.user('giver3')
  const task = await openTask(world, giver, { places: 12 })
  const works = []
  for (let index = 0; index < 12; index += 1) works.push(await sentWork(task, await world.user(`many${index}`)))
  const params = { id: task._id }
  const submissionIds = works.map(({ _id }) => _id)
  const reason = 'That is not what I asked for.'
  const calls = Array.from({ length: 60 }, (_, index) => {
    // Each in another order, and a part of them against the others.
    const body = { submissionIds: submissionIds.toSorted(() => (index % 3) - 1).slice(index % 4), reason }
    return index % 2 === 0 ? giver.task.accept({ params, body }) : giver.task.deny({ params, body })
  })
  const done = (await Promise.all(calls)).reduce((sum, told) => sum + told.done, 0)
  expect(done).toBe(12)
  const { counts } = await giver.task.review({ params })
  expect(counts.accepted + counts.denied).toBe(12)
  world.clock.turn(60)
  await Promise.all([settle(world), settle(world), settle(world)])
  const { escrow } = (await giver.task.ownTask({ params })).task
  expect(escrow).toBe(counts.denied * 1_100)
})
