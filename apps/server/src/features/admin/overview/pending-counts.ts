import type { PendingCounts } from '@runnel/contract/admin/pending'
import type { Role } from '@runnel/contract/values'
import { sql } from 'kysely'
import type { Read } from '#kernel/db.ts'
import { assert } from '#kernel/refusal.ts'
import { asExecutor } from '#money/accounts.ts'

/** How much waits for this person: a moderator decides about tasks and disputes, and learns of nothing else. */
export const pendingCountsFor = async (db: Read, { role, now }: { role: Role; now: Date }): Promise<PendingCounts> => {
  const all = await pendingCounts(db, now)
  if (role === 'admin') return all
  const { tasks, disputes } = all
  return { ...nothing, tasks, disputes }
}

const nothing: PendingCounts = {
  review: 0,
  unknown: 0,
  approved: 0,
  contact: 0,
  campaigns: 0,
  links: 0,
  tasks: 0,
  disputes: 0,
  approvals: 0,
  suspects: 0,
  appeals: 0,
  trips: 0,
}

/** Each is read from an index that holds only what waits. */
export const pendingCounts = async (db: Read, now: Date): Promise<PendingCounts> => {
  const { rows } = await sql<PendingCounts>`
    SELECT (SELECT count(*) FROM withdrawals WHERE status = 'review') AS review,
      (SELECT count(*) FROM withdrawals WHERE status = 'unknown') AS unknown,
      (SELECT count(*) FROM withdrawals WHERE status = 'approved') AS approved,
      (SELECT count(*) FROM contact_messages WHERE answered_at IS NULL) AS contact,
      (SELECT count(*) FROM campaigns WHERE status = 'pending') AS campaigns,
      (SELECT count(*) FROM link_visits WHERE status = 'held') AS links,
      (SELECT count(*) FROM tasks WHERE status = 'pending')
        + (SELECT count(*) FROM task_update_requests WHERE status = 'open') AS tasks,
      (SELECT count(*) FROM task_submissions WHERE status = 'disputed') AS disputes,
      (SELECT count(*) FROM pending_acts WHERE state = 'pending' AND expires_at > ${now}) AS approvals,
      (SELECT count(*) FROM measures WHERE kind = 'review' AND by_user IS NULL AND released_at IS NULL
        AND (until IS NULL OR until > ${now})) AS suspects,
      (SELECT count(*) FROM appeals WHERE answered_at IS NULL) AS appeals,
      (SELECT count(*) FROM outflow_trips WHERE state = 'open') AS trips`.execute(asExecutor(db))
  const [row] = rows
  assert(row !== undefined, 'a count gives one row')
  return row
}
