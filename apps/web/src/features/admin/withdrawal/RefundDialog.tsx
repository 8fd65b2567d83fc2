import { plural, t } from '@lingui/core/macro'
import { admin as contract } from '@runnel/contract/admin/admin'
import { ReasonDialog, type Outcome } from '#base/ReasonDialog.tsx'
import { idsOf, sumText, type WithdrawalDecisionState, type OpenDecision } from './use-withdrawal-decision.ts'

/** Rejects, or gives back what never left: both give the money back and tell the user why. */
export const RefundDialog = ({
  deciding: { open: decision, decisions, close, done },
}: {
  deciding: WithdrawalDecisionState
}) => {
  const open = decision?.kind === 'paid' ? null : decision
  const send = (reason: string, outcome: Outcome) => {
    const ids = open ? idsOf(open.rows) : []
    if (open?.kind === 'reject') decisions.reject.mutate({ ids, reason }, outcome)
    else for (const id of ids) decisions.refund.mutate({ id, reason }, outcome)
  }
  return (
    <ReasonDialog
      open={open !== null}
      onClose={close}
      onDone={done}
      title={open && titleOf(open)}
      submitLabel={
        open?.kind === 'refund'
          ? t({ id: 'admin.refund.yes', message: 'Refund' })
          : t({ id: 'admin.reject.yes', message: 'Reject and refund' })
      }
      danger
      busy={decisions.reject.isPending || decisions.refund.isPending}
      rule={contract.refundUnknown.body.shape.reason}
      suggestions={open ? suggestionsFor(open.kind) : []}
      onSend={send}
    >
      {open && <p>{textOf(open)}</p>}
    </ReasonDialog>
  )
}

const titleOf = ({ kind, rows }: OpenDecision): string => {
  if (kind === 'refund') return t({ id: 'admin.refund.title', message: 'Refund this withdrawal' })
  return t({
    id: 'admin.reject.title',
    message: plural(rows.length, { one: 'Reject # withdrawal', other: 'Reject # withdrawals' }),
  })
}

const textOf = ({ kind, rows }: OpenDecision): string => {
  const sum = sumText(rows)
  if (kind === 'reject')
    return t({ id: 'admin.reject.text', message: `The full amount is refunded to the balance: ${sum}.` })
  return t({
    id: 'admin.refund.text',
    message: `Only if you’re sure that nothing was sent. Refund to the balance: ${sum}.`,
  })
}

const suggestionsFor = (kind: OpenDecision['kind']): string[] => {
  if (kind === 'refund') {
    return [t({ id: 'admin.reason.unsent', message: 'The payment wasn’t sent. Please request it again.' })]
  }
  return [
    t({ id: 'admin.reason.address', message: 'We can’t pay to this address. Please use another one.' }),
    t({ id: 'admin.reason.shared', message: 'This address is used by several accounts.' }),
    t({ id: 'admin.reason.robot', message: 'We detected signs of automated claims.' }),
  ]
}
