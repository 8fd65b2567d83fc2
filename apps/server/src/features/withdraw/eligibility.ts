import type { Contract } from '@runnel/contract'
import type { Answer } from '@runnel/contract/route'
import type { Settings } from '@runnel/contract/settings/settings'
import { sql } from 'kysely'
import { isFlagged } from '#guard/check/answer-statistics.ts'
import { activeRestriction } from '#guard/restrictions.ts'
import { type RiskProfile, loadRiskProfile } from '#guard/suspicion/risk-profile.ts'
import { isLocked, refuseAccountLocked } from '#kernel/account-lock.ts'
import { later } from '#kernel/clock.ts'
import type { Read, Tx } from '#kernel/db.ts'
import { refuse } from '#kernel/refusal.ts'
import { say, type Words } from '#kernel/words/say.ts'
import { debtOf } from '#money/accounts.ts'
import type { Units } from '#money/amount.ts'
import { debtNote } from '#money/claw-back.ts'

/** Who asks to be paid, as far as it matters. */
export interface WithdrawingUser {
  readonly id: string
  readonly emailVerified: boolean
  readonly joinedAt: Date
  /** Paid ones of the faucet. */
  readonly claims: number
  readonly passwordChangedAt: Date | null
  readonly lockedAt: Date | null
  readonly lockedUntil: Date | null
  readonly wasPaid: boolean
  /** A person or the system has decided that a person checks everything it withdraws. */
  readonly isHeld: boolean
  /** Its answers to captchas look like a program's. */
  readonly isFlagged: boolean
  readonly debt: Units
  readonly standing: RiskProfile
}

const applicantColumns = [
  'id',
  'email_verified_at as verifiedAt',
  'joined_at as joinedAt',
  'faucet_claim as claims',
  'password_changed_at as passwordChangedAt',
  'locked_at as lockedAt',
  'locked_until as lockedUntil',
  'measures',
] as const

export const findApplicant = async (db: Read, userId: string, now: Date): Promise<WithdrawingUser> => {
  const row = await db.selectFrom('users').select(applicantColumns).where('id', '=', userId).executeTakeFirstOrThrow()
  const { verifiedAt, measures, ...applicant } = row
  const standing = await loadRiskProfile(db, userId, now)
  return {
    ...applicant,
    emailVerified: verifiedAt !== null,
    wasPaid: await wasPaid(db, userId),
    isHeld: activeRestriction({ measures }, 'review', now) !== undefined,
    isFlagged: isFlagged(standing.llr),
    debt: await debtOf(db, userId),
    standing,
  }
}

/**
 * Takes this user's turn: two requests of one user go one after the other, so that each sees what the other left of
 * the limits. Lock order: the user's row, then the accounts that `post` locks.
 */
export const lockApplicant = async (tx: Tx, userId: string, now: Date): Promise<WithdrawingUser> => {
  await sql`SELECT 1 FROM users WHERE id = ${userId} FOR NO KEY UPDATE`.execute(tx)
  return findApplicant(tx, userId, now)
}

const wasPaid = async (db: Read, userId: string): Promise<boolean> => {
  const row = await db
    .selectFrom('withdrawals')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', '=', 'paid')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export interface Requirement {
  readonly code: string
  readonly msg: Words
}

const DAY_SECONDS = 86_400

/** What must still happen before this user can be paid; empty when nothing. */
export const requirementsOf = (applicant: WithdrawingUser, settings: Settings): Requirement[] => {
  const missing: Requirement[] = []
  const { debt } = applicant
  if (debt > 0) missing.push({ code: 'IN_DEBT', msg: debtNote(debt, settings.site_currency) })
  if (!applicant.emailVerified) missing.push({ code: 'EMAIL_UNVERIFIED', msg: say('twoStep.verifyEmailAddressFirst') })
  return missing
}

/** Stops the request at the first thing that is missing, or at a lock that came after it was admitted. */
export const refuseIneligible = (applicant: WithdrawingUser, settings: Settings, now: Date): void => {
  if (isLocked(applicant, now)) refuseAccountLocked()
  const [first] = requirementsOf(applicant, settings)
  if (first !== undefined) refuse('conflict', first.code, first.msg)
}

/**
 * Whether this would be the first withdrawal of an account of which little is known: it has neither answered as many
 * captchas as the sequential test needs, nor claimed as often, nor been used for some days; without pictures a captcha
 * leaves no answer behind. A person looks at it then: nobody is kept waiting for days, and nothing is paid by itself.
 */
export const isFresh = (applicant: WithdrawingUser, settings: Settings, now: Date): boolean => {
  const { solved, until } = knownBy(applicant, settings)
  return !applicant.wasPaid && until > now && solved < settings.withdraw_min_answers
}

/** How often it was seen at work, and from when on it has been used long enough. */
const knownBy = ({ standing, claims, joinedAt }: WithdrawingUser, settings: Settings) => ({
  solved: Math.max(standing.answers, claims),
  until: later(standing.firstAnswerAt ?? joinedAt, settings.withdraw_min_days * DAY_SECONDS),
})

/** How far somebody is on the way to the first withdrawal; null for whoever has had one. */
export const firstWithdrawal = (
  applicant: WithdrawingUser,
  settings: Settings,
  now: Date,
): Answer<Contract['withdraw']['methods']>['first'] => {
  if (applicant.wasPaid) return null
  const { solved, until } = knownBy(applicant, settings)
  return {
    emailVerified: applicant.emailVerified,
    // Where the site pays nothing without a review, being known to it changes nothing.
    review:
      settings.payout_auto_max > 0 && isFresh(applicant, settings, now)
        ? { solved, needed: settings.withdraw_min_answers, until: until.toISOString() }
        : null,
  }
}
