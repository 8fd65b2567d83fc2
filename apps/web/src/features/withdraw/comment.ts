import type { WithdrawMethod } from '@runnel/contract/withdraw'

/** Whether a payment may carry a comment, which exchanges on TON ask for. */
export const takesComment = ({ currency, processor }: Pick<WithdrawMethod, 'currency' | 'processor'>): boolean =>
  processor !== 'faucetpay' && (currency === 'TON' || currency === 'USDT-TON')

/** The comment of `address?text=comment`; empty without one. */
export const commentOf = (address: string): string => {
  const at = address.indexOf('?')
  return at < 0 ? '' : (new URLSearchParams(address.slice(at)).get('text') ?? '')
}

/** The same address with another comment, or none. */
export const withComment = (address: string, comment: string): string => {
  const [place = ''] = address.split('?')
  return comment === '' ? place : `${place}?text=${encodeURIComponent(comment)}`
}
