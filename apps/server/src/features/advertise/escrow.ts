import type { Tx } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import { assert, refuse } from '#kernel/refusal.ts'
import { money, say } from '#kernel/words/say.ts'
import { balancesOf, escrowAccount, escrowsOf, userAccount } from '#money/accounts.ts'
import type { Units } from '#money/amount.ts'
import { debtNote } from '#money/claw-back.ts'
import { countRefunds } from '#money/escrow.ts'
import { post } from '#money/ledger.ts'
import type { LockedCampaign } from './row-locks.ts'

interface Purchase {
  readonly campaignId: string
  readonly ownerId: string
  readonly cost: Units
  readonly currency: string
  readonly now: Date
}

/** Moves the price of views from the owner's deposit balance into the campaign's escrow. Returns what is left. */
export const fund = async (tx: Tx, { campaignId, ownerId, cost, currency, now }: Purchase): Promise<Units> => {
  const { deposit, debt } = await balancesOf(tx, ownerId)
  if (debt > 0) refuse('conflict', 'IN_DEBT', debtNote(debt, currency))
  if (deposit < cost) {
    const [needed, held] = [money(cost, currency), money(deposit, currency)]
    refuse('conflict', 'INSUFFICIENT_BALANCE', say('advertise.costsButDepositBalance', { needed, held }))
  }
  const { debitBalance } = await post(
    tx,
    [
      {
        kind: 'campaign-fund',
        debit: userAccount(ownerId, 'deposit'),
        credit: escrowAccount(campaignId),
        amount: cost,
        key: `campaign-fund:${newId()}`,
        ref: campaignId,
      },
    ],
    now,
  )
  assert(debitBalance !== null, 'a deposit balance is kept')
  return debitBalance
}

/**
 * Gives everything that is in the escrow back to the owner, and returns how much that was. The caller holds the
 * campaign's row, so that two who want it meet there and the second finds nothing.
 */
export const refundRest = async (
  tx: Tx,
  { campaign, reason, now }: { campaign: LockedCampaign; reason: string | null; now: Date },
): Promise<Units> => {
  const { id, user_id: ownerId } = campaign
  const amount = (await escrowsOf(tx, [id])).get(id) ?? 0
  if (amount === 0) return 0
  const times = (await countRefunds(tx, { campaignId: id, ownerId })) + 1
  await post(
    tx,
    [
      {
        kind: 'campaign-refund',
        debit: escrowAccount(id),
        credit: userAccount(ownerId, 'deposit'),
        amount,
        key: `campaign-refund:${id}:${times}`,
        ref: id,
        ...(reason === null ? {} : { meta: { reason } }),
      },
    ],
    now,
  )
  return amount
}
