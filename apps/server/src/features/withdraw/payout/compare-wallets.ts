import { sql, type SqlBool } from 'kysely'
import type { BookedPayout, WalletBooks } from '#adapters/payout/wallet-books.ts'
import { allMethods, type Method } from '#features/withdraw/method.ts'
import { storeDifferences } from '#features/withdraw/owner/wallet-differences.ts'
import { later } from '#kernel/clock.ts'
import { say, type Words } from '#kernel/words/say.ts'
import { asExecutor } from '#money/accounts.ts'
import { plainDecimal } from '#money/amount.ts'
import { payoutOf, type PayoutDeps, withTimeout } from './payout-deps.ts'

/** How far back wallets and books are compared. */
const COMPARED_SECONDS = 7 * 86_400
/** What was paid this short a time ago may not stand in a wallet's list yet. */
const SETTLE_SECONDS = 120

/** Compares each wallet that can tell what it sent with the payouts in the books, and keeps what differs. */
export const compareWallets = async (deps: PayoutDeps): Promise<Words> => {
  const methods = await allMethods(deps.db.read)
  const wallets = new Map(methods.map((method) => [`${method.processor}:${method.currency}`, method]))
  let compared = 0
  let failed = 0
  let found = 0
  for (const method of wallets.values()) {
    const payout = payoutOf(deps.payouts, method.processor)
    if (payout === undefined || payout.way === 'by-hand' || payout.compare === undefined) continue
    const settings = deps.settings.current()
    if (payout.closed(settings, method) !== null) continue
    compared += 1
    try {
      const books = await booksOf(deps, method)
      const differences = await withTimeout(payout.compare(settings, method, books))
      await storeDifferences(deps, { ...method, since: books.since }, differences)
      found += differences.length
    } catch (error) {
      failed += 1
      deps.log.warn(
        { wallet: `${method.processor}:${method.currency}`, err: String(error) },
        'could not compare a wallet with the ledger',
      )
    }
  }
  return say('owner.job.walletsCompared', { compared, failed, differences: found })
}

interface BookedRow extends Omit<BookedPayout, 'isPaid'> {
  readonly status: string
}

const booksOf = async ({ db, clock }: PayoutDeps, { processor, currency, options }: Method): Promise<WalletBooks> => {
  const since = later(clock(), -COMPARED_SECONDS)
  const settled = later(clock(), -SETTLE_SECONDS)
  const { rows } = await sql<BookedRow>`
    SELECT id AS "withdrawalId", tx_id AS "txId", address, receives::text AS amount, status,
      coalesce(paid_at, updated_at) AS at
    FROM withdrawals WHERE processor = ${processor} AND currency = ${currency}
      AND status IN ('paid', 'sending', 'unknown') AND coalesce(paid_at, updated_at) >= ${later(since, -86_400)}
    ORDER BY id`.execute(asExecutor(db.read))
  // A wallet of a chain pays all its coins by one row of nonces.
  const signed = await db.read
    .selectFrom('payout_transactions')
    .innerJoin('payout_attempts', 'payout_attempts.id', 'payout_transactions.attempt_id')
    .select(['payout_transactions.tx_id as txId', 'payout_transactions.nonce'])
    .where('payout_attempts.processor', '=', processor)
    .$if(options.network !== undefined, (query) =>
      query.where(sql<SqlBool>`payout_attempts.options ->> 'network' = ${options.network ?? ''}`),
    )
    .execute()
  const paidTo = rows.flatMap(({ txId }) => (txId === null ? [] : [txId]))
  return {
    since,
    payouts: rows.map(({ status, amount, ...row }) => ({
      ...row,
      amount: plainDecimal(amount),
      isPaid: status === 'paid' && row.at >= since && row.at <= settled,
    })),
    txIds: new Set([...signed.map(({ txId }) => txId), ...paidTo]),
    nonces: signed.flatMap(({ nonce }) => (nonce === null ? [] : [Number(nonce)])),
  }
}
