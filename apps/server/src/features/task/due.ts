import type { Settings } from '@runnel/contract/settings'
import { sql } from 'kysely'

import { notify, notifyAndMail } from '#features/user/user.ts'
import type { Clock } from '#kernel/clock.ts'
import { later } from '#kernel/clock.ts'
import type { Writing } from '#kernel/context.ts'
import type { Db, Tx } from '#kernel/db.ts'
import type { Live } from '#kernel/live.ts'
import type { Log } from '#kernel/log.ts'
import type { Enqueue } from '#kernel/queue.ts'
import { assert } from '#kernel/refusal.ts'
import type { SettingsRoom } from '#kernel/settings.ts'

import { type HeldTask, type HeldWork, holdTask, holdWork, moveWork } from './hold.ts'
import { formatStored } from './instructions.ts'
import { freePlace, payPlace } from './places.ts'
import { note } from './timeline.ts'

export interface DueRooms {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly live: Pick<Live, 'tell'>
  readonly settings: Pick<SettingsRoom, 'current'>
  readonly enqueue: Enqueue
}

/** Submissions that one run settles, at most; the next goes on. */
const AT_MOST = 2_000

/**
 * Does what time decides: frees places that were not used, accepts what nobody reviewed, denies what was not improved,
 * pays what cannot be undone any more, and closes denials that nobody disputed. Each in a transaction of its own.
 */
export const settleDue = async (rooms: DueRooms): Promise<string> => {
  const { db, clock, log, live } = rooms
  const now = clock()
  const counts = { settled: 0, failed: 0 }
  const warning = db.write((tx) => warnOwners({ tx, enqueue: rooms.enqueue, settings: rooms.settings.current(), now }))
  // A warning that cannot be given must not keep from their money those whom nobody is warned about.
  const warned = await warning.catch((error: unknown) => {
    counts.failed += 1
    log.error({ err: String(error) }, 'owners could not be warned')
    return []
  })
  for (const userId of warned) live.tell(userId)
  await formatStored(db)
  const due = await db.read
    .selectFrom('task_submissions')
    .select('id')
    .where('deadline', '<=', now)
    .orderBy('deadline')
    .limit(AT_MOST)
    .execute()
  for (const { id } of due) {
    try {
      const told = await db.write((tx) =>
        settle({ tx, enqueue: rooms.enqueue, settings: rooms.settings.current(), now }, id),
      )
      if (told.length > 0) counts.settled += 1
      for (const userId of told) live.tell(userId)
    } catch (error) {
      counts.failed += 1
      log.error({ submission: id, err: String(error) }, 'a submission could not be settled')
    }
  }
  if (counts.failed > 0) throw new Error(`${counts.failed} steps of ${due.length} submissions could not be settled`)
  return `${counts.settled} submissions settled, ${warned.length} owners warned`
}

interface Settling {
  readonly tx: Tx
  readonly enqueue: Enqueue
  readonly settings: Settings
  readonly now: Date
}

/** Puts letters into the queue exactly if the transaction commits. */
const mailing = ({ tx, enqueue }: Settling): Pick<Writing, 'tx' | 'enqueue'> => ({
  tx,
  enqueue: (job, payload, options) => enqueue(tx, job, payload, options),
})

/** Settles one, unless somebody else has moved it on meanwhile. Tells whom it concerns. */
const settle = async (settling: Settling, id: string): Promise<readonly string[]> => {
  const { tx, now } = settling
  const work = await holdWork(tx, id)
  if (work === undefined || work.deadline === null || work.deadline > now) return []
  const task = await holdTask(tx, work.task_id)
  await over(settling, { task, work })
  return [work.user_id, work.owner_id]
}

interface Over {
  readonly task: HeldTask
  readonly work: HeldWork
}

const over = async (settling: Settling, { task, work }: Over): Promise<unknown> => {
  const { tx, settings, now } = settling
  if (work.status === 'started') return expire(settling, { task, work })
  if (work.status === 'pending') return acceptUnreviewed(settling, { task, work })
  if (work.status === 'revision') return denyUnimproved(settling, { task, work })
  // A denial that nobody disputed in time: its place was held for that only.
  if (work.status === 'denied') return freePlace(tx, { task, work, now })
  assert(work.status === 'accepted', `nothing is waited for in ${work.status}`)
  await byMachine(settling, work, 'paid')
  return payPlace(tx, { task, work, settings, now })
}

const byMachine = (
  { tx, now }: Settling,
  { id }: HeldWork,
  step: 'expired' | 'auto-accepted' | 'paid',
): Promise<void> => note(tx, [{ submissionId: id, step, by: 'machine', userId: null, now }])

const expire = async (settling: Settling, { task, work: started }: Over): Promise<void> => {
  const { tx, now } = settling
  const work = await moveWork(tx, { work: started, to: 'expired', by: 'machine', set: { holds_place: false } })
  await byMachine(settling, work, 'expired')
  await freePlace(tx, { task, work, now })
  const values = { title: task.title, taskId: task.id, submissionId: work.id }
  await notify(tx, { userId: work.user_id, kind: 'submission-expired', values, now })
}

const acceptUnreviewed = async (settling: Settling, { task, work: pending }: Over): Promise<void> => {
  const { tx, settings, now } = settling
  const set = { decided_at: now, reviewed_at: now, reviewed_by: 'machine', warn_at: null } as const
  const work = await moveWork(tx, { work: pending, to: 'accepted', by: 'machine', set })
  await byMachine(settling, work, 'auto-accepted')
  await payPlace(tx, { task, work, settings, now })
}

const UNIMPROVED = 'The requested revision wasn’t submitted in time.'

/** What the owner asked for did not come; the worker can have that judged like any other denial. */
const denyUnimproved = async (settling: Settling, { task, work }: Over): Promise<void> => {
  const { tx, settings, now } = settling
  const deadline = later(now, settings.task_dispute_days * 86_400)
  const set = { decided_at: now, reviewed_at: now, reviewed_by: 'machine', deadline, action_id: null } as const
  await moveWork(tx, { work, to: 'denied', by: 'machine', set: { ...set, reason: UNIMPROVED } })
  await note(tx, [{ submissionId: work.id, step: 'denied', by: 'machine', userId: null, text: UNIMPROVED, now }])
  const values = { title: task.title, taskId: task.id, submissionId: work.id, reason: UNIMPROVED }
  await notifyAndMail(mailing(settling), { userId: work.user_id, kind: 'submission-denied', values, now })
}

/** Tells owners, once for each submission and together for each task, what will be accepted without them. */
const warnOwners = async (settling: Settling): Promise<readonly string[]> => {
  const { tx, now } = settling
  const { rows } = await sql<{ taskId: string; userId: string; title: string; count: number }>`
    WITH due AS (
      UPDATE task_submissions SET warn_at = NULL WHERE id IN (
        SELECT id FROM task_submissions WHERE warn_at <= ${now} AND status = 'pending' ORDER BY id LIMIT ${AT_MOST}
        FOR NO KEY UPDATE SKIP LOCKED)
      RETURNING task_id, owner_id)
    SELECT t.id AS "taskId", t.user_id AS "userId", t.title, count(*) AS count
    FROM due JOIN tasks t ON t.id = due.task_id GROUP BY t.id ORDER BY t.id`.execute(tx)
  for (const { taskId, userId, title, count } of rows) {
    const values = { title, taskId, count }
    await notifyAndMail(mailing(settling), { userId, kind: 'task-review-due', values, now })
  }
  return rows.map(({ userId }) => userId)
}
