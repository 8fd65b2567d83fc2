import type { PublicPayout, Withdrawal, WithdrawalStatus } from '@runnel/contract/withdraw'
import { explorerUrl } from '#features/withdraw/destination/explorer.ts'
import type { Read } from '#kernel/db.ts'
import { assert } from '#kernel/refusal.ts'
import { plainDecimal, type Units } from '#money/amount.ts'

export const withdrawalColumns = [
  'withdrawals.id',
  'withdrawals.currency',
  'withdraw_methods.name as method',
  'withdrawals.address',
  'withdrawals.amount',
  'withdrawals.fee',
  'withdrawals.receives',
  'withdrawals.status',
  'withdrawals.reason',
  'withdrawals.tx_id as txId',
  'withdrawals.processor',
  'withdraw_methods.options',
  'withdrawals.not_before as notBefore',
  'withdrawals.created_at as createdAt',
  'withdrawals.paid_at as paidAt',
] as const

export interface WithdrawalRow {
  readonly id: string
  readonly currency: string
  readonly method: string
  readonly address: string
  readonly amount: Units
  readonly fee: Units
  readonly receives: string
  readonly status: WithdrawalStatus
  readonly reason: string | null
  readonly txId: string | null
  readonly processor: string
  readonly options: unknown
  readonly notBefore: Date | null
  readonly createdAt: Date
  readonly paidAt: Date | null
}

/** A withdrawal as its user sees it. */
export const withdrawalView = (row: WithdrawalRow): Withdrawal => ({
  _id: row.id,
  currency: row.currency,
  method: row.method,
  address: row.address,
  amount: row.amount,
  fee: row.fee,
  receives: plainDecimal(row.receives),
  status: row.status,
  reason: row.reason,
  txId: row.txId,
  txUrl: explorerUrl(row),
  // Of one that ended it says nothing any more.
  notBefore: row.status === 'review' || row.status === 'approved' ? (row.notBefore?.toISOString() ?? null) : null,
  createdAt: row.createdAt.toISOString(),
  paidAt: row.paidAt?.toISOString() ?? null,
})

/** One withdrawal by its id. */
export const readWithdrawal = async (db: Read, id: string): Promise<Withdrawal> => {
  const row = await db
    .selectFrom('withdrawals')
    .innerJoin('withdraw_methods', 'withdraw_methods.id', 'withdrawals.method_id')
    .select(withdrawalColumns)
    .where('withdrawals.id', '=', id)
    .executeTakeFirst()
  assert(row !== undefined, `there is a withdrawal ${id}`)
  return withdrawalView(row)
}

export interface HistoryPage {
  readonly userId: string
  readonly status?: WithdrawalStatus | undefined
  readonly page: number
  readonly limit: number
}

/** A page of a user's own withdrawals, newest first. */
export const historyOf = async (
  db: Read,
  { userId, status, page, limit }: HistoryPage,
): Promise<{ items: Withdrawal[]; totalItems: number }> => {
  const matching = db
    .selectFrom('withdrawals')
    .innerJoin('withdraw_methods', 'withdraw_methods.id', 'withdrawals.method_id')
    .where('withdrawals.user_id', '=', userId)
    .$if(status !== undefined, (query) => query.where('withdrawals.status', '=', status ?? 'review'))
  const [rows, counted] = await Promise.all([
    matching
      .select(withdrawalColumns)
      .orderBy('withdrawals.id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    matching.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ])
  return { items: rows.map(withdrawalView), totalItems: counted.count }
}

/** The last payouts as everybody may see and check them. */
export const recentPayouts = async (db: Read, count: number): Promise<PublicPayout[]> => {
  const rows = await db
    .selectFrom('withdrawals')
    .innerJoin('withdraw_methods', 'withdraw_methods.id', 'withdrawals.method_id')
    .select(['withdrawals.amount', 'withdrawals.receives', 'withdrawals.currency', 'withdrawals.processor'])
    .select(['withdrawals.tx_id as txId', 'withdrawals.paid_at as paidAt', 'withdraw_methods.options'])
    .where('withdrawals.status', '=', 'paid')
    .orderBy('withdrawals.paid_at', 'desc')
    .limit(count)
    .execute()
  return rows.map((row) => {
    const { amount, receives, currency, txId, paidAt } = row
    assert(txId !== null && paidAt !== null, 'a paid withdrawal has a transaction and a time')
    const txUrl = explorerUrl(row)
    return { amount, receives: plainDecimal(receives), currency, txId, txUrl, paidAt: paidAt.toISOString() }
  })
}
