import { CompiledQuery } from 'kysely'
import type { Tx } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import { assert } from '#kernel/refusal.ts'
import type { Units } from '#money/amount.ts'
import type { SharedTerms } from '#money/loop.ts'

/** A view of an ad that its viewer says is over. */
export interface EndedView {
  readonly ticket: string
  readonly userId: string
  readonly campaignId: string
  readonly exp: number
  /** What the way through the network may have cost of the time that was counted. */
  readonly slackMs: number
  /** What of the price the viewer's referrer may get. */
  readonly shared: Omit<SharedTerms, 'cost'>
}

export interface PaidView {
  readonly outcome: 'paid'
  readonly reward: Units
  readonly balance: Units
  readonly level: number
  readonly levelBefore: number
  /** Views of the campaign that are still to be sold. */
  readonly viewsLeft: number
  readonly owner: string
  /** From when on the same person may be paid for this ad again. */
  readonly availableAt: Date
}

/** A view that is not paid, and why; `wait` tells how many seconds are missing from one that is too early. */
export type UnpaidView =
  | { readonly outcome: 'early'; readonly wait: number }
  | { readonly outcome: 'no-ticket' | 'used' | 'expired' | 'paused' | 'sold-out' | 'claimed' }

/** The columns of `ptc_verify` (migration 0006); all but the outcome are null where nothing was paid. */
type VerifyRow =
  | (PaidRow & { outcome: 'paid' })
  | { outcome: 'early'; wait: number }
  | { outcome: 'no-ticket' | 'used' | 'expired' | 'paused' | 'sold-out' | 'claimed' }

interface PaidRow {
  reward: Units
  balance: Units
  level: number
  level_before: number
  views_left: number
  owner: string
  available_at: Date
}

/** One trip; also what the benchmark gives to pgbench. */
export const VERIFY_SQL = 'SELECT * FROM ptc_verify($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)'

/** Ends a view: takes it from its campaign and pays the viewer out of the escrow, or tells why not. */
export const payView = async (tx: Tx, view: EndedView, now: Date): Promise<PaidView | UnpaidView> => {
  const { ticket, userId, campaignId, exp, slackMs, shared } = view
  const values = [ticket, userId, campaignId, exp, slackMs, newId(), newId(), now, shared.basisPoints, shared.bonus]
  const { rows } = await tx.executeQuery<VerifyRow>(CompiledQuery.raw(VERIFY_SQL, values))
  const [row] = rows
  assert(row !== undefined, 'the end of a view has an outcome')
  if (row.outcome === 'early') return { outcome: 'early', wait: row.wait }
  if (row.outcome !== 'paid') return { outcome: row.outcome }
  return {
    outcome: 'paid',
    reward: row.reward,
    balance: row.balance,
    level: row.level,
    levelBefore: row.level_before,
    viewsLeft: row.views_left,
    owner: row.owner,
    availableAt: row.available_at,
  }
}
