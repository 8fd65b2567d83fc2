import { STARTED_AT_ONCE, STARTS_MAX, type SubmissionStatus, type TaskStatus } from '@runnel/contract/task/schemas'
import { sql } from 'kysely'
import { availableSlots } from '#features/task/submission/slots.ts'
import type { Read } from '#kernel/db.ts'
import { say, type Words } from '#kernel/words/say.ts'
import { asExecutor, inDebt } from '#money/accounts.ts'
import type { LockedTask } from './row-locks.ts'

/** Somebody who looks for work. */
export interface Worker {
  readonly userId: string
  /** Two letters; null where it is unknown, and then only tasks for everywhere fit. */
  readonly country: string | null
}

/** Why somebody cannot start a task. */
export interface UnavailableReason {
  readonly kind: 'forbidden' | 'conflict'
  readonly code: string
  readonly sentence: Words
}

interface WorkerState {
  readonly level: number
  readonly banned: boolean
  readonly shares_device: boolean
  readonly live: SubmissionStatus | null
  readonly given_up: number
  readonly started: number
  /** The owner owes something: what is in the escrow may be what was taken back. */
  readonly frozen: boolean
}

/** Statuses in which others than its owner may see a task. */
const shown: readonly TaskStatus[] = ['active', 'paused', 'completed']

/** Whether a task is there for somebody who has never had to do with it. */
export const isShown = ({ status }: { readonly status: TaskStatus }): boolean => shown.includes(status)

/** Why this user cannot start this task; undefined when they can. */
export const unavailableReasonFor = async (
  db: Read,
  task: LockedTask,
  worker: Worker,
): Promise<UnavailableReason | undefined> => {
  if (task.user_id === worker.userId) return forbidden('OWN_TASK', say('task.ownTask'))
  const state = await workerStateOf(db, task, worker.userId)
  return unavailableByWorker(state) ?? unavailableByTask(task, state, worker)
}

const forbidden = (code: string, sentence: Words): UnavailableReason => ({ kind: 'forbidden', code, sentence })
const conflict = (code: string, sentence: Words): UnavailableReason => ({ kind: 'conflict', code, sentence })

const workerStateOf = async (db: Read, task: LockedTask, userId: string): Promise<WorkerState> => {
  const { rows } = await sql<WorkerState>`
    SELECT u.level,
      EXISTS (SELECT FROM task_bans b WHERE b.owner_id = ${task.user_id} AND b.worker_id = u.id) AS banned,
      ${task.user_id} IN (${companions(userId)}) AS shares_device,
      (SELECT s.status FROM task_submissions s WHERE s.task_id = ${task.id} AND s.user_id = u.id
        AND s.status NOT IN ('expired', 'withdrawn')) AS live,
      (SELECT count(*) FROM task_submissions s WHERE s.user_id = u.id AND s.status IN ('expired', 'withdrawn')
        AND s.task_id = ${task.id}) AS given_up,
      (SELECT count(*) FROM task_submissions s WHERE s.user_id = u.id AND s.status = 'started') AS started,
      ${inDebt(sql`${task.user_id}::uuid`)} AS frozen
    FROM users u WHERE u.id = ${userId}`.execute(asExecutor(db))
  return (
    rows[0] ?? { level: 0, banned: false, shares_device: false, live: null, given_up: 0, started: 0, frozen: false }
  )
}

/**
 * Accounts that were on a device of this one: who works for themselves makes spendable what was paid in, and earns what
 * the site pays for work. A device that a person has released, as that of a library, ties nobody.
 */
const companions = (userId: string) => sql`
  SELECT b.user_id FROM device_users a JOIN devices d ON d.id = a.device_id AND d.released_at IS NULL
    JOIN device_users b ON b.device_id = a.device_id WHERE a.user_id = ${userId} AND b.user_id <> a.user_id`

const unavailableByWorker = ({ live, given_up: givenUp, started }: WorkerState): UnavailableReason | undefined => {
  if (live === 'started') return conflict('ALREADY_STARTED', say('task.alreadyStartedTask'))
  if (live !== null) return conflict('ALREADY_DONE', say('task.alreadyDoneTask'))
  if (givenUp >= STARTS_MAX) {
    return conflict('STARTED_TOO_OFTEN', say('task.startedTaskTimesWithout', { times: STARTS_MAX }))
  }
  if (started >= STARTED_AT_ONCE) {
    return conflict('TOO_MANY_STARTED', say('task.startedTooManyTasks'))
  }
  return undefined
}

const unavailableByTask = (
  task: LockedTask,
  state: WorkerState,
  { country }: Worker,
): UnavailableReason | undefined => {
  const { level, banned, frozen, shares_device: sharesDevice } = state
  if (banned) return forbidden('BARRED', say('task.taskOwnerBlockedFrom'))
  if (sharesDevice) return forbidden('OWNERS_DEVICE', say('task.taskOwnerUsesSame'))
  if (level < task.min_level)
    return forbidden('LEVEL_TOO_LOW', say('task.taskRequiresLevel', { minLevel: task.min_level }))
  if (task.countries.length > 0 && (country === null || !task.countries.includes(country))) {
    return forbidden('OTHER_COUNTRY', say('task.taskAvailableCountry'))
  }
  if (task.status === 'paused' || frozen) return conflict('TASK_CLOSED', say('task.taskCurrentlyPaused'))
  if (task.status !== 'active') return conflict('TASK_CLOSED', say('task.taskNoLongerAccepts'))
  if (availableSlots(task) > 0) return undefined
  return conflict('NO_PLACE', say('task.allSlotsTaskTaken'))
}

/** The same in SQL, about the row `t` of tasks, so that lists and counts hide what this user cannot do. */
export const isAvailableSql = ({ userId, country }: Worker) => sql<boolean>`
  t.status = 'active' AND t.places > t.held + t.accepted + t.returned AND t.user_id <> ${userId}
  AND NOT ${inDebt(sql`t.user_id`)}
  AND t.min_level <= (SELECT level FROM users WHERE id = ${userId})
  AND (t.countries = '{}' OR ${country}::text = ANY (t.countries))
  AND t.user_id NOT IN (${companions(userId)})
  AND NOT EXISTS (SELECT FROM task_bans b WHERE b.owner_id = t.user_id AND b.worker_id = ${userId})
  AND NOT EXISTS (SELECT FROM task_submissions s WHERE s.task_id = t.id AND s.user_id = ${userId}
    AND s.status NOT IN ('expired', 'withdrawn'))
  AND (SELECT count(*) FROM task_submissions s WHERE s.task_id = t.id AND s.user_id = ${userId}) < ${STARTS_MAX}`

/** Tasks that this user can do right now; counts no further than a badge shows. */
export const countAvailableTasks = async (db: Read, worker: Worker): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM (SELECT FROM tasks t WHERE ${isAvailableSql(worker)} LIMIT 1000) found`.execute(
    asExecutor(db),
  )
  return rows[0]?.count ?? 0
}
