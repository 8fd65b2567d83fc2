import { plural, t } from '@lingui/core/macro'
import { adminLink as contract } from '@runnel/contract/admin/link'
import { ReasonDialog } from '#base/ReasonDialog.tsx'
import type { HeldVisit, useDecideVisits } from './links.ts'

interface LinkReasonDialogProps {
  /** Those that are refused; none while the dialog is closed. */
  visits: readonly HeldVisit[]
  decide: ReturnType<typeof useDecideVisits>
  onClose: () => void
}

/** Why visits are not paid; their visitors read it. */
export const LinkReasonDialog = ({ visits, decide, onClose }: LinkReasonDialogProps) => (
  <ReasonDialog
    open={visits.length > 0}
    onClose={onClose}
    title={t({
      id: 'admin.link.refuse.title',
      message: plural(visits.length, { one: 'Reject # visit', other: 'Reject # visits' }),
    })}
    submitLabel={t({ id: 'admin.link.refuse.yes', message: 'Reject' })}
    danger
    busy={decide.isPending}
    rule={contract.decideVisits.body.shape.reason}
    suggestions={[
      t({ id: 'admin.link.reason.fast', message: 'The shortlink was completed faster than possible.' }),
      t({ id: 'admin.link.reason.around', message: 'The visit bypassed the shortlink’s pages.' }),
    ]}
    onSend={(reason, outcome) => decide.mutate({ ids: visits.map(({ _id }) => _id), reason }, outcome)}
  />
)
