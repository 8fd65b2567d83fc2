import { describe, expect, test } from 'vitest'
import { balancesOf, escrowsOf } from '#money/accounts.ts'
import { fund } from '#test/features/advertising.ts'
import { openTask, pendingTask, proof, sentWork, settle, taskFields } from '#test/features/working.ts'
import { photo } from '#test/images.ts'
import { type Person, useWorld } from '#test/world.ts'

const world = useWorld({ limits: false, connections: 30 })

const reason = 'For a reason that is told.'
let next = 0
const somebody = (name = 'worker') => world.user(`${name}${(next += 1)}`)
const coded = (status: number, code: string) => ({ status, failure: { code } })
const escrowOf = async (id: string) => (await escrowsOf(world.db.read, [id])).get(id)
const balances = async ({ id }: Person) => balancesOf(world.db.read, id)

describe('an undo', () => {
  test('that comes after the payment, by a clock that is behind, changes nothing', async () => {
    const [giver, worker] = [await somebody('giver'), await somebody()]
    const task = await openTask(world, giver)
    const [params, sent] = [{ id: task._id }, await sentWork(task, worker)]
    const { actionId } = await giver.task.accept({ params, body: { submissionIds: [sent._id] } })
    world.clock.turn(60)
    await settle(world)
    world.clock.turn(-1)
    expect(await giver.task.undo({ params: { id: String(actionId) } })).toMatchObject({ undone: 0, skipped: 1 })
    expect(await balances(worker)).toMatchObject({ main: 1_000, held: 0 })
    expect(await escrowOf(task._id)).toBe(9_900)
    world.clock.turn(1)
  })

  test('is not offered for what came back improved, and does not take it away', async () => {
    const [giver, worker] = [await somebody('giver'), await somebody()]
    const task = await openTask(world, giver)
    const [params, sent] = [{ id: task._id }, await sentWork(task, worker)]
    const asked = await giver.task.askRevision({ params, body: { submissionIds: [sent._id], reason } })
    await worker.task.submit({ params, body: { answers: ['It is a very fine page.'] } })
    const { submission } = await giver.task.submission({ params: { id: sent._id } })
    expect(submission).toMatchObject({ status: 'pending', actionId: null, undoSeconds: 0, revised: true })
    expect(await giver.task.undo({ params: { id: String(asked.actionId) } })).toMatchObject({ undone: 0, skipped: 1 })
  })

  test('ends with the task: what was denied on one that is deleted stays so, and can be disputed', async () => {
    const [giver, worker] = [await somebody('giver'), await somebody()]
    const task = await openTask(world, giver)
    const [params, sent] = [{ id: task._id }, await sentWork(task, worker)]
    const denied = await giver.task.deny({ params, body: { submissionIds: [sent._id], reason } })
    expect((await giver.task.remove({ params })).refunded).toBe(9 * 1_100)
    await expect(giver.task.undo({ params: { id: String(denied.actionId) } })).rejects.toMatchObject({ status: 404 })
    const { submission } = await worker.task.submission({ params: { id: sent._id } })
    expect(submission).toMatchObject({ status: 'denied', disputable: true })
    expect(await escrowOf(task._id)).toBe(1_100)
    world.clock.turn(7 * 86_400)
    await settle(world)
    expect(await escrowOf(task._id)).toBe(0)
  })
})

test('a denial on a task that is over and deleted can still be disputed, answered, seen, won and paid', async () => {
  const [giver, worker, moderator] = [await somebody('giver'), await somebody(), await world.moderator()]
  const task = await openTask(world, giver)
  const params = { id: task._id }
  await worker.task.start({ params })
  const { image } = await worker.task.upload({ file: new Blob([new Uint8Array(await photo())]) })
  const sent = await worker.task.submit({ params, body: { ...proof, imageIds: [image._id] } })
  const body = { submissionIds: [sent.submission._id], reason }
  await giver.task.deny({ params, body })
  await giver.task.setStatus({ params, body: { status: 'completed' } })
  await giver.task.remove({ params })
  expect(await escrowOf(task._id)).toBe(1_100)
  const of = { params: { id: sent.submission._id } }
  await worker.task.dispute({ ...of, body: { reason } })
  await giver.task.answerDispute({ ...of, body: { text: 'There was nothing on the page.' } })
  for (const person of [worker, giver, moderator]) {
    const shown = await person.task.image({ params: { ...of.params, imageId: image._id } })
    expect(shown.type).toBe('image/webp')
    expect((await person.task.submission(of)).submission.status).toBe('disputed')
  }
  const stranger = await somebody('stranger')
  await expect(stranger.task.image({ params: { ...of.params, imageId: image._id } })).rejects.toMatchObject({
    status: 404,
  })
  expect(await moderator.task.accept({ params, body: { ...body, isByAdmin: true } })).toMatchObject({ done: 1 })
  expect(await balances(worker)).toMatchObject({ main: 1_000, held: 0 })
  expect(await escrowOf(task._id)).toBe(0)
})

test('what a person has paused does not run again by completing it and buying places', async () => {
  const [giver, moderator] = [await somebody('giver'), await world.moderator()]
  const params = { id: (await openTask(world, giver))._id }
  await moderator.task.setStatus({ params, body: { status: 'paused', reason, isByAdmin: true } })
  await giver.task.setStatus({ params, body: { status: 'completed' } })
  await expect(giver.task.addBalance({ params, body: { amount: 1_100 } })).rejects.toMatchObject(
    coded(409, 'PAUSED_BY_STAFF'),
  )
  expect((await giver.task.ownTask({ params })).task).toMatchObject({ status: 'completed', escrow: 0 })
})

test('moderators neither open, pause nor reject a task of their own, nor change it without another', async () => {
  const [moderator, owner] = [await world.moderator(), await world.owner()]
  const params = { id: (await pendingTask(world, moderator))._id }
  for (const status of ['active', 'rejected'] as const) {
    const body = { status, reason, isByAdmin: true }
    await expect(moderator.task.setStatus({ params, body })).rejects.toMatchObject(coded(403, 'OWN_CASE'))
  }
  await owner.task.setStatus({ params, body: { status: 'active', isByAdmin: true } })
  const { task } = await moderator.task.edit({ params, body: { title: 'Another title' } })
  const of = { params: { id: String(task.update?._id) } }
  await expect(moderator.task.acceptUpdate(of)).rejects.toMatchObject(coded(403, 'OWN_CASE'))
  await expect(moderator.task.denyUpdate({ ...of, body: { reason } })).rejects.toMatchObject(coded(403, 'OWN_CASE'))
  await owner.task.acceptUpdate(of)
  expect((await moderator.task.ownTask({ params })).task.title).toBe('Another title')
})

test('one image named twice is not two', async () => {
  const proofs = [1, 2].map((at) => ({ kind: 'image' as const, label: `Picture ${at}`, required: true }))
  const [giver, worker] = [await somebody('giver'), await somebody()]
  const params = { id: (await openTask(world, giver, { proofs }))._id }
  await worker.task.start({ params })
  const { image } = await worker.task.upload({ file: new Blob([new Uint8Array(await photo())]) })
  const imageIds = [image._id, image._id]
  await expect(worker.task.submit({ params, body: { answers: ['', ''], imageIds } })).rejects.toMatchObject({
    status: 422,
    failure: { errors: { imageIds: expect.any(String) } },
  })
})

test('the price of a task is none of what an edit changes, and a fee of today is none of yesterday', async () => {
  const giver = await somebody('giver')
  const { _id: id } = await pendingTask(world, giver)
  const body = { title: 'Another title', reward: 1, places: 99_999, fee: 0, status: 'active' }
  await giver.raw({
    method: 'PATCH',
    path: `/api/task/${id}`,
    body,
    headers: { authorization: `Bearer ${giver.token}` },
  })
  await world.settings({ task_fee_basis_points: 5_000 })
  const { task } = await giver.task.ownTask({ params: { id } })
  expect(task).toMatchObject({ reward: 1_000, places: 10, fee: 100, status: 'pending', escrow: 11_000 })
  const added = await giver.task.addBalance({ params: { id }, body: { amount: 1_100 } })
  expect(added).toMatchObject({ added: 1, charged: 1_100 })
  await world.settings({ task_fee_basis_points: world.defaults.task_fee_basis_points })
})

test('who is locked out is still paid for what they had sent, and owners who are locked out pay', async () => {
  const [giver, worker] = [await somebody('giver'), await somebody()]
  const task = await openTask(world, giver, { hoursToReview: 12 })
  const sent = await sentWork(task, worker)
  await world.db.raw(`UPDATE users SET locked_at = $1, lock_reason = 'cheating' WHERE id = ANY($2::uuid[])`, [
    world.clock.now(),
    [giver.id, worker.id],
  ])
  const body = { submissionIds: [sent._id], reason }
  await expect(giver.task.deny({ params: { id: task._id }, body })).rejects.toMatchObject({ status: 418 })
  world.clock.turn(12 * 3_600)
  await settle(world)
  expect(await balances(worker)).toMatchObject({ main: 1_000, held: 0 })
})

test('what owners read about a worker has no address of theirs', async () => {
  const [giver, worker] = [await somebody('giver'), await somebody()]
  const task = await openTask(world, giver)
  const sent = await sentWork(task, worker)
  const [{ user }, queue, one] = await Promise.all([
    worker.user.me(),
    giver.task.review({ params: { id: task._id } }),
    giver.task.submission({ params: { id: sent._id } }),
  ])
  expect(Object.keys(one.submission.worker).toSorted()).toEqual(['_id', 'acceptedRate', 'decided', 'username'])
  for (const answer of [queue, one]) {
    expect(JSON.stringify(answer)).not.toContain(user.email)
    expect(JSON.stringify(answer)).not.toMatch(/10\.\d+\.\d+\.7|device/i)
  }
})

test('a hundred proofs are one notice for their owner, and a hundred decisions one for each worker', async () => {
  const giver = await somebody('giver')
  const task = await openTask(world, giver, { places: 100 })
  const params = { id: task._id }
  const workers = await Promise.all(Array.from({ length: 100 }, () => somebody('many')))
  const works = []
  for (const worker of workers) works.push(await sentWork(task, worker))
  const submissionIds = works.map(({ _id }) => _id)
  await giver.task.deny({ params, body: { submissionIds, reason } })
  const rows = await world.db.raw(
    `SELECT kind, count(*)::int AS count, count(DISTINCT user_id)::int AS users FROM notifications
     WHERE values ->> 'taskId' = $1 GROUP BY kind ORDER BY kind`,
    [task._id],
  )
  expect(rows).toEqual([
    { kind: 'submission-denied', count: 100, users: 100 },
    { kind: 'task-approved', count: 1, users: 1 },
    { kind: 'task-sent', count: 1, users: 1 },
  ])
})

test('what somebody has to do in time is mailed, and leads to where it is done', async () => {
  const [giver, worker] = [await somebody('giver'), await somebody()]
  const task = await openTask(world, giver, { title: 'Count the swans' })
  const [params, sent] = [{ id: task._id }, await sentWork(task, worker)]
  const body = { submissionIds: [sent._id], reason }
  const mailed = async (to: string) => {
    await world.runJobs()
    return world.mails.findLast((mail) => mail.to === to && mail.text.includes('Count the swans'))?.text
  }
  const [owner, other] = await Promise.all([giver.user.me(), worker.user.me()])
  await giver.task.askRevision({ params, body })
  const asked = await mailed(other.user.email)
  expect(asked).toContain(reason)
  expect(asked).toContain(`/app/task/${task._id}`)
  await worker.task.submit({ params, body: proof })
  world.clock.turn(2 * 86_400)
  await settle(world)
  expect(await mailed(owner.user.email)).toContain(`/app/task/${task._id}/submission`)
  await giver.task.deny({ params, body })
  await worker.task.dispute({ params: { id: sent._id }, body: { reason: 'I counted all of them.' } })
  expect(await mailed(owner.user.email)).toContain('I counted all of them.')
})

test('nobody approves what an owner has changed since it was read', async () => {
  const [giver, moderator] = [await somebody('giver'), await world.moderator()]
  const { _id: id, updatedAt: readAt } = await pendingTask(world, giver)
  const params = { id }
  world.clock.turn(1)
  const { task } = await giver.task.edit({ params, body: { instructions: 'Send us the password of your mailbox.' } })
  const approve = { status: 'active', isByAdmin: true } as const
  await expect(moderator.task.setStatus({ params, body: { ...approve, readAt } })).rejects.toMatchObject(
    coded(409, 'TASK_CHANGED'),
  )
  const read = { ...approve, readAt: task.updatedAt }
  expect((await moderator.task.setStatus({ params, body: read })).task.status).toBe('active')
})

describe('many at once', () => {
  test('moderators who decide the same disputes against each other: one verdict each, paid once', async () => {
    const [giver, moderator, owner] = [await somebody('giver'), await world.moderator(), await world.owner()]
    const task = await openTask(world, giver)
    const params = { id: task._id }
    const works: string[] = []
    for (let index = 0; index < 8; index += 1) {
      const worker = await somebody()
      const sent = await sentWork(task, worker)
      works.push(sent._id)
      await giver.task.deny({ params, body: { submissionIds: [sent._id], reason } })
      await worker.task.dispute({ params: { id: sent._id }, body: { reason } })
    }
    const calls = Array.from({ length: 24 }, (_, index) => {
      const submissionIds = (index % 2 === 0 ? works : works.toReversed()).slice(index % 5)
      const body = { submissionIds, reason, isByAdmin: true }
      const judge = index % 4 < 2 ? moderator : owner
      return index % 3 === 0 ? judge.task.accept({ params, body }) : judge.task.deny({ params, body })
    })
    const told = await Promise.all(calls)
    expect(told.reduce((sum, { done }) => sum + done, 0)).toBe(8)
    const { counts } = await giver.task.review({ params })
    expect(counts.accepted + counts.denied).toBe(8)
    const view = (await giver.task.ownTask({ params })).task
    expect(view).toMatchObject({ accepted: counts.accepted, free: 10 - counts.accepted })
    expect(view.escrow).toBe((10 - counts.accepted) * 1_100)
  })

  test('tasks that one balance covers once: one is made, the others are refused in words', async () => {
    const giver = await somebody('giver')
    await fund(world, giver, 11_000)
    const body = await taskFields(giver)
    const calls = Array.from({ length: 20 }, () =>
      giver.task.create({ body }).then(
        () => 'made',
        (error: { status: number; failure: { code: string } }) => `${error.status} ${error.failure.code}`,
      ),
    )
    const answers = await Promise.all(calls)
    expect(answers.filter((answer) => answer === 'made')).toHaveLength(1)
    expect(answers.filter((answer) => answer === '409 INSUFFICIENT_BALANCE')).toHaveLength(19)
    expect((await balances(giver)).deposit).toBe(0)
  })
})
