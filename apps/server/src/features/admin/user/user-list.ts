import type { Contract } from '@runnel/contract'
import type { CsvFile } from '@runnel/contract/admin/export'
import type { AdminUserRow, UserSort, UserStatus } from '@runnel/contract/admin/user'
import type { Input } from '@runnel/contract/route'
import { type RawBuilder, sql } from 'kysely'
import { isLocked } from '#kernel/account-lock.ts'
import type { Read } from '#kernel/db.ts'
import { csvOf } from '#kernel/reads/csv.ts'
import { countUpTo, offsetOf } from '#kernel/reads/listing.ts'
import { staleWhileRevalidate } from '#kernel/reads/stale-while-revalidate.ts'
import { asExecutor, type Owned, balancesOfAll } from '#money/accounts.ts'
import { matching, type UserFilter } from './user-filter.ts'

type Routes = Contract['admin']

/** A page of users, and how many there are. */
export const userPage = async (
  db: Read,
  { page, limit, ...filter }: Input<Routes['users']>['query'],
  now: Date,
): Promise<{ items: AdminUserRow[]; totalItems: number }> => {
  const offset = offsetOf({ page, limit })
  const totalItems = await total(db, filter, now)
  if (totalItems <= offset) return { items: [], totalItems }
  const asked = { filter, now, rest: sql`LIMIT ${limit} OFFSET ${offset}` }
  const isFew = totalItems <= (filter.sort === 'score' ? FEW_SCORED : FEW)
  const met = isFew ? undefined : await metSoon(db, asked, { offset, limit })
  return { items: await viewsOf(db, met ?? (await foundOf(db, asked)), now), totalItems }
}

/** So many are found and then sorted; of more, enough may stand near the beginning of the order to be met soon. */
const FEW = 30_000
/** Who has a score is a small part of all: one order of it is soon gone through. */
const FEW_SCORED = 1_000

const total = staleWhileRevalidate(
  (db: Read, filter: UserFilter, now: Date): Promise<number> =>
    countUpTo(db, sql`(SELECT FROM ${counted(filter)} WHERE ${matching(filter, now)})`),
  (filter) => JSON.stringify(filter),
)

/** The users of a filter as a file. */
export const userFile = (db: Read, filter: UserFilter, now: Date): Promise<CsvFile> =>
  csvOf<AdminUserRow & { readonly key: string }>({
    name: 'users',
    now,
    columns: {
      username: (user) => user.username,
      email: (user) => user.email,
      role: (user) => user.role,
      status: (user) => user.status,
      balance_units: (user) => user.balance,
      deposit_balance_units: (user) => user.depositBalance,
      held_balance_units: (user) => user.heldBalance,
      debt_units: (user) => user.debt,
      total_earned_units: (user) => user.totalEarned,
      level: (user) => user.level,
      joined_at: (user) => user.joinedAt,
      last_seen_at: (user) => user.lastSeenAt,
      email_verified: (user) => user.emailVerified,
      locked_at: (user) => user.lockedAt,
      locked_until: (user) => user.lockedUntil,
      lock_reason: (user) => user.lockReason,
      country: (user) => user.country,
      score: (user) => user.score,
      id: (user) => user._id,
    },
    next: async (last, limit) => {
      const behind =
        last && sql<boolean>`(${sortKey[filter.sort]}, u.id) < (${last.key}::${keyType[filter.sort]}, ${last._id})`
      const rows = await rowsOf(db, { filter, now, within: behind, rest: sql`LIMIT ${limit}` })
      return (await viewsOf(db, rows, now)).map((view, index) => ({ ...view, key: rows[index]?.key ?? '' }))
    },
  })

/** Users by their ids, in that order; ids of nobody are left out. */
export const userRows = async (db: Read, ids: readonly string[], now: Date): Promise<AdminUserRow[]> => {
  const { rows } = await sql<Row>`
    SELECT ${columns} FROM users u LEFT JOIN suspects s ON s.user_id = u.id
    WHERE u.id = ANY(${[...ids]}::uuid[])`.execute(asExecutor(db))
  const views = new Map((await viewsOf(db, rows, now)).map((view) => [view._id, view]))
  return ids.flatMap((id) => views.get(id) ?? [])
}

interface Row {
  readonly id: string
  readonly username: string
  readonly email: string
  readonly role: AdminUserRow['role']
  readonly totalEarned: number
  readonly level: number
  readonly joinedAt: Date
  readonly lastSeenAt: Date
  readonly verifiedAt: Date | null
  readonly lockedAt: Date | null
  readonly lockedUntil: Date | null
  readonly lockReason: string | null
  readonly cooldownUntil: Date | null
  readonly deletedAt: Date | null
  readonly country: string | null
  readonly score: number
}

const columns = sql`u.id, u.username, u.email, u.role, u.total_earned AS "totalEarned", u.level,
  u.joined_at AS "joinedAt", u.last_seen_at AS "lastSeenAt", u.email_verified_at AS "verifiedAt",
  u.locked_at AS "lockedAt", u.locked_until AS "lockedUntil", u.lock_reason AS "lockReason",
  u.cooldown_until AS "cooldownUntil", u.deleted_at AS "deletedAt", coalesce(s.score, 0) AS score,
  (SELECT n.country FROM sessions n WHERE n.user_id = u.id AND n.country IS NOT NULL
    ORDER BY n.last_seen_at DESC LIMIT 1) AS country`

const sortKey: Readonly<Record<UserSort, RawBuilder<unknown>>> = {
  joined: sql`u.joined_at`,
  lastSeen: sql`u.last_seen_at`,
  earned: sql`f.earned`,
  balance: sql`f.balance`,
  score: sql`s.score`,
}

/** The same of one who was found: looked up for each, rather than read of everybody. */
const keyOfOne: typeof sortKey = {
  ...sortKey,
  earned: sql`(SELECT f.earned FROM user_figures f WHERE f.user_id = u.id)`,
  balance: sql`(SELECT f.balance FROM user_figures f WHERE f.user_id = u.id)`,
}

const keyType: Readonly<Record<UserSort, RawBuilder<unknown>>> = {
  joined: sql`timestamptz`,
  lastSeen: sql`timestamptz`,
  earned: sql`bigint`,
  balance: sql`bigint`,
  score: sql`real`,
}

/** Everybody has figures; a score has only who did something. */
const source = (sort: UserSort): RawBuilder<unknown> => {
  const scores = sql`suspects s ON s.user_id = u.id`
  if (sort === 'score') return sql`suspects s JOIN users u ON u.id = s.user_id`
  if (sort === 'earned' || sort === 'balance') {
    return sql`user_figures f JOIN users u ON u.id = f.user_id LEFT JOIN ${scores}`
  }
  return sql`users u LEFT JOIN ${scores}`
}

/** Where to find them: without what only tells the order. */
const foundIn = ({ sort, scoreFrom }: UserFilter): RawBuilder<unknown> =>
  sort !== 'score' && scoreFrom === undefined ? sql`users u` : sql`suspects s JOIN users u ON u.id = s.user_id`

const counted = (filter: UserFilter): RawBuilder<unknown> => {
  const { sort, scoreFrom, ...rest } = filter
  if (sort !== 'score' && scoreFrom === undefined) return foundIn(filter)
  const isOfScores = Object.values(rest).every((value) => value === undefined || value === '')
  return isOfScores ? sql`suspects s` : foundIn(filter)
}

interface Asked {
  readonly filter: UserFilter
  readonly now: Date
  readonly within?: RawBuilder<boolean> | undefined
  readonly rest: RawBuilder<unknown>
}

interface KeyedRow extends Row {
  /** What it is sorted by, as text: a `Date` is cut to milliseconds, and the file goes on behind it. */
  readonly key: string
}

const rowsOf = async (db: Read, { filter, now, within, rest }: Asked): Promise<readonly KeyedRow[]> => {
  const key = sortKey[filter.sort]
  const more = within === undefined ? sql`` : sql`AND ${within}`
  const { rows } = await sql<KeyedRow>`
    SELECT ${columns}, ${key}::text AS key FROM ${source(filter.sort)} WHERE ${matching(filter, now)} ${more}
    ORDER BY ${key} DESC, ${filter.sort === 'score' ? sql`s.user_id` : sql`u.id`} DESC ${rest}`.execute(asExecutor(db))
  return rows
}

/** How far beyond the page one walks along the order to meet those that match. */
const WALKED = 30_000

/**
 * A page that is met near the beginning of the order; undefined where it is not. Many who match may all stand far down:
 * those whose names begin alike often came in the same week.
 */
const metSoon = async (
  db: Read,
  asked: Asked,
  { offset, limit }: { offset: number; limit: number },
): Promise<readonly Row[] | undefined> => {
  const key = sortKey[asked.filter.sort]
  const { rows: ends } = await sql<{ key: Date | number }>`
    SELECT ${key} AS key FROM ${keysIn(asked.filter.sort)} ORDER BY ${key} DESC
    OFFSET ${offset + WALKED} LIMIT 1`.execute(asExecutor(db))
  const [end] = ends
  if (end === undefined) return rowsOf(db, asked)
  const isNear = sql<boolean>`${key} >= ${end.key}::${keyType[asked.filter.sort]}`
  const rows = await rowsOf(db, { ...asked, within: isNear })
  return rows.length === limit ? rows : undefined
}

/** Where nothing but the order is read. */
const keysIn = (sort: UserSort): RawBuilder<unknown> => {
  if (sort === 'score') return sql`suspects s`
  return sort === 'earned' || sort === 'balance' ? sql`user_figures f` : sql`users u`
}

/** Finds all that match before it looks at their order: nobody walks along a million to meet the last ten. */
const foundOf = async (db: Read, { filter, now, rest }: Asked): Promise<readonly Row[]> => {
  const { rows } = await sql<Row>`
    SELECT ${columns} FROM (SELECT f.id, f.key FROM (
        SELECT u.id, ${keyOfOne[filter.sort]} AS key FROM ${foundIn(filter)} WHERE ${matching(filter, now)} OFFSET 0) f
      ORDER BY f.key DESC, f.id DESC ${rest}) m JOIN users u ON u.id = m.id LEFT JOIN suspects s ON s.user_id = u.id
    ORDER BY m.key DESC, m.id DESC`.execute(asExecutor(db))
  return rows
}

const statusOf = (row: Row, now: Date): UserStatus => {
  if (row.deletedAt !== null) return 'deleted'
  if (isLocked(row, now)) return 'locked'
  if (row.cooldownUntil !== null && row.cooldownUntil > now) return 'cooldown'
  return row.verifiedAt === null ? 'unverified' : 'active'
}

const viewsOf = async (db: Read, rows: readonly Row[], now: Date): Promise<AdminUserRow[]> => {
  const balances = await balancesOfAll(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => viewOf(row, balances.get(row.id) ?? { main: 0, deposit: 0, held: 0, debt: 0 }, now))
}

const viewOf = (row: Row, owned: Owned, now: Date): AdminUserRow => {
  const locked = isLocked(row, now)
  return {
    _id: row.id,
    username: row.username,
    email: row.email,
    role: row.role,
    status: statusOf(row, now),
    balance: owned.main,
    depositBalance: owned.deposit,
    heldBalance: owned.held,
    debt: owned.debt,
    totalEarned: row.totalEarned,
    level: row.level,
    joinedAt: row.joinedAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    emailVerified: row.verifiedAt !== null,
    lockedAt: locked ? (row.lockedAt?.toISOString() ?? null) : null,
    lockedUntil: locked ? (row.lockedUntil?.toISOString() ?? null) : null,
    lockReason: locked ? row.lockReason : null,
    country: row.country,
    score: Math.round(row.score * 10) / 10,
  }
}
