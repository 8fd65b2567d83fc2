import { t } from '@lingui/core/macro'
import { admin as contract } from '@runnel/contract/admin/admin'
import { useContractForm } from '#base/contract-form.ts'
import { TextInput } from '#ui/form/TextInput.tsx'
import { FormDialog } from '#ui/overlay/FormDialog.tsx'
import { Alert } from '#ui/state/Alert.tsx'
import { PaymentTarget } from './PaymentTarget.tsx'
import type { WithdrawalDecisionState } from './use-withdrawal-decision.ts'

/** Records a payout that a person made, or that did arrive although its answer was lost. */
export const PaidDialog = ({ deciding: { open, decisions, close, done } }: { deciding: WithdrawalDecisionState }) => {
  const row = open?.kind === 'paid' ? open.rows[0] : undefined
  const form = useContractForm({
    schema: contract.markPaid.body,
    initialValues: { txId: '' },
    sentences: () => ({ txId: t({ id: 'admin.txId.wrong', message: 'Enter the transaction ID.' }) }),
  })
  const send = ({ txId }: { txId: string }) => {
    if (row) decisions.paid.mutate({ id: row._id, txId }, { onSuccess: form.resetAfter(done), onError: form.refused })
  }
  return (
    <FormDialog
      id={form.id}
      open={row !== undefined}
      onClose={form.resetAfter(close)}
      title={t({ id: 'admin.paid.title', message: 'Mark as paid' })}
      submitLabel={t({ id: 'admin.paid.yes', message: 'Mark as paid' })}
      busy={decisions.paid.isPending}
      onSubmit={form.onSubmit(send)}
    >
      {row && <PaymentTarget row={row} />}
      {row?.status === 'unknown' && (
        <Alert tone="warn">
          {t({
            id: 'admin.paid.unknown',
            message: 'Only if you found the transaction yourself. If it was never sent, refund it instead.',
          })}
        </Alert>
      )}
      {row?.status === 'approved' && row.processor !== 'manual' && (
        <Alert tone="warn">
          {t({
            id: 'admin.paid.outside',
            message: 'Only if the processor or wallet shows that it was paid after the backup. It won’t be sent again.',
          })}
        </Alert>
      )}
      <TextInput
        label={t({ id: 'admin.attempt.txId', message: 'Transaction ID' })}
        hint={t({ id: 'admin.txId.hint', message: 'Shown to the user and in public, with a link to the explorer.' })}
        maxLength={200}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...form.getInputProps('txId')}
      />
    </FormDialog>
  )
}
