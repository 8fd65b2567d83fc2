import { t } from '@lingui/core/macro'
import { useForm } from '@mantine/form'
import { adminOfferwall as contract } from '@runnel/contract/admin/offerwall'
import { useMutation } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { fieldErrors } from '#api/failure.ts'
import { admin } from '#features/admin/admin.ts'
import { basisPointsOf, wholeNumber } from '#features/admin/settings/settings-draft.ts'
import { changedFields } from '#features/admin/shared/changed-fields.ts'
import { issueText } from '#features/admin/shared/issue-messages.ts'
import { wallsChanged, type AdminWall, type WallPreset } from './offerwalls.ts'
import { draftOfRules, rulesOf, type RulesDraft } from './wall-rules.ts'

type Fields = z.input<typeof contract.addWall.body>

/** A wall as its form holds it: numbers and lists are text while somebody types them. */
export interface WallDraft extends RulesDraft {
  preset: string
  slug: string
  name: string
  conditions: string
  frameUrl: string
  keys: Record<string, string>
  secret: string
  allowedIps: string
  refuseOtherIps: boolean
  unitsPerAmount: string
  share: string
  maxReward: string
  holdAbove: string
  holdDays: string
  countries: string[]
  minLevel: string
  enabled: boolean
}

export const draftOfWall = (wall: AdminWall): WallDraft => {
  const { preset, slug, name, conditions, frameUrl, keys, refuseOtherIps, unitsPerAmount, countries, enabled } = wall
  return {
    preset,
    slug,
    name,
    conditions,
    frameUrl,
    keys,
    refuseOtherIps,
    unitsPerAmount,
    countries,
    enabled,
    secret: '',
    allowedIps: wall.allowedIps.join('\n'),
    share: String(wall.shareBasisPoints / 100),
    maxReward: String(wall.maxReward),
    holdAbove: String(wall.holdAbove),
    holdDays: String(wall.holdDays),
    minLevel: String(wall.minLevel),
    ...draftOfRules(wall.rules),
  }
}

/** What a new wall begins with, as its preset fills it in. */
export const draftOfPreset = ({ id, name, frameUrl, allowedIps, rules }: WallPreset): WallDraft => {
  const isOwn = id === 'generic' || id === 'family'
  return {
    preset: id,
    slug: isOwn ? '' : id,
    name: isOwn ? '' : name.replace(/ \(.*\)$/, ''),
    conditions: '',
    frameUrl,
    keys: {},
    secret: '',
    allowedIps: allowedIps.join('\n'),
    // Without a signature the address is all that tells a wall from strangers.
    refuseOtherIps: rules.algorithm === 'none',
    unitsPerAmount: '1',
    share: '50',
    maxReward: '10000000',
    holdAbove: '100000',
    holdDays: '7',
    countries: [],
    minLevel: '1',
    enabled: true,
    ...draftOfRules(rules),
  }
}

const fieldsOf = (draft: WallDraft, position: number): Fields => {
  const { preset, slug, name, conditions, frameUrl, keys, secret, refuseOtherIps, countries, enabled } = draft
  return {
    preset,
    slug,
    name,
    conditions,
    frameUrl,
    secret,
    refuseOtherIps,
    countries,
    enabled,
    position,
    keys: Object.fromEntries(Object.entries(keys).filter(([, value]) => value.trim() !== '')),
    allowedIps: draft.allowedIps.split(/[\s,]+/).filter(Boolean),
    unitsPerAmount: draft.unitsPerAmount.trim().replace(',', '.'),
    shareBasisPoints: basisPointsOf(draft.share),
    maxReward: wholeNumber(draft.maxReward),
    holdAbove: wholeNumber(draft.holdAbove),
    holdDays: wholeNumber(draft.holdDays),
    minLevel: wholeNumber(draft.minLevel),
    rules: rulesOf(draft),
  }
}

interface WallFormOptions {
  /** The wall that is edited; a new one without. */
  existing: AdminWall | undefined
  initial: WallDraft
  position: number
  /** The button that saves stands outside of the form. */
  onSaving: (isSaving: boolean) => void
  onDone: () => void
}

export const useWallForm = ({ existing, initial, position, onSaving, onDone }: WallFormOptions) => {
  const form = useForm<WallDraft>({ initialValues: initial, validate: (draft) => wrongIn(draft, position) })
  const save = useMutation({
    mutationFn: async (draft: WallDraft) => {
      if (!existing) return admin.calls.addWall({ body: fieldsOf(draft, position) })
      const body = changedFields(fieldsOf(draft, position), fieldsOf(draftOfWall(existing), position))
      return Object.keys(body).length === 0 ? null : admin.calls.editWall({ params: { id: existing._id }, body })
    },
    onMutate: () => onSaving(true),
    onSettled: () => onSaving(false),
    onSuccess: () => {
      wallsChanged()
      onDone()
    },
    onError: (error) => form.setErrors(asShown(fieldErrors(error))),
  })
  return { form, submit: form.onSubmit((draft) => save.mutate(draft)) }
}

export type WallForm = ReturnType<typeof useWallForm>['form']

/** The server speaks of the contract's fields; two of them are called otherwise in the form. */
const asShown = ({ shareBasisPoints, ...errors }: Record<string, string>): Record<string, string> => ({
  ...errors,
  ...(shareBasisPoints !== undefined && { share: shareBasisPoints }),
})

const wrongIn = (draft: WallDraft, position: number): Record<string, string> => {
  const parsed = z.safeParse(contract.addWall.body, fieldsOf(draft, position))
  if (parsed.success) return {}
  return asShown(
    Object.fromEntries(
      parsed.error.issues.map((issue) => {
        const [first, second] = issue.path.map(String)
        const name = first === 'rules' && second !== undefined ? second : String(first)
        return [name, issueText(issue, formatOf(name))]
      }),
    ),
  )
}

const formatOf = (name: string): string | undefined => {
  switch (name) {
    case 'slug':
      return t({ id: 'admin.wall.slug.wrong', message: 'Use 2 to 40 lowercase letters, digits and hyphens.' })
    case 'unitsPerAmount':
      return t({ id: 'admin.wall.units.wrong', message: 'Enter a number, such as 1 or 0.25.' })
    default:
      return undefined
  }
}
