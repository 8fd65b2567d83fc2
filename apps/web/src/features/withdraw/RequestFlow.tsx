import type { Withdrawal, WithdrawMethod } from '@runnel/contract/withdraw'
import { lazy, Suspense, useRef, useState, type ReactNode } from 'react'
import { loadChunk } from '#base/chunk-errors.ts'
import { Skeleton } from '#ui/state/Skeleton.tsx'
import { useAfterDraw } from '#ui/timer/use-after-draw.ts'
import { MethodCards } from './MethodCards.tsx'
import { MinimumProgress } from './MinimumProgress.tsx'
import { useHistory, type WithdrawMethods } from './withdraw.ts'

/** Its form and human check are fetched once somebody wants to be paid, not with the first look at the page. */
const RequestForm = lazy(() =>
  loadChunk(() => import('./RequestForm.tsx')).then((file) => ({ default: file.RequestForm })),
)

interface RequestFlowProps {
  ways: WithdrawMethods
  /** What is missing before the next request, and what stands in place of methods where there are none. */
  missing: ReactNode
  none: ReactNode
}

/** From choosing a way to be paid to the server's word that the request was taken. */
export const RequestFlow = ({ ways, missing, none }: RequestFlowProps) => {
  const { methods, balance, requirements, first } = ways
  const open = methods.filter(({ closed }) => closed === null)
  const [chosen, setChosen] = useState<string | undefined>(open.length === 1 ? open[0]?._id : undefined)
  // A request under way keeps its method until it is left: what was sent may have arrived, whatever has changed since.
  const [held, setHeld] = useState<WithdrawMethod | null>(null)
  const mayAsk = held !== null || requirements.length === 0
  // Whoever was paid before mostly wants it the same way.
  const last = useHistory({ page: 1, status: undefined }).data?.items.find(({ status }) => status === 'paid')
  const method =
    held ?? open.find(({ _id }) => _id === chosen) ?? (chosen === undefined ? methodOf(open, last) : undefined)
  // The way to the first withdrawal tells how far the smallest minimum is.
  const smallest = Math.min(...open.map(({ minimum }) => minimum))
  const isToldAbove = first !== null && method?.minimum === smallest && balance < smallest
  const flow = useRef<HTMLDivElement>(null)
  const afterDraw = useAfterDraw()
  const choose = (methodId: string) => {
    setChosen(methodId)
    // On a phone the other cards stand between the choice and what comes next.
    afterDraw(() => flow.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' }))
  }
  const cards = <MethodCards methods={methods} chosen={method?._id} onChoose={mayAsk ? choose : undefined} />
  return (
    <div className="grid gap-4">
      {!held && missing}
      {!held && (methods.length === 0 ? none : cards)}
      <div ref={flow} className="scroll-mt-20 empty:hidden">
        {method && mayAsk && (
          <Suspense fallback={<Skeleton height={96} className="rounded-l" />}>
            <RequestForm key={method._id} {...{ method, ways, isToldAbove, setHeld }} />
          </Suspense>
        )}
        {!(method && mayAsk) && first === null && <SmallestReach methods={open} balance={balance} />}
      </div>
    </div>
  )
}

const methodOf = (open: readonly WithdrawMethod[], last: Withdrawal | undefined): WithdrawMethod | undefined =>
  last && open.find(({ name }) => name === last.method)

/** Before a way is chosen: how far the balance is from the nearest one, where it reaches none. */
const SmallestReach = ({ methods, balance }: { methods: readonly WithdrawMethod[]; balance: number }) => {
  const nearest = methods.toSorted((a, b) => a.minimum - b.minimum)[0]
  if (!nearest || balance >= nearest.minimum) return null
  return <MinimumProgress name={nearest.name} balance={balance} minimum={nearest.minimum} />
}
