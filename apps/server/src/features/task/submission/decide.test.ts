import { expect, test } from 'vitest'
import { balancesOf } from '#money/accounts.ts'
import { pendingTask } from '#test/features/working.ts'
import { type Person, useWorld } from '#test/world.ts'

const world = useWorld({ limits: false, connections: 30 })

const reason = 'For a reason that is told.'
let next = 0
const somebody = (name = 'worker') => world.user(`${name}${(next += 1)}`)

test('many tasks are decided together, but for those that were changed, decided before, or are one’s own', async () => {
  const [giver, other, moderator] = [await somebody('giver'), await somebody('giver'), await world.moderator()]
  const read = async (person: Person) => {
    const { _id: id, updatedAt: readAt } = await pendingTask(world, person)
    return { id, readAt }
  }
  const [good, changed, decided, own] = [await read(giver), await read(other), await read(giver), await read(moderator)]
  world.clock.turn(1)
  await other.task.edit({ params: { id: changed.id }, body: { instructions: 'Send us the password of your mailbox.' } })
  await moderator.task.setStatus({ params: { id: decided.id }, body: { status: 'rejected', reason, isByAdmin: true } })
  const tasks = [good, changed, decided, own, good]
  const body = { tasks, status: 'active' } as const
  const answers = await Promise.all([moderator.task.decideTasks({ body }), moderator.task.decideTasks({ body })])
  const [late, first] = answers.toSorted((a, b) => a.done - b.done)
  expect([late, first]).toMatchObject([
    { done: 0, skipped: 4 },
    { done: 1, skipped: 3 },
  ])
  const statusOf = async ({ id }: { id: string }) => (await moderator.task.ownTask({ params: { id } })).task.status
  expect(await Promise.all([good, changed, decided, own].map(statusOf))).toEqual([
    'active',
    'pending',
    'rejected',
    'pending',
  ])
})

test('many tasks that are rejected together give all of their money back, and their owners read why', async () => {
  const [giver, moderator] = [await somebody('giver'), await world.moderator()]
  const made = [await pendingTask(world, giver), await pendingTask(world, giver)]
  const before = (await balancesOf(world.db.read, giver.id)).deposit
  const tasks = made.map(({ _id: id, updatedAt: readAt }) => ({ id, readAt }))
  await expect(moderator.task.decideTasks({ body: { tasks, status: 'rejected' } })).rejects.toMatchObject({
    status: 422,
  })
  await moderator.task.decideTasks({ body: { tasks, status: 'rejected', reason } })
  const back = made.reduce((sum, { escrow }) => sum + escrow, 0)
  expect((await balancesOf(world.db.read, giver.id)).deposit).toBe(before + back)
  const { notification } = await giver.user.refresh()
  expect(notification.notifications.slice(0, 2).map(({ kind, values }) => [kind, values['reason']])).toEqual([
    ['task-rejected', reason],
    ['task-rejected', reason],
  ])
})
