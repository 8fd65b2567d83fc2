import { t } from '@lingui/core/macro'
import type { PtcAd } from '@runnel/contract/earn/ptc'
import { IconArrowLeft, IconFlag } from '@tabler/icons-react'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { loadChunk } from '#base/chunk-errors.ts'
import { PageLink } from '#base/PageLink.tsx'
import { Amount } from '#ui/Amount.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { Skeleton } from '#ui/state/Skeleton.tsx'

const ReportDialog = lazy(() =>
  loadChunk(() => import('./ReportDialog.tsx').then((file) => ({ default: file.ReportDialog }))),
)

interface ViewFrameProps {
  /** Null until it is known. */
  ad: PtcAd | null
  /** How far the timer is. */
  dial?: ReactNode
  /** What the timer does, in words. */
  words?: string
  /** Beside the ad, or below it on a phone. */
  panel?: ReactNode
  children: ReactNode
}

/** A slim bar with what one needs to know, and all the rest of the window for the ad. */
export const ViewFrame = ({ ad, dial, words, panel, children }: ViewFrameProps) => {
  const [isReporting, setReporting] = useState(false)
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="top-bar gap-2">
        <IconButton
          as={PageLink}
          to="/app/ptc"
          label={t({ id: 'ptc.view.back', message: 'All ads' })}
          icon={<IconArrowLeft aria-hidden="true" />}
        />
        <div className="min-w-0 grow">
          <h1 className="truncate text-base">{ad ? ad.title : titleWithout(children)}</h1>
          <p className="flex gap-x-2 text-sm max-sm:flex-col">
            {ad && <Amount units={ad.reward} gain signed />}
            {!ad && !children && <Skeleton width="6rem" />}
            <span className="min-h-5 text-muted" role="status">
              {words}
            </span>
          </p>
        </div>
        {dial}
        {ad && (
          <IconButton
            label={t({ id: 'ptc.report.title', message: 'Report this ad' })}
            icon={<IconFlag aria-hidden="true" />}
            onClick={() => setReporting(true)}
          />
        )}
      </header>
      <div className="flex grow flex-col lg:flex-row">
        <div className="relative grid min-h-52 min-w-0 grow content-center">{children}</div>
        {panel}
      </div>
      {ad && isReporting && (
        <Suspense>
          <ReportDialog adId={ad._id} open onClose={() => setReporting(false)} />
        </Suspense>
      )}
    </div>
  )
}

const titleWithout = (problem: ReactNode): string => {
  if (problem) return t({ id: 'page.ptc.iframe', message: 'View Ad' })
  return t({ id: 'ptc.view.opening', message: 'Opening ad…' })
}
