import type { CsvFile } from '@runnel/contract/admin/export'
import type { Suspect } from '@runnel/contract/admin/suspect'
import type { MarkFamily, MeasureKind } from '@runnel/contract/suspect-schemas'
import { type RawBuilder, sql } from 'kysely'
import { queueFrom } from '#guard/suspicion/score.ts'
import type { Read } from '#kernel/db.ts'
import { belongsToUserStartingWith } from '#kernel/prefix-match.ts'
import { csvOf } from '#kernel/reads/csv.ts'
import { countUpTo, offsetOf } from '#kernel/reads/listing.ts'
import { asExecutor } from '#money/accounts.ts'
import { accountsOf, inTenths, iso, activeRestrictions, reasonsOf, reasonViews } from './view.ts'

/** Which suspects are wanted. */
export interface SuspectFilter {
  readonly minScore?: number | undefined
  readonly family?: MarkFamily | undefined
  readonly measure?: MeasureKind | undefined
  readonly search?: string | undefined
  readonly sort?: 'score' | 'changed' | undefined
}

const SHOWN_REASONS = 3

interface Row {
  readonly id: string
  readonly score: number
  /** As text it is whole: a `Date` is cut to milliseconds, and the file goes on behind it. */
  readonly changedAt: string
  readonly tied: number
  readonly lastSeenAt: Date
  readonly lockedAt: Date | null
  readonly lockedUntil: Date | null
  readonly hasOpenAppeal: boolean
}

const columns = sql`s.user_id AS id, s.score, s.changed_at::text AS "changedAt", s.tied, u.last_seen_at AS "lastSeenAt",
  u.locked_at AS "lockedAt", u.locked_until AS "lockedUntil",
  EXISTS (SELECT FROM appeals a WHERE a.user_id = s.user_id AND a.answered_at IS NULL) AS "hasOpenAppeal"`

/** A page of suspects: one query finds the rows, and one each brings accounts, reasons and measures for all of them. */
export const suspectPage = async (
  db: Read,
  query: SuspectFilter & { readonly page: number; readonly limit: number },
  now: Date,
): Promise<{ items: Suspect[]; totalItems: number }> => {
  // Who is on the page is found first, so that nothing is read of those above it.
  const { rows } = await sql<Row>`SELECT ${columns} FROM suspects s JOIN users u ON u.id = s.user_id
    WHERE s.user_id IN (SELECT s.user_id ${matching(query)} ORDER BY ${order(query)}
      LIMIT ${query.limit} OFFSET ${offsetOf(query)}) ORDER BY ${order(query)}`.execute(asExecutor(db))
  const totalItems = await countUpTo(db, sql`(SELECT 1 ${matching(query)})`)
  return { items: await viewsOf(db, rows, now), totalItems }
}

/** The same as a file. */
export const suspectFile = (db: Read, query: SuspectFilter, now: Date): Promise<CsvFile> =>
  csvOf<Suspect & { readonly key: Row }>({
    name: 'suspects',
    now,
    columns: {
      username: (one) => one.username,
      score: (one) => one.score,
      state: (one) => one.state,
      reasons: (one) => one.reasons.map(({ sentence }) => sentence).join(' '),
      reason_count: (one) => one.reasonCount,
      measures: (one) => one.measures.join(' '),
      tied: (one) => one.tied,
      earned_units: (one) => one.earned,
      paid_out_units: (one) => one.paidOut,
      joined_at: (one) => one.joinedAt,
      last_seen_at: (one) => one.lastSeenAt,
      locked_until: (one) => one.lockedUntil,
      open_appeal: (one) => one.hasOpenAppeal,
      id: (one) => one._id,
    },
    next: async (last, limit) => {
      const { rows } = await sql<Row>`SELECT ${columns} FROM suspects s JOIN users u ON u.id = s.user_id
        WHERE s.user_id IN (SELECT s.user_id ${matching(query)} ${behind(query, last?.key)}
          ORDER BY ${order(query)} LIMIT ${limit}) ORDER BY ${order(query)}`.execute(asExecutor(db))
      const views = await viewsOf(db, rows, now)
      return rows.flatMap((key) => {
        const view = views.find(({ _id }) => _id === key.id)
        return view === undefined ? [] : [{ ...view, key }]
      })
    },
  })

const order = ({ sort }: SuspectFilter): RawBuilder<unknown> =>
  sort === 'changed' ? sql`s.changed_at DESC, s.user_id DESC` : sql`s.score DESC, s.user_id DESC`

const behind = ({ sort }: SuspectFilter, last: Row | undefined): RawBuilder<unknown> => {
  if (last === undefined) return sql``
  return sort === 'changed'
    ? sql`AND (s.changed_at, s.user_id) < (${last.changedAt}::timestamptz, ${last.id})`
    : sql`AND (s.score, s.user_id) < (${last.score}::real, ${last.id})`
}

const matching = ({ minScore = queueFrom.listed, family, measure, search }: SuspectFilter): RawBuilder<unknown> => {
  const wanted: RawBuilder<unknown>[] = [sql`s.score >= ${minScore}`]
  if (family !== undefined) wanted.push(sql`s.families @> ARRAY[${family}]`)
  if (measure !== undefined) {
    wanted.push(sql`EXISTS (SELECT FROM measures m WHERE m.user_id = s.user_id AND m.kind = ${measure}
      AND m.released_at IS NULL)`)
  }
  if (search !== undefined && search.trim() !== '') wanted.push(belongsToUserStartingWith(sql`s.user_id`, search))
  return sql`FROM suspects s WHERE ${sql.join(wanted, sql` AND `)}`
}

const viewsOf = async (db: Read, rows: readonly Row[], now: Date): Promise<Suspect[]> => {
  const ids = rows.map(({ id }) => id)
  const [accounts, reasons, measures] = await Promise.all([
    accountsOf(db, ids, now),
    reasonsOf(db, ids),
    activeRestrictions(db, ids, now),
  ])
  return rows.flatMap((row): Suspect[] => {
    const account = accounts.find(({ _id }) => _id === row.id)
    if (account === undefined) return []
    const all = reasonViews(reasons.get(row.id) ?? [], now)
    const taken = measures.get(row.id) ?? []
    return [
      {
        ...account,
        score: inTenths(row.score),
        lastSeenAt: row.lastSeenAt.toISOString(),
        reasons: all.slice(0, SHOWN_REASONS),
        reasonCount: all.length,
        measures: taken.map(({ kind }) => kind).filter((kind) => kind !== 'lock'),
        lockedAt: account.state === 'locked' ? iso(row.lockedAt) : null,
        lockedUntil: account.state === 'locked' ? iso(row.lockedUntil) : null,
        lockedByMachine: taken.some(({ kind, by }) => kind === 'lock' && by === null),
        tied: row.tied,
        hasOpenAppeal: row.hasOpenAppeal,
      },
    ]
  })
}
