import type { OwnRestriction, SuspectAccount } from '@runnel/contract/suspect-schemas'
import { sql } from 'kysely'
import { ruleOf } from '#guard/suspicion/catalogue.ts'
import { type RiskSignal, scoreOf } from '#guard/suspicion/score.ts'
import { lockedSql } from '#kernel/account-lock.ts'
import type { Read } from '#kernel/db.ts'
import { asExecutor } from '#money/accounts.ts'
import { paidOutSum } from '#money/sums.ts'

/** Points as they are shown: nobody decides by a second decimal. */
export const inTenths = (points: number): number => Math.round(points * 10) / 10

/** A moment or nothing, as JSON has it. */
export const iso = (moment: Date | null): string | null => moment?.toISOString() ?? null

interface AccountRow {
  readonly id: string
  readonly username: string
  readonly score: number
  readonly locked: boolean
  readonly measured: boolean
  readonly joinedAt: Date
  readonly earned: number
  readonly paidOut: number
}

/** Columns of an account beside its score: `u` is the user, `s` its score. */
const accountColumns = (now: Date) => sql`u.id, u.username, coalesce(s.score, 0) AS score,
  ${lockedSql('u', now)} AS locked,
  EXISTS (SELECT FROM measures m WHERE m.user_id = u.id AND m.released_at IS NULL
    AND (m.until IS NULL OR m.until > ${now})) AS measured,
  u.joined_at AS "joinedAt", u.total_earned AS earned,
  (SELECT ${paidOutSum} FROM withdrawals w WHERE w.user_id = u.id AND w.status = 'paid') AS "paidOut"`

export const accountView = (row: AccountRow): SuspectAccount => ({
  _id: row.id,
  username: row.username,
  score: inTenths(row.score),
  state: row.locked ? 'locked' : row.measured ? 'measured' : 'active',
  joinedAt: row.joinedAt.toISOString(),
  earned: row.earned,
  paidOut: row.paidOut,
})

/** Accounts by their ids, the highest score first. */
export const accountsOf = async (db: Read, ids: readonly string[], now: Date): Promise<SuspectAccount[]> => {
  if (ids.length === 0) return []
  const { rows } = await sql<AccountRow>`
    SELECT ${accountColumns(now)} FROM users u LEFT JOIN suspects s ON s.user_id = u.id
    WHERE u.id = ANY (${[...ids]}::uuid[]) ORDER BY s.score DESC NULLS LAST, u.id`.execute(asExecutor(db))
  return rows.map(accountView)
}

export interface ReasonRow extends RiskSignal {
  readonly id: string
  readonly user_id: string
}

/** What speaks against these accounts. */
export const reasonsOf = async (db: Read, ids: readonly string[]): Promise<Map<string, ReasonRow[]>> => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('risk_marks')
    .select(['id', 'user_id', 'family', 'reason', 'points', 'detail', 'at'])
    .where('user_id', 'in', [...ids])
    .execute()
  return Map.groupBy(rows, ({ user_id }) => user_id)
}

/** Reasons as they are shown, the weightiest first; a rule's word is told without the thing that it found. */
export const reasonViews = (rows: readonly ReasonRow[], now: Date) =>
  rows
    .map((row) => ({
      _id: row.id,
      family: row.family,
      reason: ruleOf(row.reason),
      points: inTenths(scoreOf([row], now)),
      pointsAtFirst: inTenths(row.points),
      sentence: row.detail,
      at: row.at.toISOString(),
    }))
    .toSorted((a, b) => b.points - a.points)

interface MeasureView {
  readonly kind: OwnRestriction['kind']
  readonly since: Date
  readonly until: Date | null
  readonly reason: string
}

export const ownMeasureView = ({ kind, since, until, reason }: MeasureView): OwnRestriction => ({
  kind,
  since: since.toISOString(),
  until: iso(until),
  reason,
})

/** What is in force on these accounts. */
export const activeRestrictions = async (db: Read, ids: readonly string[], now: Date) => {
  if (ids.length === 0) return new Map<string, never[]>()
  const rows = await db
    .selectFrom('measures')
    .select(['user_id', 'kind', 'since', 'until', 'reason', 'by_user as by'])
    .where('user_id', 'in', [...ids])
    .where('released_at', 'is', null)
    .where(({ eb, or }) => or([eb('until', 'is', null), eb('until', '>', now)]))
    .orderBy('id')
    .execute()
  return Map.groupBy(rows, ({ user_id }) => user_id)
}
