import { t } from '@lingui/core/macro'
import { adminOutflow as contract } from '@runnel/contract/admin/outflow'
import { ReasonDialog } from '#base/ReasonDialog.tsx'
import type { OutflowActs, Trip } from './outflow.ts'
import { sourceName } from './source-name.ts'

interface ResumeDialogProps {
  trip: Trip | null
  resume: OutflowActs['resume']
  onClose: () => void
}

/** Lets what was stopped run again, with a note for whoever asks later. */
export const ResumeDialog = ({ trip, resume, onClose }: ResumeDialogProps) => {
  const name = sourceName(trip?.source ?? '')
  return (
    <ReasonDialog
      open={trip !== null}
      onClose={onClose}
      title={t({ id: 'admin.trip.title', message: `Resume ${name}` })}
      submitLabel={t({ id: 'admin.trip.resume', message: 'Resume' })}
      busy={resume.isPending}
      name="note"
      label={t({ id: 'admin.trip.note', message: 'Resolution note' })}
      hint={null}
      optional
      isLong
      rule={contract.resumeOutflow.body.shape.note}
      wrong={t({ id: 'admin.trip.note.wrong', message: 'Use at most 300 characters in one line.' })}
      onSend={(note, outcome) => trip && resume.mutate({ id: trip._id, note }, outcome)}
    >
      {trip && <p className="rounded-m bg-sunken p-3">{trip.why}</p>}
      <p>
        {t({
          id: 'admin.trip.text',
          message: 'Limits are counted from now on, so past payments don’t stop it again.',
        })}{' '}
        {trip?.stopsPayouts &&
          t({ id: 'admin.trip.payoutsToo', message: 'Payouts resume when nothing else stops them.' })}
      </p>
    </ReasonDialog>
  )
}
