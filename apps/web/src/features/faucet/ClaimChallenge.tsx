import { useEffect } from 'react'
import { isFreeOrder, useClickOrder } from '#features/antibotlinks/antibotlinks.tsx'
import { CaptchaStep } from './CaptchaStep.tsx'
import { afterRefusal, type Claim } from './claim.ts'
import { rememberFree } from './last-check.ts'

interface ClaimChallengeProps {
  claim: Claim
  /** What the claim pays. */
  total: number
  /** False while the last seconds of the wait run: the challenge is on its way, but there is nothing to solve yet. */
  isShown: boolean
}

/** Fetches the challenge, works on it, and shows it once the wait is over. */
export const ClaimChallenge = ({ claim, total, isShown }: ClaimChallengeProps) => {
  const order = useClickOrder('faucet', { onRefused: afterRefusal })
  const { challenge } = order
  useEffect(() => {
    if (challenge) rememberFree(isFreeOrder(challenge))
  }, [challenge])
  return isShown ? <CaptchaStep order={order} claim={claim} total={total} /> : null
}
