import { later } from '#kernel/clock.ts'
import type { Tx } from '#kernel/db.ts'
import { newSecret } from '#kernel/id.ts'
import { refuse } from '#kernel/refusal.ts'
import { sha256 } from '#kernel/secrets.ts'
import { say } from '#kernel/words/say.ts'

/** How long half a login waits for its other half. */
const LIFE_SECONDS = 300

interface CreateTicketInput {
  readonly userId: string
  readonly deviceId: string
  readonly now: Date
  /** The account at Google that shall be linked once the password has come; unset: a code is awaited. */
  readonly google?: { readonly issuer: string; readonly subject: string; readonly email: string }
}

/** Makes the ticket of half a login; only its hash is kept. */
export const createTicket = async (tx: Tx, { userId, deviceId, now, google }: CreateTicketInput): Promise<string> => {
  const secret = newSecret(32)
  await tx
    .insertInto('login_tickets')
    .values({
      secret_hash: sha256(secret),
      purpose: google === undefined ? 'two-step' : 'google-link',
      user_id: userId,
      device_id: deviceId,
      google_issuer: google?.issuer ?? null,
      google_subject: google?.subject ?? null,
      google_email: google?.email ?? null,
      created_at: now,
      expires_at: later(now, LIFE_SECONDS),
    })
    .execute()
  return secret
}

interface ConsumeTicketInput {
  readonly ticket: string
  readonly purpose: 'two-step' | 'google-link'
  readonly deviceId: string
  readonly now: Date
}

/**
 * Uses a ticket up, on the device that it was given to. A refusal further on gives it back; of two uses at once the
 * second finds it used.
 */
export const consumeTicket = async (tx: Tx, { ticket, purpose, deviceId, now }: ConsumeTicketInput) => {
  const taken = await tx
    .updateTable('login_tickets')
    .set({ used_at: now })
    .where('secret_hash', '=', sha256(ticket))
    .where('purpose', '=', purpose)
    .where('device_id', '=', deviceId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['user_id', 'google_issuer', 'google_subject', 'google_email'])
    .executeTakeFirst()
  const user = taken && (await loginUser(tx, taken.user_id, deviceId))
  if (taken === undefined || user === undefined) return refuseTicket()
  const { google_issuer: issuer, google_subject: subject, google_email: email } = taken
  return { user, google: { issuer: issuer ?? '', subject: subject ?? '', email: email ?? '' } }
}

const refuseTicket = (): never => refuse('conflict', 'TICKET_DEAD', say('auth.signExpiredPleaseSign'))

/** A user with everything that letting them in asks for. */
export const loginUser = (tx: Tx, userId: string, deviceId: string) =>
  tx
    .selectFrom('users')
    .leftJoin('device_users', (join) =>
      join.onRef('device_users.user_id', '=', 'users.id').on('device_users.device_id', '=', deviceId),
    )
    .select([
      'users.id',
      'users.username',
      'users.email',
      'users.email_key',
      'users.email_verified_at',
      'users.role',
      'users.tz',
      'users.password_hash',
      'users.two_step_at',
      'device_users.device_id as knownDevice',
    ])
    .where('users.id', '=', userId)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst()
