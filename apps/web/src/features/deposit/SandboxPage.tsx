import { t } from '@lingui/core/macro'
import type { Deposit, SandboxOutcome } from '@runnel/contract/deposit'
import { useMutation } from '@tanstack/react-query'
import { history } from '#base/history.ts'
import { Loaded } from '#base/Loaded.tsx'
import { PageLink } from '#base/PageLink.tsx'
import { to } from '#base/paths.ts'
import { usePathParams } from '#base/route.ts'
import { unitsText } from '#ui/Amount.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { useCurrency } from '#ui/currency.ts'
import { formatValue } from '#ui/format.ts'
import { PageHeader } from '#ui/PageHeader.tsx'
import { Alert } from '#ui/state/Alert.tsx'
import { Skeleton } from '#ui/state/Skeleton.tsx'
import { deposit, isOpen, applyDeposit, useDeposit } from './deposit.ts'
import { StatusBadge } from './StatusBadge.tsx'

/** The checkout page of the processor that takes no money: here one does what a payer would do. */
export const SandboxPage = () => {
  const { id = '' } = usePathParams()
  return (
    <div className="mx-auto max-w-xl">
      <PageHeader title={t({ id: 'page.deposit.sandbox', message: 'Test checkout' })} />
      <div className="grid gap-4">
        <Alert tone="warn" title={t({ id: 'sandbox.play', message: 'Test mode' })}>
          {t({
            id: 'sandbox.play.text',
            message: 'No real payments. Each button simulates a response of a real processor.',
          })}
        </Alert>
        <Checkout id={id} />
      </div>
    </div>
  )
}

const Checkout = ({ id }: { id: string }) => {
  const query = useDeposit(id)
  return (
    <Loaded query={query} loading={<Skeleton height={80} className="rounded-l" />}>
      {(data) => <Invoice invoice={data.deposit} />}
    </Loaded>
  )
}

const Invoice = ({ invoice }: { invoice: Deposit }) => {
  const { _id, amount, status } = invoice
  const currency = useCurrency()
  return (
    <Card>
      <div className="grid justify-items-center gap-1 pb-5 text-center">
        <p className="text-muted">{t({ id: 'sandbox.toPay', message: 'Amount due' })}</p>
        <p className="font-display text-4xl font-bold figures">{formatValue(amount, currency)}</p>
        <p className="figures text-muted">{unitsText(amount)}</p>
        <StatusBadge status={status} />
      </div>
      {isPayable(invoice) ? (
        <Outcomes invoice={invoice} />
      ) : (
        <p className="text-center text-muted">
          {t({ id: 'sandbox.over', message: 'Nothing left to simulate for this deposit.' })}
        </p>
      )}
      <div className="mt-4 grid">
        <PageLink to="/app/deposit" query={{ id: _id }} className={buttonClass({ variant: 'quiet' })}>
          {t({ id: 'sandbox.back', message: 'Back to your deposit' })}
        </PageLink>
      </div>
    </Card>
  )
}

/** One that expired or failed can still be paid late, as at a real processor. */
const isPayable = ({ processor, status }: Deposit): boolean =>
  processor === 'sandbox' && status !== 'opening' && status !== 'paid'

const Outcomes = ({ invoice: { _id, amount, status } }: { invoice: Deposit }) => {
  const currency = useCurrency()
  const value = formatValue(amount, currency)
  const isLate = !isOpen(status)
  const act = useMutation({
    mutationFn: (outcome: SandboxOutcome) => deposit.calls.sandboxPay({ params: { id: _id }, body: { outcome } }),
    onSuccess: (answer) => {
      applyDeposit(answer.deposit)
      history.push(to('/app/deposit', { query: { id: _id } }))
    },
    networkMode: 'always',
  })
  const button = (outcome: SandboxOutcome) => ({
    wide: true,
    busy: act.isPending && act.variables === outcome,
    disabled: act.isPending,
    onClick: () => act.mutate(outcome),
  })
  return (
    <div className="grid gap-2.5">
      <Button {...button('pay')} variant="money" size="large">
        {isLate
          ? t({ id: 'sandbox.payLate', message: `Pay ${value} late` })
          : t({ id: 'sandbox.pay', message: `Pay ${value}` })}
      </Button>
      <div className="grid grid-cols-2 gap-2.5">
        <Button {...button('pay-half')}>{t({ id: 'sandbox.half', message: 'Pay half' })}</Button>
        <Button {...button('pay-double')}>{t({ id: 'sandbox.double', message: 'Pay double' })}</Button>
        {!isLate && <Button {...button('fail')}>{t({ id: 'sandbox.fail', message: 'Simulate failure' })}</Button>}
        {!isLate && <Button {...button('expire')}>{t({ id: 'sandbox.expire', message: 'Simulate expiry' })}</Button>}
      </div>
    </div>
  )
}
