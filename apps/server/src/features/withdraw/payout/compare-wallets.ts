import { sql, type SqlBool } from 'kysely'
import type { BookedPayout, WalletBooks, WalletFinding } from '#adapters/payout/wallet-books.ts'
import { allMethods, type Method } from '#features/withdraw/method.ts'
import { isDifference, nameOf, storedNames, storeDifferences } from '#features/withdraw/owner/wallet-differences.ts'
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
      const { compare } = payout
      const comparison = await compareTwice(deps, method, (books) => withTimeout(compare(settings, method, books)))
      await storeDifferences(deps, comparison)
      found += comparison.findings.filter(isDifference).length
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

type Look = (books: WalletBooks) => Promise<readonly WalletFinding[]>

/**
 * Looks again where something new was found: a payout that went out while the first look went on is not in its books,
 * and what differs stays until the owner has read it.
 */
const compareTwice = async (deps: PayoutDeps, method: Method, look: Look) => {
  const seen = async () => {
    const books = await booksOf(deps, method)
    return { wallet: method, books, findings: await look(books) }
  }
  const first = await seen()
  const known = await storedNames(deps.db.read, method)
  if (first.findings.every((one) => !isDifference(one) || known.has(nameOf(one)))) return first
  const second = await seen()
  const twice = new Set([...known, ...first.findings.map(nameOf)])
  return { ...second, findings: second.findings.filter((one) => !isDifference(one) || twice.has(nameOf(one))) }
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
