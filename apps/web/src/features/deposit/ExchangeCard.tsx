import { t } from '@lingui/core/macro'
import { IconCheck } from '@tabler/icons-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { PageLink } from '#base/PageLink.tsx'
import { Amount, unitsText } from '#ui/Amount.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { AmountField } from '#ui/form/AmountField.tsx'
import { formatNumber } from '#ui/format.ts'
import { KeyValue } from '#ui/KeyValue.tsx'
import { Alert } from '#ui/state/Alert.tsx'
import type { Exchanged, Overview } from './deposit.ts'
import { bonusOf, useExchange, useExchangeForm } from './exchange.ts'

interface ExchangeCardProps {
  overview: Overview
  /** Shown while too little was earned to move anything. */
  short: ReactNode
}

/** How much is to move, what comes of it, and what has come of it. */
export const ExchangeCard = ({ overview, short }: ExchangeCardProps) => {
  const { balance, exchange } = overview
  const { form, amount } = useExchangeForm(overview)
  const moving = useExchange({ onRefused: form.refused })
  if (moving.answer) {
    const more = () => {
      form.reset()
      moving.reset()
    }
    return <Done exchanged={moving.answer} onMore={balance >= exchange.minimum ? more : undefined} />
  }
  if (balance < exchange.minimum && !moving.isUnsent) return short
  const { error } = form.getInputProps('amount')
  return (
    <Card title={t({ id: 'exchange.amount', message: 'Amount to exchange' })}>
      <form
        id={form.id}
        className="form"
        noValidate
        onSubmit={form.onSubmit(() => amount !== null && void moving.send(amount))}
      >
        <AmountField
          text={form.values.amount}
          onText={(text) => form.setFieldValue('amount', text)}
          error={error}
          choices={choicesOf(overview)}
        />
        <Result overview={overview} amount={amount} />
        <Alert tone="warn">
          {t({
            id: 'exchange.oneWay',
            message: 'You can’t reverse an exchange. The amount can only be used for advertising.',
          })}
        </Alert>
        {moving.isUnsent ? (
          <Unsent onAgain={moving.sendAgain} />
        ) : (
          <Button type="submit" variant="primary" size="large" wide busy={moving.isSending}>
            {t({ id: 'exchange.go', message: 'Exchange' })}
          </Button>
        )}
      </form>
    </Card>
  )
}

const choicesOf = ({ balance, exchange: { minimum } }: Overview) => {
  const [least, all] = [formatNumber(minimum), formatNumber(balance)]
  const half = Math.floor(balance / 2)
  const [some, rest] = [
    { units: minimum, label: t({ id: 'exchange.least', message: `Min: ${least}` }) },
    { units: balance, label: t({ id: 'exchange.all', message: `All: ${all}` }) },
  ]
  if (half <= minimum) return balance > minimum ? [some, rest] : [rest]
  return [some, { units: half, label: t({ id: 'exchange.half', message: 'Half' }) }, rest]
}

/** Both balances as they would be; the space is reserved while nothing is typed. */
const Result = ({ overview, amount }: { overview: Overview; amount: number | null }) => {
  const { balance, depositBalance, exchange } = overview
  const { bonusPercent } = exchange
  const bonus = amount === null ? 0 : bonusOf(amount, bonusPercent)
  const moved = amount ?? 0
  return (
    <div className="rounded-m bg-sunken px-4 py-2" aria-live="polite">
      <KeyValue
        pairs={[
          {
            key: 'left',
            label: t({ id: 'exchange.left', message: 'Earned balance after' }),
            value: unitsText(balance - moved),
          },
          ...(bonusPercent > 0
            ? [
                {
                  key: 'bonus',
                  label: t({ id: 'exchange.bonus', message: `${bonusPercent}% bonus` }),
                  value: <Amount units={bonus} signed gain={bonus > 0} />,
                },
              ]
            : []),
          {
            key: 'arrives',
            label: t({ id: 'exchange.after', message: 'Deposit balance after' }),
            value: unitsText(depositBalance + moved + bonus),
            total: true,
          },
        ]}
      />
    </div>
  )
}

const Unsent = ({ onAgain }: { onAgain: () => void }) => (
  <Alert
    tone="warn"
    urgent
    title={t({ id: 'exchange.unsent', message: 'No response from the server' })}
    actions={
      <Button variant="primary" onClick={onAgain}>
        {t({ id: 'exchange.unsent.again', message: 'Try again' })}
      </Button>
    }
  >
    {t({
      id: 'exchange.unsent.text',
      message: 'We don’t know whether your request arrived. You can safely retry: it is processed only once.',
    })}
  </Alert>
)

/** It has moved; both balances as the server tells them. */
const Done = ({ exchanged, onMore }: { exchanged: Exchanged; onMore: (() => void) | undefined }) => {
  const { amount, bonus, balance, depositBalance } = exchanged
  const moved = unitsText(amount)
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <Card>
      <div className="grid justify-items-center gap-3 text-center">
        <span className="drop tone-good size-14">
          <IconCheck aria-hidden="true" />
        </span>
        <h2 ref={title} tabIndex={-1} className="outline-none">
          {t({ id: 'exchange.done', message: `You exchanged ${moved}` })}
        </h2>
      </div>
      <div className="my-5">
        <KeyValue
          pairs={[
            ...(bonus > 0
              ? [
                  {
                    key: 'bonus',
                    label: t({ id: 'exchange.done.bonus', message: 'Bonus' }),
                    value: <Amount units={bonus} signed gain />,
                  },
                ]
              : []),
            {
              key: 'earned',
              label: t({ id: 'deposit.balance.earned', message: 'Earned balance' }),
              value: <Amount units={balance} show="both" />,
            },
            {
              key: 'deposit',
              label: t({ id: 'deposit.balance.deposit', message: 'Deposit balance' }),
              value: <Amount units={depositBalance} show="both" />,
            },
          ]}
        />
      </div>
      <div className="flex flex-wrap gap-2.5">
        <PageLink to="/app/advertise" className={buttonClass({ variant: 'primary' })}>
          {t({ id: 'deposit.advertise', message: 'Create campaign' })}
        </PageLink>
        {onMore && <Button onClick={onMore}>{t({ id: 'exchange.more', message: 'Exchange more' })}</Button>}
      </div>
    </Card>
  )
}
