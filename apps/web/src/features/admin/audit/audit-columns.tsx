import { t } from '@lingui/core/macro'
import type { AuditRow } from '@runnel/contract/admin/audit'
import { settingName } from '#features/admin/settings/table/table.ts'
import { UserLink } from '#features/admin/shared/UserLink.tsx'
import { formatDateTime } from '#ui/format.ts'
import type { Column } from '#ui/table/Table.tsx'
import { actionName } from './audit-actions.ts'
import { Changes } from './AuditLog.tsx'

interface AuditColumnActions {
  /** Shows only what was done to the same thing. */
  onTarget: (target: string) => void
}

export const auditColumns = ({ onTarget }: AuditColumnActions): Column<AuditRow>[] => [
  {
    key: 'what',
    header: t({ id: 'admin.audit.what', message: 'Action' }),
    role: 'head',
    cell: (row) => <What row={row} onTarget={onTarget} />,
  },
  {
    key: 'change',
    header: t({ id: 'admin.audit.change', message: 'Before and after' }),
    cell: (row) => <Changes row={row} />,
  },
  {
    key: 'who',
    header: t({ id: 'admin.audit.who', message: 'Actor' }),
    cell: ({ by, from }) => (
      <span className="grid">
        <span className="break-all">{by}</span>
        <span className="text-sm text-muted">{from}</span>
      </span>
    ),
  },
  {
    key: 'when',
    header: t({ id: 'admin.audit.when', message: 'Date' }),
    cell: ({ at }) => (
      <time dateTime={at} className="whitespace-nowrap">
        {formatDateTime(at)}
      </time>
    ),
  },
]

const What = ({ row: { action, target, targetName }, onTarget }: { row: AuditRow } & AuditColumnActions) => {
  const name = action === 'setting.save' ? settingName(target) : shortened(target)
  return (
    <span className="grid justify-items-start gap-1" style={{ minWidth: '8rem' }}>
      <b>{actionName(action)}</b>
      {targetName !== null && <UserLink user={{ _id: target, username: targetName }} className="text-sm font-normal" />}
      <button
        type="button"
        className="link text-start text-sm font-normal break-all"
        title={t({ id: 'admin.auditLog.same', message: 'Show only entries for this target' })}
        onClick={() => onTarget(target)}
      >
        {targetName === null ? name : t({ id: 'admin.auditLog.all', message: 'all entries for this target' })}
      </button>
    </span>
  )
}

/** The end of an id tells things apart; its beginning is a time. */
const shortened = (target: string): string =>
  /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(target) ? `…${target.slice(-12)}` : target
