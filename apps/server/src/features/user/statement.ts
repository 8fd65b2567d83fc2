import type { Contract } from '@runnel/contract'
import type { StatementLine } from '@runnel/contract/account/user'
import type { Answer, Input } from '@runnel/contract/route'
import type { Settings } from '@runnel/contract/settings/settings'
import type * as z from 'zod/mini'
import { dayOf, later } from '#kernel/clock.ts'
import type { Context } from '#kernel/context.ts'
import type { Read } from '#kernel/db.ts'
import { headOf } from '#kernel/reads/csv-heads.ts'
import { refuse } from '#kernel/refusal.ts'
import { say } from '#kernel/words/say.ts'
import { progressOf } from '#money/level.ts'
import { statementPage, type StatementRow } from '#money/statement.ts'

type Routes = Contract['user']

/** A page of the user's own movements. */
export const statementOf = async (
  { db, caller }: Context<Routes['statement']>,
  { page, limit, ...filter }: Input<Routes['statement']>['query'],
) => {
  const offset = (page - 1) * limit
  const { rows, total } = await statementPage(db, { userId: caller.id, ...filter }, { offset, limit })
  return { items: rows.map(lineOf), totalItems: total }
}

const lineOf = ({ id, kind, account, amount, balanceAfter, ref, at }: StatementRow): z.input<typeof StatementLine> => ({
  _id: id,
  kind,
  account,
  amount,
  balanceAfter,
  ref,
  createdAt: at.toISOString(),
})

/** Lines that one file may have. */
const CSV_LINES_MAX = 20_000

const header = (['time', 'kind', 'account', 'amount_units', 'balance_after_units', 'reference', 'id'] as const).map(
  headOf,
)

/** The user's movements as rows of a file. One that would be too long is refused, never cut off in silence. */
export const statementFile = async (
  { db, caller, now }: Context<Routes['statementCsv']>,
  filter: Input<Routes['statementCsv']>['query'],
) => {
  const page = { offset: 0, limit: CSV_LINES_MAX }
  const { rows, total } = await statementPage(db, { userId: caller.id, ...filter }, page)
  if (total > CSV_LINES_MAX) {
    refuse('conflict', 'STATEMENT_TOO_LONG', say('user.exportLimitedRowsChoose', { rows: CSV_LINES_MAX }))
  }
  const lines = rows.map(({ id, kind, account, amount, balanceAfter, ref, at }) => [
    at.toISOString(),
    kind,
    account,
    String(amount),
    String(balanceAfter),
    ref ?? '',
    id,
  ])
  return { filename: `statement-${dayOf(now)}.csv`, rows: [header, ...lines] }
}

const STATS_DAYS = 30

type Stats = Answer<Routes['stats']>

/** Reads what referring people brought a user (SPEC.md §3). */
export type ReadReferred = (
  db: Read,
  asked: { readonly userId: string; readonly settings: Settings; readonly now: Date },
) => Promise<Pick<Stats, 'stats' | 'earning' | 'refCount' | 'referralCommission'>>

/** What the user earned, by day and source, and what referring people brought. */
export const statsOf = async (
  { db, caller, settings, now }: Context<Routes['stats']>,
  readReferred: ReadReferred,
): Promise<Stats> => {
  const today = dayOf(now)
  const [user, referred, days] = await Promise.all([
    db
      .selectFrom('users')
      .select(['exp', 'level', 'total_earned'])
      .where('id', '=', caller.id)
      .executeTakeFirstOrThrow(),
    readReferred(db, { userId: caller.id, settings, now }),
    db
      .selectFrom('day_counters')
      .select(['day', 'source', 'count', 'earned'])
      .where('user_id', '=', caller.id)
      .where('day', '>', dayOf(later(now, -STATS_DAYS * 86_400)))
      .orderBy('day')
      .orderBy('source')
      .execute(),
  ])
  const ofToday = days.filter(({ day }) => day === today)
  return {
    today: {
      earned: ofToday.reduce((sum, { earned }) => sum + earned, 0),
      claims: ofToday.find(({ source }) => source === 'faucet')?.count ?? 0,
    },
    totalEarned: user.total_earned,
    progress: progressOf(user.exp, user.level),
    days,
    ...referred,
  }
}
