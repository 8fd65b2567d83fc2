import { t } from '@lingui/core/macro'
import { PageLink } from '#base/PageLink.tsx'
import { actionName } from '#features/admin/audit/audit-actions.ts'
import { Changes } from '#features/admin/audit/AuditLog.tsx'
import { Card } from '#ui/Card.tsx'
import { formatDateTime } from '#ui/format.ts'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { Table, type Column } from '#ui/table/Table.tsx'
import type { AdminUserDetail } from './users.ts'

type Measure = AdminUserDetail['measures'][number]

/** What admins did to this account; nobody can change it. */
export const AdminActionsTab = ({ detail: { user, measures } }: { detail: AdminUserDetail }) => {
  const caption = t({ id: 'admin.user.measures', message: 'Admin actions' })
  return (
    <Card
      flush
      title={caption}
      note={t({ id: 'admin.user.measures.note', message: 'The last 50. See the audit log for more.' })}
      action={
        <PageLink to="/app/admin/audit" query={{ target: user._id }} className="link text-sm">
          {t({ id: 'admin.user.measures.all', message: 'View all' })}
        </PageLink>
      }
    >
      <Table
        caption={caption}
        columns={columns()}
        rows={measures}
        rowKey={({ _id }) => _id}
        empty={<EmptyState title={t({ id: 'admin.user.measures.none', message: 'No admin actions for this user' })} />}
      />
    </Card>
  )
}

const columns = (): Column<Measure>[] => [
  {
    key: 'what',
    header: t({ id: 'admin.user.what', message: 'Action' }),
    role: 'head',
    cell: ({ action }) => actionName(action),
  },
  {
    key: 'change',
    header: t({ id: 'admin.user.change', message: 'Before and after' }),
    cell: (row) => <Changes row={row} />,
  },
  { key: 'who', header: t({ id: 'admin.user.who', message: 'Actor' }), cell: ({ by }) => by },
  {
    key: 'when',
    header: t({ id: 'admin.user.when', message: 'Date' }),
    cell: ({ at }) => (
      <time dateTime={at} className="whitespace-nowrap">
        {formatDateTime(at)}
      </time>
    ),
  },
]
