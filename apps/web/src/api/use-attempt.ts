import { useMutation } from '@tanstack/react-query'
import { isUnknownOutcome } from './attempt.ts'
import { markShown } from './failure.ts'

interface AttemptOptions<Call, Answer> {
  send: (call: Call) => Promise<Answer>
  onDone: (answer: Answer, call: Call) => void
  /** The server said no; where no answer came at all, nobody knows, and the same is sent again instead. */
  onRefused?: (error: unknown) => void
  /** False where nothing offers to send it again, as in a closed dialog: then a toast says that no answer came. */
  isShown?: boolean
}

/** One call that moves money. It carries its own key, so that the same one sent again moves it once. */
export const useAttempt = <Call, Answer>({ send, onDone, onRefused, isShown = true }: AttemptOptions<Call, Answer>) => {
  const { mutate, reset, status, data, error, variables } = useMutation({
    mutationFn: send,
    onSuccess: onDone,
    onError: (problem) => {
      if (!isUnknownOutcome(problem)) onRefused?.(problem)
      // Whoever offers to send it again says why.
      else if (isShown) markShown(problem)
    },
    // A paused mutation would wait for the network by itself; here the visitor is told and decides.
    networkMode: 'always',
  })
  const isUnsent = status === 'error' && isUnknownOutcome(error)
  return {
    answer: data,
    call: variables,
    isSending: status === 'pending',
    isUnsent,
    refusal: status === 'error' && !isUnknownOutcome(error) ? error : null,
    send: mutate,
    sendAgain: () => {
      if (variables !== undefined) mutate(variables)
    },
    /** Of one that may arrive nothing is forgotten, as by closing a dialog: a new one would move money twice. */
    reset: () => {
      if (status !== 'pending' && !isUnsent) reset()
    },
  }
}
