import { t } from '@lingui/core/macro'
import type { TrapHit } from '@runnel/contract/admin/trap'
import { ScoreBadge } from '#features/admin/shared/ScoreBadge.tsx'
import { UserLink } from '#features/admin/shared/UserLink.tsx'
import { Disclosure } from '#ui/Disclosure.tsx'
import { formatDateTime, formatNumber } from '#ui/format.ts'
import { KeyValue } from '#ui/KeyValue.tsx'
import type { Column } from '#ui/table/Table.tsx'
import { trapName } from './trap-labels.ts'

interface TrapColumnActions {
  /** Shows only what came from the same place. */
  onShow: (part: { net: string } | { device: string }) => void
}

export const trapColumns = ({ onShow }: TrapColumnActions): Column<TrapHit>[] => [
  {
    key: 'trap',
    header: t({ id: 'admin.trap.kind', message: 'Trap' }),
    role: 'head',
    cell: ({ trap, at }) => (
      <span className="grid">
        <b>{trapName(trap)}</b>
        <time dateTime={at} className="text-sm font-normal whitespace-nowrap text-muted">
          {formatDateTime(at)}
        </time>
      </span>
    ),
  },
  {
    key: 'user',
    header: t({ id: 'admin.trap.user', message: 'User' }),
    cell: ({ user }) => <Who user={user} />,
  },
  {
    key: 'place',
    header: t({ id: 'admin.trap.where', message: 'Source' }),
    cell: (row) => <Where row={row} onShow={onShow} />,
  },
  {
    key: 'points',
    header: t({ id: 'admin.trap.points', message: 'Points' }),
    align: 'end',
    cell: ({ points }) => formatNumber(points),
  },
  {
    key: 'sample',
    header: t({ id: 'admin.trap.request', message: 'Request' }),
    role: 'actions',
    cell: ({ sample }) => <Sample sample={sample} />,
  },
]

const Who = ({ user }: Pick<TrapHit, 'user'>) => {
  if (user === null) return <span className="text-muted">{t({ id: 'admin.trap.guest', message: 'Guest' })}</span>
  return (
    <span className="grid justify-items-start gap-1 max-md:justify-items-end">
      <UserLink user={user} />
      <ScoreBadge score={user.score} />
    </span>
  )
}

const Where = ({ row: { net, country, device }, onShow }: { row: TrapHit } & TrapColumnActions) => (
  <span className="grid justify-items-start gap-1 text-sm max-md:justify-items-end">
    <button
      type="button"
      className="link break-all"
      title={t({ id: 'admin.trap.sameNet', message: 'Show only this network' })}
      onClick={() => onShow({ net })}
    >
      {net}
    </button>
    {country !== null && <span className="text-muted">{country}</span>}
    {device !== null && (
      <button
        type="button"
        className="link"
        title={t({ id: 'admin.trap.sameDevice', message: 'Show only this device' })}
        onClick={() => onShow({ device })}
      >
        <code>{device.slice(-12)}</code>
      </button>
    )}
  </span>
)

const Sample = ({ sample }: Pick<TrapHit, 'sample'>) => {
  const parts = Object.entries(sample)
  if (parts.length === 0) return <span className="text-sm text-muted">—</span>
  return (
    <Disclosure summary={t({ id: 'admin.trap.request', message: 'Request' })}>
      <KeyValue pairs={parts.map(([key, value]) => ({ key, label: key, value }))} />
    </Disclosure>
  )
}
