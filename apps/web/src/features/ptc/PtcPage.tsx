import { t } from '@lingui/core/macro'
import type { AdKind } from '@runnel/contract/advertise'
import { useState } from 'react'
import { Loaded } from '#base/Loaded.tsx'
import { PageLink } from '#base/PageLink.tsx'
import { ClosedNote, useClosedSource } from '#features/outflow/outflow.ts'
import { unitsText } from '#ui/Amount.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Card } from '#ui/Card.tsx'
import { Chip } from '#ui/form/Chip.tsx'
import { formatNumber } from '#ui/format.ts'
import { PageHeader } from '#ui/PageHeader.tsx'
import { Stat } from '#ui/Stat.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { Skeleton } from '#ui/state/Skeleton.tsx'
import { useNow } from '#ui/use-now.ts'
import { AdCard, secondsUntil } from './AdCard.tsx'
import { sortAds, type PtcList, type ShownAd } from './history.ts'
import { kindIcons, kinds, kindLabel } from './kinds.ts'
import { useAds } from './ptc.ts'

/** The ads that pay, best pay for the time first, and when those already viewed come back. */
export const PtcPage = () => {
  const query = useAds()
  const { data } = query
  const closed = useClosedSource('ptc')
  return (
    <>
      <PageHeader
        title={t({ id: 'page.ptc', message: 'View ads' })}
        lead={t({ id: 'ptc.lead', message: 'View an ad until the timer ends and get paid instantly.' })}
      />
      <Loaded query={query} loading={<PtcSkeleton />} />
      <ClosedNote closed={closed} />
      {data && !closed && <Ads list={data} />}
    </>
  )
}

const Ads = ({ list }: { list: PtcList }) => {
  const now = useNow(1_000)
  const [kind, setKind] = useState<AdKind | null>(null)
  const all = sortAds(list, now)
  const shown = all.filter(({ ad }) => kind === null || ad.kind === kind)
  const open = shown.filter(({ returns }) => returns === null)
  const later = shown.filter(({ returns }) => returns !== null)
  return (
    <div className="grid grid-cols-1 gap-4">
      <Today today={list.today} />
      <Kinds all={all} kind={kind} onKind={setKind} />
      {open.length === 0 && <NoAds hasLater={later.length > 0} />}
      <AdList ads={open} now={now} />
      {later.length > 0 && (
        <section className="grid grid-cols-1 gap-3" aria-labelledby="viewed-ads">
          <h2 id="viewed-ads" className="text-lg">
            {t({ id: 'ptc.viewed', message: 'Already viewed' })}
          </h2>
          <AdList ads={later} now={now} />
        </section>
      )}
    </div>
  )
}

const AdList = ({ ads, now }: { ads: ShownAd[]; now: number }) => {
  if (ads.length === 0) return null
  return (
    <ul className="grid grid-cols-1 gap-3">
      {ads.map((shown) => (
        <li key={shown.ad._id}>
          <AdCard ad={shown.ad} left={secondsUntil(shown, now)} />
        </li>
      ))}
    </ul>
  )
}

const Today = ({ today }: { today: PtcList['today'] }) => (
  <Card className="grid grid-cols-2 gap-4">
    <Stat label={t({ id: 'ptc.today.count', message: 'Viewed today' })} value={formatNumber(today.count)} />
    <Stat label={t({ id: 'ptc.today.earned', message: 'Earned today' })} value={unitsText(today.earned)} />
  </Card>
)

interface KindsProps {
  all: ShownAd[]
  kind: AdKind | null
  onKind: (kind: AdKind | null) => void
}

/** Only where there is something to choose from. */
const Kinds = ({ all, kind, onKind }: KindsProps) => {
  const present = kinds.filter((option) => all.some(({ ad }) => ad.kind === option))
  if (present.length < 2) return null
  return (
    <div className="flex flex-wrap gap-2" role="group" aria-label={t({ id: 'ptc.kinds', message: 'Ad type' })}>
      <Chip pressed={kind === null} onClick={() => onKind(null)}>
        {t({ id: 'ptc.kinds.all', message: 'All' })}
      </Chip>
      {present.map((option) => {
        const Icon = kindIcons[option]
        return (
          <Chip
            key={option}
            pressed={kind === option}
            icon={<Icon aria-hidden="true" />}
            onClick={() => onKind(kind === option ? null : option)}
          >
            {kindLabel(option)}
          </Chip>
        )
      })}
    </div>
  )
}

const NoAds = ({ hasLater }: { hasLater: boolean }) => (
  <Card>
    <EmptyState
      heading="h2"
      title={
        hasLater
          ? t({ id: 'ptc.empty.done', message: 'You’ve viewed all available ads' })
          : t({ id: 'ptc.empty', message: 'No ads available' })
      }
      actions={
        <PageLink to="/app/faucet" className={buttonClass({ variant: 'primary' })}>
          {t({ id: 'ptc.empty.faucet', message: 'Go to faucet' })}
        </PageLink>
      }
    >
      {t({
        id: 'ptc.empty.text',
        message: 'New ads appear here automatically. You can earn from the faucet in the meantime.',
      })}
    </EmptyState>
  </Card>
)

/** Reserves the space of what is loading. */
const PtcSkeleton = () => (
  <div className="grid grid-cols-1 gap-4" role="status" aria-label={t({ id: 'ui.loading', message: 'Loading' })}>
    <Skeleton height={25} className="rounded-l" />
    <div className="grid grid-cols-1 gap-3">
      <Skeleton height={28} className="rounded-l" />
      <Skeleton height={28} className="rounded-l" />
      <Skeleton height={28} className="rounded-l" />
    </div>
  </div>
)
