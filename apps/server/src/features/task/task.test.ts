import { describe, expect, test } from 'vitest'
import { balancesOf, escrowsOf } from '#money/accounts.ts'
import { openTask, pendingTask, proof, sentWork, settle, taskFields } from '#test/features/working.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld({ limits: false })

const escrowOf = async (id: string) => (await escrowsOf(world.db.read, [id])).get(id)
const held = async (id: string) => balancesOf(world.db.read, id)
let next = 0
const somebody = (name = 'worker') => world.user(`${name}${(next += 1)}`)

describe('a task', () => {
  test('is paid whole, opened by a moderator, worked on, accepted, and paid after a minute', async () => {
    const [giver, worker, moderator] = [await somebody('giver'), await somebody(), await world.moderator()]
    const task = await pendingTask(world, giver)
    expect(task).toMatchObject({ status: 'pending', reward: 1_000, fee: 100, escrow: 11_000, places: 10, free: 10 })
    expect((await worker.task.list()).items.map(({ _id }) => _id)).not.toContain(task._id)
    const params = { id: task._id }
    await moderator.task.setStatus({ params, body: { status: 'active', isByAdmin: true } })
    expect((await worker.task.list()).items.map(({ _id }) => _id)).toContain(task._id)
    expect((await worker.user.me()).taskCount).toBeGreaterThan(0)
    expect((await worker.task.one({ params })).closed).toBeNull()

    const { submission } = await worker.task.start({ params })
    expect(submission).toMatchObject({ status: 'started', reward: 1_000 })
    expect((await worker.task.list()).items.map(({ _id }) => _id)).not.toContain(task._id)
    world.clock.turn(120)
    await worker.task.submit({ params, body: proof })
    const queue = await giver.task.review({ params })
    expect(queue.items).toMatchObject([
      { worker: { username: worker.username }, answers: [{ label: 'What you think', text: 'It is a fine page.' }] },
    ])
    const { actionId, done } = await giver.task.accept({ params, body: { submissionIds: [submission._id] } })
    expect({ done, isNamed: actionId !== null }).toEqual({ done: 1, isNamed: true })
    expect(await held(worker.id)).toMatchObject({ main: 0, held: 1_000 })
    expect(await escrowOf(task._id)).toBe(10_000)
    await settle(world)
    expect(await held(worker.id)).toMatchObject({ main: 0, held: 1_000 })
    world.clock.turn(61)
    await settle(world)
    await settle(world)
    expect(await held(worker.id)).toMatchObject({ main: 1_000, held: 0 })
    expect(await escrowOf(task._id)).toBe(9_900)
    const me = await worker.user.me()
    expect(me.user).toMatchObject({ balance: 1_000, totalEarned: 1_000 })
    expect(me.notification.notifications.map(({ kind }) => kind)).toContain('submission-accepted')
    const own = (await giver.task.ownTask({ params })).task
    expect(own).toMatchObject({ accepted: 1, free: 9, medianSeconds: 120, perMinute: 500, spent: 1_100, escrow: 9_900 })
    const steps = (await worker.task.submission({ params: { id: submission._id } })).submission.timeline
    expect(steps.map(({ step }) => step)).toEqual(['started', 'sent', 'accepted', 'paid'])
  })

  test('that is rejected comes back whole, with a reason that its owner reads and gets by mail', async () => {
    const giver = await somebody('giver')
    const task = await pendingTask(world, giver)
    const before = await held(giver.id)
    const params = { id: task._id }
    const moderator = await world.moderator()
    await expect(
      moderator.task.setStatus({ params, body: { status: 'rejected', isByAdmin: true } }),
    ).rejects.toMatchObject({ status: 422, failure: { errors: { reason: expect.any(String) } } })
    const body = { status: 'rejected', reason: 'This is against the rules.', isByAdmin: true } as const
    expect((await moderator.task.setStatus({ params, body })).task).toMatchObject({ status: 'rejected', escrow: 0 })
    expect((await held(giver.id)).deposit).toBe(before.deposit + 11_000)
    await world.runJobs()
    expect(world.mails.at(-1)?.text).toContain('This is against the rules.')
    await expect(giver.task.setStatus({ params, body: { status: 'active' } })).rejects.toMatchObject({ status: 409 })
    await expect(giver.task.addBalance({ params, body: { amount: 5_000 } })).rejects.toMatchObject({ status: 409 })
  })

  test('costs reward and fee of each place, and a balance buys as many places as it covers', async () => {
    const giver = await somebody('giver')
    await world.settings({ task_fee_basis_points: 333 })
    const task = await pendingTask(world, giver, { reward: 999, places: 3 })
    await world.settings({ task_fee_basis_points: world.defaults.task_fee_basis_points })
    // 999 × 3.33 % is 33.2667, rounded up; and it stays so for places that are added later.
    expect(task).toMatchObject({ fee: 34, escrow: 3 * 1_033 })
    const params = { id: task._id }
    const { deposit } = await held(giver.id)
    const added = await giver.task.addBalance({ params, body: { amount: 2 * 1_033 + 1_032 } })
    expect(added).toMatchObject({ added: 2, charged: 2_066, depositBalance: deposit - 2_066, task: { places: 5 } })
    await expect(giver.task.addBalance({ params, body: { amount: 1_032 } })).rejects.toMatchObject({ status: 422 })
    const poor = await somebody('giver')
    const wish = await taskFields(poor)
    await expect(poor.task.create({ body: wish })).rejects.toMatchObject({ failure: { code: 'INSUFFICIENT_BALANCE' } })
    await expect(poor.task.create({ body: { ...wish, reward: 499 } })).rejects.toMatchObject({
      status: 422,
      failure: { errors: { reward: expect.stringContaining('minimum reward') } },
    })
  })

  test('that is completed gives back what nobody needs, and the rest when it is final', async () => {
    const [giver, first, second] = [await somebody('giver'), await somebody(), await somebody()]
    const task = await openTask(world, giver, { places: 5 })
    const params = { id: task._id }
    const denied = await sentWork(task, first)
    await second.task.start({ params })
    const body = { submissionIds: [denied._id], reason: 'That is not what I asked for.' }
    await giver.task.deny({ params, body })
    await expect(giver.task.remove({ params })).rejects.toMatchObject({ failure: { code: 'STILL_OPEN' } })
    const { deposit } = await held(giver.id)
    await giver.task.setStatus({ params, body: { status: 'completed' } })
    expect((await held(giver.id)).deposit).toBe(deposit + 3 * 1_100)
    expect(await escrowOf(task._id)).toBe(2 * 1_100)
    // Who has started may still finish, and is paid.
    await second.task.submit({ params, body: proof })
    world.clock.turn(7 * 86_400 + 1)
    await settle(world)
    expect((await held(giver.id)).deposit).toBe(deposit + 4 * 1_100)
    expect(await held(second.id)).toMatchObject({ main: 1_000 })
    expect(await escrowOf(task._id)).toBe(0)
    expect((await giver.task.remove({ params })).refunded).toBe(0)
    await expect(giver.task.ownTask({ params })).rejects.toMatchObject({ status: 404 })
  })

  test('ends with its last place, and goes on when places are added', async () => {
    const [giver, worker] = [await somebody('giver'), await somebody()]
    const task = await openTask(world, giver, { places: 1 })
    const params = { id: task._id }
    const sent = await sentWork(task, worker)
    await giver.task.accept({ params, body: { submissionIds: [sent._id] } })
    world.clock.turn(60)
    await settle(world)
    expect((await giver.task.ownTask({ params })).task).toMatchObject({ status: 'completed', escrow: 0 })
    const more = await giver.task.addBalance({ params, body: { amount: 1_100 } })
    expect(more.task).toMatchObject({ status: 'active', places: 2, free: 1 })
  })
})
