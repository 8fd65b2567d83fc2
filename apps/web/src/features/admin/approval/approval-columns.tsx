import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { UserLink } from '#features/admin/shared/UserLink.tsx'
import { Amount } from '#ui/Amount.tsx'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import type { Column } from '#ui/table/Table.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { approvalKind, approvalState, approvalTone } from './approval-labels.ts'
import type { Approval } from './approvals.ts'

interface ApprovalColumnActions {
  onAccept: (approval: Approval) => void
  onDeny: (approval: Approval) => void
}

export const approvalColumns = (around: ApprovalColumnActions): Column<Approval>[] => [
  {
    key: 'what',
    header: t({ id: 'admin.approval.what', message: 'Action' }),
    role: 'head',
    cell: (row) => <What row={row} />,
  },
  {
    key: 'amount',
    header: t({ id: 'admin.approval.amount', message: 'Amount' }),
    align: 'end',
    cell: ({ amount }) => (amount === null ? '—' : <Amount units={amount} />),
  },
  {
    key: 'who',
    header: t({ id: 'admin.approval.by', message: 'Requested by' }),
    cell: ({ proposedBy, proposedAt, reason }) => (
      <span className="grid max-w-72 gap-1 max-md:justify-items-end">
        <span>{proposedBy}</span>
        <RelativeTime iso={proposedAt} className="text-sm text-muted" />
        <span className="text-sm break-words text-muted" dir="auto">
          {reason}
        </span>
      </span>
    ),
  },
  {
    key: 'state',
    header: t({ id: 'admin.approval.status', message: 'Status' }),
    cell: (row) => <State row={row} />,
  },
  {
    key: 'actions',
    header: t({ id: 'admin.approval.actions', message: 'Actions' }),
    role: 'actions',
    cell: (row) => <Decision row={row} {...around} />,
  },
]

const What = ({ row: { kind, sentence, user } }: { row: Approval }) => (
  <span className="grid min-w-0 justify-items-start gap-1">
    <span className="text-sm font-normal text-muted">{approvalKind(kind)}</span>
    <b className="break-words">{sentence}</b>
    {user !== null && <UserLink user={user} className="text-sm font-normal" />}
  </span>
)

const State = ({ row: { state, expiresAt, decidedBy, decidedAt, outcome } }: { row: Approval }) => (
  <span className="grid max-w-72 justify-items-start gap-1 max-md:justify-items-end">
    <Badge tone={approvalTone[state]} dot>
      {approvalState(state)}
    </Badge>
    {state === 'pending' && (
      <span className="text-sm text-muted">
        <Trans id="admin.approval.expires">
          expires <RelativeTime iso={expiresAt} />
        </Trans>
      </span>
    )}
    {decidedAt !== null && (
      <span className="text-sm text-muted">
        {decidedBy} <RelativeTime iso={decidedAt} />
      </span>
    )}
    {outcome !== null && <span className="text-sm break-words">{outcome}</span>}
  </span>
)

const Decision = ({ row, onAccept, onDeny }: { row: Approval } & ApprovalColumnActions) => {
  if (row.state !== 'pending') return null
  const name = row.user?.username ?? row.sentence
  return (
    <span className="flex flex-wrap gap-2 sm:justify-end">
      <Button size="small" variant="danger-soft" onClick={() => onDeny(row)}>
        {row.mine
          ? t({ id: 'admin.approval.takeBack', message: 'Cancel request' })
          : t({ id: 'admin.approval.deny', message: 'Reject' })}
        <VisuallyHidden>{` (${name})`}</VisuallyHidden>
      </Button>
      {!row.mine && (
        <Button size="small" variant="primary" onClick={() => onAccept(row)}>
          {t({ id: 'admin.approval.accept', message: 'Approve' })}
          <VisuallyHidden>{` (${name})`}</VisuallyHidden>
        </Button>
      )}
    </span>
  )
}
