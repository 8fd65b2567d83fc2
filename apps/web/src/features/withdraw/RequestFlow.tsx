import type { WithdrawMethod } from '@runnel/contract/withdraw'
import { useRef, useState } from 'react'
import { fieldErrors } from '#api/failure.ts'
import { ConfirmStep } from './ConfirmStep.tsx'
import { DoneStep } from './DoneStep.tsx'
import { useWishForm } from './form.ts'
import { MethodCards } from './MethodCards.tsx'
import { Reach } from './Reach.tsx'
import { useRequest } from './request.ts'
import { askAgain } from './withdraw.ts'
import type { Ways, Wish } from './withdraw.ts'
import { WishStep } from './WishStep.tsx'

/** From choosing a way to be paid to the server's word that the request was taken. */
export function RequestFlow({ ways }: { ways: Ways }) {
  const { methods, balance, requirements } = ways
  const open = methods.filter(({ closed }) => closed === null)
  const [chosen, setChosen] = useState<string | undefined>(open.length === 1 ? open[0]?._id : undefined)
  const [isConfirming, setConfirming] = useState(false)
  const method = open.find(({ _id }) => _id === chosen)
  const flow = useRef<HTMLDivElement>(null)
  const choose = (methodId: string) => {
    setChosen(methodId)
    // On a phone the other cards stand between the choice and what comes next.
    setTimeout(() => flow.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' }))
  }
  return (
    <div className="grid gap-4">
      {!isConfirming && (
        <MethodCards methods={methods} chosen={method?._id} onChoose={requirements.length > 0 ? undefined : choose} />
      )}
      <div ref={flow} className="scroll-mt-20 scroll-mb-24 empty:hidden">
        {method && <Asking key={method._id} {...{ method, ways, setConfirming }} />}
        {!method && <SmallestReach methods={open} balance={balance} />}
      </div>
    </div>
  )
}

/** Before a way is chosen: how far the balance is from the nearest one, where it reaches none. */
function SmallestReach({ methods, balance }: { methods: readonly WithdrawMethod[]; balance: number }) {
  const nearest = methods.toSorted((a, b) => a.minimum - b.minimum)[0]
  if (!nearest || balance >= nearest.minimum) return null
  return <Reach name={nearest.name} balance={balance} minimum={nearest.minimum} />
}

interface AskingProps {
  method: WithdrawMethod
  ways: Ways
  setConfirming: (isConfirming: boolean) => void
}

function Asking({ method, ways: { balance, requirements }, setConfirming }: AskingProps) {
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
  if (requirements.length > 0) return null
  if (balance < method.minimum) return <Reach name={method.name} balance={balance} minimum={method.minimum} />
  return <WishStep {...{ method, balance, wishing }} onReady={confirmWith} />
}
