import { t } from '@lingui/core/macro'
import type { AdminWithdrawal } from '@runnel/contract/admin/admin'
import { formatDateTime } from '#ui/format.ts'
import { StatusBadge } from './StatusBadge.tsx'

/** Each status with who decided it, when and why, the oldest first. */
export function Timeline({ history }: Pick<AdminWithdrawal, 'history'>) {
  return (
    <ol className="ml-2 grid gap-4 border-l-2 border-line pl-4">
      {history.map(({ status, at, by, note }) => (
        <li key={`${status} ${at}`} className="relative">
          <span className="absolute top-1.5 -left-[1.4375rem] size-3 rounded-full bg-brand-vivid" aria-hidden="true" />
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <StatusBadge status={status} />
            <time dateTime={at} className="text-sm text-muted">
              {formatDateTime(at)}
            </time>
            <span className="text-sm">{by ?? t({ id: 'admin.byMachine', message: 'automatic' })}</span>
          </p>
          {note && <p className="mt-1 text-sm text-muted">{note}</p>}
        </li>
      ))}
    </ol>
  )
}
