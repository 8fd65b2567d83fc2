import { t } from '@lingui/core/macro'
import type { StatementLine } from '#features/user/user.ts'

export { DebtNote } from './DebtNote.tsx'

/** What a movement was, in a few words; money that did not move on the main balance says so. */
export const movementName = ({ kind, account }: Pick<StatementLine, 'kind' | 'account'>): string => {
  const name = kindName(kind)
  if (account === 'held') return t({ id: 'movement.held', message: `${name} (on hold)` })
  if (account === 'deposit') return t({ id: 'movement.deposit', message: `${name} (deposit balance)` })
  return name
}

export const kindName = (kind: StatementLine['kind']): string => {
  switch (kind) {
    case 'faucet':
      return t({ id: 'movement.faucet', message: 'Faucet claim' })
    case 'link':
      return t({ id: 'movement.link', message: 'Shortlink reward' })
    case 'bonus':
    case 'challenge':
    case 'coupon':
    case 'referral':
    case 'leaderboard':
      return giftName(kind)
    case 'offerwall':
      return t({ id: 'movement.offerwall', message: 'Offer reward' })
    case 'offerwall-hold':
      return t({ id: 'movement.offerwallHold', message: 'Offer reward (on hold)' })
    case 'offerwall-charge-back':
      return t({ id: 'movement.offerwallChargeBack', message: 'Offer chargeback' })
    case 'withdraw-request':
      return t({ id: 'movement.withdrawRequest', message: 'Withdrawal requested' })
    case 'withdraw-refund':
      return t({ id: 'movement.withdrawRefund', message: 'Withdrawal refunded' })
    case 'withdraw-paid':
      return t({ id: 'movement.withdrawPaid', message: 'Withdrawal paid' })
    case 'withdraw-fee':
      return t({ id: 'movement.withdrawFee', message: 'Withdrawal fee' })
    case 'adjustment':
    case 'release':
    case 'import':
    case 'reversal':
    case 'waived':
    case 'debt-cover':
    case 'debt-repay':
      return correctionName(kind)
    case 'task':
    case 'task-fee':
    case 'task-fund':
    case 'task-hold':
    case 'task-refund':
    case 'task-undo':
      return workName(kind)
    default:
      return advertisingName(kind)
  }
}

const workName = (kind: Work): string => {
  switch (kind) {
    case 'task':
      return t({ id: 'movement.task', message: 'Task reward' })
    case 'task-hold':
      return t({ id: 'movement.taskHold', message: 'Task reward (on hold)' })
    case 'task-fee':
      return t({ id: 'movement.taskFee', message: 'Task fee' })
    case 'task-fund':
      return t({ id: 'movement.taskFund', message: 'Task funded' })
    case 'task-refund':
      return t({ id: 'movement.taskRefund', message: 'Task refund' })
    case 'task-undo':
      return t({ id: 'movement.taskUndo', message: 'Task approval reversed' })
  }
}

type Correction = Extract<
  StatementLine['kind'],
  'adjustment' | 'release' | 'import' | 'reversal' | 'waived' | `debt-${string}`
>

const correctionName = (kind: Correction): string => {
  switch (kind) {
    case 'adjustment':
      return t({ id: 'movement.adjustment', message: 'Balance adjustment' })
    case 'release':
      return t({ id: 'movement.release', message: 'Withheld rewards released' })
    case 'import':
      return t({ id: 'movement.import', message: 'Imported balance' })
    case 'reversal':
      return t({ id: 'movement.reversal', message: 'Transaction reversed' })
    case 'waived':
      return t({ id: 'movement.waived', message: 'Balance given up (account deleted)' })
    case 'debt-cover':
      return t({ id: 'movement.debtCover', message: 'Debt for reversed rewards' })
    case 'debt-repay':
      return t({ id: 'movement.debtRepay', message: 'Debt repayment' })
  }
}

type Gift = Extract<StatementLine['kind'], 'bonus' | 'challenge' | 'coupon' | 'referral' | 'leaderboard'>

const giftName = (kind: Gift): string => {
  switch (kind) {
    case 'bonus':
      return t({ id: 'movement.bonus', message: 'Daily bonus' })
    case 'challenge':
      return t({ id: 'movement.challenge', message: 'Challenge reward' })
    case 'coupon':
      return t({ id: 'movement.coupon', message: 'Coupon redeemed' })
    case 'referral':
      return t({ id: 'movement.referral', message: 'Referral commission' })
    case 'leaderboard':
      return t({ id: 'movement.leaderboard', message: 'Leaderboard prize' })
  }
}

type AdvertisingKind = Exclude<
  StatementLine['kind'],
  Correction | Gift | Work | 'faucet' | `offerwall${string}` | 'link' | `withdraw-${string}`
>
type Work = Extract<StatementLine['kind'], 'task' | `task-${string}`>

const advertisingName = (kind: AdvertisingKind): string => {
  switch (kind) {
    case 'deposit':
      return t({ id: 'movement.paidIn', message: 'Deposit' })
    case 'deposit-fee':
      return t({ id: 'movement.depositFee', message: 'Deposit fee' })
    case 'exchange':
      return t({ id: 'movement.exchange', message: 'Exchange' })
    case 'exchange-bonus':
      return t({ id: 'movement.exchangeBonus', message: 'Exchange bonus' })
    case 'campaign-fund':
      return t({ id: 'movement.campaignFund', message: 'Campaign funded' })
    case 'campaign-refund':
      return t({ id: 'movement.campaignRefund', message: 'Campaign refund' })
    case 'ptc':
      return t({ id: 'movement.ptc', message: 'Ad reward' })
    case 'ptc-fee':
      return t({ id: 'movement.ptcFee', message: 'Ad view fee' })
    case 'ptc-return':
      return t({ id: 'movement.ptcReturn', message: 'Ad reward reversed' })
    case 'ptc-fee-return':
      return t({ id: 'movement.ptcFeeReturn', message: 'Ad view fee refund' })
  }
}
