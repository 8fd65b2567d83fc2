import { useMutation } from '@tanstack/react-query'
import { isUnknownOutcome, newIdempotencyKey } from '#api/attempt.ts'
import { advertise, applyCreated, type CreateCall, type Created } from '#features/advertise/advertise.ts'

interface CreateCampaignState {
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
export function useCreateCampaign({ onDone, onRefused }: Outcome): CreateCampaignState {
  const { mutate, status, error, variables } = useMutation({
    mutationFn: (call: CreateCall) => advertise.calls.create(call),
    onSuccess: (created) => {
      applyCreated(created)
      onDone(created)
    },
    onError: (problem) => {
      if (!isUnknownOutcome(problem)) onRefused(problem)
    },
    // A paused mutation would wait for the network by itself; here the visitor is told and decides.
    networkMode: 'always',
  })
  return {
    isSending: status === 'pending',
    isUnsent: status === 'error' && isUnknownOutcome(error),
    send: (body) => mutate({ body, idempotencyKey: newIdempotencyKey() }),
    sendAgain: () => variables && mutate(variables),
  }
}
