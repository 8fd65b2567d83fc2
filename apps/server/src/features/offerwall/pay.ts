import type { PostbackContext } from '#features/offerwall/postback/postback-context.ts'
import { newId } from '#kernel/id.ts'
import { callIn } from '#kernel/postgres/statements.ts'
import type { Units } from '#money/amount.ts'
import { refuseInsufficientBalance } from '#money/ledger.ts'

interface PayHeldInput {
  /** The offer. */
  readonly id: string
  readonly amount: Units
}

/** Makes the reward of an offer that was held the user's own, with exp and all that a reward brings, once. */
export const payHeld = async (
  { tx, settings, now }: Pick<PostbackContext, 'tx' | 'settings' | 'now'>,
  { id, amount }: PayHeldInput,
): Promise<void> => {
  const { referral_offerwall_commission: commission, offerwall_exp: exp } = settings
  const args = [newId(), newId(), id, amount, commission, exp, now]
  await callIn(tx, { name: 'offer_pay_held', args }).catch(refuseInsufficientBalance)
}
