import type { WalletDifference as DifferenceView } from '@runnel/contract/payout'
import { PayoutProcessor } from '@runnel/contract/withdraw'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { WalletDifference } from '#adapters/payout/wallet-books.ts'
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

interface Compared extends Pick<Method, 'processor' | 'currency'> {
  /** How far back the comparison looked. */
  readonly since: Date
}

/**
 * The last comparison of a wallet takes the place of the one before, except for what is older than it looked back: of
 * that it says nothing. One that is the same as before keeps when it was found and who dismissed it; one that changed
 * is a new one.
 */
export const storeDifferences = (
  { db, clock }: PayoutDeps,
  { processor, currency, since }: Compared,
  differences: readonly WalletDifference[],
): Promise<void> =>
  db.write(async (tx) => {
    const now = clock()
    const keys = differences.map(({ kind, key }) => `${kind} ${key}`)
    await sql`DELETE FROM wallet_differences WHERE processor = ${processor} AND currency = ${currency}
      AND NOT (kind || ' ' || key = ANY (${keys}::text[]))
      AND (coalesce(at, found_at) >= ${since} OR dismissed_at < ${later(now, -KEPT_SECONDS)})`.execute(tx)
    for (const { kind, key, withdrawalId, txId, address, amount, at } of differences) {
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

/** What differed at the last comparison: what nobody looked into first, and then the newest. */
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
