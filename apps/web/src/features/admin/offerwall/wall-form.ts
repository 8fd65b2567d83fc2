import { t } from '@lingui/core/macro'
import { admin as contract } from '@runnel/contract/admin/admin'
import { admin } from '#features/admin/admin.ts'
import type { Editor } from '#features/admin/kit/use-editor.ts'
import { useResourceForm, type ResourceForm } from '#features/admin/kit/use-resource-form.ts'
import { basisPointsOf } from '#features/admin/settings/settings-draft.ts'
import { wallsChanged, type AdminWall, type WallPreset } from './offerwalls.ts'
import { draftOfRules, rulesOf, type RulesDraft } from './wall-rules.ts'

/** A wall as its form holds it: lists are text while somebody types them, and the secret is only ever written. */
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
  /** In percent. */
  shareBasisPoints: string
  maxReward: number
  holdAbove: number
  holdDays: number
  countries: string[]
  minLevel: number
  offersByApi: boolean
  offerApiUrl: string
  supportEmail: string
  apiKey: string
  enabled: boolean
}

export type WallForm = ResourceForm<WallDraft>

const draftOfWall = ({ rules, ...wall }: AdminWall): WallDraft & { _id: string } => ({
  ...wall,
  secret: '',
  apiKey: '',
  allowedIps: wall.allowedIps.join('\n'),
  shareBasisPoints: String(wall.shareBasisPoints / 100),
  ...draftOfRules(rules),
})

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
    shareBasisPoints: '50',
    maxReward: 10_000_000,
    holdAbove: 100_000,
    holdDays: 7,
    countries: [],
    minLevel: 1,
    offersByApi: false,
    offerApiUrl: '',
    supportEmail: '',
    apiKey: '',
    enabled: true,
    ...draftOfRules(rules),
  }
}

const bodyOf = (draft: WallDraft) => {
  const { preset, slug, name, conditions, frameUrl, secret, refuseOtherIps, countries, enabled } = draft
  const { maxReward, holdAbove, holdDays, minLevel, offersByApi, offerApiUrl, supportEmail, apiKey } = draft
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
    maxReward,
    holdAbove,
    holdDays,
    minLevel,
    offersByApi,
    offerApiUrl,
    supportEmail,
    apiKey,
    keys: Object.fromEntries(Object.entries(draft.keys).filter(([, value]) => value.trim() !== '')),
    allowedIps: draft.allowedIps.split(/[\s,]+/).filter(Boolean),
    unitsPerAmount: draft.unitsPerAmount.replace(',', '.'),
    shareBasisPoints: basisPointsOf(draft.shareBasisPoints),
    rules: rulesOf(draft),
  }
}

interface WallFormOptions {
  editor: Editor<AdminWall>
  preset: WallPreset
  /** Where a new one is put. */
  position: number
}

export const useWallForm = ({ editor: { existing, close }, preset, position }: WallFormOptions): WallForm =>
  useResourceForm({
    existing: existing && draftOfWall(existing),
    fresh: draftOfPreset(preset),
    body: contract.addWall.body,
    bodyOf: (draft) => ({ ...bodyOf(draft), position: existing?.position ?? position }),
    sentences: () => ({
      slug: t({ id: 'admin.wall.slug.wrong', message: 'Use 2 to 40 lowercase letters, digits and hyphens.' }),
      unitsPerAmount: t({ id: 'admin.wall.units.wrong', message: 'Enter a number, such as 1 or 0.25.' }),
    }),
    add: admin.calls.addWall,
    edit: admin.calls.editWall,
    onSaved: () => {
      wallsChanged()
      close()
    },
  })
