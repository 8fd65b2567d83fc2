import { useMutation } from '@tanstack/react-query'
import { isUnsure, newKey } from '#api/attempt.ts'
import { advertise, takeCreated } from './advertise.ts'
import type { CreateCall, Created } from './advertise.ts'

interface Creating {
  isSending: boolean
  /** Nobody knows whether it arrived; sending the same again pays once. */
  isUnsent: boolean
  send: (body: CreateCall['body']) => void
  sendAgain: () => void
}

interface Outcome {
  onDone: (created: Created) => void
  onRefused: (error: unknown) => void
}

/** A campaign from its form to the server's word that it was made and paid. */
export function useCreate({ onDone, onRefused }: Outcome): Creating {
  const { mutate, status, error, variables } = useMutation({
    mutationFn: (call: CreateCall) => advertise.calls.create(call),
    onSuccess: (created) => {
      takeCreated(created)
      onDone(created)
    },
    onError: (problem) => {
      if (!isUnsure(problem)) onRefused(problem)
    },
    // A paused mutation would wait for the network by itself; here the visitor is told and decides.
    networkMode: 'always',
  })
  return {
    isSending: status === 'pending',
    isUnsent: status === 'error' && isUnsure(error),
    send: (body) => mutate({ body, idempotencyKey: newKey() }),
    sendAgain: () => variables && mutate(variables),
  }
}
