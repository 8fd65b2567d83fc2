import { sql } from 'kysely'
import type { Read } from '#kernel/db.ts'
import { asExecutor } from '#money/accounts.ts'
import type { Units } from '#money/amount.ts'
import { isAvailableSql, type Worker } from './availability.ts'

/** A task with what it takes most people. */
export interface BestTask {
  readonly id: string
  readonly title: string
  readonly reward: Units
  readonly seconds: number
}

/** Whether this user can do a task is asked of so many of the best: a page that everybody opens must stay cheap. */
const LOOKED_AT = 200

/**
 * The tasks that pay this user most for a minute. One that nobody has finished yet is none of them: what it takes is
 * not known.
 */
export const bestTasks = async (db: Read, worker: Worker, limit: number): Promise<readonly BestTask[]> => {
  const { rows } = await sql<BestTask>`
    SELECT t.id, t.title, t.reward, t.median_seconds AS seconds FROM (
      SELECT a.*, a.reward / a.median_seconds::numeric AS rate FROM tasks a
      WHERE a.status = 'active' AND a.places > a.held + a.accepted + a.returned AND a.median_seconds > 0
      ORDER BY rate DESC, a.reward DESC, a.id DESC LIMIT ${LOOKED_AT}) t
    WHERE ${isAvailableSql(worker)} ORDER BY t.rate DESC, t.reward DESC, t.id DESC LIMIT ${limit}`.execute(
    asExecutor(db),
  )
  return rows
}
