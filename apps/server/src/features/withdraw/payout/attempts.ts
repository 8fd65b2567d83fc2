import type { PayoutAttempt } from '@runnel/contract/payout'
import type { Read } from '#kernel/db.ts'
import { plainDecimal } from '#money/amount.ts'

/** Every try to pay each of these withdrawals, with the payments that were signed for it. */
export const attemptsOf = async (db: Read, ids: readonly string[]): Promise<ReadonlyMap<string, PayoutAttempt[]>> => {
  if (ids.length === 0) return new Map()
  const [attempts, payments] = await Promise.all([
    db
      .selectFrom('payout_attempts')
      .select(['id', 'withdrawal_id as of', 'started_at', 'finished_at', 'outcome', 'tx_id', 'detail'])
      .where('withdrawal_id', 'in', [...ids])
      .orderBy('id')
      .execute(),
    db
      .selectFrom('payout_transactions')
      .select(['attempt_id as of', 'tx_id', 'nonce', 'fee', 'created_at', 'sent_at', 'answer'])
      .where('withdrawal_id', 'in', [...ids])
      .orderBy('id')
      .execute(),
  ])
  const views = attempts.map((row) => ({
    of: row.of,
    view: {
      startedAt: row.started_at.toISOString(),
      finishedAt: row.finished_at?.toISOString() ?? null,
      outcome: row.outcome,
      txId: row.tx_id,
      detail: row.detail,
      transactions: payments
        .filter(({ of }) => of === row.id)
        .map(({ tx_id: txId, nonce, fee, created_at: createdAt, sent_at: sentAt, answer }) => ({
          txId,
          nonce,
          fee: fee === null ? null : plainDecimal(fee),
          createdAt: createdAt.toISOString(),
          sentAt: sentAt?.toISOString() ?? null,
          answer,
        })),
    },
  }))
  const grouped = Map.groupBy(views, ({ of }) => of)
  return new Map([...grouped].map(([id, rows]) => [id, rows.map(({ view }) => view)]))
}
