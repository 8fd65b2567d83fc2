import { t } from '@lingui/core/macro'
import type { WithdrawMethod } from '@runnel/contract/withdraw'
import { TextInput } from '#ui/form/TextInput.tsx'
import { commentOf, takesComment, withComment } from './comment.ts'

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
