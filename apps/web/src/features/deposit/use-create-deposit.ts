import { useMutation } from '@tanstack/react-query'
import { isUnknownOutcome } from '#api/attempt.ts'
import { markShown } from '#api/failure.ts'
import { history } from '#base/history.ts'
import { to } from '#base/paths.ts'
import { usePageRestored } from '#ui/use-page-restored.ts'
import { invalidateDeposit, deposit, applyDeposit, type OpenCall, type Opened } from './deposit.ts'
import { isWebAddress } from './PayLink.tsx'

/** Opens an invoice and goes where it is paid. */
export const useCreateDeposit = ({ onRefused }: { onRefused: (error: unknown) => void }) => {
  const { mutate, reset, status, error } = useMutation({
    mutationFn: (body: OpenCall['body']) => deposit.calls.open({ body }),
    onSuccess: goAndPay,
    onError: (problem) => {
      invalidateDeposit()
      if (isUnknownOutcome(problem)) markShown(problem)
      else onRefused(problem)
    },
    networkMode: 'always',
  })
  usePageRestored(reset)
  return {
    open: mutate,
    isLeaving: status === 'pending' || status === 'success',
    /** No answer came, so nobody knows whether an invoice stands. */
    isUnsent: status === 'error' && isUnknownOutcome(error),
  }
}

const goAndPay = ({ deposit: opened, depositUrl }: Opened): void => {
  applyDeposit(opened)
  const id = opened._id
  if (opened.processor === 'sandbox') return history.push(to('/app/deposit/sandbox/{id}', { params: { id } }))
  // Whoever comes back by the browser's button lands at the deposit that waits.
  history.replace(to('/app/deposit', { query: { id } }))
  if (isWebAddress(depositUrl)) window.location.assign(depositUrl)
}
