import { t } from '@lingui/core/macro'
import { adminUserActs as contract } from '@runnel/contract/admin/user-acts'
import type { ReactNode } from 'react'
import { useContractForm } from '#base/contract-form.ts'
import { Button } from '#ui/Button.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'

interface Outcome {
  onSuccess: () => void
  onError: (error: unknown) => void
}

interface ReasonPromptProps {
  open: boolean
  title: string
  text: ReactNode
  hint: string
  yes: string
  busy: boolean
  onClose: () => void
  onSend: (reason: string, outcome: Outcome) => void
}

/** Asks why before something is done that cannot be taken back by a press. */
export const ReasonPrompt = ({ open, title, text, hint, yes, busy, onClose, onSend }: ReasonPromptProps) => {
  const form = useContractForm({
    schema: contract.dropTwoStep.body,
    initialValues: { reason: '' },
    sentences: () => ({
      reason: t({ id: 'admin.approval.reason.wrong', message: 'Enter a reason of 3 to 300 characters.' }),
    }),
  })
  const leave = () => {
    onClose()
    form.reset()
  }
  return (
    <Dialog
      open={open}
      onClose={leave}
      title={title}
      actions={
        <>
          <Button onClick={leave}>{t({ id: 'ui.cancel', message: 'Cancel' })}</Button>
          <Button type="submit" form={form.id} variant="danger" busy={busy}>
            {yes}
          </Button>
        </>
      }
    >
      <form
        id={form.id}
        className="form"
        noValidate
        onSubmit={form.onSubmit(({ reason }) => onSend(reason.trim(), { onSuccess: leave, onError: form.refused }))}
      >
        <p>{text}</p>
        <TextInput
          label={t({ id: 'admin.reason', message: 'Reason' })}
          hint={hint}
          maxLength={300}
          autoComplete="off"
          {...form.getInputProps('reason')}
        />
      </form>
    </Dialog>
  )
}
