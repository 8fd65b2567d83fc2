import { t } from '@lingui/core/macro'
import { youtubeIdOf } from '@runnel/contract/ad-url'
import { IconEye } from '@tabler/icons-react'
import { useState } from 'react'
import { PrevNext } from '#features/admin/list/PrevNext.tsx'
import { ScoreBadge } from '#features/admin/shared/ScoreBadge.tsx'
import { UserLink } from '#features/admin/shared/UserLink.tsx'
import { deviceName, intervalName, kindName, countryText, secondsName } from '#features/advertise/advertise.ts'
import { OrderBadge } from '#features/escrow-order/escrow-order.ts'
import { Amount } from '#ui/Amount.tsx'
import { Button } from '#ui/Button.tsx'
import { formatDateTime, formatNumber } from '#ui/format.ts'
import { KeyValue } from '#ui/KeyValue.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import type { AdminCampaign } from './ptc.ts'
import { PtcDecisionButtons } from './PtcDecisionButtons.tsx'
import { PtcPageCheck } from './PtcPageCheck.tsx'
import type { PtcDecisionState } from './use-ptc-decision.ts'

interface PtcDialogProps {
  /** Undefined while none is open. */
  campaign: AdminCampaign | undefined
  onClose: () => void
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
  deciding: PtcDecisionState
}

/** Everything about one campaign that a person needs to decide. */
export const PtcDialog = ({ campaign, onClose, onPrevious, onNext, deciding }: PtcDialogProps) => (
  <Dialog
    open={campaign !== undefined}
    onClose={onClose}
    wide
    title={campaign?.title}
    actions={
      <>
        <PrevNext onPrevious={onPrevious} onNext={onNext} />
        {campaign && <PtcDecisionButtons campaign={campaign} deciding={deciding} />}
      </>
    }
  >
    {campaign && <Whole key={campaign._id} campaign={campaign} />}
  </Dialog>
)

const Whole = ({ campaign }: { campaign: AdminCampaign }) => {
  const { status, owner, description, url } = campaign
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center gap-2">
        <OrderBadge status={status} />
        <ScoreBadge score={owner.score} />
      </div>
      {description && <p className="break-words">{description}</p>}
      <a href={url} target="_blank" rel="noopener noreferrer" className="link break-all">
        {url}
      </a>
      <PtcPageCheck campaign={campaign} />
      <PtcPreview campaign={campaign} />
      <Facts campaign={campaign} />
    </div>
  )
}

const Facts = ({ campaign }: { campaign: AdminCampaign }) => {
  const { _id, owner, kind, timer, price, views, remaining, escrow, spent, createdAt } = campaign
  const { countries, device, interval, minLevel } = campaign
  const [left, all] = [formatNumber(remaining), formatNumber(views)]
  return (
    <KeyValue
      pairs={[
        {
          key: 'owner',
          label: t({ id: 'admin.ptc.owner', message: 'Advertiser' }),
          value: <UserLink user={owner} />,
        },
        {
          key: 'kind',
          label: t({ id: 'admin.ptc.kind', message: 'Ad type' }),
          value: `${kindName(kind)} · ${secondsName(timer)}`,
        },
        {
          key: 'who',
          label: t({ id: 'admin.ptc.who', message: 'Targeting' }),
          value: [countryText(countries), deviceName(device), intervalName(interval)].join(' · '),
        },
        { key: 'level', label: t({ id: 'admin.ptc.level', message: 'Minimum level' }), value: formatNumber(minLevel) },
        {
          key: 'views',
          label: t({ id: 'admin.ptc.left', message: 'Views left' }),
          value: t({ id: 'admin.ptc.leftOf', message: `${left} of ${all}` }),
        },
        {
          key: 'price',
          label: t({ id: 'admin.ptc.price', message: 'Price per view' }),
          value: <Amount units={price} />,
        },
        { key: 'spent', label: t({ id: 'admin.ptc.spent', message: 'Spent' }), value: <Amount units={spent} /> },
        {
          key: 'escrow',
          label: t({ id: 'admin.ptc.escrow', message: 'In escrow' }),
          value: <Amount units={escrow} show="both" />,
        },
        {
          key: 'made',
          label: t({ id: 'admin.ptc.made', message: 'Created' }),
          value: formatDateTime(createdAt),
        },
        {
          key: 'id',
          label: t({ id: 'admin.ptc.filter.id', message: 'ID' }),
          value: <code className="text-xs">{_id}</code>,
        },
      ]}
    />
  )
}

/** The ad as its viewers meet it, once somebody asks: in a frame that can reach nothing of ours. */
const PtcPreview = ({ campaign: { kind, url, title } }: { campaign: AdminCampaign }) => {
  const [isOpen, setOpen] = useState(false)
  if (kind === 'window') {
    return (
      <p className="text-sm text-muted">
        {t({ id: 'admin.ptc.preview.window', message: 'This ad opens in a new tab. Open its URL to see it.' })}
      </p>
    )
  }
  if (!isOpen) {
    return (
      <Button className="justify-self-start" icon={<IconEye aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t({ id: 'admin.ptc.preview', message: 'Preview' })}
      </Button>
    )
  }
  const video = kind === 'youtube' ? youtubeIdOf(url) : null
  return (
    <iframe
      title={t({ id: 'admin.ptc.preview.of', message: `Preview of ${title}` })}
      src={video === null ? url : `https://www.youtube-nocookie.com/embed/${video}`}
      // YouTube's player needs its own origin; it is another one than ours, so it still reaches nothing here.
      sandbox={video === null ? 'allow-scripts allow-forms' : 'allow-scripts allow-same-origin'}
      referrerPolicy={video === null ? 'no-referrer' : 'strict-origin-when-cross-origin'}
      className="h-96 w-full rounded-m border border-line bg-surface"
    />
  )
}
