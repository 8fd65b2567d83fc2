import { t, plural } from '@lingui/core/macro'
import { useState, useSyncExternalStore, lazy, Suspense } from 'react'
import { loadChunk } from '#base/chunk-errors.ts'
import { to } from '#base/paths.ts'
import { useSite } from '#features/home/home.ts'
import { unitsText } from '#ui/Amount.tsx'
import { Card } from '#ui/Card.tsx'
import { useCountdown } from '#ui/chart/countdown.ts'
import { TimerDial } from '#ui/chart/TimerDial.tsx'
import { formatRelative, formatClock } from '#ui/format.ts'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { Skeleton } from '#ui/state/Skeleton.tsx'
import { useNow } from '#ui/use-now.ts'
import { useTitleLead } from '#ui/use-title-lead.ts'
import type { Claim } from './claim.ts'
import { blockedBy, invalidateFaucet, isSpent, type Faucet } from './faucet.ts'
import { wasFree } from './last-check.ts'
import { clockTime, nextUtcDay } from './local-time.ts'
import { Unsent } from './Unsent.tsx'
import { UsedUp } from './UsedUp.tsx'

const loadClaimChallenge = () => import('./ClaimChallenge.tsx').then((file) => ({ default: file.ClaimChallenge }))
const ClaimChallenge = lazy(() => loadChunk(loadClaimChallenge))
const loadReward = () => import('./Reward.tsx').then((file) => ({ default: file.Reward }))
const Reward = lazy(() => loadChunk(loadReward))
// Asked for at once, but behind what the page needs to be drawn; whether they came is seen when they are needed.
for (const load of [loadClaimChallenge, loadReward]) load().catch(() => undefined)

/** The challenge and its proof of work come while the last seconds run, so that nobody waits for them. */
const leadSeconds = 25

/** What one does here right now: wait, solve and claim, or be glad. */
export const ClaimStage = ({ faucet, claim }: { faucet: Faucet; claim: Claim }) => {
  const { wait, receivedAt, dailyClaimLimit, next, faucet_timer: timer } = faucet
  const left = useCountdown({ seconds: wait, receivedAt, onDrift: () => void invalidateFaucet() })
  const blocked = blockedBy(faucet)
  const isOver = isSpent(faucet) || blocked !== null
  const isReady = left === 0 && !isOver
  // Also where the whole wait is short, the challenge of the claim just made must first be put away.
  const lead = Math.min(leadSeconds, timer - 2)
  // While a solved challenge may still be on its way, asking for a new one would make it void.
  const isUnsent = claim.step === 'unsent' || claim.step === 'resending'
  const isClaiming = useWasVisible(left <= lead && !isOver && !isUnsent)
  const { name } = useSite()
  const title = `${t({ id: 'page.faucet', message: 'Faucet' })} · ${name}`
  useTitleLead({ path: to('/app/faucet'), title, lead: titleLead({ left, isOver }) })
  return (
    <Card className="grid grid-cols-1 gap-6">
      {claim.step === 'paid' && !isReady && claim.paid && (
        <Suspense fallback={<Skeleton height={48} className="rounded-l" />}>
          <Reward paid={claim.paid} />
        </Suspense>
      )}
      {isUnsent && <Unsent isSending={claim.step === 'resending'} onSend={claim.sendAgain} onGiveUp={claim.giveUp} />}
      {isSpent(faucet) ? <LimitReached limit={dailyClaimLimit} /> : blocked && <UsedUp {...blocked} />}
      {!isOver && !isReady && <Wait faucet={faucet} left={left} />}
      {isClaiming && (
        <Suspense fallback={isReady && <ClaimingSkeleton />}>
          <ClaimChallenge claim={claim} total={next.total} isShown={isReady} />
        </Suspense>
      )}
    </Card>
  )
}

/** As tall as the challenge with its heading and its button, so that nothing jumps when they come. */
const ClaimingSkeleton = () => (
  <div className="grid grid-cols-1 gap-4">
    <Skeleton height={9} className="rounded-l" />
    {wasFree() ? <Skeleton height={6} /> : <Skeleton height={96} className="rounded-l max-sm:min-h-128" />}
    <Skeleton height={11} className="rounded-l" />
  </div>
)

const Wait = ({ faucet, left }: { faucet: Faucet; left: number }) => {
  const units = unitsText(faucet.next.total)
  return (
    <div className="grid justify-items-center gap-4 py-2">
      <TimerDial
        secondsLeft={left}
        totalSeconds={Math.max(faucet.faucet_timer, faucet.wait)}
        label={t({ id: 'faucet.wait.label', message: 'until your next claim' })}
      />
      <p className="text-center text-muted">{t({ id: 'faucet.wait.pays', message: `Reward: ${units}.` })}</p>
    </div>
  )
}

const titleLead = ({ left, isOver }: { left: number; isOver: boolean }): string => {
  if (isOver) return ''
  return left > 0 ? formatClock(left) : t({ id: 'faucet.title.ready', message: 'Ready' })
}

/** True from the moment that somebody looks at the page while `wanted` holds, until it does not. */
const useWasVisible = (wanted: boolean): boolean => {
  const isVisible = useSyncExternalStore(followVisibility, () => document.visibilityState === 'visible')
  const [isSeen, setSeen] = useState(false)
  const next = wanted && (isSeen || isVisible)
  if (next !== isSeen) setSeen(next)
  return next
}

const followVisibility = (changed: () => void): (() => void) => {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}

/** All claims of the day are made; a day is a UTC day, so its end is told in the visitor's own time. */
const LimitReached = ({ limit }: { limit: number }) => {
  const now = useNow(15_000)
  const midnight = nextUtcDay(now)
  const time = clockTime(midnight, now)
  const away = formatRelative({ iso: midnight, now })
  return (
    <EmptyState
      heading="h2"
      title={t({
        id: 'faucet.spent.title',
        message: plural(limit, { one: 'Daily claim limit reached (#)', other: 'Daily claim limit reached (#)' }),
      })}
    >
      {t({ id: 'faucet.spent.text', message: `Your claims reset at ${time} your time (${away}).` })}
    </EmptyState>
  )
}
