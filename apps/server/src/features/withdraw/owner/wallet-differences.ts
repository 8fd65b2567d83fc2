import type { WalletDifference as DifferenceView } from '@runnel/contract/payout'
import { PayoutProcessor } from '@runnel/contract/withdraw'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { WalletBooks, WalletDifference, WalletFinding } from '#adapters/payout/wallet-books.ts'
import type { Method } from '#features/withdraw/method.ts'
import type { PayoutDeps } from '#features/withdraw/payout/payout-deps.ts'
import { audit, byCaller } from '#kernel/audit.ts'
import { later } from '#kernel/clock.ts'
import type { WriteContext } from '#kernel/context.ts'
import type { Read, Tx } from '#kernel/db.ts'
import { refuse } from '#kernel/refusal.ts'
import { say } from '#kernel/words/say.ts'

/** How long one that somebody looked into stays listed once it is too old to be compared. */
const KEPT_SECONDS = 90 * 86_400

interface Comparison {
  readonly wallet: Pick<Method, 'processor' | 'currency'>
  readonly books: WalletBooks
  readonly findings: readonly WalletFinding[]
}

export const isDifference = (finding: WalletFinding): finding is WalletDifference =>
  finding.kind === 'unbooked' || finding.kind === 'missing'

/** Names a difference of a wallet. */
export const nameOf = ({ kind, key }: { readonly kind: string; readonly key: string }): string => `${kind} ${key}`

/** The names of the differences of a wallet that are stored. */
export const storedNames = async (db: Read, { processor, currency }: Comparison['wallet']): Promise<Set<string>> => {
  const rows = await db
    .selectFrom('wallet_differences')
    .select(['kind', 'key'])
    .where('processor', '=', processor)
    .where('currency', '=', currency)
    .execute()
  return new Set(rows.map(nameOf))
}

/**
 * What was found once is kept until the books explain it, or an admin dismissed it and time went by: the lists of
 * wallets end somewhere, and what is no longer in them has left all the same. One that is the same as before keeps when
 * it was found and who dismissed it; one that changed is a new one.
 */
export const storeDifferences = ({ db, clock }: PayoutDeps, comparison: Comparison): Promise<void> =>
  db.write(async (tx) => {
    const now = clock()
    const { processor, currency } = comparison.wallet
    await removeSettled(tx, comparison, now)
    for (const { kind, key, withdrawalId, txId, address, amount, at } of comparison.findings.filter(isDifference)) {
      await sql`
        INSERT INTO wallet_differences
          (processor, currency, kind, key, withdrawal_id, tx_id, address, amount, at, found_at)
        VALUES (${processor}, ${currency}, ${kind}, ${key}, ${withdrawalId}, ${txId}, ${address}, ${amount}, ${at},
          ${now})
        ON CONFLICT (processor, currency, kind, key) DO UPDATE SET
          withdrawal_id = excluded.withdrawal_id, tx_id = excluded.tx_id, address = excluded.address,
          amount = excluded.amount, at = excluded.at, found_at = excluded.found_at,
          dismissed_at = NULL, dismissed_by = NULL, note = NULL
        WHERE (wallet_differences.withdrawal_id, wallet_differences.tx_id, wallet_differences.address,
            wallet_differences.amount)
          IS DISTINCT FROM (excluded.withdrawal_id, excluded.tx_id, excluded.address, excluded.amount)`.execute(tx)
    }
  })

const removeSettled = async (tx: Tx, { wallet, books, findings }: Comparison, now: Date): Promise<void> => {
  const still = new Set(findings.filter(isDifference).map(nameOf))
  const isExplained = explanation(books, findings)
  const rows = await tx
    .selectFrom('wallet_differences')
    .select(['id', 'kind', 'key', 'tx_id as txId', 'dismissed_at as dismissedAt'])
    .where('processor', '=', wallet.processor)
    .where('currency', '=', wallet.currency)
    .execute()
  const isOld = (dismissedAt: Date | null): boolean => dismissedAt !== null && dismissedAt < later(now, -KEPT_SECONDS)
  const settled = rows.filter((row) => !still.has(nameOf(row)) && (isExplained(row) || isOld(row.dismissedAt)))
  if (settled.length === 0) return
  const ids = settled.map(({ id }) => id)
  await tx.deleteFrom('wallet_differences').where('id', 'in', ids).execute()
}

interface Found {
  readonly kind: 'unbooked' | 'missing'
  readonly key: string
  readonly txId: string | null
}

/** Tells which differences of before the books and the wallet agree on by now. */
const explanation = (books: WalletBooks, findings: readonly WalletFinding[]): ((found: Found) => boolean) => {
  const keysOf = (kind: WalletFinding['kind']) => findings.filter((one) => one.kind === kind).map(({ key }) => key)
  const explained = new Set(keysOf('explained'))
  const unseen = new Set(keysOf('unseen'))
  // Each of these was looked for.
  const seen = new Set(books.payouts.flatMap(({ isPaid, withdrawalId: id }) => (isPaid && !unseen.has(id) ? [id] : [])))
  return ({ kind, key, txId }) =>
    kind === 'missing' ? seen.has(key) : explained.has(key) || (txId !== null && books.txIds.has(txId))
}

/** What differs: what nobody looked into first, and then the newest. */
export const walletDifferences = async (db: Read): Promise<DifferenceView[]> => {
  const rows = await db
    .selectFrom('wallet_differences')
    .leftJoin('users', 'users.id', 'wallet_differences.dismissed_by')
    .selectAll('wallet_differences')
    .select('users.username')
    .orderBy(sql`dismissed_at IS NOT NULL`)
    .orderBy('found_at', 'desc')
    .orderBy('key')
    .execute()
  return rows.map((row) => ({
    _id: row.id,
    processor: z.parse(PayoutProcessor, row.processor),
    currency: row.currency,
    kind: row.kind,
    withdrawalId: row.withdrawal_id,
    txId: row.tx_id,
    address: row.address,
    amount: row.amount,
    at: row.at?.toISOString() ?? null,
    foundAt: row.found_at.toISOString(),
    dismissed:
      row.dismissed_at === null ? null : { at: row.dismissed_at.toISOString(), by: row.username, note: row.note ?? '' },
  }))
}

/** Wallets with differences that nobody has looked into, with when the newest was found. */
export const openDifferences = async (db: Read) => {
  const rows = await db
    .selectFrom('wallet_differences')
    .select(['processor', 'currency', sql<number>`count(*)`.as('count'), sql<Date>`max(found_at)`.as('newest')])
    .where('dismissed_at', 'is', null)
    .groupBy(['processor', 'currency'])
    .orderBy('processor')
    .orderBy('currency')
    .execute()
  return rows.map(({ processor, currency, count, newest }) => {
    const name = say('owner.withdraw.by', { currency, processor })
    return { processor, currency, newest, sentence: say('owner.withdraw.walletLedgerDisagree', { name, count }) }
  })
}

interface Dismissal {
  readonly id: string
  readonly note: string
  readonly foundAt: string
}

type DismissContext = Pick<WriteContext, 'tx' | 'now'> & Parameters<typeof byCaller>[0]

/** Notes what an admin found out about a difference, as they read it. */
export const dismissDifference = async (context: DismissContext, { id, note, foundAt }: Dismissal): Promise<void> => {
  const { tx, now } = context
  const deed = byCaller(context)
  const known = await lockDifference(tx, id)
  if (known.dismissed_at !== null) {
    refuse('conflict', 'ALREADY_DISMISSED', say('owner.withdraw.differenceAlreadyDismissed'))
  }
  if (known.found_at.toISOString() !== new Date(foundAt).toISOString()) {
    refuse('conflict', 'DIFFERENCE_CHANGED', say('owner.withdraw.differenceChangedReloadPage'))
  }
  const set = { dismissed_at: now, dismissed_by: deed.actor, note }
  await tx.updateTable('wallet_differences').set(set).where('id', '=', id).execute()
  const { processor, currency, kind, key, amount } = known
  const before = { processor, currency, kind, key, amount }
  await audit(tx, {
    ...deed,
    action: 'wallet-difference.dismiss',
    target: id,
    before,
    after: { note },
  })
}

const lockDifference = async (tx: Tx, id: string) => {
  const row = await tx.selectFrom('wallet_differences').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  return row ?? refuse('notFound', 'NOT_FOUND', say('owner.withdraw.differenceFoundMayResolved'))
}
