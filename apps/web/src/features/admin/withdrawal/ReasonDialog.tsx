import { plural, t } from '@lingui/core/macro'
import { admin as contract } from '@runnel/contract/admin/admin'
import { useContractForm } from '#base/contract-form.ts'
import { Button } from '#ui/Button.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { idsOf, sumText, type WithdrawalDecisionState, type OpenDecision } from './use-withdrawal-decision.ts'

/** Rejects, or gives back what never left: both give the money back and tell the user why. */
export const ReasonDialog = ({
  deciding: { open: decision, decisions, close, done },
}: {
  deciding: WithdrawalDecisionState
}) => {
  const open = decision?.kind === 'paid' ? null : decision
  const form = useContractForm({
    schema: contract.refundUnknown.body,
    initialValues: { reason: '' },
    sentences: () => ({
      reason: t({ id: 'admin.reason.wrong', message: 'Enter a reason of 3 to 300 characters. The user will see it.' }),
    }),
  })
  const leave = (how: () => void) => () => {
    how()
    form.reset()
  }
  const handlers = { onSuccess: leave(done), onError: form.refused }
  const send = ({ reason }: { reason: string }) => {
    const ids = open ? idsOf(open.rows) : []
    if (open?.kind === 'reject') decisions.reject.mutate({ ids, reason }, handlers)
    else for (const id of ids) decisions.refund.mutate({ id, reason }, handlers)
  }
  return (
    <Dialog
      open={open !== null}
      onClose={leave(close)}
      title={open && titleOf(open)}
      actions={
        <>
          <Button onClick={leave(close)}>{t({ id: 'ui.cancel', message: 'Cancel' })}</Button>
          <Button
            type="submit"
            form={form.id}
            variant="danger"
            busy={decisions.reject.isPending || decisions.refund.isPending}
          >
            {open?.kind === 'refund'
              ? t({ id: 'admin.refund.yes', message: 'Refund' })
              : t({ id: 'admin.reject.yes', message: 'Reject and refund' })}
          </Button>
        </>
      }
    >
      <form id={form.id} className="form" noValidate onSubmit={form.onSubmit(send)}>
        {open && <p>{textOf(open)}</p>}
        <TextInput
          label={t({ id: 'admin.reason', message: 'Reason' })}
          hint={t({ id: 'admin.reason.hint', message: 'The user will see this.' })}
          maxLength={300}
          autoComplete="off"
          {...form.getInputProps('reason')}
        />
        {open && <Suggestions kind={open.kind} onChoose={(reason) => form.setFieldValue('reason', reason)} />}
      </form>
    </Dialog>
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

const Suggestions = ({ kind, onChoose }: { kind: OpenDecision['kind']; onChoose: (reason: string) => void }) => (
  <div className="flex flex-wrap gap-2">
    {suggestionsFor(kind).map((reason) => (
      <Button key={reason} size="small" className="text-start" onClick={() => onChoose(reason)}>
        {reason}
      </Button>
    ))}
  </div>
)

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
