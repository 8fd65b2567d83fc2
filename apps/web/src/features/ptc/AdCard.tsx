import { plural, t } from '@lingui/core/macro'
import type { PtcAd } from '@runnel/contract/earn/ptc'
import type { ReactNode } from 'react'
import { PageLink } from '#base/PageLink.tsx'
import { Amount, unitsText } from '#ui/Amount.tsx'
import { formatClock, formatNumber } from '#ui/format.ts'
import { rewardPerMinute, type ShownAd } from './history.ts'
import { kindIcons, kindLabel } from './kinds.ts'
import { viewPaths } from './ptc.ts'

/** An ad with what it pays and takes; the whole card leads to it. */
export const AdCard = ({ ad, left }: { ad: PtcAd; left: number | null }) => {
  const Icon = kindIcons[ad.kind]
  const perMinute = unitsText(rewardPerMinute(ad))
  return (
    <AdFrame ad={ad} closed={left !== null}>
      <span className={left === null ? 'drop' : 'drop tone-plain'}>
        <Icon aria-hidden="true" />
      </span>
      <span className="grid min-w-0 grow gap-1">
        <span className="flex items-start justify-between gap-3">
          <strong className="min-w-0 wrap-anywhere" dir="auto">
            {ad.title}
          </strong>
          <Amount units={ad.reward} gain={left === null} signed />
        </span>
        {ad.description !== '' && (
          <span className="text-sm text-muted wrap-anywhere" dir="auto">
            {ad.description}
          </span>
        )}
        <span className="flex flex-wrap gap-x-3 text-sm text-muted">
          <span>{kindLabel(ad.kind)}</span>
          <span className="figures">{inSeconds(ad.timer)}</span>
          {left === null && <span className="figures">{t({ id: 'ptc.perMinute', message: `${perMinute}/min` })}</span>}
          {left === null ? <Remaining views={ad.remaining} /> : <Returns left={left} />}
        </span>
      </span>
    </AdFrame>
  )
}

const AdFrame = ({ ad, closed, children }: { ad: PtcAd; closed: boolean; children: ReactNode }) => {
  const look = 'card flex gap-3'
  if (closed) return <div className={`${look} card-sunken`}>{children}</div>
  if (ad.kind === 'window') {
    return (
      <PageLink to="/app/ptc/redirect" query={{ id: ad._id }} className={look}>
        {children}
      </PageLink>
    )
  }
  return (
    <PageLink to={viewPaths[ad.kind]} params={{ ad_id: ad._id }} className={look}>
      {children}
    </PageLink>
  )
}

export const inSeconds = (seconds: number): string =>
  t({ id: 'ptc.seconds', message: plural(seconds, { one: '# second', other: '# seconds' }) })

const Remaining = ({ views }: { views: number }) => {
  const count = formatNumber(views)
  return (
    <span className="figures">
      {t({ id: 'ptc.remaining', message: plural(views, { one: `${count} view left`, other: `${count} views left` }) })}
    </span>
  )
}

const Returns = ({ left }: { left: number }) => {
  const clock = formatClock(left)
  return (
    <span className="figures" role="timer">
      {t({ id: 'ptc.returns', message: `Viewed. Available again in ${clock}` })}
    </span>
  )
}

/** Seconds until a viewed ad comes back. */
export const secondsUntil = ({ returns }: ShownAd, now: number): number | null =>
  returns === null ? null : Math.max(0, Math.ceil((returns - now) / 1_000))
