import type { PostbackContext } from '#features/offerwall/postback/postback-context.ts'
import { newId } from '#kernel/id.ts'
import { callIn } from '#kernel/postgres/statements.ts'
import { userAccount } from '#money/accounts.ts'
import type { Units } from '#money/amount.ts'
import { refuseInsufficientBalance } from '#money/ledger.ts'

interface PayHeldInput {
  /** The offer. */
  readonly id: string
  readonly userId: string
  readonly amount: Units
  readonly wall: string
}

/** Makes the reward of an offer that was held the user's own, with exp and all that a reward brings, once. */
export const payHeld = async (
  { tx, settings, now }: Pick<PostbackContext, 'tx' | 'settings' | 'now'>,
  { id, userId, amount, wall }: PayHeldInput,
): Promise<void> => {
  const { referral_offerwall_commission: commission, offerwall_exp: exp } = settings
  const args = [newId(), newId(), id, userAccount(userId, 'held'), amount, wall, commission, exp, now]
  await callIn(tx, { name: 'offer_pay', args }).catch(refuseInsufficientBalance)
}
