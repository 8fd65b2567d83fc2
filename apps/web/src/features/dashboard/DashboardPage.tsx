import { t } from '@lingui/core/macro'
import { lazy, Suspense } from 'react'
import { sentenceOf } from '#api/failure.ts'
import { loadChunk } from '#app/chunk-errors.ts'
import { DebtNote } from '#features/movement/movement.ts'
import { useMeQuery } from '#features/user/user.ts'
import { MeasureNote } from '#features/appeal/appeal.ts'
import { ErrorState } from '#ui/ErrorState.tsx'
import { PageHeader } from '#ui/PageHeader.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Balance } from './Balance.tsx'
import { Level } from './Level.tsx'
import { NextSteps } from './NextSteps.tsx'
import { Welcome } from './Welcome.tsx'

const loadMore = () => import('./More.tsx').then((file) => ({ default: file.More }))
const loadStanding = () => import('./Standing.tsx').then((file) => ({ default: file.Standing }))
const More = lazy(() => loadChunk(loadMore))
const Standing = lazy(() => loadChunk(loadStanding))
// Asked for at once, but behind what the page needs to be drawn; whether they came is seen when they are needed.
for (const load of [loadMore, loadStanding]) load().catch(() => undefined)

/** What one owns, what to do next, and how it has been going. */
export function DashboardPage() {
  const { data, error, isFetching, refetch } = useMeQuery()
  const me = data?.user
  const isNew = me !== undefined && me.faucetClaim === 0 && me.totalEarned === 0
  return (
    <>
      <PageHeader title={t({ id: 'page.dashboard', message: 'Dashboard' })} lead={me && greeting(me.username)} />
      {!me && error && (
        <ErrorState busy={isFetching} onRetry={() => void refetch()}>
          {sentenceOf(error)}
        </ErrorState>
      )}
      {!me && !error && <DashboardSkeleton />}
      <DebtNote debt={me?.debt} />
      <MeasureNote />
      {me && (
        <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)]">
          <div className="grid grid-cols-1 gap-4 max-lg:contents">
            {isNew ? <Welcome /> : <Balance me={me} />}
            {!isNew && (
              <Suspense fallback={<MoreSkeleton />}>
                <More />
              </Suspense>
            )}
          </div>
          <div className="grid grid-cols-1 gap-4 max-lg:contents">
            <NextSteps me={me} />
            <Level progress={me.progress} />
            {!isNew && (
              <Suspense fallback={<Skeleton height={72} className="rounded-l max-lg:order-5" />}>
                <Standing />
              </Suspense>
            )}
          </div>
        </div>
      )}
    </>
  )
}

function greeting(name: string): string {
  return t({ id: 'dashboard.hello', message: `Welcome back, ${name}.` })
}

function MoreSkeleton() {
  return (
    <>
      <Skeleton height={88} className="rounded-l max-lg:order-2" />
      <Skeleton height={72} className="rounded-l max-lg:order-3" />
      <Skeleton height={72} className="rounded-l max-lg:order-6" />
    </>
  )
}

function DashboardSkeleton() {
  return (
    <div
      className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)]"
      role="status"
      aria-label={t({ id: 'ui.loading', message: 'Loading' })}
    >
      <Skeleton height={44} className="rounded-l" />
      <Skeleton height={44} className="rounded-l" />
      <Skeleton height={72} className="rounded-l" />
      <Skeleton height={40} className="rounded-l" />
    </div>
  )
}
