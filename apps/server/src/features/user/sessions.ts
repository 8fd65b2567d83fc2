import type { Contract } from '@runnel/contract'
import type { Context } from '#kernel/context.ts'
import { refuse } from '#kernel/refusal.ts'
import { sessionEnd } from '#kernel/session.ts'
import { deviceLabel, locationLabel } from './session-labels.ts'

type Routes = Contract['user']

const SESSIONS_SHOWN = 100

/** The sessions that are signed in, the one that asks first. */
export const sessionsOf = async ({ db, caller, now }: Context<Routes['sessions']>) => {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'country', 'ip_net', 'created_at', 'last_seen_at', 'expires_at'])
    .where('user_id', '=', caller.id)
    .where('expires_at', '>', now)
    .orderBy((row) => row('id', '=', caller.sessionId), 'desc')
    .orderBy('last_seen_at', 'desc')
    .limit(SESSIONS_SHOWN)
    .execute()
  return rows.map((row) => ({
    _id: row.id,
    current: row.id === caller.sessionId,
    device: deviceLabel(row.user_agent),
    place: locationLabel(row.country, row.ip_net),
    createdAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    endsAt: sessionEnd({ role: caller.role, signedInAt: row.created_at }).toISOString(),
  }))
}

/** Ends one session of the caller's own. */
export const endOwnSession = async ({ tx, caller }: Context<Routes['endSession']>, id: string): Promise<void> => {
  const ended = await tx.deleteFrom('sessions').where('id', '=', id).where('user_id', '=', caller.id).executeTakeFirst()
  if (ended.numDeletedRows === 0n) refuse('notFound', 'NO_SUCH_SESSION', 'This session has already ended.')
}
