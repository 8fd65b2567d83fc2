import { t } from '@lingui/core/macro'
import { antibot as contract } from '@runnel/contract/check/antibot'
import type { CaptchaAnswer, ChallengeAction } from '@runnel/contract/check/captcha'
import { Suspense, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { connect } from '#api/query.ts'
import { onReload } from '#api/reload.ts'
import {
  HumanCheckParts,
  HumanCheckWork,
  NoCheck,
  solvePow,
  TrustLink,
  useHumanCheck,
  type HumanCheckHandle,
} from '#features/captcha/captcha.tsx'
import { Button } from '#ui/Button.tsx'
import { FieldError } from '#ui/form/Field.tsx'
import { Skeleton } from '#ui/state/Skeleton.tsx'
import { ClickRun, type ClickState, isFreeOrder, type SolvedOrder } from './click-run.ts'
import { ClickTiles } from './ClickTiles.tsx'
import { WithoutPictures } from './WithoutPictures.tsx'

export { isFreeOrder } from './click-run.ts'

/** Everything that a claim sends along: the click order or the image captcha, whichever is asked for, and the proof. */
export interface Solved extends SolvedOrder {
  captcha?: CaptchaAnswer
}

export interface ClickOrderHandle extends ClickState {
  /** Nothing is left to choose; the button may be pressed. */
  complete: boolean
  take: () => Promise<Solved | null>
  /** Starts over with new pictures. */
  renew: () => void
  run: ClickRun
  captcha: HumanCheckHandle
  action: ChallengeAction
}

interface ClickOrderOptions {
  /** False while there is nothing to claim yet, so that no challenge grows old unseen. */
  enabled?: boolean
  /** Hears why the server hands out no challenge. */
  onRefused?: (error: unknown) => void
}

/**
 * The click order of an action: `const order = useClickOrder('faucet')`, `<ClickOrder order={order} />` above the
 * button, and `const solved = await order.take()` when it is pressed. A refused call renews it by itself.
 */
export const useClickOrder = (
  action: ChallengeAction,
  { enabled = true, onRefused }: ClickOrderOptions = {},
): ClickOrderHandle => {
  const [run] = useState(() => {
    const ask = (signal: AbortSignal) => {
      const asked = antibotlinks.calls.challenge({ query: { action }, signal })
      if (onRefused) asked.catch(onRefused)
      return asked
    }
    return new ClickRun({ ask, solve: solvePow, now: Date.now })
  })
  const state = useStore(run.state)
  const alsoCaptcha = state.challenge?.captcha === true
  const captcha = useHumanCheck(action, { enabled: enabled && alsoCaptcha, isPart: true })
  useEffect(() => {
    if (!enabled) return
    run.begin()
    // What is asked for besides comes anew with it.
    const deaf = onReload(run.renew)
    return () => {
      deaf()
      run.stop()
    }
  }, [run, enabled])
  useLapse(run, state)
  const take = async (): Promise<Solved | null> => {
    const picked = alsoCaptcha ? await captcha.take() : undefined
    const solved = picked === null ? null : await run.take()
    return solved && { ...solved, ...(picked && { captcha: picked }) }
  }
  const complete = state.phase === 'complete' && (!alsoCaptcha || captcha.phase === 'ready' || captcha.picks.length > 0)
  return { ...state, complete, take, renew: run.renew, run, captcha, action }
}

/** What ran out is only asked for again by its user: each challenge that nobody answers counts. */
const useLapse = (run: ClickRun, { challenge }: ClickState): void => {
  useEffect(() => {
    if (challenge === null || isFreeOrder(challenge)) return
    const timer = setTimeout(run.lapse, challenge.expiresIn * 1_000)
    return () => clearTimeout(timer)
  }, [run, challenge])
}

/** Nothing of it stands before all of it does: what came first would be moved by the rest. */
export const ClickOrder = ({ order }: { order: ClickOrderHandle }) => (
  <Suspense fallback={<Space />}>
    <Parts order={order} />
  </Suspense>
)

const Space = () => <Skeleton height={96} className="rounded-l" />

const Parts = ({ order }: { order: ClickOrderHandle }) => {
  const { phase, challenge, missing, run, captcha } = order
  if (phase === 'failed' || phase === 'expired') return <Again expired={phase === 'expired'} onAgain={run.renew} />
  if (challenge === null || (challenge.captcha && captcha.phase === 'waiting')) return <Space />
  if (isFreeOrder(challenge)) return <NoCheck />
  const pictured = challenge.antibotlinks.length > 0
  return (
    <div className="grid grid-cols-1 gap-4">
      {pictured && <ClickTiles key={challenge.id} order={order} challenge={challenge} />}
      {challenge.pow !== null && <HumanCheckWork {...order} />}
      {missing && (
        <FieldError id="click-order-error">
          {t({ id: 'antibot.missing', message: 'Select the images in the order shown.' })}
        </FieldError>
      )}
      {challenge.captcha && <HumanCheckParts check={captcha} follower={run} />}
      {order.action !== 'practice' && (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <WithoutPictures chosen={challenge.pow !== null} onChange={run.renew} />
          <TrustLink />
        </div>
      )}
    </div>
  )
}

const Again = ({ expired, onAgain }: { expired: boolean; onAgain: () => void }) => (
  <div className="flex flex-wrap items-center justify-between gap-2 rounded-m bg-sunken p-3" role="alert">
    <p className="text-sm">
      {expired
        ? t({ id: 'antibot.expired', message: 'The captcha expired.' })
        : t({ id: 'antibot.failed', message: 'The images didn’t load.' })}
    </p>
    <Button size="small" onClick={onAgain}>
      {t({ id: 'antibot.again', message: 'Load new images' })}
    </Button>
  </div>
)

/** Whether a practice round was solved; it pays nothing and nobody remembers it. */
export const isRightOrder = async ({ antibot }: Solved): Promise<boolean> => {
  const { right } = await antibotlinks.calls.practice({ body: { antibot } })
  return right
}

const antibotlinks = connect('antibotlinks', contract)
