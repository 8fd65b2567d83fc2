import type { PostbackContext } from '#features/offerwall/postback/postback-context.ts'
import { notify } from '#features/user/user.ts'
import { userAccount } from '#money/accounts.ts'
import type { Units } from '#money/amount.ts'
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
