import type { Settings } from '@runnel/contract/settings/settings'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db.ts'
import { type Bucket, type RateLimits, refuseTooMany } from '#kernel/http/rate-limit.ts'
import { refuse, refuseField } from '#kernel/refusal.ts'
import type { Visitor } from '#kernel/session.ts'
import { say } from '#kernel/words/say.ts'
import { isReserved } from './reserved-usernames.ts'

interface ClosedRegistrationInput {
  readonly settings: Settings
  readonly visitor: Pick<Visitor, 'country'>
}

/** Refuses while the owner takes nobody new, or nobody from the visitor's country; an unknown one is open. */
export const refuseClosedRegistration = ({ settings, visitor: { country } }: ClosedRegistrationInput): void => {
  if (!settings.registration_open) refuse('forbidden', 'REGISTRATION_CLOSED', say('auth.registrationClosed'))
  if (country !== null && settings.closed_countries_register.includes(country)) {
    refuse('forbidden', 'COUNTRY_CLOSED_REGISTER', say('auth.countryClosedRegister'))
  }
}

/**
 * The age that somebody who registers confirms; null where the site asks for none.
 *
 * @throws `AGE_UNCONFIRMED`
 */
export const confirmedAge = ({ minimum_age: age }: Settings, isConfirmed: boolean | undefined): number | null => {
  if (age === 0) return null
  if (isConfirmed !== true) refuseField('ageConfirmed', 'AGE_UNCONFIRMED', say('auth.confirmAge', { age }))
  return age
}

/** Refuses names that speak for the site; `special` are those of admin and moderator. */
export const refuseReserved = (username: string, special: readonly string[]): void => {
  if (isReserved(username, special)) {
    refuseField('username', 'USERNAME_RESERVED', say('auth.usernameReservedChooseAnother'))
  }
}

/** Accounts that a device, and a network with all its people, may make in a day (ANTIBOT.md 3.7). */
const deviceAccounts: Bucket = { name: 'accounts of a device', points: 2, seconds: 86_400 }
const netAccounts: Bucket = { name: 'accounts of a net', points: 30, seconds: 86_400 }

/** Counted only when all else is right: a name that is taken must not cost the newcomer one of their tries. */
export const consumeRegistration = async (
  limits: RateLimits,
  { deviceId, net }: Pick<Visitor, 'deviceId' | 'net'>,
): Promise<void> => {
  const waits = [await limits.spend(deviceAccounts, deviceId), await limits.spend(netAccounts, net)]
  const wait = Math.max(...waits)
  if (wait > 0) refuseTooMany(wait)
}

/**
 * Who invited a visitor, or an account that chooses its name; a name that nobody has is not worth an error. An account
 * that has not chosen its name refers nobody, itself least of all, and one that has referred somebody takes no referrer
 * any more: so no chain of referrers ever leads back to where it began.
 */
export const referrerOf = async (tx: Tx, ref: string | undefined, namedId?: string): Promise<string | null> => {
  const username = ref?.toLowerCase() ?? ''
  if (!/^[a-z0-9_]{3,20}$/.test(username)) return null
  const referrer = await tx
    .selectFrom('users')
    .select('id')
    .where('username', '=', username)
    .where('needs_init', '=', false)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`NOT EXISTS (SELECT FROM users r WHERE r.referrer_id = ${namedId ?? null}::uuid)`)
    .executeTakeFirst()
  return referrer?.id ?? null
}
