import type { CampaignStatus } from '@runnel/contract/advertise'
import type { Tx } from '#kernel/db.ts'
import { assert } from '#kernel/refusal.ts'
import type { Units } from '#money/amount.ts'
import { refundRest } from './escrow.ts'
import { changeCampaign, lockCampaignRow, transitionCampaign } from './row-locks.ts'
import { over } from './status.ts'

/** What became of a view that came back. */
export interface Reopened {
  readonly ownerId: string
  readonly title: string
  /** The campaign's status afterwards. */
  readonly status: CampaignStatus
  /** Units that went on to the owner, because the campaign is over; 0 where the view is for sale again. */
  readonly refunded: Units
}

/**
 * Takes a view back whose price is in the escrow again: it is for sale once more, a completed campaign runs again, and
 * one that is over passes the money on to its owner. Who calls this holds the campaign's row (`lockCampaignRow`) since
 * before the money moved, because the lock order is campaign, then accounts.
 */
export const reopenView = async (
  tx: Tx,
  { campaignId, price, reason, now }: { campaignId: string; price: Units; reason: string; now: Date },
): Promise<Reopened> => {
  const held = await lockCampaignRow(tx, campaignId)
  assert(held !== undefined, `there is a campaign ${campaignId}`)
  assert(held.price === price, 'a view comes back at the price that it was sold for')
  // Also where the campaign is over: its views_left then tell what was never delivered.
  const campaign = await changeCampaign(tx, held, { views_left: held.views_left + 1, updated_at: now })
  const told = { ownerId: held.user_id, title: held.title }
  if (over.includes(held.status)) {
    return { ...told, status: held.status, refunded: await refundRest(tx, { campaign, reason, now }) }
  }
  if (held.status !== 'completed') return { ...told, status: held.status, refunded: 0 }
  const { status } = await transitionCampaign(tx, { campaign, to: 'active', by: 'machine', now })
  return { ...told, status, refunded: 0 }
}
