import { t } from '@lingui/core/macro'
import { Loaded } from '#base/Loaded.tsx'
import { ClosedNote, useClosedSource } from '#features/outflow/outflow.ts'
import { Amount } from '#ui/Amount.tsx'
import { Badge } from '#ui/Badge.tsx'
import { Card } from '#ui/Card.tsx'
import { formatDay } from '#ui/format.ts'
import { PageHeader } from '#ui/PageHeader.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { Skeleton } from '#ui/state/Skeleton.tsx'
import { type BonusInfo, useBonus } from './bonus.ts'
import { Path } from './Path.tsx'
import { Streak } from './Streak.tsx'
import { Today } from './Today.tsx'

/** One bonus a day, and more of it for every day in a row. */
export const BonusPage = () => {
  const query = useBonus()
  const closed = useClosedSource('bonus')
  return (
    <>
      <PageHeader
        title={t({ id: 'page.bonus', message: 'Daily Bonus' })}
        lead={t({
          id: 'bonus.lead',
          message: 'Claim one bonus a day. The reward grows each day of your streak, up to day 7.',
        })}
      />
      <Loaded query={query} loading={<BonusSkeleton />}>
        {(data) => (
          <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)]">
            <Card className="grid grid-cols-1 gap-6">
              <Path days={data.bonuses} />
              {closed ? <ClosedNote closed={closed} /> : <Today info={data} />}
            </Card>
            <div className="grid grid-cols-1 gap-4">
              <Streak info={data} />
              <History lines={data.history} />
            </div>
          </div>
        )}
      </Loaded>
    </>
  )
}

/** Reserves the space of everything, so that nothing jumps when the answer is there. */
const BonusSkeleton = () => (
  <div
    className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)]"
    role="status"
    aria-label={t({ id: 'ui.loading', message: 'Loading' })}
  >
    <Skeleton height={96} className="rounded-l" />
    <div className="grid grid-cols-1 gap-4">
      <Skeleton height={40} className="rounded-l" />
      <Skeleton height={44} className="rounded-l" />
    </div>
  </div>
)

/** What was claimed, the newest first. */
const History = ({ lines }: { lines: BonusInfo['history'] }) => (
  <Card title={t({ id: 'bonus.history', message: 'Bonus history' })}>
    {lines.length === 0 ? (
      <EmptyState title={t({ id: 'bonus.history.none', message: 'No bonuses claimed yet' })}>
        {t({ id: 'bonus.history.noneText', message: 'Claim your first bonus to start a streak.' })}
      </EmptyState>
    ) : (
      <ul className="rows">
        {lines.map(({ date, day, reward, grace }) => (
          <li key={date} className="flex items-baseline justify-between gap-4 py-2.5">
            <span className="min-w-0">
              <span className="block font-medium">{t({ id: 'bonus.history.day', message: `Day ${day}` })}</span>
              <span className="flex flex-wrap gap-2 text-sm text-muted">
                <time dateTime={date}>{formatDay(date)}</time>
                {grace && <Badge>{t({ id: 'bonus.history.grace', message: 'Grace day used' })}</Badge>}
              </span>
            </span>
            <Amount units={reward} signed gain />
          </li>
        ))}
      </ul>
    )}
  </Card>
)
