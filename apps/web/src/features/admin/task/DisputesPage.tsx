import { t } from '@lingui/core/macro'
import { taskReview as contract } from '@runnel/contract/task/review'
import { useState } from 'react'
import { AdminList } from '#features/admin/list/AdminList.tsx'
import { PageHeader } from '#ui/PageHeader.tsx'
import { DisputeCard } from './DisputeCard.tsx'
import { DisputeDialog } from './DisputeDialog.tsx'
import { DisputeFigures } from './DisputeFigures.tsx'
import { disputeList, useDisputes, type Dispute, type Side } from './disputes.ts'
import '#web/styles/admin.css'

/** What owners and workers cannot agree on: both sides, and a person of the site who decides. */
export const DisputesPage = () => (
  <>
    <PageHeader title={t({ id: 'page.admin.disputed', message: 'Disputed submissions' })} />
    <div className="grid grid-cols-1 gap-4">
      <DisputeFigures />
      <List />
    </div>
  </>
)

const List = () => {
  const view = disputeList.useView()
  const [open, setOpen] = useState<{ dispute: Dispute; side: Side } | null>(null)
  return (
    <>
      <AdminList
        caption={t({ id: 'page.admin.disputed', message: 'Disputed submissions' })}
        list={disputeList}
        view={view}
        fields={{
          decided: {
            kind: 'segments',
            label: t({ id: 'admin.task.show', message: 'View' }),
            options: [
              { value: 'no', label: t({ id: 'admin.dispute.open', message: 'Open' }) },
              { value: 'yes', label: t({ id: 'admin.dispute.decided', message: 'Decided' }) },
            ],
          },
          username: {
            kind: 'words',
            label: t({ id: 'admin.dispute.username', message: 'Username of worker or task owner' }),
          },
        }}
        answer={useDisputes(view)}
        card={(dispute) => <DisputeCard dispute={dispute} onJudge={(side) => setOpen({ dispute, side })} />}
        rowKey={({ _id }) => _id}
        csv={contract.disputedCsv}
        nothing={{
          title: t({ id: 'admin.dispute.none', message: 'No open disputes' }),
          text: t({
            id: 'admin.dispute.noneText',
            message: 'Disputes appear here, oldest first.',
          }),
        }}
        noMatch={
          view.filter.username
            ? t({ id: 'admin.dispute.noneSuch', message: 'No matching disputes' })
            : t({ id: 'admin.dispute.noneDecided', message: 'No decided disputes yet' })
        }
      />
      <DisputeDialog open={open} onClose={() => setOpen(null)} />
    </>
  )
}
