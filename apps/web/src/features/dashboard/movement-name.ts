import { t } from '@lingui/core/macro'
import type { Line } from './dashboard.ts'

/** What a movement was, in a few words; money that did not move on the main balance says so. */
export function movementName({ kind, account }: Pick<Line, 'kind' | 'account'>): string {
  const name = nameOf(kind)
  if (account === 'held') return t({ id: 'movement.held', message: `${name} (on hold)` })
  if (account === 'deposit') return t({ id: 'movement.deposit', message: `${name} (deposit balance)` })
  return name
}

function nameOf(kind: Line['kind']): string {
  switch (kind) {
    case 'faucet':
      return t({ id: 'movement.faucet', message: 'Faucet claim' })
    case 'withdraw-request':
      return t({ id: 'movement.withdrawRequest', message: 'Withdrawal' })
    case 'withdraw-refund':
      return t({ id: 'movement.withdrawRefund', message: 'Withdrawal returned' })
    case 'withdraw-paid':
      return t({ id: 'movement.withdrawPaid', message: 'Withdrawal paid' })
    case 'withdraw-fee':
      return t({ id: 'movement.withdrawFee', message: 'Withdrawal fee' })
    case 'adjustment':
      return t({ id: 'movement.adjustment', message: 'Correction by the site' })
    case 'reversal':
      return t({ id: 'movement.reversal', message: 'Movement undone' })
  }
}
