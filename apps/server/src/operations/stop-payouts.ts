import { newId } from '#kernel/id.ts'
import type { Session } from '#kernel/postgres/session.ts'
import { say } from '#kernel/words/say.ts'

/**
 * What left after a copy was made is not in its ledger, where it still waits to be paid: nothing leaves a site that
 * goes on from a copy until an admin has compared and resumes. The command is the owner's, whose account is the first
 * admin's; without one nothing is paid yet.
 */
export const stopPayouts = (session: Pick<Session, 'query'>, at: string): Promise<unknown> =>
  session.query(
    `INSERT INTO outflow_trips (id, source, cause, state, stops_payouts, measured, "limit", why, at, by_user)
     SELECT $1, 'payout', 'owner', 'open', true, 0, 0, $2, now(), id FROM users WHERE role = 'admin'
     ORDER BY id LIMIT 1 ON CONFLICT DO NOTHING`,
    [newId(), say('owner.outflow.restored', { at: { at } })],
  )
