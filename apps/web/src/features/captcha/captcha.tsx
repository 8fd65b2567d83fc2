import { t } from '@lingui/core/macro'
import { captcha as contract } from '@runnel/contract/check/antibot'
import type { CaptchaAnswer, ChallengeAction } from '@runnel/contract/check/captcha'
import { IconShieldCheck } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { connect } from '#api/query.ts'
import { onReload } from '#api/reload.ts'
import { loadChunk } from '#base/chunk-errors.ts'
import { PageLink } from '#base/PageLink.tsx'
import type { PictureFollower } from '#features/glance/glance.tsx'
import { Button } from '#ui/Button.tsx'
import { FieldError } from '#ui/form/Field.tsx'
import { formatPercent } from '#ui/format.ts'
import { Skeleton } from '#ui/state/Skeleton.tsx'
import { HumanCheckRun, isFree, type CheckParts, type CheckState } from './human-check.ts'

export const captcha = connect('captcha', contract)

/** Solves a proof of work beside the page; its script comes when there is work to do. */
export const solvePow: CheckParts['solve'] = async (challenge, onProgress, signal) => {
  const work = await loadChunk(() => import('./pow.ts'))
  return work.solvePow(challenge, onProgress, signal)
}

const loadPictureChoice = () => import('#features/glance/glance.tsx').then((file) => ({ default: file.PictureChoice }))
const PictureChoice = lazy(() => loadChunk(loadPictureChoice))
export const ExternalCheck = lazy(() =>
  loadChunk(() => import('./ExternalCheck.tsx').then((file) => ({ default: file.ExternalCheck }))),
)

export interface HumanCheckHandle extends CheckState {
  /** Returns the answer for the body, waiting for work still under way; null when the visitor must act first. */
  take: () => Promise<CaptchaAnswer | null>
  /** Starts over with a new challenge, as after a message that was sent. */
  renew: () => void
  run: HumanCheckRun
}

interface HumanCheckOptions {
  /** False while no check is asked for. */
  enabled?: boolean
  /** Part of a larger check, which starts it over. */
  isPart?: boolean
}

/**
 * The human check of a form: `const check = useHumanCheck('login')`, `<HumanCheck check={check} />` above the button,
 * and `const answer = await check.take()` before sending. A refused call renews it by itself.
 */
export const useHumanCheck = (
  action: ChallengeAction,
  { enabled = true, isPart = false }: HumanCheckOptions = {},
): HumanCheckHandle => {
  const [run] = useState(() => {
    const ask = (signal: AbortSignal) => captcha.calls.challenge({ query: { action }, signal })
    return new HumanCheckRun({ ask, solve: solvePow, now: Date.now })
  })
  const state = useStore(run.state)
  useEffect(() => {
    if (!enabled) return
    const cancel = whenIdle(run.begin)
    const deaf = onReload((target) => !isPart && target === 'captcha' && run.renew())
    return () => {
      cancel()
      deaf()
      run.stop()
    }
  }, [run, enabled, isPart])
  useLapse(run, state)
  return { ...state, take: run.take, renew: run.renew, run }
}

/** The page is drawn before the work begins. */
const whenIdle = (begin: () => void): (() => void) => {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(begin, 200)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(begin, { timeout: 1_000 })
  return () => cancelIdleCallback(handle)
}

/** What ran out is only asked for again by its user: each challenge that nobody answers counts. */
const useLapse = (run: HumanCheckRun, { challenge }: CheckState): void => {
  useEffect(() => {
    if (challenge === null || challenge.images.length === 0) return
    const timer = setTimeout(run.lapse, challenge.expiresIn * 1_000)
    return () => clearTimeout(timer)
  }, [run, challenge])
}

interface HumanCheckProps {
  check: HumanCheckHandle
  /** Hears how the pictures are chosen. */
  follower?: PictureFollower
}

export const HumanCheck = (props: HumanCheckProps) => (
  <Suspense fallback={<Skeleton height={80} className="rounded-l" />}>
    <HumanCheckParts {...props} />
  </Suspense>
)

/** The same for whoever reserves the space of all that stands around it. */
export const HumanCheckParts = ({ check, follower }: HumanCheckProps) => {
  const { phase, challenge, missing, run } = check
  return (
    <div className="grid grid-cols-1 gap-2">
      {phase === 'failed' || phase === 'expired' ? (
        <Again expired={phase === 'expired'} onAgain={run.renew} />
      ) : (
        <>
          {challenge && challenge.images.length > 0 && (
            <PictureChoice
              challenge={challenge}
              picks={check.picks}
              onToggle={run.toggle}
              onRenew={run.renew}
              follower={follower}
            />
          )}
          {challenge?.external && (
            <Suspense fallback={<Skeleton height={20} className="rounded-m" />}>
              <ExternalCheck key={challenge.id} external={challenge.external} onToken={run.giveToken} />
            </Suspense>
          )}
          {(challenge === null || challenge.pow !== null) && <HumanCheckWork {...check} />}
          {challenge && isFree(challenge) && <NoCheck />}
        </>
      )}
      {missing && (
        <FieldError id="human-check-error">
          {t({ id: 'captcha.missing', message: 'Complete the captcha first.' })}
        </FieldError>
      )}
    </div>
  )
}

interface HumanCheckWorkProps {
  phase: string
  progress: number
}

/** A line that says that nothing need be done. */
export const HumanCheckWork = ({ phase, progress }: HumanCheckWorkProps) => {
  const ready = phase === 'ready' || phase === 'complete' || (phase === 'choosing' && progress === 1)
  const share = formatPercent(Math.round(progress * 100) * 100)
  return (
    <p className="flex min-h-6 items-center gap-2 text-sm text-muted" role="status">
      <IconShieldCheck className={ready ? 'size-5 shrink-0 text-good' : 'size-5 shrink-0'} aria-hidden="true" />
      {ready
        ? t({ id: 'captcha.ready', message: 'Verified' })
        : t({ id: 'captcha.working', message: 'Verifying… no action needed' })}
      {!ready && progress > 0.05 && (
        <span className="figures ms-auto" aria-hidden="true">
          {share}
        </span>
      )}
    </p>
  )
}

/** As tall as the line of the work that it takes the place of. */
export const NoCheck = () => (
  <p className="flex min-h-6 flex-wrap items-center gap-2 text-sm text-muted" role="status">
    <IconShieldCheck className="size-5 shrink-0 text-good" aria-hidden="true" />
    {t({ id: 'captcha.free', message: 'No captcha this time' })}
    <TrustLink />
  </p>
)

/** Where members meet a captcha, or none, they can read what makes them rarer. */
export const TrustLink = () => (
  <PageLink to="/app/trust" className="link text-sm">
    {t({ id: 'captcha.trust', message: 'Fewer captchas' })}
  </PageLink>
)

const Again = ({ expired, onAgain }: { expired: boolean; onAgain: () => void }) => (
  <div className="flex flex-wrap items-center justify-between gap-2 rounded-m bg-sunken p-3" role="alert">
    <p className="text-sm">
      {expired
        ? t({ id: 'captcha.expired', message: 'The captcha expired.' })
        : t({ id: 'captcha.failed', message: 'The captcha didn’t load.' })}
    </p>
    <Button size="small" onClick={onAgain}>
      {t({ id: 'captcha.again', message: 'Load a new captcha' })}
    </Button>
  </div>
)

/** Stands outside of what anyone sees, hears or reaches by keyboard: only a program fills it. */
export const TrapField = () => (
  <div className="visually-hidden" aria-hidden="true">
    <label>
      {t({ id: 'captcha.website', message: 'Website' })}
      <input name="website" type="text" tabIndex={-1} autoComplete="off" />
    </label>
  </div>
)
