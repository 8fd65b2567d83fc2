import type { Contract } from '@runnel/contract'
import type { Context } from '#kernel/context.ts'
import type { Read } from '#kernel/db.ts'
import { headOf } from '#kernel/reads/csv-heads.ts'
import { decimalText, type Units } from '#money/amount.ts'
import { totalsByKind } from '#money/statement.ts'

const header = (
  [
    'year',
    'kind',
    'transactions',
    'received_units',
    'outgoing_units',
    'fee_units',
    'received_value',
    'outgoing_value',
    'value_currency',
  ] as const
).map(headOf)

/** Decimals of the site's currency that one unit stands for. */
const UNIT_DECIMALS = 5

/** A user's year in totals: a row for each kind of movement, and one for the withdrawals that were paid in it. */
export const yearFile = async (
  { db, caller, settings }: Context<Contract['user']['yearStatementCsv']>,
  year: number,
) => {
  const [from, to] = [`${year}-01-01`, `${year}-12-31`]
  const [kinds, paid] = await Promise.all([
    totalsByKind(db, { userId: caller.id, from, to }),
    paidWithdrawals(db, { userId: caller.id, year }),
  ])
  const rowOf = ({ kind, count, received, spent, fee }: YearRow): string[] => [
    String(year),
    kind,
    String(count),
    String(received),
    String(spent),
    fee === null ? '' : String(fee),
    valueOf(received),
    valueOf(spent),
    settings.site_currency,
  ]
  const rows = kinds.map((total) => rowOf({ ...total, fee: null }))
  return { filename: `statement-${year}.csv`, rows: [header, ...rows, rowOf(paid)] }
}

interface YearRow {
  readonly kind: string
  readonly count: number
  readonly received: Units
  readonly spent: Units
  /** Units; null where there are no fees. */
  readonly fee: Units | null
}

/** A unit is worth the same at any time, so that this is the value at the time too. */
const valueOf = (units: Units): string => decimalText(BigInt(units), UNIT_DECIMALS)

const paidWithdrawals = async (
  db: Read,
  { userId, year }: { readonly userId: string; readonly year: number },
): Promise<YearRow> => {
  const sums = await db
    .selectFrom('withdrawals')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.sum<number | null>('amount').as('spent'),
      fn.sum<number | null>('fee').as('fee'),
    ])
    .where('user_id', '=', userId)
    .where('status', '=', 'paid')
    .where('paid_at', '>=', new Date(Date.UTC(year, 0)))
    .where('paid_at', '<', new Date(Date.UTC(year + 1, 0)))
    .executeTakeFirstOrThrow()
  return {
    kind: 'withdrawals-paid',
    count: sums.count,
    received: 0,
    spent: Number(sums.spent ?? 0),
    fee: Number(sums.fee ?? 0),
  }
}
