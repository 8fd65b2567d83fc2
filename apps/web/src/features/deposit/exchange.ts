import { t } from '@lingui/core/macro'
import { deposit as contract } from '@runnel/contract/deposit'
import * as z from 'zod/mini'
import { newIdempotencyKey } from '#api/attempt.ts'
import { useAttempt } from '#api/use-attempt.ts'
import { useContractForm } from '#base/contract-form.ts'
import { numberField } from '#base/number-field.ts'
import { unitsText } from '#ui/Amount.tsx'
import { formatNumber } from '#ui/format.ts'
import { confirm } from '#ui/overlay/confirm.ts'
import { deposit, applyExchanged, type ExchangeCall, type Overview } from './deposit.ts'

/** What the site adds, rounded as the server does it. */
export const bonusOf = (amount: number, percent: number): number => Math.floor((amount * percent) / 100)

/** The form of an exchange: from the site's minimum to all that was earned. */
export const useExchangeForm = ({ balance, exchange: { minimum } }: Pick<Overview, 'balance' | 'exchange'>) => {
  const schema = z.object({
    amount: numberField(contract.exchange.body.shape.amount.check(z.minimum(minimum), z.maximum(balance))),
  })
  const [from, to] = [formatNumber(minimum), formatNumber(balance)]
  const form = useContractForm({
    schema,
    initialValues: { amount: '' },
    sentences: () => ({
      amount: t({ id: 'exchange.amount.wrong', message: `Enter ${from} to ${to} units.` }),
    }),
  })
  return { form, amount: schema.safeParse(form.values).data?.amount ?? null }
}

/** Moves money once it was confirmed; the same attempt sent again moves it once. */
export const useExchange = ({ onRefused }: { onRefused: (error: unknown) => void }) => {
  const moving = useAttempt({
    send: (call: ExchangeCall) => deposit.calls.exchange(call),
    onDone: applyExchanged,
    onRefused,
  })
  return {
    ...moving,
    send: async (amount: number) => {
      if (await agrees(amount)) moving.send({ body: { amount }, idempotencyKey: newIdempotencyKey() })
    },
  }
}

const agrees = (amount: number): Promise<boolean> => {
  const words = unitsText(amount)
  return confirm({
    title: t({ id: 'exchange.ask', message: `Exchange ${words} to your deposit balance?` }),
    text: t({
      id: 'exchange.ask.text',
      message: 'This can’t be undone. The deposit balance can only be used for advertising and can’t be withdrawn.',
    }),
    confirmLabel: t({ id: 'exchange.ask.yes', message: 'Exchange' }),
  })
}
