import type { AdminAppeal } from '@runnel/contract/admin/appeal'
import type { CsvFile } from '@runnel/contract/admin/export'
import type { Appeal, AppealVerdict, OwnRestriction } from '@runnel/contract/suspect-schemas'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { isLocked } from '#kernel/account-lock.ts'
import type { Read } from '#kernel/db.ts'
import { belongsToUserStartingWith } from '#kernel/prefix-match.ts'
import { csvOf } from '#kernel/reads/csv.ts'
import { countUpTo, offsetOf } from '#kernel/reads/listing.ts'
import type { AppealRow } from '#kernel/tables/suspects.ts'
import { asExecutor } from '#money/accounts.ts'
import { inTenths, iso, activeRestrictions, ownMeasureView } from './view.ts'

const SHOWN = 10

/** The latest appeals of a user. */
export const appealsOf = async (db: Read, userId: string): Promise<Appeal[]> => {
  const rows = await db
    .selectFrom('appeals')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute()
  return rows.map(appealView)
}

export const appealView = (row: Selectable<AppealRow>): Appeal => ({
  _id: row.id,
  message: row.message,
  createdAt: row.created_at.toISOString(),
  answeredAt: iso(row.answered_at),
  verdict: row.verdict,
  answer: row.answer,
  until: iso(row.until),
})

export interface AppealFilter {
  readonly status?: 'open' | 'answered' | undefined
  readonly verdict?: AppealVerdict | undefined
  readonly username?: string | undefined
}

interface Row extends Selectable<AppealRow> {
  readonly username: string
  readonly score: number
  readonly joinedAt: Date
  readonly lockedAt: Date | null
  readonly lockedUntil: Date | null
  readonly lockReason: string | null
  readonly answeredBy: string | null
}

const columns = sql`a.*, u.username, coalesce(s.score, 0) AS score, u.joined_at AS "joinedAt",
  u.locked_at AS "lockedAt", u.locked_until AS "lockedUntil", u.lock_reason AS "lockReason", b.username AS "answeredBy"`

const from = sql`appeals a JOIN users u ON u.id = a.user_id LEFT JOIN suspects s ON s.user_id = a.user_id
  LEFT JOIN users b ON b.id = a.answered_by`

/** A page of appeals: those that wait, the oldest on top, and below them those that are answered, the latest on top. */
export const appealPage = async (
  db: Read,
  query: AppealFilter & { readonly page: number; readonly limit: number },
  now: Date,
): Promise<{ items: AdminAppeal[]; totalItems: number }> => {
  const offset = offsetOf(query)
  const [open, answered] = [parts.open, parts.answered].map(
    (part) => sql`(SELECT 1 FROM ${from}
    WHERE ${matching(query)} AND ${part.which})`,
  )
  const openCount = query.status === 'answered' ? 0 : await countUpTo(db, open ?? sql`(SELECT 1 WHERE false)`)
  const answeredCount = query.status === 'open' ? 0 : await countUpTo(db, answered ?? sql`(SELECT 1 WHERE false)`)
  const rows: Row[] = []
  if (offset < openCount) rows.push(...(await rowsOf(db, { query, part: 'open', limit: query.limit, offset })))
  const left = query.limit - rows.length
  if (left > 0 && answeredCount > 0) {
    const skipped = Math.max(0, offset - openCount)
    rows.push(...(await rowsOf(db, { query, part: 'answered', limit: left, offset: skipped })))
  }
  return { items: await viewsOf(db, rows, now), totalItems: openCount + answeredCount }
}

/** One appeal as the list shows it. */
export const oneAppeal = async (db: Read, id: string, now: Date): Promise<AdminAppeal | undefined> => {
  const { rows } = await sql<Row>`SELECT ${columns} FROM ${from} WHERE a.id = ${id}`.execute(asExecutor(db))
  return (await viewsOf(db, rows, now))[0]
}

/** The same as a file, newest first. */
export const appealFile = (db: Read, query: AppealFilter, now: Date): Promise<CsvFile> =>
  csvOf<AdminAppeal>({
    name: 'appeals',
    now,
    columns: {
      sent_at: (one) => one.createdAt,
      username: (one) => one.user.username,
      score: (one) => one.user.score,
      message: (one) => one.message,
      verdict: (one) => one.verdict,
      answer: (one) => one.answer,
      answered_at: (one) => one.answeredAt,
      answered_by: (one) => one.answeredBy,
      id: (one) => one._id,
    },
    next: async (last, limit) => {
      const status = query.status === undefined ? sql`true` : parts[query.status].which
      const behind = last === undefined ? sql`true` : sql`a.id < ${last._id}`
      const { rows } = await sql<Row>`SELECT ${columns} FROM ${from}
        WHERE ${matching(query)} AND ${status} AND ${behind} ORDER BY a.id DESC LIMIT ${limit}`.execute(asExecutor(db))
      return viewsOf(db, rows, now)
    },
  })

const parts: Readonly<Record<'open' | 'answered', { which: RawBuilder<unknown>; order: RawBuilder<unknown> }>> = {
  open: { which: sql`a.answered_at IS NULL`, order: sql`a.id` },
  answered: { which: sql`a.answered_at IS NOT NULL`, order: sql`a.answered_at DESC, a.id` },
}

interface Asked {
  readonly query: AppealFilter
  readonly part: 'open' | 'answered'
  readonly limit: number
  readonly offset: number
}

const rowsOf = async (db: Read, { query, part, limit, offset }: Asked): Promise<readonly Row[]> => {
  const { which, order } = parts[part]
  const { rows } = await sql<Row>`SELECT ${columns} FROM ${from} WHERE ${matching(query)} AND ${which}
    ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`.execute(asExecutor(db))
  return rows
}

const matching = ({ verdict, username }: AppealFilter): RawBuilder<unknown> => {
  const wanted: RawBuilder<unknown>[] = [sql`true`]
  if (verdict !== undefined) wanted.push(sql`a.verdict = ${verdict}`)
  if (username !== undefined && username.trim() !== '') wanted.push(belongsToUserStartingWith(sql`a.user_id`, username))
  return sql.join(wanted, sql` AND `)
}

const viewsOf = async (db: Read, rows: readonly Row[], now: Date): Promise<AdminAppeal[]> => {
  const ids = [...new Set(rows.map(({ user_id }) => user_id))]
  const measures = await activeRestrictions(db, ids, now)
  return rows.map((row) => ({
    ...appealView(row),
    user: {
      _id: row.user_id,
      username: row.username,
      score: inTenths(row.score),
      joinedAt: row.joinedAt.toISOString(),
    },
    lock: lockView(row, now),
    measures: (measures.get(row.user_id) ?? []).filter(({ kind }) => kind !== 'lock').map(ownMeasureView),
    answeredBy: row.answeredBy,
  }))
}

interface Locked {
  readonly lockedAt: Date | null
  readonly lockedUntil: Date | null
  readonly lockReason: string | null
}

/** A lock that is in force. */
export const lockView = ({ lockedAt, lockedUntil, lockReason }: Locked, now: Date) =>
  lockedAt !== null && isLocked({ lockedAt, lockedUntil }, now)
    ? { reason: lockReason ?? '', since: lockedAt.toISOString(), until: iso(lockedUntil) }
    : null

/** What holds an account back, and what it said to it. */
export const caseOf = async (
  db: Read,
  userId: string,
  now: Date,
): Promise<{
  lock: ReturnType<typeof lockView>
  measures: OwnRestriction[]
  appeals: Appeal[]
  canAppeal: boolean
}> => {
  const [user, measures, appeals] = await Promise.all([
    db
      .selectFrom('users')
      .select(['locked_at as lockedAt', 'locked_until as lockedUntil', 'lock_reason as lockReason'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow(),
    activeRestrictions(db, [userId], now),
    appealsOf(db, userId),
  ])
  const lock = lockView(user, now)
  const held = (measures.get(userId) ?? []).filter(({ kind }) => kind !== 'lock').map(ownMeasureView)
  const isOpen = appeals.some(({ answeredAt }) => answeredAt === null)
  return { lock, measures: held, appeals, canAppeal: !isOpen && (lock !== null || held.length > 0) }
}
