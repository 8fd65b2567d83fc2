import { t, plural } from '@lingui/core/macro'
import type { EarningOption } from '@runnel/contract/dashboard'
import {
  IconCalendarStar,
  IconChevronRight,
  IconChecklist,
  IconDroplet,
  IconEye,
  IconLink,
  IconListCheck,
  IconTargetArrow,
  type Icon,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Loaded } from '#base/Loaded.tsx'
import { PageLink } from '#base/PageLink.tsx'
import { useOverview } from '#features/dashboard/dashboard.ts'
import { Amount, unitsText } from '#ui/Amount.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { Skeleton } from '#ui/state/Skeleton.tsx'
import { useUntil } from '#ui/until.ts'
import { useNow } from '#ui/use-now.ts'

interface BestEarningsProps {
  /** Seconds that there are for it: what takes longer is left out, unless nothing is quicker. */
  within?: number
  /** As many as these at most. */
  most?: number
  /** A way that the page around it offers already. */
  without?: EarningOption['kind']
  className?: string
}

/** The ways to earn that pay most for a minute, waiting included; each is one press away. */
export const BestEarnings = ({ most, without, within, className }: BestEarningsProps) => {
  const query = useOverview()
  const others = query.data?.best.filter(({ kind }) => kind !== without)
  const quick = others?.filter(({ seconds }) => seconds !== null && within !== undefined && seconds <= within)
  const best = (quick && quick.length > 0 ? quick : others)?.slice(0, most)
  return (
    <Card
      className={className}
      title={
        within === undefined
          ? t({ id: 'dashboard.best', message: 'Best earnings right now' })
          : t({ id: 'dashboard.meanwhile', message: 'While you wait' })
      }
      note={
        within === undefined
          ? t({ id: 'dashboard.best.note', message: 'Ranked by reward per minute, waiting time included.' })
          : t({ id: 'dashboard.meanwhile.note', message: 'Best earnings until your next claim.' })
      }
    >
      <Loaded query={query} loading={<Skeleton height={64} className="rounded-m" />} />
      {best?.length === 0 && (
        <EmptyState title={t({ id: 'dashboard.best.none', message: 'Nothing available right now' })}>
          {t({
            id: 'dashboard.best.noneText',
            message: 'New claims, ads and shortlinks appear throughout the day.',
          })}
        </EmptyState>
      )}
      {best && best.length > 0 && (
        <ol className="rows">
          {best.map((way) => (
            <li key={`${way.kind} ${way.id ?? ''}`}>
              <EarningRow way={way} />
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}

const icons: Record<EarningOption['kind'], Icon> = {
  faucet: IconDroplet,
  ptc: IconEye,
  link: IconLink,
  task: IconChecklist,
  bonus: IconCalendarStar,
  challenge: IconTargetArrow,
  offerwall: IconListCheck,
}

const EarningRow = ({ way }: { way: EarningOption }) => {
  const { kind, reward, seconds, perMinute } = way
  const WayIcon = icons[kind]
  return (
    <EarningLink way={way}>
      <span className="drop drop-small">
        <WayIcon aria-hidden="true" />
      </span>
      <span className="grid min-w-0 grow">
        <span className="font-medium wrap-anywhere">{earningOptionLabel(way)}</span>
        <span className="flex flex-wrap gap-x-3 text-sm text-muted">
          {perMinute !== null && <Rate perMinute={unitsText(perMinute)} />}
          {seconds !== null && <span className="figures max-sm:hidden">{secondsText(seconds)}</span>}
          {way.readyAt !== null && <Ready iso={way.readyAt} />}
        </span>
      </span>
      <Amount units={reward} signed gain />
      <IconChevronRight className="size-5 shrink-0 text-muted max-sm:hidden" aria-hidden="true" />
    </EarningLink>
  )
}

const Rate = ({ perMinute }: { perMinute: string }) => (
  <span className="figures">{t({ id: 'dashboard.perMinute', message: `${perMinute}/min` })}</span>
)

/** Silent once it is ready; what the server calls ready is never compared with this clock. */
const Ready = ({ iso }: { iso: string }) => {
  const when = useUntil(iso)
  const now = useNow(1_000)
  if (Date.parse(iso) <= now) return null
  return <span className="figures">{t({ id: 'dashboard.best.ready', message: `ready ${when}` })}</span>
}

const rowLook = 'flex items-center gap-3 py-2.5 text-ink'

/** The page of the server's ad, task or list; an ad of any kind opens at the same address. */
const EarningLink = ({ way: { kind, id }, children }: { way: EarningOption; children: ReactNode }) => {
  if (kind === 'ptc' && id !== null) {
    return (
      <PageLink to="/app/ptc/iframe/{ad_id}" params={{ ad_id: id }} className={rowLook}>
        {children}
      </PageLink>
    )
  }
  if (kind === 'task' && id !== null) {
    return (
      <PageLink to="/app/task/{id}" params={{ id }} className={rowLook}>
        {children}
      </PageLink>
    )
  }
  return (
    <PageLink to={placeOf[kind]} className={rowLook}>
      {children}
    </PageLink>
  )
}

const placeOf = {
  faucet: '/app/faucet',
  ptc: '/app/ptc',
  link: '/app/link',
  task: '/app/task/earn',
  bonus: '/app/bonus',
  challenge: '/app/challenge',
  offerwall: '/app/offerwall',
} as const satisfies Record<EarningOption['kind'], string>

/** What a way is called: ads, links and tasks have names of their own. */
const earningOptionLabel = ({ kind, name }: Pick<EarningOption, 'kind' | 'name'>): string => {
  switch (kind) {
    case 'faucet':
      return t({ id: 'dashboard.way.faucet', message: 'Faucet claim' })
    case 'bonus':
      return t({ id: 'dashboard.way.bonus', message: 'Daily bonus' })
    case 'challenge':
      return t({ id: 'dashboard.way.challenge', message: 'Completed challenge' })
    case 'ptc':
    case 'link':
    case 'task':
    case 'offerwall':
      return name
  }
}

/** Nobody counts seconds from a minute and a half on. */
const secondsText = (seconds: number): string => {
  const minutes = Math.round(seconds / 60)
  return seconds < 90
    ? t({ id: 'dashboard.seconds', message: plural(seconds, { one: 'about # second', other: 'about # seconds' }) })
    : t({ id: 'dashboard.minutes', message: plural(minutes, { one: 'about # minute', other: 'about # minutes' }) })
}
