import { t } from '@lingui/core/macro'
import type { WithdrawMethod } from '@runnel/contract/withdraw'
import { TextInput } from '#ui/form/TextInput.tsx'

interface CommentProps {
  method: WithdrawMethod
  /** What stands in the form, with the comment in it. */
  address: string
  onAddress: (address: string) => void
}

/** The comment by which an exchange knows its user. It is part of the address, as in the links of wallets. */
export const Comment = ({ method, address, onAddress }: CommentProps) =>
  takesComment(method) &&
  address.trim() !== '' && (
    <TextInput
      label={t({ id: 'withdraw.comment', message: 'Comment (memo)' })}
      optional
      hint={t({
        id: 'withdraw.comment.hint',
        message: 'Exchanges require it: without it, the deposit is lost. Leave empty for your own wallet.',
      })}
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      maxLength={60}
      value={commentOf(address)}
      onValue={(comment) => onAddress(withComment(address, comment))}
    />
  )

/** Whether a payment may carry a comment, which exchanges on TON ask for. */
const takesComment = ({ currency, processor }: Pick<WithdrawMethod, 'currency' | 'processor'>): boolean =>
  processor !== 'faucetpay' && (currency === 'TON' || currency === 'USDT-TON')

/** The comment of `address?text=comment`; empty without one. */
const commentOf = (address: string): string => {
  const at = address.indexOf('?')
  return at < 0 ? '' : (new URLSearchParams(address.slice(at)).get('text') ?? '')
}

/** The same address with another comment, or none. */
const withComment = (address: string, comment: string): string => {
  const [place = ''] = address.split('?')
  return comment === '' ? place : `${place}?text=${encodeURIComponent(comment)}`
}
