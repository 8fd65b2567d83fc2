import { t } from '@lingui/core/macro'
import { Suspense } from 'react'
import { Loaded } from '#base/Loaded.tsx'
import { PageLink } from '#base/PageLink.tsx'
import { RestrictionNote } from '#features/appeal/appeal.ts'
import { ClosedNote, useClosedSource } from '#features/outflow/outflow.ts'
import { DebtNote } from '#features/transaction/transaction.ts'
import { useMe } from '#features/user/user.ts'
import { unitsText } from '#ui/Amount.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { useCurrency } from '#ui/currency.ts'
import { formatValue } from '#ui/format.ts'
import { PageHeader } from '#ui/PageHeader.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { Skeleton, Skeletons } from '#ui/state/Skeleton.tsx'
import { firstSteps } from './first-steps.ts'
import { History } from './History.tsx'
import { Payouts } from './Payouts.tsx'
import { RequestFlow } from './RequestFlow.tsx'
import { Requirements } from './Requirements.tsx'
import { FirstWithdrawal, useWithdrawMethods, type WithdrawMethods } from './withdraw.ts'

/** Being paid: the ways, the request, what became of the earlier ones, and proof that others were paid. */
export const WithdrawPage = () => {
  const query = useWithdrawMethods()
  const { data, error } = query
  const debt = useMe()?.user.debt
  const closed = useClosedSource('payout')
  return (
    <>
      <PageHeader
        title={t({ id: 'page.withdraw', message: 'Withdraw' })}
        lead={data && <Balance units={data.balance} />}
      />
      <DebtNote debt={debt} />
      <RestrictionNote kinds={['review']} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)]">
        <div className="grid min-w-0 gap-4">
          <Loaded query={query} loading={<Skeletons heights={[48, 48]} className="grid gap-3 sm:grid-cols-2" />} />
          <ClosedNote closed={closed} />
          {data && <RequestFlow ways={data} missing={<Missing ways={data} />} none={<NoMethod />} />}
        </div>
        <div className="max-lg:order-last">
          {data ? <Payouts {...data} /> : !error && <Skeleton height={64} className="rounded-l" />}
        </div>
        <div className="min-w-0 lg:col-span-2">
          <History />
        </div>
      </div>
    </>
  )
}

/** What has to be done before one can be paid. */
const Missing = ({ ways }: { ways: WithdrawMethods }) => {
  // The note above says what is owed, and what repays it.
  const standing = ways.requirements.filter(({ code }) => code !== 'IN_DEBT')
  if (!ways.first) return standing.length > 0 && <Requirements requirements={standing} />
  if (firstSteps(ways).isReady) return null
  return (
    <Suspense fallback={<Skeleton height={64} className="rounded-l" />}>
      <FirstWithdrawal ways={ways} />
    </Suspense>
  )
}

const Balance = ({ units }: { units: number }) => {
  const words = unitsText(units)
  const value = formatValue(units, useCurrency())
  return t({ id: 'withdraw.lead', message: `Balance: ${words} (≈ ${value})` })
}

const NoMethod = () => (
  <Card>
    <EmptyState
      heading="h2"
      title={t({ id: 'withdraw.empty', message: 'No withdrawal methods available' })}
      actions={
        <Button as={PageLink} to="/app/faucet">
          {t({ id: 'withdraw.empty.faucet', message: 'Keep earning' })}
        </Button>
      }
    >
      {t({
        id: 'withdraw.empty.text',
        message: 'Withdrawals aren’t set up on this site yet. Your balance is safe. Please check back later.',
      })}
    </EmptyState>
  </Card>
)
