import type { Settings } from '@runnel/contract/settings/settings'
import { sql } from 'kysely'
import type { PostbackContext } from '#features/offerwall/postback/postback-context.ts'
import { notify } from '#features/user/user.ts'
import type { Tx } from '#kernel/db.ts'
import { assert } from '#kernel/refusal.ts'
import { userAccount } from '#money/accounts.ts'
import { portionUp, type Units } from '#money/amount.ts'
import { reward } from '#money/reward.ts'

interface PayOfferInput {
  /** The offer. */
  readonly id: string
  readonly userId: string
  readonly amount: Units
  readonly wall: string
  readonly offer: string
  /** What it is paid from: the site, or what the user already has and cannot spend. */
  readonly from: 'house' | 'held'
}

/**
 * What of the wall's money stays with the site of an offer of which so many units are paid now: what the wall told in
 * dollars, less the reward, the referrer's commission, and what was credited by hand before its postback came. Nothing
 * where the wall told no dollars.
 */
const revenueFor = async (
  tx: Tx,
  { id, amount, settings }: { id: string; amount: Units; settings: Settings },
): Promise<Units> => {
  const { rows } = await sql<{ whole: Units; revenue: Units; byHand: Units }>`
    SELECT o.amount AS whole, o.revenue, coalesce((SELECT sum(h.amount) FROM offers h
      WHERE h.wall_id = o.wall_id AND h.by_hand AND h.ref_id = o.tx_id), 0)::bigint AS "byHand"
    FROM offers o WHERE o.id = ${id}`.execute(tx)
  const [offer] = rows
  assert(offer !== undefined, `there is an offer ${id}`)
  const { whole, revenue, byHand } = offer
  const kept = revenue - byHand - whole - portionUp(whole, settings.referral_offerwall_commission)
  return kept <= 0 ? 0 : Number((BigInt(kept) * BigInt(amount)) / BigInt(whole))
}

/** Makes an offer's reward the user's own, with exp and all that a reward brings, once. */
export const payOffer = async (
  { tx, settings, now }: Pick<PostbackContext, 'tx' | 'settings' | 'now'>,
  { id, userId, amount, wall, offer, from }: PayOfferInput,
): Promise<void> => {
  const paid = await reward(
    tx,
    {
      userId,
      source: 'offerwall',
      ...(from === 'held' ? { debit: userAccount(userId, 'held') } : {}),
      amount,
      revenue: await revenueFor(tx, { id, amount, settings }),
      exp: settings.offerwall_exp,
      key: `offerwall:${id}`,
      ref: id,
      meta: { wall, offer },
    },
    now,
  )
  if (paid.level > paid.levelBefore) {
    await notify(tx, { userId, kind: 'level-up', values: { level: paid.level }, now })
  }
}
