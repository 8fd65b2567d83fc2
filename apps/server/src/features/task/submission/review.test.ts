import { describe, expect, test } from 'vitest'
import { balancesOf, escrowsOf } from '#money/accounts.ts'
import { openTask, proof, sentWork, settle } from '#test/features/working.ts'
import { type Person, useWorld } from '#test/world.ts'

const world = useWorld({ limits: false, connections: 30 })

const reason = 'That is not what I asked for.'
const escrowOf = async (id: string) => (await escrowsOf(world.db.read, [id])).get(id)
const balances = async ({ id }: Person) => balancesOf(world.db.read, id)
const DAY = 86_400
let next = 0
const somebody = (name = 'worker') => world.user(`${name}${(next += 1)}`)
const kindsOf = async (person: Person) => (await person.user.me()).notification.notifications.map(({ kind }) => kind)
const stepsOf = async (person: Person, id: string) =>
  (await person.task.submission({ params: { id } })).submission.timeline.map(({ step, by }) => `${step} by ${by}`)

/** A task with somebody's proof that waits. */
const waiting = async (changes: Parameters<typeof openTask>[2] = {}) => {
  const [giver, worker] = [await somebody('giver'), await somebody()]
  const task = await openTask(world, giver, changes)
  const sent = await sentWork(task, worker)
  return { giver, worker, task, params: { id: task._id }, id: sent._id, body: { submissionIds: [sent._id] } }
}

describe('a review', () => {
  test('that does not come is an acceptance, and the owner is warned a day before, once', async () => {
    const { giver, worker, task, id } = await waiting()
    const second = await sentWork(task, await somebody())
    world.clock.turn(2 * DAY - 1)
    await settle(world)
    expect(await kindsOf(giver)).not.toContain('task-review-due')
    world.clock.turn(1)
    await settle(world)
    world.clock.turn(60)
    await settle(world)
    const due = (await giver.user.me()).notification.notifications.filter(({ kind }) => kind === 'task-review-due')
    expect(due).toMatchObject([{ values: { taskId: task._id, count: 2 } }])
    world.clock.turn(DAY)
    await settle(world)
    expect(await balances(worker)).toMatchObject({ main: 1_000, held: 0 })
    expect(await stepsOf(worker, id)).toEqual(['started by worker', 'sent by worker', 'auto-accepted by machine'])
    const late = await giver.task.deny({ params: { id: task._id }, body: { submissionIds: [second._id], reason } })
    expect(late).toMatchObject({ done: 0, skipped: 1, actionId: null })
  })

  test('is too late for a denial once its time is over, even before the clock has struck', async () => {
    const { giver, worker, params, body } = await waiting({ hoursToReview: 12 })
    world.clock.turn(12 * 3_600)
    expect(await giver.task.deny({ params, body: { ...body, reason } })).toMatchObject({ done: 0, skipped: 1 })
    expect(await giver.task.askRevision({ params, body: { ...body, reason } })).toMatchObject({ done: 0, skipped: 1 })
    expect(await giver.task.accept({ params, body })).toMatchObject({ done: 1, skipped: 0 })
    world.clock.turn(60)
    await settle(world)
    expect(await balances(worker)).toMatchObject({ main: 1_000 })
  })

  test('can be undone for a minute: what was held comes back, and a later acceptance pays once', async () => {
    const { giver, worker, task, params, id, body } = await waiting()
    const waited = (await worker.task.submission({ params: { id } })).submission.deadline
    const first = await giver.task.accept({ params, body })
    world.clock.turn(59)
    await settle(world)
    const undo = { params: { id: String(first.actionId) } }
    expect((await giver.task.submission({ params: { id } })).submission).toMatchObject({ undoSeconds: 1 })
    expect((await worker.task.submission({ params: { id } })).submission).toMatchObject({
      undoSeconds: 0,
      actionId: null,
    })
    expect(await giver.task.undo(undo)).toMatchObject({ undone: 1, skipped: 0 })
    expect(await balances(worker)).toMatchObject({ main: 0, held: 0 })
    expect(await escrowOf(task._id)).toBe(11_000)
    expect((await worker.task.submission({ params: { id } })).submission).toMatchObject({
      status: 'pending',
      deadline: waited,
    })
    expect(await giver.task.undo(undo)).toMatchObject({ undone: 0, skipped: 1 })
    const again = await giver.task.accept({ params, body })
    world.clock.turn(60)
    await expect(giver.task.undo({ params: { id: String(again.actionId) } })).rejects.toMatchObject({
      failure: { code: 'UNDO_OVER' },
    })
    await settle(world)
    expect(await balances(worker)).toMatchObject({ main: 1_000, held: 0 })
  })

  test('asks for better proof once, with a deadline, after which it is a denial that can be disputed', async () => {
    const { giver, worker, params, id, body } = await waiting()
    await giver.task.askRevision({ params, body: { ...body, reason } })
    expect((await worker.task.one({ params })).submission).toMatchObject({ status: 'revision', reason, revised: true })
    await worker.task.submit({ params, body: { answers: ['It is a very fine page.'] } })
    expect(await giver.task.askRevision({ params, body: { ...body, reason } })).toMatchObject({ done: 0, skipped: 1 })
    const { submission } = await giver.task.submission({ params: { id } })
    expect(submission.answers).toMatchObject([{ text: 'It is a very fine page.' }])

    const other = await waiting()
    await other.giver.task.askRevision({ params: other.params, body: { ...other.body, reason } })
    world.clock.turn(48 * 3_600)
    await expect(other.worker.task.submit({ params: other.params, body: proof })).rejects.toMatchObject({
      failure: { code: 'TOO_LATE' },
    })
    await settle(world)
    const denied = (await other.worker.task.submission({ params: { id: other.id } })).submission
    expect(denied).toMatchObject({ status: 'denied', disputable: true })
    // The owner has not denied it, so it does not count against them.
    expect((await other.giver.task.ownTask({ params: other.params })).task.owner).toMatchObject({ deniedRate: 0 })
  })

  test('that bars a worker keeps them from all tasks of this owner, until it is undone', async () => {
    const { giver, worker, params, body } = await waiting()
    const more = await openTask(world, giver)
    const denied = await giver.task.deny({ params, query: { ban: 'true' }, body: { ...body, reason } })
    const of = { params: { id: more._id } }
    await expect(worker.task.start(of)).rejects.toMatchObject({ status: 403, failure: { code: 'BARRED' } })
    expect((await worker.task.one(of)).closed).toContain('has blocked you')
    expect((await worker.task.list({ query: { limit: '100' } })).items.map(({ _id }) => _id)).not.toContain(more._id)
    await giver.task.undo({ params: { id: String(denied.actionId) } })
    expect(await kindsOf(worker)).toContain('submission-reopened')
    expect((await worker.task.start(of)).submission.status).toBe('started')
  })
})

describe('a dispute', () => {
  const denied = async () => {
    const found = await waiting()
    await found.giver.task.deny({ params: found.params, body: { ...found.body, reason } })
    return { ...found, of: { params: { id: found.id } } }
  }
  const words = { reason: 'I did exactly what was asked for.' }

  test('that is won is paid at once, for a reason that both sides read, and is final', async () => {
    const { giver, worker, task, params, body, of, id } = await denied()
    const moderator = await world.moderator()
    await worker.task.dispute({ ...of, body: words })
    expect(await kindsOf(giver)).toContain('dispute-opened')
    expect((await moderator.task.disputed()).items.map(({ _id }) => _id)).toContain(id)
    await giver.task.answerDispute({ ...of, body: { text: 'There was nothing on the page.' } })
    await expect(giver.task.answerDispute({ ...of, body: { text: 'And again.' } })).rejects.toMatchObject({
      failure: { code: 'ALREADY_ANSWERED' },
    })
    await expect(moderator.task.accept({ params, body: { ...body, isByAdmin: true } })).rejects.toMatchObject({
      status: 422,
    })
    const judged = { ...body, isByAdmin: true, reason: 'The proof shows what was asked for.' }
    expect(await moderator.task.accept({ params, body: judged })).toMatchObject({ done: 1, actionId: null })
    expect(await moderator.task.deny({ params, body: judged })).toMatchObject({ done: 0, skipped: 1 })
    expect(await balances(worker)).toMatchObject({ main: 1_000, held: 0 })
    expect(await escrowOf(task._id)).toBe(9_900)
    const both = [worker, giver].map((person) => person.task.submission(of))
    for (const { submission } of await Promise.all(both)) {
      expect(submission).toMatchObject({ status: 'accepted', reason: judged.reason })
      expect(submission.timeline.map(({ step }) => step)).toEqual([
        'started',
        'sent',
        'denied',
        'disputed',
        'answered',
        'judged-accepted',
      ])
    }
    expect(await kindsOf(worker)).toContain('dispute-won')
    expect(await kindsOf(giver)).toContain('dispute-lost')
    const { owner } = (await giver.task.ownTask({ params })).task
    expect(owner).toMatchObject({ deniedRate: 0, disputes: 1, disputesLost: 1, unfair: false })
    expect(await moderator.task.disputedStatistic()).toMatchObject({ forWorkers: 1 })
  })

  test('that is lost frees the place, and only then', async () => {
    const { worker, giver, params, body, of } = await denied()
    await worker.task.dispute({ ...of, body: words })
    expect((await giver.task.ownTask({ params })).task.free).toBe(9)
    world.clock.turn(20 * DAY)
    await settle(world)
    expect((await giver.task.ownTask({ params })).task.free).toBe(9)
    const owner = await world.owner()
    await owner.task.deny({ params, body: { ...body, isByAdmin: true, reason: 'The owner is right.' } })
    expect((await giver.task.ownTask({ params })).task.free).toBe(10)
    await expect(worker.task.dispute({ ...of, body: words })).rejects.toMatchObject({ status: 409 })
    const { task } = await giver.task.ownTask({ params })
    expect(task.owner).toMatchObject({ deniedRate: 10_000, disputesLost: 0 })
    expect(task.deniedRate).toBe(10_000)
  })

  test('can be opened for seven days, once, and only about a denial', async () => {
    const { worker, of, giver, params } = await denied()
    world.clock.turn(7 * DAY)
    await expect(worker.task.dispute({ ...of, body: words })).rejects.toMatchObject({ failure: { code: 'TOO_LATE' } })
    await settle(world)
    expect((await giver.task.ownTask({ params })).task.free).toBe(10)
    const open = await waiting()
    await expect(open.worker.task.dispute({ params: { id: open.id }, body: words })).rejects.toMatchObject({
      failure: { code: 'NOT_DENIED' },
    })
  })

  test('of their own is nothing that moderators decide', async () => {
    const moderator = await world.moderator()
    const giver = await somebody('giver')
    const task = await openTask(world, giver)
    const sent = await sentWork(task, moderator)
    const params = { id: task._id }
    const body = { submissionIds: [sent._id], reason }
    await giver.task.deny({ params, body })
    await moderator.task.dispute({ params: { id: sent._id }, body: words })
    await expect(moderator.task.accept({ params, body: { ...body, isByAdmin: true } })).rejects.toMatchObject({
      status: 403,
      failure: { code: 'OWN_CASE' },
    })
  })

  test('that is lost again and again marks an owner as unfair, and is forgotten after 90 days', async () => {
    const giver = await somebody('giver')
    const task = await openTask(world, giver)
    const params = { id: task._id }
    const moderator = await world.moderator()
    // A new session each time: an old one ends long before what is remembered.
    const recordOf = async () => (await (await world.user(giver.username)).task.ownTask({ params })).task.owner
    for (let times = 1; times <= 5; times += 1) {
      expect((await recordOf()).unfair).toBe(false)
      const worker = await somebody()
      const sent = await sentWork(task, worker)
      const body = { submissionIds: [sent._id], reason }
      world.clock.turn(times * 60)
      await giver.task.deny({ params, body })
      await worker.task.dispute({ params: { id: sent._id }, body: words })
      if (times <= 3) await moderator.task.accept({ params, body: { ...body, isByAdmin: true } })
      else await moderator.task.deny({ params, body: { ...body, isByAdmin: true } })
    }
    expect(await recordOf()).toEqual({
      username: giver.username,
      deniedRate: 4_000,
      reviewed: 5,
      medianReviewSeconds: 180,
      disputes: 5,
      disputesLost: 3,
      unfair: true,
    })
    world.clock.turn(90 * DAY + 3_600)
    expect(await recordOf()).toMatchObject({ deniedRate: 0, reviewed: 0, medianReviewSeconds: null, unfair: false })
  })

  test('leaves a worker a rate that recovers', async () => {
    const { worker, giver, params, body } = await waiting()
    await giver.task.deny({ params, body: { ...body, reason } })
    expect(await worker.task.submissions()).toMatchObject({ acceptedRate: 0, decided: 1 })
    const better = await openTask(world, giver)
    const sent = await sentWork(better, worker)
    await giver.task.accept({ params: { id: better._id }, body: { submissionIds: [sent._id] } })
    expect(await worker.task.submissions()).toMatchObject({ acceptedRate: 5_000, decided: 2 })
    expect((await giver.task.review({ params, query: { status: 'denied' } })).items[0]?.worker.acceptedRate).toBe(5_000)
    world.clock.turn(90 * DAY + 1)
    expect(await (await world.user(worker.username)).task.submissions()).toMatchObject({ acceptedRate: 0, decided: 0 })
    await settle(world)
  })
})
