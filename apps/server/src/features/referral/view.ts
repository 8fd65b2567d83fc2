import type { Contract } from '@runnel/contract'
import type { Answer } from '@runnel/contract/route'
import type { Settings } from '@runnel/contract/settings/settings'
import { sql } from 'kysely'
import { dayOf, later } from '#kernel/clock.ts'
import type { Read } from '#kernel/db.ts'
import { asExecutor } from '#money/accounts.ts'
import { PARTS_PER_UNIT, type Units } from '#money/amount.ts'
import { exactCommission, ownSources, wallSource } from './commission.ts'
import { maskedName } from './masked.ts'
import { withheldReasonText } from './withheld.ts'

type Info = Answer<Contract['referral']['info']>
type People = Answer<Contract['referral']['people']>

interface Asked {
  readonly userId: string
  readonly settings: Settings
  readonly now: Date
}

const DAYS = 30
const DAY_SECONDS = 86_400

/** What a referrer sees about what the own link brought; each part costs what the referrer's own people cost. */
export const infoOf = async (db: Read, { publicUrl, ...asked }: Asked & { publicUrl: string }): Promise<Info> => {
  const { userId, settings, now } = asked
  const [self, summary, pending, activeCount] = await Promise.all([
    db.selectFrom('users').select('username').where('id', '=', userId).executeTakeFirstOrThrow(),
    summaryOf(db, asked),
    pendingOf(db, asked),
    countActive(db, userId, now),
  ])
  const { withheld, withheldReason, ...shown } = summary
  return {
    ...shown,
    link: `${publicUrl}/?r=${self.username}`,
    pending,
    withheld: withheld === 0 ? null : { amount: withheld, reason: withheldReasonText(withheldReason) },
    activeCount,
    offerwallCommission: settings.referral_offerwall_commission,
  }
}

/** What SPEC.md calls the referral stats, and what was withheld. */
export const summaryOf = async (db: Read, { userId, settings, now }: Asked) => {
  const from = dayOf(later(now, -(DAYS - 1) * DAY_SECONDS))
  const [sums, joined, totals, counted] = await Promise.all([
    db
      .selectFrom('referral_sums')
      .select(['day', 'commission', 'withheld'])
      .where('referrer_id', '=', userId)
      .where('day', '>=', from)
      .execute(),
    joinedSince(db, userId, from),
    db.selectFrom('referral_totals').selectAll().where('referrer_id', '=', userId).executeTakeFirst(),
    db
      .selectFrom('users')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('referrer_id', '=', userId)
      .executeTakeFirstOrThrow(),
  ])
  const stats = Array.from({ length: DAYS }, (_, index) => {
    const day = dayOf(later(now, (index + 1 - DAYS) * DAY_SECONDS))
    const sum = sums.find((row) => row.day === day)
    return { day, joined: joined.get(day) ?? 0, earning: sum?.commission ?? 0, withheld: sum?.withheld ?? 0 }
  })
  return {
    stats,
    earning: totals?.earning ?? 0,
    withheld: totals?.withheld ?? 0,
    withheldReason: totals?.withheld_reason ?? null,
    refCount: counted.count,
    referralCommission: settings.referral_commission,
  }
}

const joinedSince = async (db: Read, userId: string, from: string): Promise<Map<string, number>> => {
  const { rows } = await sql<{ day: string; count: number }>`
    SELECT (joined_at AT TIME ZONE 'UTC')::date AS day, count(*) AS count FROM users
    WHERE referrer_id = ${userId} AND joined_at >= ${from}::date::timestamp AT TIME ZONE 'UTC'
    GROUP BY 1`.execute(asExecutor(db))
  return new Map(rows.map(({ day, count }) => [day, count]))
}

/**
 * What today brought so far, with the fraction that days before have left; it is settled, and looked through, after
 * midnight.
 */
const pendingOf = async (db: Read, { userId, settings, now }: Asked): Promise<Units> => {
  const { rows } = await sql<{ pending: Units }>`
    SELECT (today.exact + coalesce((SELECT fraction FROM referral_totals WHERE referrer_id = ${userId}), 0))
      / ${PARTS_PER_UNIT} AS pending FROM (
      SELECT ${exactCommission(settings)} AS exact
      FROM users u JOIN day_counters c ON c.user_id = u.id AND c.day = ${dayOf(now)}::date
        AND c.source = ANY (${[...ownSources, wallSource]}::text[])
      WHERE u.referrer_id = ${userId}) today`.execute(asExecutor(db))
  return rows[0]?.pending ?? 0
}

/** Referred people who earned something on one of the last days that are settled. */
const countActive = async (db: Read, userId: string, now: Date): Promise<number> => {
  const row = await db
    .selectFrom('referral_people')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('referrer_id', '=', userId)
    .where('last_day', '>=', dayOf(later(now, -DAYS * DAY_SECONDS)))
    .executeTakeFirstOrThrow()
  return row.count
}

/** The people of a referrer, the newest first, under names that only they know again. */
export const referralsOf = async (
  db: Read,
  { userId, page, limit }: { userId: string; page: number; limit: number },
): Promise<People> => {
  const [rows, counted] = await Promise.all([
    db
      .selectFrom('users as u')
      .leftJoin('referral_people as p', 'p.referred_id', 'u.id')
      .select(['u.username', 'u.joined_at', 'u.level', 'p.earning', 'p.last_day', 'p.withheld'])
      .where('u.referrer_id', '=', userId)
      .orderBy('u.joined_at', 'desc')
      .orderBy('u.id')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    db
      .selectFrom('users')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('referrer_id', '=', userId)
      .executeTakeFirstOrThrow(),
  ])
  const items = rows.map(({ username, joined_at, level, earning, last_day, withheld }) => ({
    username: maskedName(username),
    joinedAt: joined_at.toISOString(),
    level,
    earning: earning ?? 0,
    lastActiveDay: last_day,
    withheld: withheld ?? false,
  }))
  return { items, totalItems: counted.count }
}
