import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ScoreBadge } from '#features/admin/shared/ScoreBadge.tsx'
import { UserLink } from '#features/admin/shared/UserLink.tsx'
import { countryName } from '#features/advertise/advertise.ts'
import { Amount } from '#ui/Amount.tsx'
import { Badge } from '#ui/Badge.tsx'
import { formatNumber } from '#ui/format.ts'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import type { Column } from '#ui/table/Table.tsx'
import { roleLabel, statusTones, statusLabel } from './user-labels.ts'
import type { AdminUserRow } from './users.ts'

export const userColumns = (): Column<AdminUserRow>[] => [
  {
    key: 'user',
    header: t({ id: 'admin.user.user', message: 'User' }),
    role: 'head',
    cell: (row) => <Who row={row} />,
  },
  {
    key: 'status',
    header: t({ id: 'admin.user.state', message: 'State' }),
    cell: (row) => <StatusCell row={row} />,
  },
  {
    key: 'seen',
    header: t({ id: 'admin.users.when', message: 'Joined / last seen' }),
    cell: (row) => <Seen row={row} />,
  },
  {
    key: 'balance',
    header: t({ id: 'admin.users.balance', message: 'Balance' }),
    align: 'end',
    cell: (row) => <Balances row={row} />,
  },
]

const Who = ({ row }: { row: AdminUserRow }) => (
  <span className="grid min-w-0 justify-items-start gap-1 md:min-w-40">
    <span className="flex flex-wrap items-center gap-2">
      <UserLink user={row} className="font-semibold" />
      {row.role !== 'user' && <Badge tone="brand">{roleLabel(row.role)}</Badge>}
    </span>
    <span className="text-sm font-normal wrap-anywhere text-muted">
      {row.email.split('@')[0]}
      <wbr />@{row.email.split('@')[1]}
    </span>
  </span>
)

const StatusCell = ({ row: { status, score, lockedAt, lockedUntil, lockReason } }: { row: AdminUserRow }) => (
  <span className="grid max-w-72 justify-items-start gap-1 max-md:justify-items-end">
    <Badge tone={statusTones[status]} dot>
      {statusLabel(status)}
    </Badge>
    {lockedAt !== null && (
      <span className="text-sm text-muted">
        {lockedUntil === null ? (
          t({ id: 'admin.user.noEnd', message: 'no end date' })
        ) : (
          <Trans id="admin.suspects.opens">
            opens <RelativeTime iso={lockedUntil} />
          </Trans>
        )}
      </span>
    )}
    {lockReason !== null && <span className="line-clamp-3 text-sm break-words">{lockReason}</span>}
    {score > 0 && <ScoreBadge score={score} />}
  </span>
)

const Seen = ({ row: { joinedAt, lastSeenAt, country, level } }: { row: AdminUserRow }) => {
  const shown = formatNumber(level)
  return (
    <span className="grid gap-1 text-sm max-md:justify-items-end md:min-w-24">
      <span>
        <Trans id="admin.suspects.when">
          Joined <RelativeTime iso={joinedAt} />, seen <RelativeTime iso={lastSeenAt} />
        </Trans>
      </span>
      <span className="text-muted">
        {t({ id: 'admin.users.level', message: `Level ${shown}` })}
        {country !== null && ` · ${countryName(country)}`}
      </span>
    </span>
  )
}

const Balances = ({ row: { balance, totalEarned, depositBalance, heldBalance, debt } }: { row: AdminUserRow }) => (
  <span className="figures grid">
    <Amount units={balance} className="whitespace-nowrap" />
    <span className="grid text-sm text-muted">
      <span>
        <Trans id="admin.users.earned">
          Earned <Amount units={totalEarned} className="whitespace-nowrap" />
        </Trans>
      </span>
      {depositBalance > 0 && (
        <span>
          <Trans id="admin.users.deposited">
            Deposit balance <Amount units={depositBalance} />
          </Trans>
        </span>
      )}
      {heldBalance > 0 && (
        <span>
          <Trans id="admin.users.onHold">
            On hold <Amount units={heldBalance} />
          </Trans>
        </span>
      )}
      {debt > 0 && (
        <span>
          <Trans id="admin.users.owes">
            Owes <Amount units={debt} />
          </Trans>
        </span>
      )}
    </span>
  </span>
)
