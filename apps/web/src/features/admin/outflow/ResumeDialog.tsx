import { t } from '@lingui/core/macro'
import { adminOutflow as contract } from '@runnel/contract/admin/outflow'
import { useContractForm } from '#base/contract-form.ts'
import { Button } from '#ui/Button.tsx'
import { TextArea } from '#ui/form/TextArea.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import type { OutflowActs, Trip } from './outflow.ts'
import { sourceName } from './source-name.ts'

interface ResumeDialogProps {
  trip: Trip | null
  resume: OutflowActs['resume']
  onClose: () => void
}

/** Lets what was stopped run again, with a note for whoever asks later. */
export const ResumeDialog = ({ trip, resume, onClose }: ResumeDialogProps) => {
  const form = useContractForm({
    schema: contract.resumeOutflow.body,
    initialValues: { note: '' },
    sentences: () => ({ note: t({ id: 'admin.trip.note.wrong', message: 'Use at most 300 characters in one line.' }) }),
  })
  const leave = () => {
    onClose()
    form.reset()
  }
  const send = ({ note }: { note: string }) => {
    if (trip) resume.mutate({ id: trip._id, note: note.trim() }, { onSuccess: leave, onError: form.refused })
  }
  const name = sourceName(trip?.source ?? '')
  return (
    <Dialog
      open={trip !== null}
      onClose={leave}
      title={t({ id: 'admin.trip.title', message: `Resume ${name}` })}
      actions={
        <>
          <Button onClick={leave}>{t({ id: 'ui.cancel', message: 'Cancel' })}</Button>
          <Button type="submit" form={form.id} variant="primary" busy={resume.isPending}>
            {t({ id: 'admin.trip.resume', message: 'Resume' })}
          </Button>
        </>
      }
    >
      <form id={form.id} className="form" noValidate onSubmit={form.onSubmit(send)}>
        {trip && <p className="rounded-m bg-sunken p-3">{trip.why}</p>}
        <p>
          {t({
            id: 'admin.trip.text',
            message: 'Limits are counted from now on, so past payments don’t stop it again.',
          })}{' '}
          {trip?.stopsPayouts &&
            t({ id: 'admin.trip.payoutsToo', message: 'Payouts resume when nothing else stops them.' })}
        </p>
        <TextArea
          label={t({ id: 'admin.trip.note', message: 'Resolution note' })}
          optional
          maxLength={300}
          {...form.getInputProps('note')}
        />
      </form>
    </Dialog>
  )
}
