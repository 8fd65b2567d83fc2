import { t } from '@lingui/core/macro'
import { deposit as contract, type DepositMethod } from '@runnel/contract/deposit'
import * as z from 'zod/mini'
import { useContractForm } from '#base/contract-form.ts'
import { numberField } from '#base/number-field.ts'
import { formatNumber, formatValue } from '#ui/format.ts'

const unitsPerCurrencyUnit = 100_000
const basisPoints = 10_000

/** What arrives of a payment and what of it the site keeps, rounded as the server does it. */
export const shareOf = (amount: number, { feeBasisPoints }: Pick<DepositMethod, 'feeBasisPoints'>) => {
  const fee = Math.ceil((amount * feeBasisPoints) / basisPoints)
  return { fee, arrives: amount - fee }
}

const roundValues = [1, 5, 10, 25, 50, 100, 250, 500, 1_000]
const mostChoices = 5

/** The smallest amount and round ones above it, in the site's currency. */
export const quickChoices = ({ minimum, maximum }: DepositMethod, currency: string) => {
  const rounds = roundValues.map((value) => value * unitsPerCurrencyUnit)
  const fitting = rounds.filter((units) => units > minimum && units <= maximum)
  return [minimum, ...fitting].slice(0, mostChoices).map((units) => ({ units, label: formatValue(units, currency) }))
}

/** The amount by the contract's rule and the method's bounds; a field holds text, so the amount is read. */
const amountSchema = ({ minimum, maximum }: DepositMethod) => {
  const bounded = contract.open.body.shape.amount.check(z.minimum(minimum), z.maximum(maximum))
  return z.object({
    amount: numberField(bounded),
  })
}

export const usePayInForm = (method: DepositMethod) => {
  const schema = amountSchema(method)
  const [from, to] = [formatNumber(method.minimum), formatNumber(method.maximum)]
  const form = useContractForm({
    schema,
    initialValues: { amount: '' },
    sentences: () => ({
      amount: t({ id: 'deposit.amount.wrong', message: `Enter ${from} to ${to} units.` }),
    }),
  })
  return { form, amount: schema.safeParse(form.values).data?.amount ?? null }
}
