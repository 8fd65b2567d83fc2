import { t } from '@lingui/core/macro'
import { lazy, Suspense, useState } from 'react'
import { loadChunk } from '#base/chunk-errors.ts'
import { Loaded } from '#base/Loaded.tsx'
import { RestrictionNote } from '#features/appeal/appeal.ts'
import { ClosedNote, useClosedSource } from '#features/outflow/outflow.ts'
import { PageHeader } from '#ui/PageHeader.tsx'
import { Skeleton } from '#ui/state/Skeleton.tsx'
import { useClaim } from './claim.ts'
import { ClaimStage } from './ClaimStage.tsx'
import { isSpent, readyIn, useFaucet } from './faucet.ts'
import { FullRewards } from './FullRewards.tsx'
import { HappyHour } from './HappyHour.tsx'
import { NextClaim } from './NextClaim.tsx'
import { Reminders } from './Reminders.tsx'
import { Today } from './Today.tsx'

const loadBest = () =>
  import('#features/best-earnings/best-earnings.tsx').then((file) => ({ default: file.BestEarnings }))
const BestEarnings = lazy(() => loadChunk(loadBest))

const loadInstallNote = () => import('./InstallNote.tsx').then((file) => ({ default: file.InstallNote }))
const InstallNote = lazy(() => loadChunk(loadInstallNote))

/** The timed faucet: how long to wait, what it pays, and the claim itself. */
export const FaucetPage = () => {
  const query = useFaucet()
  // Beside the faucet's own state, so that no drawing ever shows a paid claim with the wait of before.
  const claim = useClaim()
  const closed = useClosedSource('faucet')
  // Whoever has begun a challenge when the faucet closes may finish it, and sees what it paid.
  const [isBegun, setBegun] = useState(false)
  if (!isBegun && closed === null && query.data?.wait === 0) setBegun(true)
  return (
    <>
      <PageHeader title={t({ id: 'page.faucet', message: 'Faucet' })} />
      <RestrictionNote kinds={['reward', 'challenge', 'cooldown']} />
      <Loaded query={query} loading={<FaucetSkeleton />}>
        {(data) => (
          <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)]">
            <div className="grid grid-cols-1 gap-4 max-lg:contents">
              {(!isBegun || claim.step === 'paid') && <ClosedNote closed={closed} />}
              {(isBegun || !closed) && <ClaimStage faucet={data} claim={claim} />}
              {claim.step === 'paid' && (
                <Suspense>
                  <InstallNote />
                </Suspense>
              )}
              {(readyIn(data) > 0 || closed || isSpent(data)) && <Meanwhile seconds={readyIn(data)} />}
              <div className="max-lg:order-last">
                <Reminders seconds={isSpent(data) ? 0 : readyIn(data)} receivedAt={data.receivedAt} />
              </div>
            </div>
            <div className="grid grid-cols-1 gap-4">
              <NextClaim faucet={data} />
              {data.allowance && <FullRewards allowance={data.allowance} full={data.faucet_reward} />}
              <HappyHour faucet={data} />
              <Today faucet={data} />
            </div>
          </div>
        )}
      </Loaded>
    </>
  )
}

/** What else pays while the faucet does not. */
const Meanwhile = ({ seconds }: { seconds: number }) => (
  <Suspense fallback={<Skeleton height={80} className="rounded-l" />}>
    <BestEarnings most={3} without="faucet" {...(seconds > 0 && { within: seconds })} />
  </Suspense>
)

/** Reserves the space of everything, so that nothing jumps when the answer is there. */
const FaucetSkeleton = () => (
  <div
    className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)]"
    role="status"
    aria-label={t({ id: 'ui.loading', message: 'Loading' })}
  >
    <Skeleton height={96} className="rounded-l" />
    <div className="grid grid-cols-1 gap-4">
      <Skeleton height={52} className="rounded-l" />
      <Skeleton height={24} className="rounded-l" />
      <Skeleton height={44} className="rounded-l" />
    </div>
  </div>
)
