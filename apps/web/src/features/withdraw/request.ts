import { useMutation } from '@tanstack/react-query'
import { isUnknownOutcome, newIdempotencyKey } from '#api/attempt.ts'
import { markShown } from '#api/failure.ts'
import { CallError } from '#api/send.ts'
import { invalidatePreview, applyRequested, withdraw, type RequestCall, type Requested } from './withdraw.ts'

/** `unsent`: nobody knows whether it arrived, and sending the same again is safe. */
export type RequestStage = 'open' | 'sending' | 'unsent' | 'refused' | 'done'

interface RequestState {
  stage: RequestStage
  done: Requested | undefined
  error: unknown
  /** The sum that was agreed to, where less would arrive by now: it was refused, and the new sum is asked for. */
  moved: string | undefined
  /** A new attempt under a key of its own. */
  send: (call: Omit<RequestCall, 'idempotencyKey'>) => void
  /** The same attempt under the same key: the amount leaves the balance once, however often it arrives. */
  sendAgain: () => void
  reset: () => void
}

/** A withdrawal from its confirmed wish to the server's word that it was taken. */
export const useRequest = ({ onRefused }: { onRefused: (error: unknown) => void }): RequestState => {
  const { mutate, reset, status, data, error, variables } = useMutation({
    mutationFn: (call: RequestCall) => withdraw.calls.request(call),
    onSuccess: applyRequested,
    onError: (problem) => {
      if (hasMoved(problem)) invalidatePreview()
      else if (isUnknownOutcome(problem)) markShown(problem)
      else onRefused(problem)
    },
    // A paused mutation would wait for the network by itself; here the visitor is told and decides.
    networkMode: 'always',
  })
  return {
    stage: stageOf(status, error),
    done: data,
    error,
    moved: hasMoved(error) ? variables?.body.expected : undefined,
    send: (call) => mutate({ ...call, idempotencyKey: newIdempotencyKey() }),
    sendAgain: () => variables && mutate(variables),
    reset,
  }
}

const hasMoved = (error: unknown): boolean => error instanceof CallError && error.failure?.code === 'RATE_MOVED'

const stageOf = (status: 'idle' | 'pending' | 'success' | 'error', error: unknown): RequestStage => {
  if (status === 'error') return isUnknownOutcome(error) ? 'unsent' : 'refused'
  return ({ idle: 'open', pending: 'sending', success: 'done' } as const)[status]
}
