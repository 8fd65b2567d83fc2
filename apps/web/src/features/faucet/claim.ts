import { status } from '@runnel/contract/failure'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { newIdempotencyKey } from '#api/attempt.ts'
import { CallError, NoAnswerError } from '#api/send.ts'
import { silence } from '#api/silent.ts'
import type { Solved } from '#features/antibotlinks/antibotlinks.tsx'
import { invalidateFaucet, faucet, startWait, applyReward, type ClaimCall, type Claimed } from './faucet.ts'

/** `unsent`: nobody knows whether it arrived, and sending the same again is safe; `resending`: that is under way. */
export type ClaimStep = 'open' | 'sending' | 'unsent' | 'resending' | 'refused' | 'paid'

export interface Claim {
  step: ClaimStep
  paid: Claimed | undefined
  error: unknown
  send: (solved: Solved) => void
  /** The same answer under the same key: paid once, however often it arrives. */
  sendAgain: () => void
  /** Back to the beginning, to solve a new challenge. */
  giveUp: () => void
}

/** A claim from its solved challenge to the reward. */
export const useClaim = (): Claim => {
  const [isRepeated, setRepeated] = useState(false)
  const claim = useMutation({
    // What became of it stands in the page: what it paid, why not, or that nobody knows yet.
    mutationFn: (attempt: ClaimCall) =>
      faucet.calls.claim({ ...attempt, signal: silence(new AbortController().signal) }),
    onSuccess: applyReward,
    onError: afterRefusal,
    // A paused mutation would wait for the network by itself; here the visitor is told and decides.
    networkMode: 'always',
  })
  const { mutate, reset, data, error, variables } = claim
  return {
    step: stepOf({ stage: claim.status, error, isRepeated }),
    paid: data,
    error,
    send: ({ antibot, captcha, headers }) => {
      setRepeated(false)
      mutate({ body: { antibot, ...(captcha && { captcha }) }, headers, idempotencyKey: newIdempotencyKey() })
    },
    sendAgain: () => {
      if (variables === undefined || claim.isPending) return
      setRepeated(true)
      mutate(variables)
    },
    giveUp: reset,
  }
}

interface ClaimState {
  stage: 'idle' | 'pending' | 'success' | 'error'
  error: unknown
  isRepeated: boolean
}

const stepOf = ({ stage, error, isRepeated }: ClaimState): ClaimStep => {
  if (stage === 'pending') return isRepeated ? 'resending' : 'sending'
  if (stage === 'error' && error instanceof NoAnswerError) return 'unsent'
  // The clock tells it all by itself then.
  if (stage === 'error') return isConflict(error) ? 'open' : 'refused'
  return stage === 'success' ? 'paid' : 'open'
}

/** Codes of a claim that would pay nothing now. */
const isUsedUp = /^FAUCET_(BUDGET|REDUCED|ALLOWANCE)_/

/**
 * What the server says of a claim, or of the captcha of one that could not be paid.
 *
 * Too early, or all claims of the day are made: the clock shown here was wrong, so the server's is taken over. Where
 * the budget was used up meanwhile, the wait is not begun.
 */
export const afterRefusal = (error: unknown): void => {
  if (!isConflict(error)) return
  const { code, retryAfter } = error.failure ?? {}
  if (retryAfter === undefined || isUsedUp.test(code ?? '')) void invalidateFaucet()
  else startWait(retryAfter)
}

const isConflict = (error: unknown): error is CallError =>
  error instanceof CallError && error.status === status.conflict
