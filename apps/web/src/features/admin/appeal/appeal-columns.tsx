import { t } from '@lingui/core/macro'
import { ScoreBadge } from '#features/admin/shared/ScoreBadge.tsx'
import { UserLink } from '#features/admin/shared/UserLink.tsx'
import { restrictionLabel } from '#features/admin/suspect/suspect-labels.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { formatDateTime } from '#ui/format.ts'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import type { Column } from '#ui/table/Table.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import type { AdminAppeal } from './appeals.ts'
import { verdictName, verdictTone } from './verdict-labels.ts'

export const appealColumns = ({ onAnswer }: { onAnswer: (id: string) => void }): Column<AdminAppeal>[] => [
  {
    key: 'user',
    header: t({ id: 'admin.appeal.user', message: 'User' }),
    role: 'head',
    cell: ({ user, createdAt }) => (
      <span className="grid min-w-0 justify-items-start gap-1">
        <UserLink user={user} className="font-semibold" />
        <ScoreBadge score={user.score} />
        <RelativeTime iso={createdAt} className="text-sm font-normal text-muted" />
      </span>
    ),
  },
  {
    key: 'message',
    header: t({ id: 'admin.appeal.words', message: 'Appeal message' }),
    cell: (row) => <Text row={row} />,
  },
  {
    key: 'against',
    header: t({ id: 'admin.appeal.against', message: 'Restriction' }),
    cell: (row) => <Against row={row} />,
  },
  {
    key: 'actions',
    header: t({ id: 'admin.appeal.actions', message: 'Actions' }),
    role: 'actions',
    cell: (row) => <Decision row={row} onAnswer={onAnswer} />,
  },
]

const Text = ({ row: { message, answer } }: { row: AdminAppeal }) => (
  <span className="grid min-w-0 gap-1 max-md:text-start">
    <span className="break-words whitespace-pre-line" dir="auto">
      {message}
    </span>
    {answer !== null && <span className="text-sm break-words whitespace-pre-line text-muted">{answer}</span>}
  </span>
)

const Against = ({ row: { lock, measures } }: { row: AdminAppeal }) => {
  const at = lock?.until ? formatDateTime(lock.until) : null
  return (
    <span className="grid justify-items-start gap-1 text-sm max-md:justify-items-end">
      {lock && (
        <span>
          <b>{restrictionLabel('lock')}</b>: <bdi>{lock.reason}</bdi>{' '}
          <span className="text-muted">
            {at === null
              ? t({ id: 'admin.appeal.noEnd', message: 'no end date' })
              : t({ id: 'admin.appeal.until', message: `until ${at}` })}
          </span>
        </span>
      )}
      {measures.map(({ kind, reason }) => (
        <span key={kind}>
          <b>{restrictionLabel(kind)}</b>: <bdi>{reason}</bdi>
        </span>
      ))}
      {!lock && measures.length === 0 && (
        <span className="text-muted">{t({ id: 'admin.appeal.nothing', message: 'No active restrictions' })}</span>
      )}
    </span>
  )
}

const Decision = ({ row, onAnswer }: { row: AdminAppeal; onAnswer: (id: string) => void }) => {
  const { verdict, answeredBy, user } = row
  const by = answeredBy ?? '—'
  if (verdict === null) {
    return (
      <Button variant="primary" size="small" onClick={() => onAnswer(row._id)}>
        {t({ id: 'admin.appeal.answer', message: 'Reply' })}
        <VisuallyHidden>{` (${user.username})`}</VisuallyHidden>
      </Button>
    )
  }
  return (
    <span className="grid justify-items-start gap-1 sm:justify-items-end">
      <Badge tone={verdictTone[verdict]}>{verdictName(verdict)}</Badge>
      <span className="text-sm text-muted">{t({ id: 'admin.appeal.by', message: `by ${by}` })}</span>
    </span>
  )
}
