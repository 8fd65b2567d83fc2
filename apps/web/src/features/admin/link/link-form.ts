import { t } from '@lingui/core/macro'
import { useForm } from '@mantine/form'
import { adminLink as contract } from '@runnel/contract/admin/link'
import { useMutation } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { fieldErrors } from '#api/failure.ts'
import { admin } from '#features/admin/admin.ts'
import { wholeNumber } from '#features/admin/settings/settings-draft.ts'
import { changedFields } from '#features/admin/shared/changed-fields.ts'
import { issueText } from '#features/admin/shared/issue-messages.ts'
import { linksChanged, type AdminLink, type LinkApi } from './links.ts'

type Fields = z.input<typeof contract.addLink.body>

/** A provider as its form holds it: numbers are text while somebody types them, and the key is only ever written. */
export interface LinkDraft {
  name: string
  api: LinkApi
  apiUrl: string
  apiKey: string
  reward: string
  maxView: string
  priority: string
  minSeconds: string
  expectedSeconds: string
  countries: string[]
  enabled: boolean
}

const fresh: LinkDraft = {
  name: '',
  api: 'adlinkfly',
  apiUrl: '',
  apiKey: '',
  reward: '20',
  maxView: '1',
  priority: '0',
  minSeconds: '10',
  expectedSeconds: '45',
  countries: [],
  enabled: true,
}

export const draftOfLink = (link: AdminLink): LinkDraft => {
  const { name, api, apiUrl, countries, enabled } = link
  return {
    name,
    api,
    apiUrl,
    apiKey: '',
    reward: String(link.reward),
    maxView: String(link.maxView),
    priority: String(link.priority),
    minSeconds: String(link.minSeconds),
    expectedSeconds: String(link.expectedSeconds),
    countries,
    enabled,
  }
}

const fieldsOf = (draft: LinkDraft): Fields => ({
  ...draft,
  apiUrl: draft.api === 'sandbox' ? '' : draft.apiUrl.trim(),
  reward: wholeNumber(draft.reward),
  maxView: wholeNumber(draft.maxView),
  priority: wholeNumber(draft.priority),
  minSeconds: wholeNumber(draft.minSeconds),
  expectedSeconds: wholeNumber(draft.expectedSeconds),
})

interface LinkFormOptions {
  /** The provider that is edited; a new one without. */
  existing: AdminLink | undefined
  onDone: () => void
}

export const useLinkForm = ({ existing, onDone }: LinkFormOptions) => {
  const form = useForm<LinkDraft>({ initialValues: existing ? draftOfLink(existing) : fresh, validate: wrongIn })
  const save = useMutation({
    mutationFn: async (draft: LinkDraft) => {
      const fields = fieldsOf(draft)
      if (!existing) return admin.calls.addLink({ body: fields })
      const body = changedFields(fields, fieldsOf(draftOfLink(existing)))
      return Object.keys(body).length === 0 ? null : admin.calls.editLink({ params: { id: existing._id }, body })
    },
    onSuccess: () => {
      linksChanged()
      onDone()
    },
    onError: (error) => form.setErrors(fieldErrors(error)),
  })
  return { form, save, submit: form.onSubmit((draft) => save.mutate(draft)) }
}

export type LinkForm = ReturnType<typeof useLinkForm>['form']

const wrongIn = (draft: LinkDraft): Record<string, string> => {
  const fields = fieldsOf(draft)
  const parsed = z.safeParse(contract.addLink.body, fields)
  if (!parsed.success) {
    const address = t({ id: 'admin.link.address.wrong', message: 'Enter a URL, such as https://exe.io/api.' })
    return Object.fromEntries(
      parsed.error.issues.map((issue) => {
        const name = String(issue.path[0])
        return [name, name === 'apiUrl' ? address : issueText(issue)]
      }),
    )
  }
  if (fields.expectedSeconds < fields.minSeconds) {
    return { expectedSeconds: t({ id: 'admin.link.expected.wrong', message: 'Can’t be below the minimum time.' }) }
  }
  return {}
}
