import { t } from '@lingui/core/macro'
import { useForm } from '@mantine/form'
import { admin as contract } from '@runnel/contract/admin/admin'
import type { AdminMethod } from '@runnel/contract/admin/method'
import { useMutation } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { queryClient } from '#api/cache.ts'
import { fieldErrors } from '#api/failure.ts'
import { admin, invalidateAdmin } from '#features/admin/admin.ts'
import { issueText } from '#features/admin/shared/issue-messages.ts'
import { draftOfMethod, fieldsOf, methodChanges, newDraft, type MethodDraft } from './method-draft.ts'
import { isToken } from './method-needs.ts'

interface MethodFormOptions {
  /** The method that is edited; a new one without. */
  existing: AdminMethod | undefined
  position: number
  onDone: () => void
}

export const useMethodForm = ({ existing, position, onDone }: MethodFormOptions) => {
  const form = useForm<MethodDraft>({
    initialValues: existing ? draftOfMethod(existing) : newDraft(position),
    validate: wrongIn,
  })
  const save = useMutation({
    mutationFn: async (draft: MethodDraft) => {
      if (!existing) return admin.calls.addMethod({ body: fieldsOf(draft) })
      const body = methodChanges(draft, existing)
      return Object.keys(body).length === 0 ? null : admin.calls.editMethod({ params: { id: existing._id }, body })
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
export const methodsChanged = (): void => {
  void invalidateAdmin('methods', 'settingAudit', 'stats', 'wallets', 'waiting', 'approvals')
  for (const area of ['withdraw', 'home']) void queryClient.invalidateQueries({ queryKey: [area] })
}

const wrongIn = (draft: MethodDraft): Record<string, string> => {
  const fields = fieldsOf(draft)
  const parsed = z.safeParse(contract.addMethod.body, fields)
  if (!parsed.success) {
    return Object.fromEntries(
      parsed.error.issues.map((issue) => {
        const name = fieldOf(issue.path)
        return [name, issueText(issue, formatOf(name))]
      }),
    )
  }
  if (draft.processor === 'evm' && isToken(draft.currency) && draft.contract.trim() === '') {
    return { contract: formatOf('contract') }
  }
  const { minimum, maximum, fee } = fields
  if (maximum < minimum) {
    return { maximum: t({ id: 'admin.method.maximum.wrong', message: 'Can’t be below the minimum.' }) }
  }
  if (fee >= minimum) {
    return { fee: t({ id: 'admin.method.fee.wrong', message: 'Must be below the minimum withdrawal.' }) }
  }
  return {}
}

/** What a processor has to know stands in a part of its own, but each of it has a field like everything else. */
const fieldOf = (path: readonly PropertyKey[]): string => String(path[0] === 'options' ? (path[1] ?? path[0]) : path[0])

const formatOf = (name: string): string => {
  switch (name) {
    case 'contract':
      return t({ id: 'admin.method.contract.wrong', message: 'Enter 0x followed by 40 hexadecimal characters.' })
    case 'feeMax':
      return t({ id: 'admin.method.feeMax.wrong', message: 'Enter an amount, such as 0.0005.' })
    default:
      return t({ id: 'admin.method.rate.wrong', message: 'Enter a number above 0, such as 9500000 or 8234.5.' })
  }
}
