import type { CampaignStatus } from '@runnel/contract/advertise'
import { isLocked } from '#kernel/account-lock.ts'
import type { Tx } from '#kernel/db.ts'
import { assert } from '#kernel/refusal.ts'
import { say } from '#kernel/words/say.ts'
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
  /** Units that went on to the owner, because the campaign is over; 0 where the view can be sold again. */
  readonly refunded: Units
}

/**
 * Takes a view back whose price is in the escrow again: it is for sale once more, a completed campaign runs again
 * unless its owner is locked or left, and one that is over passes the money on to its owner. Who calls this holds the
 * rows of the owner and of the campaign (`lockCampaignRow`) since before the money moved: the lock order is user,
 * campaign, accounts, and a lock of the owner either comes before this or finds the campaign that runs again.
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
  const next = held.status === 'completed' ? await nextOf(tx, held.user_id, now) : undefined
  if (over.includes(held.status) || next === 'nobody') {
    return { ...told, status: held.status, refunded: await refundRest(tx, { campaign, reason, now }) }
  }
  if (next === undefined) return { ...told, status: held.status, refunded: 0 }
  const { status } = await transitionCampaign(tx, { campaign, ...next, by: 'machine', now })
  return { ...told, status, refunded: 0 }
}

/** A campaign runs again only for an owner who can answer for it: see `banSuspects`, and what deleting refuses. */
const nextOf = async (tx: Tx, ownerId: string, now: Date) => {
  const owner = await tx
    .selectFrom('users')
    .select(['deleted_at as deletedAt', 'locked_at as lockedAt', 'locked_until as lockedUntil', 'lock_reason as why'])
    .where('id', '=', ownerId)
    .executeTakeFirstOrThrow()
  if (owner.deletedAt !== null) return 'nobody'
  if (!isLocked(owner, now)) return { to: 'active' } as const
  // Where the lock ends by itself, its owner resumes it then.
  const isForGood = owner.lockedUntil === null
  const reason = isForGood ? say('suspect.accountLocked', { reason: owner.why ?? '' }) : null
  return { to: 'paused', set: { reason, paused_by_staff: isForGood } } as const
}
