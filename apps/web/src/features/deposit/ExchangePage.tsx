import { t } from '@lingui/core/macro'
import { lazy, Suspense } from 'react'
import { loadChunk } from '#base/chunk-errors.ts'
import { Loaded } from '#base/Loaded.tsx'
import { PageLink } from '#base/PageLink.tsx'
import { unitsText } from '#ui/Amount.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Card } from '#ui/Card.tsx'
import { ProgressBar } from '#ui/chart/ProgressBar.tsx'
import { PageHeader } from '#ui/PageHeader.tsx'
import { Skeleton, Skeletons } from '#ui/state/Skeleton.tsx'
import { Balances } from './Balances.tsx'
import { useOverview, type Overview } from './deposit.ts'

/** The form comes once there is something to exchange, not with the first look at the page. */
const ExchangeCard = lazy(() =>
  loadChunk(() => import('./ExchangeCard.tsx')).then((file) => ({ default: file.ExchangeCard })),
)

/** Advertising with what one earned: it moves to the deposit balance, and never back. */
export const ExchangePage = () => {
  const query = useOverview()
  return (
    <>
      <PageHeader
        title={t({ id: 'page.exchange', message: 'Exchange' })}
        lead={t({
          id: 'exchange.lead',
          message: 'Move earnings to your deposit balance 1:1 and use them to advertise.',
        })}
      />
      <Loaded query={query} loading={<Skeletons heights={[96]} />}>
        {(data) => (
          <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)]">
            <Suspense fallback={<Skeleton height={96} className="rounded-l" />}>
              <ExchangeCard overview={data} short={<Short overview={data} />} />
            </Suspense>
            <Balances {...data}>
              <PageLink to="/app/deposit" className={buttonClass({ wide: true })}>
                {t({ id: 'exchange.deposit', message: 'Deposit crypto' })}
              </PageLink>
            </Balances>
          </div>
        )}
      </Loaded>
    </>
  )
}

/** Too little was earned yet: how far it is, and where the rest comes from. */
const Short = ({ overview: { balance, exchange } }: { overview: Overview }) => {
  const { minimum } = exchange
  const missing = unitsText(minimum - balance)
  return (
    <Card title={t({ id: 'exchange.short', message: `${missing} to go` })}>
      <div className="grid gap-4">
        <ProgressBar
          label={t({ id: 'exchange.short.minimum', message: 'Minimum exchange' })}
          value={balance}
          max={minimum}
          money
        />
        <PageLink to="/app/faucet" className={buttonClass({ variant: 'money', wide: true })}>
          {t({ id: 'exchange.short.faucet', message: 'Earn from the faucet' })}
        </PageLink>
      </div>
    </Card>
  )
}
