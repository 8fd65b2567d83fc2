import { plural, t } from '@lingui/core/macro'
import { adminLink as contract } from '@runnel/contract/admin/link'
import { useContractForm } from '#base/contract-form.ts'
import { Button } from '#ui/Button.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import type { HeldVisit, useDecideVisits } from './links.ts'

interface LinkReasonDialogProps {
  /** Those that are refused; none while the dialog is closed. */
  visits: readonly HeldVisit[]
  decide: ReturnType<typeof useDecideVisits>
  onClose: () => void
}

/** Why visits are not paid; their visitors read it. */
export const LinkReasonDialog = ({ visits, decide, onClose }: LinkReasonDialogProps) => {
  const ids = visits.map(({ _id }) => _id)
  const form = useContractForm({
    schema: contract.decideVisits.body,
    rest: { ids, pay: false },
    initialValues: { reason: '' },
    sentences: () => ({
      reason: t({ id: 'admin.reason.wrong', message: 'Enter a reason of 3 to 300 characters. The user will see it.' }),
    }),
  })
  const leave = () => {
    onClose()
    form.reset()
  }
  const send = ({ reason }: { reason: string }) =>
    decide.mutate({ ids, reason }, { onSuccess: leave, onError: form.refused })
  return (
    <Dialog
      open={visits.length > 0}
      onClose={leave}
      title={t({
        id: 'admin.link.refuse.title',
        message: plural(visits.length, { one: 'Reject # visit', other: 'Reject # visits' }),
      })}
      actions={
        <>
          <Button onClick={leave}>{t({ id: 'ui.cancel', message: 'Cancel' })}</Button>
          <Button type="submit" form={form.id} variant="danger" busy={decide.isPending}>
            {t({ id: 'admin.link.refuse.yes', message: 'Reject' })}
          </Button>
        </>
      }
    >
      <form id={form.id} className="form" noValidate onSubmit={form.onSubmit(send)}>
        <TextInput
          label={t({ id: 'admin.reason', message: 'Reason' })}
          hint={t({ id: 'admin.reason.hint', message: 'The user will see this.' })}
          maxLength={300}
          autoComplete="off"
          {...form.getInputProps('reason')}
        />
        <div className="flex flex-wrap gap-2">
          {suggestions().map((reason) => (
            <Button
              key={reason}
              size="small"
              className="text-start"
              onClick={() => form.setFieldValue('reason', reason)}
            >
              {reason}
            </Button>
          ))}
        </div>
      </form>
    </Dialog>
  )
}

const suggestions = (): string[] => [
  t({ id: 'admin.link.reason.fast', message: 'The shortlink was completed faster than possible.' }),
  t({ id: 'admin.link.reason.around', message: 'The visit bypassed the shortlink’s pages.' }),
]
