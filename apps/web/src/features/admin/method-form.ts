import { t } from '@lingui/core/macro'
import { useForm } from '@mantine/form'
import { admin as contract } from '@runnel/contract/admin'
import type { AdminMethod } from '@runnel/contract/admin-method'
import type { PayoutProcessor } from '@runnel/contract/withdraw'
import { useMutation } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { fieldErrors } from '#api/failure.ts'
import { queryClient } from '#api/cache.ts'
import { admin, askAgain } from './admin.ts'
import { coins } from './coins.ts'
import type { CoinCode } from './coins.ts'
import { issueWords } from './issue-words.ts'
import { wholeNumber } from './settings-draft.ts'

type Fields = z.input<typeof contract.addMethod.body>

/** A method as its form holds it: numbers are text while somebody types them. */
export interface MethodDraft {
  currency: CoinCode
  name: string
  processor: PayoutProcessor
  minimum: string
  maximum: string
  fee: string
  rate: string
  decimals: string
  enabled: boolean
  position: string
}

export function draftOfMethod(method: AdminMethod): MethodDraft {
  const { minimum, maximum, fee, decimals, position, name, processor, rate, enabled } = method
  return {
    // The server knows only the currencies of the contract.
    currency: method.currency as CoinCode,
    name,
    processor,
    minimum: String(minimum),
    maximum: String(maximum),
    fee: String(fee),
    rate,
    decimals: String(decimals),
    enabled,
    position: String(position),
  }
}

/** What a new method begins with. */
export function newDraft(position: number): MethodDraft {
  return {
    currency: 'BTC',
    name: coins.BTC.name,
    processor: 'manual',
    minimum: '10000',
    maximum: '1000000',
    fee: '0',
    rate: '',
    decimals: String(coins.BTC.decimals),
    enabled: true,
    position: String(position),
  }
}

function fieldsOf(draft: MethodDraft): Fields {
  const { minimum, maximum, fee, decimals, position, rate, ...rest } = draft
  return {
    ...rest,
    rate: rate.trim(),
    minimum: wholeNumber(minimum),
    maximum: wholeNumber(maximum),
    fee: wholeNumber(fee),
    decimals: wholeNumber(decimals),
    position: wholeNumber(position),
  }
}

/** Only what differs, so that a rate that nobody touched does not count as new. */
export function methodChanges(draft: MethodDraft, known: AdminMethod): Partial<Fields> {
  const before: Record<string, unknown> = fieldsOf(draftOfMethod(known))
  return Object.fromEntries(Object.entries(fieldsOf(draft)).filter(([name, value]) => value !== before[name]))
}

interface MethodFormOptions {
  /** The method that is edited; a new one without. */
  known: AdminMethod | undefined
  position: number
  onDone: () => void
}

export function useMethodForm({ known, position, onDone }: MethodFormOptions) {
  const form = useForm<MethodDraft>({
    initialValues: known ? draftOfMethod(known) : newDraft(position),
    validate: wrongIn,
  })
  const save = useMutation({
    mutationFn: async (draft: MethodDraft) => {
      if (!known) return admin.calls.addMethod({ body: fieldsOf(draft) })
      const body = methodChanges(draft, known)
      return Object.keys(body).length === 0 ? null : admin.calls.editMethod({ params: { id: known._id }, body })
    },
    onSuccess: () => {
      methodsChanged()
      onDone()
    },
    onError: (error) => form.setErrors(fieldErrors(error)),
  })
  return { form, save, submit: form.onSubmit((draft) => save.mutate(draft)) }
}

export type MethodForm = ReturnType<typeof useMethodForm>['form']

/** Asks again for all that shows methods. */
export function methodsChanged(): void {
  void askAgain('methods', 'settingAudit', 'stats')
  for (const area of ['withdraw', 'home']) void queryClient.invalidateQueries({ queryKey: [area] })
}

function wrongIn(draft: MethodDraft): Record<string, string> {
  const fields = fieldsOf(draft)
  const parsed = z.safeParse(contract.addMethod.body, fields)
  if (!parsed.success) {
    const rate = t({ id: 'admin.method.rate.wrong', message: 'A number above zero, such as 9500000 or 8234.5.' })
    return Object.fromEntries(parsed.error.issues.map((issue) => [String(issue.path[0]), issueWords(issue, rate)]))
  }
  const { minimum, maximum, fee } = fields
  if (maximum < minimum) {
    return { maximum: t({ id: 'admin.method.maximum.wrong', message: 'Not below the minimum.' }) }
  }
  if (fee >= minimum) {
    return { fee: t({ id: 'admin.method.fee.wrong', message: 'Below the minimum, or nothing would arrive.' }) }
  }
  return {}
}
