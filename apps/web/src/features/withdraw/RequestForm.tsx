import { isLightning, type Withdrawal, type WithdrawMethod } from '@runnel/contract/withdraw'
import { useLayoutEffect, useState } from 'react'
import { fieldErrors } from '#api/failure.ts'
import { Skeleton } from '#ui/state/Skeleton.tsx'
import { ConfirmStep } from './ConfirmStep.tsx'
import { DetailsStep } from './DetailsStep.tsx'
import { DoneStep } from './DoneStep.tsx'
import { boundsOf, type FormStart, useWithdrawForm } from './form.ts'
import { MinimumProgress } from './MinimumProgress.tsx'
import { useRequest } from './request.ts'
import { invalidateWithdraw, useHistory, type WithdrawMethods, type WithdrawFields } from './withdraw.ts'

interface RequestFormProps {
  method: WithdrawMethod
  ways: WithdrawMethods
  /** The page says already how far the balance is from the minimum. */
  isToldAbove: boolean
  /** Takes the method that a request under way keeps; null once there is none. */
  setHeld: (method: WithdrawMethod | null) => void
}

/** Whoever was paid by this method before finds where, and all that can be paid now. */
export const RequestForm = (props: RequestFormProps) => {
  const { data, error } = useHistory({ page: 1, status: undefined })
  if (!data && !error) return <Skeleton height={96} className="rounded-l" />
  return <Request {...props} start={startOf(props, data?.items ?? [])} />
}

const startOf = ({ method, ways }: RequestFormProps, earlier: readonly Withdrawal[]): FormStart => {
  const last = earlier.find((one) => one.method === method.name && one.status === 'paid')
  // An invoice is paid once.
  if (!last || (isLightning(method.processor) && !last.address.includes('@'))) return { address: '', amount: '' }
  const { least, most } = boundsOf(method, ways.balance)
  return { address: last.address, amount: most >= least ? String(most) : '' }
}

/** Asking to be paid by one method: the form, the confirmation, and the word that it was taken. */
const Request = ({
  method,
  ways: { balance },
  isToldAbove,
  setHeld,
  start,
}: RequestFormProps & { start: FormStart }) => {
  const wishing = useWithdrawForm(method, balance, start)
  const [wish, setWish] = useState<WithdrawFields | null>(null)
  // An effect, because a form that is gone holds nothing, even if its wish is answered after that.
  useLayoutEffect(() => {
    if (!wish) return undefined
    setHeld(method)
    return () => setHeld(null)
  }, [wish, method, setHeld])
  const request = useRequest({
    onRefused: (error) => {
      // What is wrong with a field is told beside it.
      const { address, amount } = fieldErrors(error)
      if (address === undefined && amount === undefined) return
      setWish(null)
      wishing.form.refused(error)
    },
  })
  const back = () => {
    if (request.stage === 'unsent') invalidateWithdraw()
    request.reset()
    setWish(null)
  }
  if (request.done) {
    const more = () => {
      wishing.form.reset()
      back()
    }
    return <DoneStep {...request.done} eta={method.eta} onMore={more} />
  }
  if (wish) return <ConfirmStep {...{ method, wish, request }} onBack={back} />
  if (balance < method.minimum && isToldAbove) return null
  if (balance < method.minimum) return <MinimumProgress name={method.name} balance={balance} minimum={method.minimum} />
  return <DetailsStep {...{ method, balance, wishing }} onReady={setWish} />
}
