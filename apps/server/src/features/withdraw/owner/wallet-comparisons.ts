import { sql } from 'kysely'
import type { Method } from '#features/withdraw/method.ts'
import type { PayoutDeps } from '#features/withdraw/payout/payout-deps.ts'
import { later } from '#kernel/clock.ts'
import type { Read } from '#kernel/db.ts'
import { say } from '#kernel/words/say.ts'

/** Wallets are compared every hour: the next run makes up for one that failed. */
const LATE_SECONDS = 86_400

type Wallet = Pick<Method, 'processor' | 'currency'>

/** Keeps how the comparison of a wallet went; `error`: why not all of it was compared. */
export const storeComparison = (
  { db, clock }: Pick<PayoutDeps, 'db' | 'clock'>,
  { processor, currency }: Wallet,
  error: string | null,
): Promise<unknown> => {
  const set =
    error === null
      ? { compared_at: clock(), failing_since: null, error }
      : { failing_since: sql<Date>`coalesce(wallet_comparisons.failing_since, ${clock()})`, error }
  const values = error === null ? set : { failing_since: clock(), error }
  return db.write((tx) =>
    tx
      .insertInto('wallet_comparisons')
      .values({ processor, currency, ...values })
      .onConflict((row) => row.columns(['processor', 'currency']).doUpdateSet(set))
      .execute(),
  )
}

/** Whether a run has compared the whole wallet since then. */
export const wasCompared = async (
  db: Read,
  { wallet: { processor, currency }, since }: { wallet: Wallet; since: Date },
): Promise<boolean> => {
  const row = await db
    .selectFrom('wallet_comparisons')
    .select('compared_at')
    .where('processor', '=', processor)
    .where('currency', '=', currency)
    .where('compared_at', '>=', since)
    .executeTakeFirst()
  return row !== undefined
}

/** Forgets wallets that are no longer compared, so that nobody is alerted of them. */
export const forgetOtherComparisons = (
  { db }: Pick<PayoutDeps, 'db'>,
  wallets: readonly Wallet[],
): Promise<unknown> => {
  const processors = wallets.map(({ processor }) => processor)
  const currencies = wallets.map(({ currency }) => currency)
  return db.write((tx) =>
    sql`DELETE FROM wallet_comparisons WHERE (processor, currency) NOT IN
      (SELECT * FROM unnest(${processors}::text[], ${currencies}::text[]))`.execute(tx),
  )
}

/** Wallets whose comparison fails: since when, and why the last one did. */
export const failingComparisons = async (db: Read) => {
  const rows = await db
    .selectFrom('wallet_comparisons')
    .selectAll()
    .where('failing_since', 'is not', null)
    .orderBy('processor')
    .orderBy('currency')
    .execute()
  return rows.flatMap(({ processor, currency, failing_since: since, error, compared_at: comparedAt }) =>
    since === null || error === null ? [] : [{ processor, currency, since, error, comparedAt }],
  )
}

/** Wallets that no run has compared for a day. */
export const lateComparisons = async (db: Read, now: Date) => {
  const failing = await failingComparisons(db)
  return failing
    .filter(({ since }) => since <= later(now, -LATE_SECONDS))
    .map(({ processor, currency, since, error }) => {
      const name = say('owner.withdraw.by', { currency, processor })
      return { processor, currency, since, sentence: say('owner.withdraw.walletNotCompared', { name, error }) }
    })
}
