import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ScoreBadge } from '#features/admin/shared/ScoreBadge.tsx'
import { UserLink } from '#features/admin/shared/UserLink.tsx'
import { kindName, secondsName } from '#features/advertise/advertise.ts'
import { OrderBadge } from '#features/escrow-order/escrow-order.ts'
import { Amount } from '#ui/Amount.tsx'
import { formatNumber } from '#ui/format.ts'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import type { Column } from '#ui/table/Table.tsx'
import type { AdminCampaign } from './ptc.ts'
import { PtcDecisionButtons } from './PtcDecisionButtons.tsx'
import { PtcPageCheck } from './PtcPageCheck.tsx'
import type { PtcDecisionState } from './use-ptc-decision.ts'

interface PtcColumnActions {
  onOpen: (id: string) => void
  deciding: PtcDecisionState
}

export const ptcColumns = ({ onOpen, deciding }: PtcColumnActions): Column<AdminCampaign>[] => [
  {
    key: 'ad',
    header: t({ id: 'admin.ptc.ad', message: 'Ad' }),
    role: 'head',
    cell: (row) => <Ad row={row} onOpen={onOpen} />,
  },
  {
    key: 'owner',
    header: t({ id: 'admin.ptc.owner', message: 'Advertiser' }),
    cell: ({ owner }) => <Owner owner={owner} />,
  },
  {
    key: 'look',
    header: t({ id: 'admin.ptc.why', message: 'Review reasons' }),
    cell: (row) => <PtcPageCheck campaign={row} />,
  },
  {
    key: 'status',
    header: t({ id: 'admin.ptc.status', message: 'Status' }),
    cell: (row) => <Status row={row} />,
  },
  {
    key: 'actions',
    header: t({ id: 'admin.ptc.actions', message: 'Actions' }),
    role: 'actions',
    cell: (row) => (
      <span className="flex flex-wrap gap-2 whitespace-nowrap sm:justify-end">
        <PtcDecisionButtons campaign={row} deciding={deciding} size="small" />
      </span>
    ),
  },
]

const Ad = ({ row, onOpen }: { row: AdminCampaign; onOpen: (id: string) => void }) => {
  const { _id, title, url, kind, timer } = row
  return (
    <span className="grid min-w-0 justify-items-start gap-1">
      <button
        type="button"
        className="link text-start font-semibold break-words"
        aria-label={t({ id: 'admin.ptc.details', message: `Details of ${title}` })}
        onClick={() => onOpen(_id)}
      >
        {title}
      </button>
      <span className="text-sm font-normal text-muted">{`${kindName(kind)} · ${secondsName(timer)}`}</span>
      <a href={url} target="_blank" rel="noopener noreferrer" className="link max-w-72 text-sm font-normal break-all">
        {shortUrl(url)}
      </a>
    </span>
  )
}

const shown = 60

const shortUrl = (url: string): string => {
  const bare = url.replace(/^https:\/\//, '')
  return bare.length <= shown ? bare : `${bare.slice(0, shown)}…`
}

const Owner = ({ owner }: Pick<AdminCampaign, 'owner'>) => (
  <span className="grid min-w-0 justify-items-start gap-1 max-md:justify-items-end">
    <UserLink user={owner} />
    <span className="text-sm text-muted">
      <Trans id="admin.ptc.joined">
        Joined <RelativeTime iso={owner.joinedAt} />
      </Trans>
    </span>
    <ScoreBadge score={owner.score} />
  </span>
)

const Status = ({ row: { status, views, remaining, escrow, createdAt } }: { row: AdminCampaign }) => {
  const [paid, all] = [formatNumber(views - remaining), formatNumber(views)]
  return (
    <span className="grid justify-items-start gap-1 max-md:justify-items-end">
      <OrderBadge status={status} />
      <span className="figures text-sm text-muted">
        {t({ id: 'admin.ptc.progress', message: `${paid} of ${all} views` })}
      </span>
      {escrow > 0 && <Amount units={escrow} className="text-sm text-muted" />}
      <RelativeTime iso={createdAt} className="text-sm whitespace-nowrap text-muted" />
    </span>
  )
}
