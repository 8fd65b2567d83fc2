import { voidLinks } from '#features/user/user.ts'
import { later } from '#kernel/clock.ts'
import type { Tx } from '#kernel/db.ts'
import { type Secrets, sha256 } from '#kernel/secrets.ts'

export type Purpose = 'verify' | 'reset'

/** How long a mailed link opens something. */
const LIFE_SECONDS: Readonly<Record<Purpose, number>> = { verify: 3 * 86_400, reset: 30 * 60 }

interface CreateEmailLinkInput {
  readonly user: { readonly id: string; readonly email: string }
  readonly purpose: Purpose
  readonly now: Date
  /** How long it opens something, where that is not what the purpose says. */
  readonly lifeSeconds?: number | undefined
  readonly secrets: Pick<Secrets, 'hmac'>
  /** Of the job that mails it. */
  readonly jobId: string
}

/**
 * Makes the secret of a link, of which only the hash is kept; links of the same purpose that other jobs made before are
 * void. Every try of one job makes the same secret for the same mailbox: a server may have taken a letter without an
 * answer, and the link in it must work however many of them arrive. Undefined: the link of this job was used, or a
 * newer one has made it void, so that its letter is no longer needed.
 */
export const createEmailLink = async (
  tx: Tx,
  { user, purpose, now, lifeSeconds = LIFE_SECONDS[purpose], secrets, jobId }: CreateEmailLinkInput,
): Promise<string | undefined> => {
  const secret = secrets.hmac('mail link', `${purpose} ${jobId} ${user.email}`).toString('base64url')
  const secret_hash = sha256(secret)
  const former = await tx
    .selectFrom('mail_tokens')
    .select(['created_at', 'expires_at', 'used_at'])
    .where('secret_hash', '=', secret_hash)
    .executeTakeFirst()
  if (former !== undefined && (former.used_at !== null || isVoid(former))) return undefined
  const expires_at = later(now, lifeSeconds)
  if (former === undefined) await voidLinks(tx, user.id, purpose)
  await tx
    .insertInto('mail_tokens')
    .values({ secret_hash, user_id: user.id, purpose, email: user.email, created_at: now, expires_at })
    .onConflict((row) => row.column('secret_hash').doUpdateSet({ expires_at }))
    .execute()
  return secret
}

/** As `voidLinks` leaves it: a link that merely grew old has lived for a while. */
const isVoid = (link: { created_at: Date; expires_at: Date }): boolean => link.expires_at <= link.created_at

interface ConsumeEmailLinkInput {
  readonly secret: string
  readonly purpose: Purpose
  readonly now: Date
}

/**
 * Uses a link up and gives whose it is; undefined when it is unknown, used, too old, or went to a mailbox that the
 * account has left. Of two uses at once, the second finds it used.
 */
export const consumeEmailLink = async (tx: Tx, { secret, purpose, now }: ConsumeEmailLinkInput) => {
  const link = await tx
    .updateTable('mail_tokens')
    .set({ used_at: now })
    .where('secret_hash', '=', sha256(secret))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['user_id', 'email'])
    .executeTakeFirst()
  if (link === undefined) return undefined
  return tx
    .selectFrom('users')
    .select(['id', 'username', 'email', 'email_verified_at'])
    .where('id', '=', link.user_id)
    .where('email', '=', link.email)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Whether this link has verified the mailbox that its account still has. */
export const hasVerified = async (tx: Tx, secret: string): Promise<boolean> => {
  const row = await tx
    .selectFrom('mail_tokens')
    .innerJoin('users', 'users.id', 'mail_tokens.user_id')
    .select('users.id')
    .where('secret_hash', '=', sha256(secret))
    .where('purpose', '=', 'verify')
    .where('used_at', 'is not', null)
    .where('users.email_verified_at', 'is not', null)
    .whereRef('users.email', '=', 'mail_tokens.email')
    .executeTakeFirst()
  return row !== undefined
}
