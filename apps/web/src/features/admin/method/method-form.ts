import { t } from '@lingui/core/macro'
import { admin as contract } from '@runnel/contract/admin/admin'
import type { AdminMethod } from '@runnel/contract/admin/method'
import { queryClient } from '#api/cache.ts'
import { admin, invalidateAdmin } from '#features/admin/admin.ts'
import type { Editor } from '#features/admin/kit/use-editor.ts'
import { useResourceForm, type ResourceForm } from '#features/admin/kit/use-resource-form.ts'
import { changedFields } from '#features/admin/shared/changed-fields.ts'
import { bodyOf, draftOfMethod, newDraft, type MethodDraft } from './method-draft.ts'
import { isToken } from './method-needs.ts'

export type MethodForm = ResourceForm<MethodDraft>

interface MethodFormOptions {
  editor: Editor<AdminMethod>
  position: number
}

export const useMethodForm = ({ editor: { existing, close }, position }: MethodFormOptions): MethodForm =>
  useResourceForm({
    existing: existing && draftOfMethod(existing),
    fresh: newDraft(position),
    body: contract.addMethod.body,
    bodyOf,
    sentences: () => ({
      contract: contractWrong(),
      dayMax: t({ id: 'admin.method.dayMax.wrong', message: 'Enter an amount, such as 250.' }),
      feeMax: t({ id: 'admin.method.feeMax.wrong', message: 'Enter an amount, such as 0.0005.' }),
      rate: t({ id: 'admin.method.rate.wrong', message: 'Enter a number above 0, such as 9500000 or 8234.5.' }),
    }),
    rule,
    add: admin.calls.addMethod,
    edit: admin.calls.editMethod,
    // A rate that nobody touched is not sent, so that it does not count as new. One by which nobody is paid yet is sent
    // each time: that proposes it to the other admin once more.
    changesOf: (body, before) => ({
      ...changedFields(body, before),
      ...(existing?.rateAt === null && body.rateSource === 'fixed' && { rate: body.rate }),
    }),
    onSaved: () => {
      methodsChanged()
      close()
    },
  })

/** Asks again for all that shows methods. */
export const methodsChanged = (): void => {
  void invalidateAdmin('methods', 'settingAudit', 'stats', 'wallets', 'waiting', 'approvals')
  for (const area of ['withdraw', 'home']) void queryClient.invalidateQueries({ queryKey: [area] })
}

const contractWrong = () =>
  t({ id: 'admin.method.contract.wrong', message: 'Enter 0x followed by 40 hexadecimal characters.' })

const rule = ({ processor, currency, contract: token, minimum, maximum, fee }: MethodDraft) => {
  if (processor === 'evm' && isToken(currency) && token === '') return { contract: contractWrong() }
  if (maximum < minimum) {
    return { maximum: t({ id: 'admin.method.maximum.wrong', message: 'Can’t be below the minimum.' }) }
  }
  if (fee >= minimum) {
    return { fee: t({ id: 'admin.method.fee.wrong', message: 'Must be below the minimum withdrawal.' }) }
  }
  return {}
}
