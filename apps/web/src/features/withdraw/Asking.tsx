import type { WithdrawMethod } from '@runnel/contract/withdraw'
import { useState } from 'react'
import { fieldErrors } from '#api/failure.ts'
import { ConfirmStep } from './ConfirmStep.tsx'
import { DoneStep } from './DoneStep.tsx'
import { useWishForm } from './form.ts'
import { Reach } from './Reach.tsx'
import { useRequest } from './request.ts'
import { askAgain } from './withdraw.ts'
import type { Ways, Wish } from './withdraw.ts'
import { WishStep } from './WishStep.tsx'

interface AskingProps {
  method: WithdrawMethod
  ways: Ways
  setConfirming: (isConfirming: boolean) => void
}

/** Asking to be paid by one method: the form, the confirmation, and the word that it was taken. */
export function Asking({ method, ways: { balance }, setConfirming }: AskingProps) {
  const wishing = useWishForm(method, balance)
  const [wish, setWish] = useState<Wish | null>(null)
  const confirmWith = (next: Wish | null) => {
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
    if (request.stage === 'unsent') askAgain()
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
  if (balance < method.minimum) return <Reach name={method.name} balance={balance} minimum={method.minimum} />
  return <WishStep {...{ method, balance, wishing }} onReady={confirmWith} />
}
