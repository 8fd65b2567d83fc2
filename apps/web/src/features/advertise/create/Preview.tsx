import { t } from '@lingui/core/macro'
import type { AdKind } from '@runnel/contract/advertise'
import { KindDrop } from '#features/advertise/KindDrop.tsx'
import { kindName, secondsName } from '#features/advertise/labels.ts'
import { unitsText } from '#ui/Amount.tsx'
import { Badge } from '#ui/Badge.tsx'

interface PreviewProps {
  kind: AdKind
  title: string
  description: string
  timer: number
  reward: number | undefined
}

/** The ad as it will stand in a viewer's list. */
export const Preview = ({ kind, title, description, timer, reward }: PreviewProps) => (
  <section aria-label={t({ id: 'campaign.preview', message: 'Preview' })}>
    <p className="mb-1.5 text-sm text-muted" aria-hidden="true">
      {t({ id: 'campaign.preview', message: 'Preview' })}
    </p>
    <div className="flex items-start gap-3 rounded-m border border-line bg-paper p-4">
      <KindDrop kind={kind} />
      <div className="grid min-w-0 grow gap-1">
        <p className="font-semibold break-words">
          {title.trim() || t({ id: 'campaign.preview.title', message: 'Your title' })}
        </p>
        <p className="text-sm break-words text-muted">
          {description.trim() || t({ id: 'campaign.preview.text', message: 'Your description' })}
        </p>
        <p className="flex flex-wrap gap-2 pt-1">
          {reward !== undefined && <Badge tone="money">{unitsText(reward)}</Badge>}
          <Badge>{secondsName(timer)}</Badge>
          <Badge>{kindName(kind)}</Badge>
        </p>
      </div>
    </div>
  </section>
)
