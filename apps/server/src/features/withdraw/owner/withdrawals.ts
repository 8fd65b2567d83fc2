import type { CsvFile } from '@runnel/contract/admin/export'
import { currencies } from '@runnel/contract/admin/method'
import type { AdminWithdrawal } from '@runnel/contract/admin/withdrawal'
import { PayoutProcessor, type WithdrawalStatus } from '@runnel/contract/withdraw'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { payoutStop } from '#features/outflow/outflow.ts'
import { type ReviewContext, reviewContexts } from '#features/withdraw/owner/review-context.ts'
import {
  attemptsOf,
  canMarkPaid,
  checkAddress,
  withdrawalColumns,
  withdrawalView,
} from '#features/withdraw/withdraw.ts'
import { marksOf, scoreOf } from '#guard/suspicion/score.ts'
import type { Read } from '#kernel/db.ts'
import { belongsToUserStartingWith } from '#kernel/prefix-match.ts'
import { csvOf } from '#kernel/reads/csv.ts'
import { countUpTo, offsetOf } from '#kernel/reads/listing.ts'
import { asExecutor, balancesOfAll } from '#money/accounts.ts'

/** Which withdrawals are wanted. */
export interface WithdrawalFilter {
  readonly status?: WithdrawalStatus | undefined
  readonly username?: string | undefined
  readonly currency?: string | undefined
  readonly address?: string | undefined
}

type Page = WithdrawalFilter & { readonly page: number; readonly limit: number }

/** A page of withdrawals with everything that a person needs to decide. */
export const withdrawalPage = async (
  db: Read,
  { page, limit, ...filter }: Page,
  now: Date,
): Promise<{ items: AdminWithdrawal[]; totalItems: number }> => {
  const offset = offsetOf({ page, limit })
  const [rows, totalItems] = await Promise.all([
    rowsOf(db, filter).limit(limit).offset(offset).execute(),
    countUpTo(db, matchingOf(db, filter)),
  ])
  return { items: await inContext(db, rows, now), totalItems }
}

/** Some withdrawals, with everything that a person needs to decide, newest first. */
export const withdrawalsOf = async (db: Read, ids: readonly string[], now: Date): Promise<AdminWithdrawal[]> => {
  if (ids.length === 0) return []
  return inContext(db, await rowsOf(db, {}).where('withdrawals.id', 'in', ids).execute(), now)
}

const inContext = async (db: Read, rows: readonly Row[], now: Date): Promise<AdminWithdrawal[]> => {
  const [views, contextOf] = await Promise.all([viewsOf(db, rows, now), reviewContexts(db, rows, now)])
  const contexts = new Map(rows.map((row) => [row.id, contextOf(row)]))
  return views.map((view) => ({ ...view, ...(contexts.get(view._id) ?? nothingKnown) }))
}

const nothingKnown = { earned: [], network: null }

/** What a file has no column for. */
type WithoutContext = Omit<AdminWithdrawal, keyof ReviewContext>

/** The same withdrawals as a file. */
export const withdrawalFile = (db: Read, filter: WithdrawalFilter, now: Date): Promise<CsvFile> =>
  csvOf<WithoutContext>({
    name: 'withdrawals',
    now,
    columns: {
      time: (row) => row.createdAt,
      status: (row) => row.status,
      username: (row) => row.user.username,
      score: (row) => row.user.score,
      debt_units: (row) => row.user.debt,
      currency: (row) => row.currency,
      amount_units: (row) => row.amount,
      fee_units: (row) => row.fee,
      receives: (row) => row.receives,
      address: (row) => row.address,
      processor: (row) => row.processor,
      transaction: (row) => row.txId,
      reasons_for_review: (row) => row.reviewReasons.join(' '),
      id: (row) => row._id,
    },
    next: async (last, limit) => {
      const rows = rowsOf(db, filter).$if(last !== undefined, (query) =>
        query.where('withdrawals.id', '<', last?._id ?? ''),
      )
      return viewsOf(db, await rows.limit(limit).execute(), now)
    },
  })

type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number]

/** One query each brings reasons, sharers and histories for all rows together. */
const viewsOf = async (db: Read, rows: readonly Row[], now: Date): Promise<WithoutContext[]> => {
  const [marks, sharing, histories, attempts, owned, stop] = await Promise.all([
    marksOf(
      db,
      rows.map(({ userId }) => userId),
    ),
    sharingOf(
      db,
      rows.map(({ addressKey }) => addressKey),
    ),
    historiesOf(
      db,
      rows.map(({ id }) => id),
    ),
    attemptsOf(
      db,
      rows.map(({ id }) => id),
    ),
    balancesOfAll(
      db,
      rows.map(({ userId }) => userId),
    ),
    payoutStop(db),
  ])
  return rows.map((row) => {
    const risk = marks.get(row.userId) ?? []
    return {
      ...withdrawalView(row),
      methodId: row.methodId,
      processor: z.parse(PayoutProcessor, row.processor),
      user: {
        _id: row.userId,
        username: row.username,
        joinedAt: row.joinedAt.toISOString(),
        level: row.level,
        score: Math.round(scoreOf(risk, now) * 10) / 10,
        debt: owned.get(row.userId)?.debt ?? 0,
      },
      reviewReasons: row.reviewReasons,
      risk: risk.map(({ family, points, detail, at }) => ({ family, points, sentence: detail, at: at.toISOString() })),
      // The user's own account is one of those that ever asked to be paid there.
      sharedAddress: (sharing.get(row.addressKey) ?? 1) - 1,
      attempts: attempts.get(row.id) ?? [],
      canMarkPaid: canMarkPaid(row, { isStopped: stop !== undefined, hasAttempt: attempts.has(row.id) }),
      history: histories.get(row.id) ?? [],
    }
  })
}

const matchingOf = (db: Read, { status, username, currency, address }: WithdrawalFilter) => {
  const keys = address === undefined ? undefined : addressKeys(address)
  return db
    .selectFrom('withdrawals')
    .$if(status !== undefined, (query) => query.where('withdrawals.status', '=', status ?? 'review'))
    .$if(currency !== undefined, (query) => query.where('withdrawals.currency', '=', currency ?? ''))
    .$if(username !== undefined, (query) =>
      query.where(belongsToUserStartingWith(sql`withdrawals.user_id`, username ?? '')),
    )
    .$if(keys !== undefined, (query) =>
      query.where((is) =>
        is.or([
          is('withdrawals.address_key', 'in', keys ?? []),
          is(
            'withdrawals.address_key',
            'in',
            is
              .selectFrom('payout_accounts')
              .select(sql<string>`payout_accounts.processor || ':' || payout_accounts.account`.as('key'))
              .where('payout_accounts.destination', '=', (address ?? '').toLowerCase()),
          ),
        ]),
      ),
    )
}

const rowsOf = (db: Read, filter: WithdrawalFilter) =>
  matchingOf(db, filter)
    .innerJoin('withdraw_methods', 'withdraw_methods.id', 'withdrawals.method_id')
    .innerJoin('users', 'users.id', 'withdrawals.user_id')
    .select(withdrawalColumns)
    .select([
      'withdrawals.user_id as userId',
      'withdrawals.method_id as methodId',
      'withdrawals.address_key as addressKey',
      'withdrawals.review_reasons as reviewReasons',
      'users.username',
      'users.joined_at as joinedAt',
      'users.level',
    ])
    .orderBy('withdrawals.id', 'desc')

/** The address in every spelling, as any currency reads it; one that none can read was never paid to. */
const addressKeys = (text: string): string[] => {
  const keys = currencies.flatMap((currency) => checkAddress(currency, text)?.key ?? [])
  // A list may not be empty in SQL, and no address has the empty key.
  return keys.length === 0 ? [''] : [...new Set(keys)]
}

const sharingOf = async (db: Read, keys: readonly string[]): Promise<Map<string, number>> => {
  const { rows } = await sql<{ key: string; users: number }>`
    SELECT address_key AS key, count(DISTINCT user_id) AS users FROM withdrawals
    WHERE address_key = ANY(${[...new Set(keys)]}::text[]) GROUP BY address_key`.execute(asExecutor(db))
  return new Map(rows.map(({ key, users }) => [key, users]))
}

const historiesOf = async (db: Read, ids: readonly string[]): Promise<Map<string, AdminWithdrawal['history']>> => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('withdrawal_events')
    .leftJoin('users', 'users.id', 'withdrawal_events.by_user')
    .select(['withdrawal_events.withdrawal_id as of', 'withdrawal_events.status', 'withdrawal_events.at'])
    .select(['users.username as by', 'withdrawal_events.note'])
    .where('withdrawal_events.withdrawal_id', 'in', [...ids])
    .orderBy('withdrawal_events.id')
    .execute()
  const grouped = Map.groupBy(rows, (row) => row.of)
  return new Map(
    [...grouped].map(([id, events]) => [
      id,
      events.map(({ status, at, by, note }) => ({ status, at: at.toISOString(), by, note })),
    ]),
  )
}
