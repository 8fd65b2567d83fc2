import { sql } from 'kysely'
import type { Read } from '#kernel/db.ts'
import { asExecutor, escrowAccount, userAccount } from '#money/accounts.ts'

interface Owned {
  readonly campaignId: string
  readonly ownerId: string
}

/** A movement of an escrow that is not the sale of a view. A view that came back is one, however many legs it took. */
export interface EscrowMovement {
  readonly id: string
  readonly kind: 'campaign-fund' | 'campaign-refund' | 'ptc-return'
  /** Positive: into the escrow. */
  readonly amount: number
  readonly ref: string | null
  readonly reason: string | null
  readonly at: Date
}

/**
 * The newest movements of a campaign's escrow. Refunds are looked for at the owner's account, where they are few,
 * and not among all the views that the escrow has paid.
 */
export const escrowMovements = async (
  db: Read,
  { campaignId, ownerId, limit }: Owned & { limit: number },
): Promise<EscrowMovement[]> => {
  const escrow = escrowAccount(campaignId)
  const { rows } = await sql<EscrowMovement>`
    SELECT id, kind, amount, ref, meta ->> 'reason' AS reason, at FROM transfers
      WHERE credit = ${escrow} AND credit_after IS NOT NULL AND kind = 'campaign-fund'
    UNION ALL SELECT id, kind, -amount, ref, meta ->> 'reason', at FROM transfers
      WHERE credit = ${userAccount(ownerId, 'deposit')} AND credit_after IS NOT NULL
        AND debit = ${escrow} AND kind = 'campaign-refund'
    UNION ALL SELECT min(id::text)::uuid, 'ptc-return', sum(amount)::bigint, ref, min(meta ->> 'reason'), min(at)
      FROM transfers
      WHERE credit = ${escrow} AND credit_after IS NOT NULL AND kind IN ('ptc-return', 'ptc-fee-return', 'debt-cover')
      GROUP BY ref
    ORDER BY id DESC LIMIT ${limit}`.execute(asExecutor(db))
  return rows
}

/** How often this campaign was refunded. */
export const countRefunds = async (db: Read, { campaignId, ownerId }: Owned): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM transfers
    WHERE credit = ${userAccount(ownerId, 'deposit')} AND credit_after IS NOT NULL
      AND debit = ${escrowAccount(campaignId)} AND kind = 'campaign-refund'`.execute(asExecutor(db))
  return rows[0]?.count ?? 0
}
