import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { rejectCampaign } from '#features/advertise/advertise.ts'
import { lockSubmissionRow, lockTaskRow } from '#features/task/row-locks.ts'
import { endTask } from '#features/task/submission/slots.ts'
import { lockWithdrawalRows } from '#features/withdraw/settlement.ts'
import type { Tx } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import { houseAccount, userAccount } from '#money/accounts.ts'
import { post } from '#money/ledger.ts'
import { pendingCampaign, runningCampaign, watch } from '#test/features/advertising.ts'
import { inReview, withPendingWithdrawals } from '#test/features/withdrawing.ts'
import { openTask, sentWork, settle } from '#test/features/working.ts'
import { expectRefused } from '#test/sign-up.ts'
import { someoneWaits } from '#test/waiting.ts'
import { type Person, useWorld } from '#test/world.ts'
import { lockUserRows } from './suspect.ts'

const world = useWorld({ limits: false, connections: 30 })

const reason = 'Several accounts of one person.'
let next = 0
const somebody = () => world.user(`crossing${(next += 1)}`)
/** Two people in the order of their ids. */
const twoPeople = async (): Promise<[Person, Person]> => {
  const [one, other] = [await somebody(), await somebody()]
  return one.id < other.id ? [one, other] : [other, one]
}
const taskParams = async (person: Person) => ({ id: (await openTask(world, person))._id })

/** Rewards that a measure keeps back. */
const withhold = async (person: Person, kind: 'reward' | 'review' = 'reward') => {
  const id = newId()
  await world.db.raw(
    `INSERT INTO measures (id, user_id, kind, since, reason, withheld) VALUES ($1, $2, $3, $4, 'Withheld.', 30)`,
    [id, person.id, kind, world.clock.now()],
  )
  return { id }
}
const addTo = (tx: Tx, credit: ReturnType<typeof userAccount>) => {
  const leg = { kind: 'adjustment', debit: houseAccount('adjustment'), credit, amount: 1 } as const
  return post(tx, [{ ...leg, key: `adjustment:${newId()}` }], world.clock.now())
}

interface Crossing {
  /** What a transaction locks first, and what it locks once the call waits for it. */
  readonly first: (tx: Tx) => Promise<unknown>
  readonly call: () => Promise<unknown>
  readonly last: (tx: Tx) => Promise<unknown>
}

/** Lets a call begin within a transaction, which fails if both then wait for each other. Returns the call's answer. */
const cross = async ({ first, call, last }: Crossing): Promise<unknown> => {
  let attempts = 0
  const { answer } = await world.db.write(async (tx) => {
    attempts += 1
    expect(attempts, 'a deadlock ended the transaction, which was repeated').toBe(1)
    // PostgreSQL ends the first that notices: this one, which waits last.
    await sql`SET LOCAL deadlock_timeout = '1ms'`.execute(tx)
    await first(tx)
    const begun = Promise.allSettled([call()])
    await someoneWaits(world)
    await last(tx)
    return { answer: begun }
  })
  const [settled] = await answer
  if (settled.status === 'rejected') throw settled.reason
  return settled.value
}

describe('a user is locked before their tasks', () => {
  test('by who approves a paused task, beside an end of its owner’s lock', async () => {
    const [admin, ann] = [await world.owner(), await somebody()]
    const params = await taskParams(ann)
    await admin.task.setStatus({ params, body: { status: 'paused', isByAdmin: true } })
    await cross({
      first: (tx) => lockUserRows(tx, [ann.id]),
      call: () => admin.task.setStatus({ params, body: { status: 'active', isByAdmin: true } }),
      last: (tx) => lockTaskRow(tx, params.id),
    })
    expect((await admin.task.ownTask({ params })).task.status).toBe('active')
  })

  test('by who pays for work, beside a lock of both accounts', async () => {
    const [moderator, ann, bob] = [await world.moderator(), await somebody(), await somebody()]
    const task = await openTask(world, ann)
    const params = { id: task._id }
    const { _id: id } = await sentWork(task, bob)
    await ann.task.deny({ params, query: {}, body: { submissionIds: [id], reason } })
    await bob.task.dispute({ params: { id }, body: { reason, imageIds: [] } })
    const lockBoth = {
      first: (tx: Tx) => lockUserRows(tx, [ann.id, bob.id]),
      last: (tx: Tx) => lockTaskRow(tx, task._id),
    }
    const body = { submissionIds: [id], reason, isByAdmin: true }
    expect(await cross({ ...lockBoth, call: () => moderator.task.accept({ params, body }) })).toMatchObject({ done: 1 })
    await sentWork(task, await somebody())
    const cid = await somebody()
    await sentWork(task, cid)
    world.clock.turn(80 * 3_600)
    await cross({
      first: (tx) => lockUserRows(tx, [ann.id, cid.id]),
      call: () => settle(world),
      last: (tx) => lockTaskRow(tx, task._id),
    })
    expect((await ann.task.ownTask({ params })).task).toMatchObject({ accepted: 3 })
  })

  test('and these before the accounts by a release that pays what was withheld', async () => {
    const [admin, ann] = [await world.owner(), await somebody()]
    const params = await taskParams(ann)
    await admin.admin.banUser({ params: { id: ann.id }, body: { reason } })
    const now = world.clock.now()
    await withhold(ann)
    const released = await cross({
      first: (tx) => lockTaskRow(tx, params.id),
      call: () => admin.admin.releaseSuspects({ body: { users: [ann.id] } }),
      last: async (tx) => endTask(tx, { task: await lockTaskRow(tx, params.id), to: 'rejected', by: 'staff', now }),
    })
    expect(released).toMatchObject({ done: 1, paid: 30 })
  })
})

test('a withdrawal is locked before accounts by who ends what kept rewards back', async () => {
  await world.settings(inReview)
  const { owner, person, id } = await withPendingWithdrawals(world, 'withheld')
  const rejection = {
    first: (tx: Tx) => lockWithdrawalRows(tx, [id]),
    last: (tx: Tx) => addTo(tx, userAccount(person.id, 'main')),
  }
  await withhold(person)
  const release = () => owner.admin.releaseSuspects({ body: { users: [person.id] } })
  expect(await cross({ ...rejection, call: release })).toMatchObject({ done: 1, paid: 30 })
  const params = await withhold(person, 'review')
  const end = () => owner.admin.endMeasure({ params })
  expect(await cross({ ...rejection, call: end })).toMatchObject({ paid: 30 })
})

describe('what an account deletion empties is locked before its user', () => {
  test('views of ads', async () => {
    const [ann, bob] = [await somebody(), await somebody()]
    const { ticket } = await watch(world, (await runningCampaign(world, ann))._id, bob)
    await cross({
      first: (tx) => tx.selectFrom('ptc_views').select('id').where('id', '=', ticket).forNoKeyUpdate().execute(),
      call: () => bob.ownData.remove({ body: { username: bob.username, waive: true } }),
      last: (tx) => lockUserRows(tx, [bob.id]),
    })
    const [view] = await world.db.raw('SELECT ip_net FROM ptc_views WHERE id = $1', [ticket])
    expect(view).toEqual({ ip_net: 'unknown' })
  })

  test('work that is decided', async () => {
    const [ann, bob] = [await somebody(), await somebody()]
    const task = await openTask(world, ann)
    const { _id: id } = await sentWork(task, bob)
    world.clock.turn(80 * 3_600)
    await settle(world)
    await cross({
      first: (tx) => lockSubmissionRow(tx, id),
      call: () => bob.ownData.remove({ body: { username: bob.username, waive: true } }),
      last: (tx) => lockUserRows(tx, [bob.id]),
    })
    const [work] = await world.db.raw('SELECT answers FROM task_submissions WHERE id = $1', [id])
    expect(work).toEqual({ answers: [] })
    await world.db.raw(`UPDATE task_submissions SET answers = '["late"]' WHERE id = $1`, [id])
    await cross({
      first: (tx) => lockSubmissionRow(tx, id),
      call: () => world.runJob('own-data.waive'),
      last: (tx) => lockUserRows(tx, [bob.id]),
    })
  })
})

describe('an owner who resumes beside a lock of their account', () => {
  const made = {
    campaigns: async (ann: Person) => {
      const params = { id: (await runningCampaign(world, ann))._id }
      const set = (status: 'active' | 'paused') => ann.advertise.edit({ params, body: { status } })
      return { params, set }
    },
    tasks: async (ann: Person) => {
      const params = await taskParams(ann)
      const set = (status: 'active' | 'paused') => ann.task.setStatus({ params, body: { status } })
      return { params, set }
    },
  }

  test.each(['campaigns', 'tasks'] as const)('leaves none running: %s', async (kind) => {
    const [admin, ann] = [await world.owner(), await somebody()]
    const { params, set } = await made[kind](ann)
    const row = (tx: Tx) => tx.selectFrom(kind).select('id').where('id', '=', params.id).forNoKeyUpdate().execute()
    await set('paused')
    // The ban waits for a row that is being resumed, and pauses it.
    await cross({
      first: (tx) => tx.updateTable(kind).set({ status: 'active' }).where('id', '=', params.id).execute(),
      call: () => admin.admin.banUsers({ body: { ids: [ann.id], reason } }),
      last: row,
    })
    const status = async () => (await world.db.raw(`SELECT status FROM ${kind} WHERE id = $1`, [params.id]))[0]
    expect(await status()).toEqual({ status: 'paused' })
    await admin.admin.unbanUsers({ body: { ids: [ann.id] } })
    // Who resumes waits for a ban, and sees it.
    const resumed = cross({
      first: row,
      call: () => set('active'),
      last: (tx) =>
        tx
          .updateTable('users')
          .set({ locked_at: world.clock.now(), lock_reason: reason })
          .where('id', '=', ann.id)
          .execute(),
    })
    await expectRefused(resumed, 418, 'ACCOUNT_LOCKED')
    expect(await status()).toEqual({ status: 'paused' })
  })
})

describe('rows of a kind are locked in the order of their ids', () => {
  test.each(['campaigns', 'tasks'] as const)('by a lock of several accounts: %s', async (kind) => {
    const [admin, [ann, bob]] = [await world.owner(), await twoPeople()]
    const make = async (person: Person) =>
      (kind === 'tasks' ? await openTask(world, person) : await runningCampaign(world, person))._id
    const [earlier, later] = [await make(bob), await make(ann)]
    const ids = [ann.id, bob.id]
    // A row that has changed is looked at again.
    const change = (tx: Tx, id: string) =>
      tx.updateTable(kind).set({ updated_at: world.clock.now() }).where('id', '=', id).execute()
    const rowsOf = { first: (tx: Tx) => change(tx, earlier), last: (tx: Tx) => change(tx, later) }
    expect(await cross({ ...rowsOf, call: () => admin.admin.banUsers({ body: { ids, reason } }) })).toMatchObject({
      done: 2,
    })
    expect(await cross({ ...rowsOf, call: () => admin.admin.unbanUsers({ body: { ids } }) })).toMatchObject({ done: 2 })
    const rows = await world.db.raw(
      `SELECT status, paused_by_staff AS by_staff FROM ${kind} WHERE user_id = ANY ($1)`,
      [ids],
    )
    expect(rows).toEqual([
      { status: 'paused', by_staff: false },
      { status: 'paused', by_staff: false },
    ])
  })

  test('and what has ended meanwhile is left alone', async () => {
    const [admin, ann] = [await world.owner(), await somebody()]
    const { _id: id } = await runningCampaign(world, ann)
    const context = { now: world.clock.now(), notifyLive: () => undefined, enqueue: async () => undefined }
    const answer = await cross({
      first: (tx) => rejectCampaign({ tx, ...context }, { id, reason }),
      call: () => admin.admin.banUsers({ body: { ids: [ann.id], reason } }),
      last: async () => undefined,
    })
    expect(answer).toMatchObject({ done: 1 })
  })

  test('accounts of their owners as well, by who rejects several campaigns', async () => {
    const [admin, [ann, bob]] = [await world.owner(), await twoPeople()]
    const [one, other] = [await pendingCampaign(world, bob), await pendingCampaign(world, ann)]
    const campaigns = [one, other].map(({ _id: id, updatedAt: readAt }) => ({ id, readAt }))
    const deposited = (tx: Tx, { id }: Person) => addTo(tx, userAccount(id, 'deposit'))
    const answer = await cross({
      first: (tx) => deposited(tx, ann),
      call: () => admin.admin.decidePtc({ body: { campaigns, status: 'rejected', reason } }),
      last: (tx) => deposited(tx, bob),
    })
    expect(answer).toMatchObject({ done: 2 })
  })
})
