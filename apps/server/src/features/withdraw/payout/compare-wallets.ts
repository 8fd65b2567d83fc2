import { sql, type SqlBool } from 'kysely'
import type { AutomaticPayout } from '#adapters/payout/payout.ts'
import type { BookedPayout, WalletBooks, WalletFinding } from '#adapters/payout/wallet-books.ts'
import { allMethods, type Method } from '#features/withdraw/method.ts'
import { forgetOtherComparisons, storeComparison, wasCompared } from '#features/withdraw/owner/wallet-comparisons.ts'
import { isDifference, nameOf, storedNames, storeDifferences } from '#features/withdraw/owner/wallet-differences.ts'
import { later } from '#kernel/clock.ts'
import { say, type Words } from '#kernel/words/say.ts'
import { asExecutor } from '#money/accounts.ts'
import { plainDecimal } from '#money/amount.ts'
import { payoutOf, type PayoutDeps, withTimeout } from './payout-deps.ts'
import { sanitizeLine } from './sanitize-line.ts'
import { enabledLast } from './wallets.ts'

/** How far back wallets and books are compared. */
const COMPARED_SECONDS = 7 * 86_400
/** What was paid this short a time ago may not stand in a wallet's list yet. */
const SETTLE_SECONDS = 120

/** A wallet with many payouts has many pages to be read. */
const LOOK_SECONDS = 180
/** Less than the job may take (payout-job.ts). */
const RUN_SECONDS = 1_100
const LOOKS = 2
/** After this part of its time a look asks for nothing more, and tells what it has found. */
const ASKING_PART = 0.75

/** Compares each wallet that can tell what it sent with the payouts in the books, and keeps what differs. */
export const compareWallets = async (deps: PayoutDeps): Promise<Words> => {
  const methods = await allMethods(deps.db.read)
  const wallets = new Map(methods.toSorted(enabledLast).map((method) => [walletName(method), method]))
  const enabled = new Set(methods.filter((method) => method.enabled).map(walletName))
  const kept: Method[] = []
  let failed = 0
  let found = 0
  const due = [...wallets].flatMap(([name, method]) => {
    const compare = comparisonOf(deps, method)
    return compare === undefined ? [] : [{ name, method, compare }]
  })
  const seconds = Math.min(LOOK_SECONDS, RUN_SECONDS / (LOOKS * due.length))
  for (const { name, method, compare } of due) {
    const { error, differences, isPossible } = await compareWallet(deps, { method, compare, seconds })
    found += differences
    if (error !== null) {
      failed += 1
      deps.log.warn({ wallet: name, err: error }, 'could not compare a wallet with the ledger')
    }
    // A node that can't list payments alerts nobody, but one that did so in these days has stopped.
    const since = later(deps.clock(), -COMPARED_SECONDS)
    if (!isPossible && !(await wasCompared(deps.db.read, { wallet: method, since }))) continue
    // The node of a currency that nobody is paid in any more may well be switched off.
    if (!enabled.has(name) && (await booksOf(deps, method)).payouts.length === 0) continue
    kept.push(method)
    await storeComparison(deps, method, error)
  }
  await forgetOtherComparisons(deps, kept)
  return say('owner.job.walletsCompared', { compared: due.length, failed, differences: found })
}

/** How what a method's wallet sent is compared; nothing where it can't tell, or can't pay. */
const comparisonOf = ({ payouts, settings }: PayoutDeps, method: Method): AutomaticPayout['compare'] => {
  const payout = payoutOf(payouts, method.processor)
  if (payout === undefined || payout.way === 'by-hand') return undefined
  return payout.closed(settings.current(), method) === null ? payout.compare : undefined
}

const walletName = ({ processor, currency }: Method): string => `${processor}:${currency}`

interface Comparing {
  readonly method: Method
  readonly compare: NonNullable<AutomaticPayout['compare']>
  /** For each look. */
  readonly seconds: number
}

/** How many differences there are, why not all was compared (null when it was), and whether it ever can be. */
const compareWallet = async (
  deps: PayoutDeps,
  { method, compare, seconds }: Comparing,
): Promise<{ error: string | null; differences: number; isPossible: boolean }> => {
  try {
    const settings = deps.settings.current()
    const comparison = await compareTwice(deps, method, (books) => {
      const until = performance.now() + seconds * ASKING_PART * 1_000
      const hasTime = (): boolean => performance.now() < until
      return withTimeout(compare(settings, method, { ...books, hasTime }), seconds)
    })
    const gap = comparison.findings.find(({ kind }) => kind === 'partial' || kind === 'impossible')
    if (gap?.kind === 'impossible') return { error: gap.key, differences: 0, isPossible: false }
    await storeDifferences(deps, comparison)
    const differences = comparison.findings.filter(isDifference).length
    return { error: gap?.key ?? null, differences, isPossible: true }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { error: sanitizeLine(reason, 300), differences: 0, isPossible: true }
  }
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
