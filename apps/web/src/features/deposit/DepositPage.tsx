import { t } from '@lingui/core/macro'
import { lazy, Suspense, useRef, useState } from 'react'
import { loadChunk } from '#base/chunk-errors.ts'
import { Loaded } from '#base/Loaded.tsx'
import { PageLink } from '#base/PageLink.tsx'
import { useQueryPage, useQueryText } from '#base/route.ts'
import { buttonClass } from '#ui/button-class.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { PageHeader } from '#ui/PageHeader.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { Skeleton, Skeletons } from '#ui/state/Skeleton.tsx'
import { useAfterDraw } from '#ui/timer/use-after-draw.ts'
import { Balances } from './Balances.tsx'
import { type Overview, isOpen, useOverview } from './deposit.ts'
import { History } from './History.tsx'
import { MethodCards } from './MethodCards.tsx'
import { OpenDeposit } from './OpenDeposit.tsx'

/** The form is fetched once a way is chosen, not with the first look at the page. */
const AmountCard = lazy(() =>
  loadChunk(() => import('./AmountCard.tsx')).then((file) => ({ default: file.AmountCard })),
)

/** From choosing a way to pay in to leaving for the page where it is paid. */
const DepositForm = ({ methods, faucetpay }: Pick<Overview, 'methods' | 'faucetpay'>) => {
  const [chosen, setChosen] = useState(methods.length === 1 ? methods[0]?._id : undefined)
  const method = methods.find(({ _id }) => _id === chosen)
  const next = useRef<HTMLDivElement>(null)
  const afterDraw = useAfterDraw()
  const choose = (methodId: string) => {
    setChosen(methodId)
    // On a phone the other cards stand between the choice and what comes next.
    afterDraw(() => next.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' }))
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

/** Paying in to advertise: what is there, a new deposit, the one under way, and the earlier ones. */
export const DepositPage = () => {
  const page = useQueryPage()
  const { id: wanted } = useQueryText()
  const query = useOverview(page)
  const { data, error } = query
  const waiting = data?.items.find(({ status }) => isOpen(status))
  const shown = wanted ?? (page === 1 ? waiting?._id : undefined)
  return (
    <>
      <PageHeader
        title={t({ id: 'page.deposit', message: 'Deposit' })}
        lead={t({
          id: 'deposit.lead',
          message: 'Deposits are for advertising only. They can’t be withdrawn.',
        })}
      />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)]">
        <div className="grid min-w-0 gap-4">
          {shown !== undefined && <OpenDeposit key={shown} id={shown} isAskedFor={wanted !== undefined} />}
          <Loaded query={query} loading={<Skeletons heights={[48, 48]} className="grid gap-3 sm:grid-cols-2" />} />
          {data && (data.methods.length === 0 ? <NoMethod /> : <DepositForm {...data} />)}
        </div>
        <div className="min-w-0">
          {!data && !error && <Skeleton height={64} className="rounded-l" />}
          {data && (
            <Balances {...data}>
              <FromEarnings {...data.exchange} />
            </Balances>
          )}
        </div>
        {(data || !error) && (
          <div className="min-w-0 lg:col-span-2">
            <History deposits={data} page={page} />
          </div>
        )}
      </div>
    </>
  )
}

/** The other way to a deposit balance. */
const FromEarnings = ({ bonusPercent }: Overview['exchange']) => (
  <>
    <p className="text-sm text-muted">
      {t({ id: 'deposit.balance.text', message: 'You can also advertise with your earnings.' })}{' '}
      {bonusPercent > 0 && t({ id: 'deposit.balance.bonus', message: `You get a ${bonusPercent}% bonus.` })}
    </p>
    <PageLink to="/app/exchange" className={buttonClass({ wide: true })}>
      {t({ id: 'deposit.balance.exchange', message: 'Exchange earnings' })}
    </PageLink>
  </>
)

const NoMethod = () => (
  <Card>
    <EmptyState
      heading="h2"
      title={t({ id: 'deposit.empty', message: 'No deposit methods available' })}
      actions={
        <Button as={PageLink} to="/app/exchange">
          {t({ id: 'deposit.empty.exchange', message: 'Advertise with your earnings' })}
        </Button>
      }
    >
      {t({ id: 'deposit.empty.text', message: 'Deposits aren’t set up on this site yet. Please check back later.' })}
    </EmptyState>
  </Card>
)
