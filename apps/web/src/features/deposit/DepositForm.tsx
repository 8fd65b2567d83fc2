import { lazy, Suspense, useRef, useState } from 'react'
import { loadChunk } from '#base/chunk-errors.ts'
import { Skeleton } from '#ui/state/Skeleton.tsx'
import type { Overview } from './deposit.ts'
import { MethodCards } from './MethodCards.tsx'

/** The form is fetched once a way is chosen, not with the first look at the page. */
const AmountCard = lazy(() =>
  loadChunk(() => import('./AmountCard.tsx')).then((file) => ({ default: file.AmountCard })),
)

/** From choosing a way to pay in to leaving for the page where it is paid. */
export function DepositForm({ methods, faucetpay }: Pick<Overview, 'methods' | 'faucetpay'>) {
  const [chosen, setChosen] = useState(methods.length === 1 ? methods[0]?._id : undefined)
  const method = methods.find(({ _id }) => _id === chosen)
  const next = useRef<HTMLDivElement>(null)
  const choose = (methodId: string) => {
    setChosen(methodId)
    // On a phone the other cards stand between the choice and what comes next.
    setTimeout(() => next.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' }))
  }
  return (
    <div className="grid gap-4">
      <MethodCards methods={methods} chosen={method?._id} onChoose={choose} />
      <div ref={next} className="scroll-mt-20 empty:hidden">
        {method && (
          <Suspense fallback={<Skeleton height={96} className="rounded-l" />}>
            <AmountCard key={method._id} method={method} faucetpay={faucetpay} />
          </Suspense>
        )}
      </div>
    </div>
  )
}
