import { t } from '@lingui/core/macro'
import type { DepositMethod } from '@runnel/contract/deposit'
import { unitsText } from '#ui/Amount.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { CopyButton } from '#ui/copy/CopyButton.tsx'
import { useCurrency } from '#ui/currency.ts'
import { AmountField } from '#ui/form/AmountField.tsx'
import { formatPercent, formatValue } from '#ui/format.ts'
import { KeyValue } from '#ui/KeyValue.tsx'
import { Alert } from '#ui/state/Alert.tsx'
import { quickChoices, shareOf, usePayInForm } from './deposit-form.ts'
import { processorName } from './labels.ts'
import { useCreateDeposit } from './use-create-deposit.ts'

interface AmountCardProps {
  method: DepositMethod
  faucetpay: string
}

/** How much, what arrives of it, and the way to the page where it is paid. */
export const AmountCard = ({ method, faucetpay }: AmountCardProps) => {
  const { form, amount } = usePayInForm(method)
  const opening = useCreateDeposit({ onRefused: form.refused })
  const currency = useCurrency()
  const name = processorName(method.processor)
  const value = amount === null ? '' : formatValue(amount, currency)
  const { error } = form.getInputProps('amount')
  const submit = () => amount !== null && opening.open({ method: method._id, amount })
  return (
    <Card title={t({ id: 'deposit.amount', message: 'Amount' })}>
      <form id={form.id} className="form" noValidate onSubmit={form.onSubmit(submit)}>
        <AmountField
          text={form.values.amount}
          onText={(text) => form.setFieldValue('amount', text)}
          error={error}
          choices={quickChoices(method, currency)}
        />
        <Arrives method={method} amount={amount} />
        {method.processor === 'faucetpay' && faucetpay !== '' && <FaucetPayName name={faucetpay} />}
        {opening.isUnsent && <Unsent />}
        <Button type="submit" variant="primary" size="large" wide busy={opening.isLeaving}>
          {amount === null
            ? t({ id: 'deposit.go', message: `Continue to ${name}` })
            : t({ id: 'deposit.pay', message: `Pay ${value} with ${name}` })}
        </Button>
      </form>
    </Card>
  )
}

/** What arrives, while the amount is typed. Its space is reserved, so that the button below does not jump. */
const Arrives = ({ method, amount }: { method: DepositMethod; amount: number | null }) => {
  const currency = useCurrency()
  const share = amount === null ? null : shareOf(amount, method)
  const rate = formatPercent(method.feeBasisPoints)
  return (
    <div className="grid min-h-36 rounded-m bg-sunken p-4" aria-live="polite">
      {amount === null || share === null ? (
        <p className="self-center text-center text-sm text-muted">
          {t({ id: 'deposit.arrives.none', message: 'Enter an amount to see what you’ll be credited.' })}
        </p>
      ) : (
        <KeyValue
          pairs={[
            {
              key: 'pay',
              label: t({ id: 'deposit.youPay', message: 'You pay' }),
              value: formatValue(amount, currency),
            },
            {
              key: 'fee',
              label:
                share.fee === 0
                  ? t({ id: 'deposit.fee', message: 'Fee' })
                  : t({ id: 'deposit.feeOf', message: `Fee (${rate})` }),
              value: share.fee === 0 ? t({ id: 'deposit.fee.none', message: 'None' }) : unitsText(-share.fee),
            },
            {
              key: 'arrives',
              label: t({ id: 'deposit.arrives', message: 'Credited to your deposit balance' }),
              value: <span className="figures text-money-text">{unitsText(share.arrives)}</span>,
              total: true,
            },
          ]}
        />
      )}
    </div>
  )
}

/** An invoice that stands although its answer was lost is in the list, to be paid from there. */
const Unsent = () => (
  <Alert tone="warn" urgent title={t({ id: 'deposit.unsent', message: 'No response from the server' })}>
    {t({
      id: 'deposit.unsent.text',
      message: 'The invoice may have been created. If so, it’s in the list below. An unpaid invoice costs nothing.',
    })}
  </Alert>
)

/** Whom a payment at FaucetPay goes to, so that the payer can compare. */
const FaucetPayName = ({ name }: { name: string }) => (
  <div className="flex flex-wrap items-center justify-between gap-3 rounded-m bg-sunken px-4 py-3">
    <p className="min-w-0">
      <span className="block text-sm text-muted">
        {t({ id: 'deposit.faucetpay', message: 'Pay to this FaucetPay account' })}
      </span>
      <b className="break-all">{name}</b>
    </p>
    <CopyButton text={name} />
  </div>
)
