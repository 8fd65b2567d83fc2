import { useMutation } from '@tanstack/react-query'
import { isUnknownOutcome, newIdempotencyKey } from '#api/attempt.ts'
import { markShown } from '#api/failure.ts'
import { CallError } from '#api/send.ts'
import { ptc, applyView, type PaidView } from './ptc.ts'

export type VerifyStep = 'open' | 'sending' | 'unsent' | 'refused' | 'paid'

interface VerifyOptions {
  adId: string
  ticket: string
  /** The server's clock says that so many seconds are missing. */
  onEarly: (seconds: number) => void
}

/** A view from its solved check to the reward. */
export const useVerify = ({ adId, ticket, onEarly }: VerifyOptions) => {
  const { mutate, reset, status, data, error, variables } = useMutation({
    mutationFn: (call: Parameters<typeof ptc.calls.verify>[0]) => ptc.calls.verify(call),
    onSuccess: (paid) => applyView(adId, paid),
    onError: (problem) => {
      if (refusalOf(problem) === 'early') onEarly(waitOf(problem))
      else if (isUnknownOutcome(problem)) markShown(problem)
    },
    // A paused mutation would wait for the network by itself; here the visitor is told and decides.
    networkMode: 'always',
  })
  return {
    step: stepOf(status, error),
    paid: data satisfies PaidView | undefined,
    error,
    send: (captcha: NonNullable<typeof variables>['body']['captcha']) =>
      mutate({ params: { id: adId }, body: { ticket, captcha }, idempotencyKey: newIdempotencyKey() }),
    /** The same view under the same key: paid once, however often it arrives. */
    sendAgain: () => variables && status !== 'pending' && mutate(variables),
    giveUp: reset,
  }
}

export type VerifyMutation = ReturnType<typeof useVerify>

const stepOf = (stage: 'idle' | 'pending' | 'success' | 'error', error: unknown): VerifyStep => {
  if (stage === 'error') return isUnknownOutcome(error) ? 'unsent' : 'refused'
  return ({ idle: 'open', pending: 'sending', success: 'paid' } as const)[stage]
}

/** `ticket`: a new view may begin; `gone`: this ad pays nobody now; `other`: only this attempt failed. */
export type ViewRefusal = 'early' | 'ticket' | 'gone' | 'other'

export const refusalOf = (error: unknown): ViewRefusal => {
  if (!(error instanceof CallError)) return 'other'
  const code = error.failure?.code ?? ''
  if (code === 'TOO_EARLY') return 'early'
  if (code.startsWith('TICKET_')) return 'ticket'
  return code.startsWith('AD_') || error.status === 404 ? 'gone' : 'other'
}

const waitOf = (error: unknown): number => (error instanceof CallError && error.failure?.retryAfter) || 1
