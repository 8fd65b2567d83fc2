import { useMutation } from '@tanstack/react-query'
import { CallError, NoAnswerError } from '#api/send.ts'
import { takeRequested, withdraw } from './withdraw.ts'
import type { RequestCall, Requested } from './withdraw.ts'

/** `unsent`: nobody knows whether it arrived, and sending the same again is safe. */
export type RequestStage = 'open' | 'sending' | 'unsent' | 'refused' | 'done'

interface Requesting {
  stage: RequestStage
  done: Requested | undefined
  error: unknown
  /** A new attempt under a key of its own. */
  send: (call: Omit<RequestCall, 'idempotencyKey'>) => void
  /** The same attempt under the same key: the amount leaves the balance once, however often it arrives. */
  sendAgain: () => void
  reset: () => void
}

/** A withdrawal from its confirmed wish to the server's word that it was taken. */
export function useRequest({ onRefused }: { onRefused: (error: unknown) => void }): Requesting {
  const { mutate, reset, status, data, error, variables } = useMutation({
    mutationFn: (call: RequestCall) => withdraw.calls.request(call),
    onSuccess: takeRequested,
    onError: (problem) => {
      if (!isUnsure(problem)) onRefused(problem)
    },
    // A paused mutation would wait for the network by itself; here the visitor is told and decides.
    networkMode: 'always',
  })
  return {
    stage: stageOf(status, error),
    done: data,
    error,
    send: (call) => mutate({ ...call, idempotencyKey: newKey() }),
    sendAgain: () => variables && mutate(variables),
    reset,
  }
}

function stageOf(status: 'idle' | 'pending' | 'success' | 'error', error: unknown): RequestStage {
  if (status === 'error') return isUnsure(error) ? 'unsent' : 'refused'
  return ({ idle: 'open', pending: 'sending', success: 'done' } as const)[status]
}

/** No answer at all, or one from something that stands in front of the server. */
function isUnsure(error: unknown): boolean {
  return error instanceof NoAnswerError || (error instanceof CallError && error.status >= 500 && !error.failure)
}

/** `crypto.randomUUID` is missing on a site without https. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
