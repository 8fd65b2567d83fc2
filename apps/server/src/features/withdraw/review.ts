import type { Settings } from '@runnel/contract/settings/settings'
import { sql } from 'kysely'
import { addressWait } from '#features/withdraw/destination/address-wait.ts'
import { accountsAtSql, isHeldAgainstSql } from '#guard/suspicion/shared-destination.ts'
import { sinceSql } from '#guard/trap.ts'
import { dayOf, later } from '#kernel/clock.ts'
import type { Read, Tx } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import { refuse } from '#kernel/refusal.ts'
import { moment, money, say, type Words } from '#kernel/words/say.ts'
import { asExecutor } from '#money/accounts.ts'
import type { Units } from '#money/amount.ts'
import type { WithdrawingUser } from './eligibility.ts'
import { wasReverted } from './reverted.ts'

/** What the rules of review look at. */
export interface ReviewCase {
  readonly amount: Units
  /** Everything that this account withdraws is checked. */
  readonly isHeld: boolean
  /** Its answers to captchas look like a program's. */
  readonly isFlagged: boolean
  /** Its first withdrawal, and little is known of it. */
  readonly isFresh: boolean
  readonly debt: Units
  /** Other accounts that are held against this one for asking to be paid to the same address. */
  readonly sharedWith: number
  /** An earlier coin payout of this account or to this address was refused by a contract, see `isAfterRevert`. */
  readonly isAfterRevert: boolean
  /** What all users asked for today, without this one. */
  readonly siteToday: Units
}

/** What is read where a contract has refused an earlier payout. */
export const WHY_REVERTED = say('withdraw.contractRejectedEarlierPayout')

/** Why a person has to look first, in words that both sides may read; empty when it is paid by itself. */
export const reviewReasons = (one: ReviewCase, settings: Settings): Words[] => {
  const { payout_auto_max: autoMax, payout_site_day_max: siteMax, site_currency: currency } = settings
  const reasons: Words[] = []
  if (one.debt > 0) reasons.push(say('withdraw.accountOwes', { debt: money(one.debt, currency) }))
  if (autoMax === 0) reasons.push(say('withdraw.allWithdrawalsReviewedManually'))
  else if (one.amount > autoMax) {
    reasons.push(say('withdraw.withdrawalsAboveReviewedManually', { autoMax: money(autoMax, currency) }))
  }
  if (one.isHeld) reasons.push(say('suspect.unusualAccountActivityNeeds'))
  else if (one.isFlagged) reasons.push(say('withdraw.accountsWithdrawalsReviewedManually'))
  if (one.isFresh) reasons.push(say('withdraw.firstWithdrawalReviewed'))
  if (one.sharedWith > 0) reasons.push(say('withdraw.anotherAccountUsesAddress'))
  if (one.isAfterRevert) reasons.push(WHY_REVERTED)
  if (siteMax > 0 && one.siteToday + one.amount > siteMax) {
    reasons.push(say('withdraw.siteReachedDailyLimit'))
  }
  return reasons
}

/** How many other accounts are held against this one, which asks or asked to be paid there. */
export const countSharing = async (db: Read, { addressKey, userId }: Place): Promise<number> =>
  (await isPardoned(db, { addressKey, userId })) ? 0 : othersOf(await sharingAt(db, { addressKey, userId }), userId)

/** Whether a person has said that this account may share this address. */
const isPardoned = async (db: Read, { addressKey, userId }: Place): Promise<boolean> => {
  const row = await db
    .selectFrom('pardons')
    .select('at')
    .where('user_id', '=', userId)
    .where('reason', '=', `address-shared:${addressKey}`)
    .executeTakeFirst()
  return row !== undefined
}

interface Place {
  readonly addressKey: string
  readonly userId: string
}

const OTHERS_AT_MOST = 100

interface Sharing {
  readonly userId: string
  /** How many are held against it. */
  readonly others: number
  readonly isDeleted: boolean
}

/** Every account that has others held against it there, once this one names the address (now, if it never did). */
const sharingAt = async (db: Read, { addressKey, userId }: Place): Promise<readonly Sharing[]> => {
  const { rows } = await sql<Sharing>`
    WITH there AS MATERIALIZED (
      SELECT user_id, min(named_at) AS named_at, min(paid_at) AS paid_at
      FROM (${accountsAtSql(sql`${addressKey}`)} UNION ALL SELECT ${userId}::uuid, 'infinity', NULL) all_there
      GROUP BY user_id ORDER BY user_id = ${userId}::uuid DESC, user_id LIMIT ${OTHERS_AT_MOST + 1})
    SELECT mine.user_id AS "userId", count(*)::integer AS others, u.deleted_at IS NOT NULL AS "isDeleted"
    FROM there mine JOIN there other ON other.user_id <> mine.user_id
      AND ${isHeldAgainstSql({ mine: 'mine', other: 'other' })}
    JOIN users u ON u.id = mine.user_id GROUP BY mine.user_id, u.deleted_at ORDER BY mine.user_id`.execute(
    asExecutor(db),
  )
  return rows
}

const othersOf = (sharing: readonly Sharing[], userId: string): number =>
  sharing.find((one) => one.userId === userId)?.others ?? 0

/** Points for an address of two accounts, and of more (ANTIBOT.md 4). */
const sharedPoints = (accounts: number): number => (accounts === 2 ? 30 : 65)

/**
 * Marks every account that others are held against at this address, this user's too, and returns how many those are
 * for this one. Accounts that were deleted count, and are not marked: nobody is there to be suspected.
 */
export const flagSharedAddress = async (
  tx: Tx,
  { addressKey, userId, now }: Place & { now: Date },
): Promise<number> => {
  const sharing = await sharingAt(tx, { addressKey, userId })
  const rows = sharing
    .filter(({ isDeleted }) => !isDeleted)
    .map((one) => ({
      id: newId(),
      user_id: one.userId,
      family: 'payout',
      reason: `address-shared:${addressKey}`,
      points: sharedPoints(one.others + 1),
      detail: say('withdraw.withdrawalAddressSharedAccounts', { accounts: one.others + 1 }),
      at: now,
      since: now,
    }))
  if (rows.length > 0) {
    await tx
      .insertInto('risk_marks')
      .values(rows)
      .onConflict((row) =>
        row.columns(['user_id', 'reason']).doUpdateSet((of) => ({
          family: of.ref('excluded.family'),
          points: of.ref('excluded.points'),
          detail: of.ref('excluded.detail'),
          at: now,
          since: sinceSql(now),
        })),
      )
      .execute()
  }
  return (await isPardoned(tx, { addressKey, userId })) ? 0 : othersOf(sharing, userId)
}

const isKept = sql`status NOT IN ('rejected', 'failed')`

/**
 * What was asked for on this UTC day and not given back: by one user, or by all. What a contract refused has cost the
 * site, and counts for the day of its user.
 */
export const requestedToday = async (db: Read, { userId, now }: { userId?: string; now: Date }): Promise<Units> => {
  const { rows } = await sql<{ amount: Units }>`
    SELECT coalesce(sum(amount), 0)::bigint AS amount FROM withdrawals
    WHERE created_at >= ${dayOf(now)}::date::timestamp AT TIME ZONE 'UTC' AND ${
      userId === undefined
        ? isKept
        : sql`user_id = ${userId} AND (${isKept} OR (status = 'failed' AND ${wasReverted('withdrawals.id')}))`
    }`.execute(asExecutor(db))
  return rows[0]?.amount ?? 0
}

/** One request at a time checks the site's limit, or two would both fit under it. Held until the commit. */
export const lockSiteLimit = async (tx: Tx): Promise<void> => {
  await sql`SELECT pg_advisory_xact_lock(hashtext('withdraw site limit'))`.execute(tx)
}

/** Refuses what would pass the user's own limit of this UTC day. */
export const refuseOverDailyLimit = (asked: { amount: Units; today: Units }, settings: Settings): void => {
  const { payout_user_day_max: max, site_currency: currency } = settings
  if (max === 0 || asked.today + asked.amount <= max) return
  const left = Math.max(0, max - asked.today)
  const limits = { max: money(max, currency), left: money(left, currency) }
  const msg = left === 0 ? say('withdraw.dayLimitReached', { max: limits.max }) : say('withdraw.dayLimitLeft', limits)
  refuse('conflict', 'WITHDRAW_DAY_LIMIT', msg, { errors: { amount: msg } })
}

const SETTLE_SECONDS = 86_400

/**
 * Until when a payout waits: a password changed in the last day and an address that was never paid before are what
 * a thief leaves behind, and the owner of the account gets a day to notice; and any new address waits as the settings
 * say.
 */
export const waitsUntil = async (
  db: Read,
  { applicant, addressKey, address, settings, now }: WaitInput,
): Promise<Date | null> => {
  const { passwordChangedAt, id } = applicant
  const place = { userId: id, address, addressKey }
  const until = await addressWait(db, place, { settings, now })
  if (passwordChangedAt === null || passwordChangedAt <= later(now, -SETTLE_SECONDS)) return until
  const known = await db
    .selectFrom('withdrawals')
    .select('id')
    .where('user_id', '=', id)
    .where('address_key', '=', addressKey)
    .where('status', '=', 'paid')
    .limit(1)
    .executeTakeFirst()
  if (known !== undefined) return until
  const settled = later(now, SETTLE_SECONDS)
  return until !== null && until > settled ? until : settled
}

interface WaitInput {
  readonly applicant: WithdrawingUser
  readonly addressKey: string
  readonly address: string
  readonly settings: Settings
  readonly now: Date
}

/** Why it is not paid yet although nobody has to look at it; approving it does not shorten the wait. */
export const waitText = (until: Date): Words => say('withdraw.newAddressWaits', { until: moment(until) })
