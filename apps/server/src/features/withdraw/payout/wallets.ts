import type { AdminWallet } from '@runnel/contract/payout'
import { PayoutProcessor } from '@runnel/contract/withdraw'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { AutomaticPayout, PayoutMethod, SignedPayout } from '#adapters/payout/payout.ts'
import { allMethods, hasRate, type Method } from '#features/withdraw/method.ts'
import { failingComparisons } from '#features/withdraw/owner/wallet-comparisons.ts'
import { later } from '#kernel/clock.ts'
import type { Read } from '#kernel/db.ts'
import { say, type Words } from '#kernel/words/say.ts'
import { asExecutor } from '#money/accounts.ts'
import { plainDecimal, scaled, type Units } from '#money/amount.ts'
import { countsToday } from './claim-payout.ts'
import { withTimeout, payoutOf, type PayoutDeps } from './payout-deps.ts'
import { sanitizeLine } from './sanitize-line.ts'

/** Asks each processor what it holds of each currency that it pays, and writes it down. */
export const pollWalletBalances = async (deps: PayoutDeps): Promise<Words> => {
  const [methods, owed] = await Promise.all([allMethods(deps.db.read), owedBy(deps.db.read)])
  const isOwed = ({ processor, currency }: Method): boolean =>
    owed.some((one) => one.processor === processor && one.currency === currency)
  // What is switched off is asked too while something of it is still to be paid: its halt would never be lifted.
  const asking = methods.filter((method) => method.enabled || isOwed(method)).toSorted(enabledLast)
  // Several methods may pay from one wallet.
  const wallets = new Map(asking.map((method) => [`${method.processor}:${method.currency}`, method]))
  let failed = 0
  let asked = 0
  for (const method of wallets.values()) {
    const payout = payoutOf(deps.payouts, method.processor)
    if (payout === undefined || payout.way === 'by-hand' || payout.holdings === undefined) continue
    asked += 1
    // One that cannot even be written down must not keep the others from being asked.
    const isTold = await pollWallet(deps, method, payout).catch((error: unknown) => {
      deps.log.error(
        { wallet: `${method.processor}:${method.currency}`, err: String(error) },
        'could not store the balance of a wallet',
      )
      return false
    })
    if (!isTold) failed += 1
  }
  return say('owner.job.walletsChecked', { checked: asked, failed })
}

/** Of several methods of one wallet the last one counts, which people can choose if there is any. */
export const enabledLast = (a: Method, b: Method): number => Number(a.enabled) - Number(b.enabled)

const pollWallet = async (
  deps: PayoutDeps,
  method: Method,
  payout: AutomaticPayout | SignedPayout,
): Promise<boolean> => {
  const { processor, currency } = method
  const began = deps.clock()
  try {
    for (const held of await walletBalancesOf(deps, method, payout)) {
      await write(deps, { processor, currency: held.currency, amount: held.amount, began })
    }
    await liftHalts(deps, { processor, currency, began })
    return true
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    await write(deps, { processor, currency, error: sanitizeLine(reason, 300), began })
    return false
  }
}

const walletBalancesOf = async (deps: PayoutDeps, method: Method, payout: AutomaticPayout | SignedPayout) => {
  const settings = deps.settings.current()
  const asked: PayoutMethod = method
  const closed = payout.closed(settings, asked)
  if (closed !== null) throw new Error(closed)
  return withTimeout(payout.holdings?.(settings, asked) ?? Promise.resolve([]))
}

interface Seen {
  readonly processor: string
  readonly currency: string
  readonly began: Date
  readonly amount?: string
  readonly error?: string
}

/** A failure keeps the last amount, with its own time beside it. */
const write = ({ db }: PayoutDeps, { processor, currency, began, amount, error }: Seen): Promise<unknown> => {
  const seen =
    amount === undefined
      ? { asked_at: began, error: error ?? null }
      : { asked_at: began, at: began, amount, error: null }
  return db.write((tx) =>
    tx
      .insertInto('payout_wallets')
      .values({ processor, currency, ...seen })
      .onConflict((row) => row.columns(['processor', 'currency']).doUpdateSet(seen))
      .execute(),
  )
}

/** A processor that answers rightly is used again, whatever had stopped it until the owner would help. */
const liftHalts = ({ db }: PayoutDeps, { processor, currency, began }: Seen): Promise<unknown> =>
  db.write((tx) =>
    tx
      .deleteFrom('payout_halts')
      .where('processor', '=', processor)
      .where('currency', 'in', ['', currency])
      .where('until', 'is', null)
      .where('at', '<=', began)
      .execute(),
  )

interface Owed {
  readonly processor: string
  readonly currency: string
  readonly owed: Units
  readonly owedCoins: string
  /** Of it, what is approved and not on its way yet. */
  readonly waiting: string
}

const owedBy = async (db: Read): Promise<Owed[]> => {
  const { rows } = await sql<Owed>`
    SELECT processor, currency, sum(amount - fee)::bigint AS owed, sum(receives)::text AS "owedCoins",
      coalesce(sum(receives) FILTER (WHERE status = 'approved'), 0)::text AS waiting
    FROM withdrawals WHERE status IN ('approved', 'sending') GROUP BY processor, currency`.execute(asExecutor(db))
  return rows
}

/** What each wallet has paid since midnight UTC, with what is on its way. */
const sentToday = async (db: Read, now: Date) => {
  const { rows } = await sql<{ processor: string; currency: string; coins: string }>`
    SELECT processor, currency, sum(receives)::text AS coins FROM withdrawals WHERE ${countsToday('withdrawals', now)}
    GROUP BY processor, currency`.execute(asExecutor(db))
  return rows
}

/** The lowest of the limits by which its methods pay. */
const dayMaxOf = (methods: readonly Method[]): string | null =>
  methods
    .flatMap(({ enabled, options: { dayMax } }) => (enabled && dayMax !== undefined ? [dayMax] : []))
    .toSorted((a, b) => (scaled(a) < scaled(b) ? -1 : 1))[0] ?? null

const haltsNow = (db: Read, now: Date, minSeconds: number) =>
  db
    .selectFrom('payout_halts')
    .select(['processor', 'currency', 'reason'])
    .where((is) => is.or([is('until', 'is', null), is('until', '>', now)]))
    .where(sql<boolean>`until IS NULL OR until - at >= make_interval(secs => ${minSeconds})`)
    .execute()

const STALE_SECONDS = 1_800

/** What each processor holds to pay with, and what it has to pay. Shorter halts than `haltSeconds` are left out. */
export const walletsOf = async (db: Read, now: Date, haltSeconds = 0): Promise<AdminWallet[]> => {
  const [wallets, owed, methods, halts, today, failing] = await Promise.all([
    db.selectFrom('payout_wallets').selectAll().execute(),
    owedBy(db),
    allMethods(db),
    haltsNow(db, now, haltSeconds),
    sentToday(db, now),
    failingComparisons(db),
  ])
  const rates = ratesOf(methods)
  const keys = [...wallets, ...owed, ...methods.filter(({ enabled }) => enabled)]
    .filter(({ processor }) => processor !== 'manual' && processor !== 'sandbox')
    .map(({ processor, currency }) => `${processor}:${currency}`)
  return [...new Set(keys)].sort().map((key) => {
    const isIt = (row: { processor: string; currency: string }) => `${row.processor}:${row.currency}` === key
    const [processor = '', currency = ''] = key.split(':')
    const wallet = wallets.find(isIt)
    const due = owed.find(isIt)
    const uncompared = failing.find(isIt)
    const balance = wallet?.amount ?? null
    const rate = rates.get(currency)
    const halt = halts.find((row) => row.processor === processor && (row.currency === '' || row.currency === currency))
    return {
      processor: z.parse(PayoutProcessor, processor),
      currency,
      balance: balance === null ? null : plainDecimal(balance),
      units: balance === null || rate === undefined ? null : unitsFor(balance, rate),
      owed: due?.owed ?? 0,
      owedCoins: plainDecimal(due?.owedCoins ?? '0'),
      todayCoins: plainDecimal(today.find(isIt)?.coins ?? '0'),
      dayMax: dayMaxOf(methods.filter(isIt)),
      at: wallet?.at?.toISOString() ?? null,
      error: wallet?.error ?? null,
      low: balance !== null && scaled(balance) < scaled(due?.waiting ?? '0'),
      stale: wallet?.at === null || wallet?.at === undefined || wallet.at < later(now, -STALE_SECONDS),
      halted: halt?.reason ?? null,
      uncompared:
        uncompared === undefined
          ? null
          : { since: (uncompared.comparedAt ?? uncompared.since).toISOString(), error: uncompared.error },
    }
  })
}

/**
 * What a coin of each currency covers: the lowest rate at which people can choose to be paid, so that a further method
 * with a higher one makes no wallet look fuller. A rate of methods that are switched off counts only where no other is,
 * and one that nobody is paid by yet counts nowhere.
 */
const ratesOf = (methods: readonly Method[]): ReadonlyMap<string, string> =>
  new Map(
    methods
      .filter(hasRate)
      .toSorted((a, b) => Number(a.enabled) - Number(b.enabled) || Number(scaled(b.rate) - scaled(a.rate)))
      .map(({ currency, rate }) => [currency, rate]),
  )

const unitsFor = (coins: string, rate: string): Units => {
  const units = (scaled(coins) * scaled(rate)) / 10n ** 36n
  return units > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(units)
}
