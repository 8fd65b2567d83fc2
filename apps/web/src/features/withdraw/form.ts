import { t } from '@lingui/core/macro'
import { withdraw as contract, type WithdrawMethod } from '@runnel/contract/withdraw'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { fieldErrors } from '#api/failure.ts'
import { useContractForm } from '#base/contract-form.ts'
import { numberField } from '#base/number-field.ts'
import { useSettled } from '#ui/form/use-settled.ts'
import { formatNumber } from '#ui/format.ts'
import { previewOf, type WithdrawFields } from './withdraw.ts'

const settleMs = 500

/** From the smallest to the largest amount that this method pays out of this balance. */
export const boundsOf = ({ minimum, maximum }: WithdrawMethod, balance: number): { least: number; most: number } => ({
  least: minimum,
  most: Math.min(maximum, balance),
})

/** Address and amount, by the contract's rules and the method's bounds; a field holds text, so the amount is read. */
const withdrawSchema = (least: number, most: number) => {
  const { address, amount } = contract.preview.body.shape
  const bounded = amount.check(z.minimum(least), z.maximum(most))
  return z.object({
    address,
    amount: numberField(bounded),
  })
}

/** What stands in the form before anything is typed. */
export interface FormStart {
  address: string
  amount: string
}

/** The form of a withdrawal with what the server says about it while it is filled in. */
export const useWithdrawForm = (method: WithdrawMethod, balance: number, start: FormStart) => {
  const { least, most } = boundsOf(method, balance)
  const schema = withdrawSchema(least, most)
  const [from, to] = [formatNumber(least), formatNumber(most)]
  const form = useContractForm({
    schema,
    initialValues: { ...start },
    sentences: () => ({
      address: t({ id: 'withdraw.address.wrong', message: 'Enter your wallet address.' }),
      amount: t({ id: 'withdraw.amount.wrong', message: `Enter ${from} to ${to} units.` }),
    }),
  })
  const address = useSettled(form.values.address, settleMs)
  const amount = useSettled(form.values.amount, settleMs)
  const parsed = schema.safeParse({ address, amount })
  const wish: WithdrawFields | null = parsed.success ? { methodId: method._id, ...parsed.data } : null
  const preview = useQuery({
    ...previewOf(wish ?? { methodId: method._id, address: '', amount: 0 }),
    enabled: wish !== null,
    refetchInterval: 30_000,
  })
  const isSettled = address === form.values.address && amount === form.values.amount
  const payable = schema.shape.amount.safeParse(form.values.amount)
  return {
    form,
    /** The amount that stands in the form, where it can be paid. */
    amount: payable.success ? payable.data : null,
    /** What the form holds, once it is complete and nobody types any more. */
    wish: isSettled ? wish : null,
    preview: wish === null ? undefined : preview.data,
    isAsking: wish !== null && (preview.isFetching || !isSettled),
    problem: wish === null ? null : preview.error,
    /** What the server said beside a field about the wish that stands there. */
    told: wish !== null && isSettled ? fieldErrors(preview.error) : {},
    askPreview: preview.refetch,
    read: () => schema.safeParse(form.values).data ?? null,
  }
}

export type WishForm = ReturnType<typeof useWithdrawForm>
