import type { WithdrawMethod } from '@runnel/contract/withdraw'
import { useState } from 'react'
import { fieldErrors } from '#api/failure.ts'
import { ConfirmStep } from './ConfirmStep.tsx'
import { DetailsStep } from './DetailsStep.tsx'
import { DoneStep } from './DoneStep.tsx'
import { useWithdrawForm } from './form.ts'
import { MinimumProgress } from './MinimumProgress.tsx'
import { useRequest } from './request.ts'
import { invalidateWithdraw, type WithdrawMethods, type WithdrawFields } from './withdraw.ts'

interface RequestFormProps {
  method: WithdrawMethod
  ways: WithdrawMethods
  setConfirming: (isConfirming: boolean) => void
}

/** Asking to be paid by one method: the form, the confirmation, and the word that it was taken. */
export const RequestForm = ({ method, ways: { balance }, setConfirming }: RequestFormProps) => {
  const wishing = useWithdrawForm(method, balance)
  const [wish, setWish] = useState<WithdrawFields | null>(null)
  const confirmWith = (next: WithdrawFields | null) => {
    setWish(next)
    setConfirming(next !== null)
  }
  const request = useRequest({
    onRefused: (error) => {
      // What is wrong with a field is told beside it.
      const { address, amount } = fieldErrors(error)
      if (address === undefined && amount === undefined) return
      confirmWith(null)
      wishing.form.refused(error)
    },
  })
  const back = () => {
    if (request.stage === 'unsent') invalidateWithdraw()
    request.reset()
    confirmWith(null)
  }
  if (request.done) {
    const more = () => {
      wishing.form.reset()
      back()
    }
    return <DoneStep {...request.done} eta={method.eta} onMore={more} />
  }
  if (wish) return <ConfirmStep {...{ method, wish, request }} onBack={back} />
  if (balance < method.minimum) return <MinimumProgress name={method.name} balance={balance} minimum={method.minimum} />
  return <DetailsStep {...{ method, balance, wishing }} onReady={confirmWith} />
}
