import { t } from '@lingui/core/macro'
import { useForm } from '@mantine/form'
import { admin as contract } from '@runnel/contract/admin/admin'
import type { Call } from '@runnel/contract/route'
import { useMutation } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { newIdempotencyKey } from '#api/attempt.ts'
import { fieldErrors } from '#api/failure.ts'
import { useAttempt } from '#api/use-attempt.ts'
import { admin } from '#features/admin/admin.ts'
import { wholeNumber } from '#features/admin/settings/settings-draft.ts'
import { issueText } from '#features/admin/shared/issue-messages.ts'
import { localText, momentOf } from '#features/admin/shared/local-time.ts'
import { couponsChanged, type AdminCoupon } from './coupons.ts'

/** Codes as their form holds them: numbers are text while somebody types them, moments by the owner's clock. */
export interface CouponDraft {
  kind: 'one' | 'many'
  code: string
  count: string
  prefix: string
  name: string
  reward: string
  usesMax: string
  from: string
  until: string
  minLevel: string
  verifiedOnly: boolean
  enabled: boolean
}

const fresh: CouponDraft = {
  kind: 'one',
  code: '',
  count: '100',
  prefix: '',
  name: '',
  reward: '500',
  usesMax: '100',
  from: '',
  until: '',
  minLevel: '1',
  verifiedOnly: false,
  enabled: true,
}

export const draftOfCoupon = (known: AdminCoupon): CouponDraft => {
  const { code, name, verifiedOnly, enabled } = known
  return {
    ...fresh,
    code,
    name,
    verifiedOnly,
    enabled,
    reward: String(known.reward),
    usesMax: String(known.usesMax),
    minLevel: String(known.minLevel),
    from: localText(known.from),
    until: localText(known.until),
  }
}

const fieldsOf = ({ name, reward, usesMax, from, until, minLevel, verifiedOnly, enabled }: CouponDraft) => ({
  name: name.trim(),
  reward: wholeNumber(reward),
  usesMax: wholeNumber(usesMax),
  from: momentOf(from),
  until: momentOf(until),
  minLevel: wholeNumber(minLevel),
  verifiedOnly,
  enabled,
})

const bodyOf = (draft: CouponDraft) => {
  const fields = fieldsOf(draft)
  if (draft.kind === 'one') return { ...fields, code: draft.code.trim() }
  return { ...fields, count: wholeNumber(draft.count), prefix: draft.prefix.trim() }
}

type AddCall = Call<typeof contract.addCoupons>

interface CouponFormOptions {
  /** The code that is edited; new ones without. */
  existing: AdminCoupon | undefined
  onDone: (batchId: string | null) => void
}

export const useCouponForm = ({ existing, onDone }: CouponFormOptions) => {
  const form = useForm<CouponDraft>({
    initialValues: existing ? draftOfCoupon(existing) : fresh,
    validate: (draft) => wrongIn(draft, existing !== undefined),
  })
  const refused = (error: unknown) => form.setErrors(fieldErrors(error))
  const done = (batchId: string | null) => {
    couponsChanged()
    onDone(batchId)
  }
  const add = useAttempt({
    send: (call: AddCall) => admin.calls.addCoupons(call),
    onDone: ({ batchId }) => done(batchId),
    onRefused: refused,
  })
  const edit = useMutation({
    mutationFn: ({ id, draft }: { id: string; draft: CouponDraft }) =>
      admin.calls.editCoupon({ params: { id }, body: fieldsOf(draft) }),
    onSuccess: () => done(null),
    onError: refused,
  })
  const save = (draft: CouponDraft) =>
    existing
      ? edit.mutate({ id: existing._id, draft })
      : add.send({ body: bodyOf(draft), idempotencyKey: newIdempotencyKey() })
  return { form, add, isBusy: add.isSending || edit.isPending, submit: form.onSubmit(save) }
}

export type CouponForm = ReturnType<typeof useCouponForm>['form']

const [one, many] = contract.addCoupons.body.def.options

const wrongIn = (draft: CouponDraft, isEdit: boolean): Record<string, string> => {
  const parsed = z.safeParse(isEdit ? contract.editCoupon.body : draft.kind === 'one' ? one : many, bodyOf(draft))
  if (!parsed.success) {
    const format = {
      code: t({ id: 'coupon.code.wrong', message: 'Enter 3 to 40 letters, digits or dashes.' }),
      prefix: t({ id: 'admin.coupon.prefix.wrong', message: 'Use letters, digits and dashes, at most 12.' }),
    }
    return Object.fromEntries(
      parsed.error.issues.map((issue) => {
        const name = String(issue.path[0])
        return [name, name === 'code' || name === 'prefix' ? format[name] : issueText(issue)]
      }),
    )
  }
  if (draft.from !== '' && draft.until !== '' && draft.until <= draft.from) {
    return { until: t({ id: 'admin.coupon.until.wrong', message: 'Must be after the start date.' }) }
  }
  return {}
}
