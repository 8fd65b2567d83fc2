import { t } from '@lingui/core/macro'
import { lazy, Suspense } from 'react'
import { messageOf } from '#api/failure.ts'
import { loadChunk } from '#base/chunk-errors.ts'
import { RestrictionNote } from '#features/appeal/appeal.ts'
import { DebtNote } from '#features/transaction/transaction.ts'
import { useMeQuery } from '#features/user/user.ts'
import { PageHeader } from '#ui/PageHeader.tsx'
import { ErrorState } from '#ui/state/ErrorState.tsx'
import { Skeleton } from '#ui/state/Skeleton.tsx'
import { Balance } from './Balance.tsx'
import { Level } from './Level.tsx'
import { NextSteps } from './NextSteps.tsx'
import { Welcome } from './Welcome.tsx'

const loadMore = () => import('./MoreStats.tsx').then((file) => ({ default: file.MoreStats }))
const loadProgress = () => import('./Progress.tsx').then((file) => ({ default: file.Progress }))
const More = lazy(() => loadChunk(loadMore))
const Progress = lazy(() => loadChunk(loadProgress))
// Asked for at once, but behind what the page needs to be drawn; whether they came is seen when they are needed.
for (const load of [loadMore, loadProgress]) load().catch(() => undefined)

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
          {messageOf(error)}
        </ErrorState>
      )}
      {!me && !error && <DashboardSkeleton />}
      <DebtNote debt={me?.debt} />
      <RestrictionNote />
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
                <Progress />
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
