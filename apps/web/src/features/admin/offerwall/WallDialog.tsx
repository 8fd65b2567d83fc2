import { t } from '@lingui/core/macro'
import { fillPath } from '@runnel/contract/client'
import { offerwall as contract } from '@runnel/contract/earn/offerwall'
import { useState } from 'react'
import { ResourceDialog, Wide } from '#features/admin/kit/ResourceDialog.tsx'
import type { Editor } from '#features/admin/kit/use-editor.ts'
import { Unverified } from '#features/admin/shared/Unverified.tsx'
import { CopyButton } from '#ui/copy/CopyButton.tsx'
import { Disclosure } from '#ui/Disclosure.tsx'
import { Select } from '#ui/form/Select.tsx'
import type { AdminWall, WallPreset } from './offerwalls.ts'
import { draftOfPreset, useWallForm, type WallForm } from './wall-form.ts'
import { WallApi } from './WallApi.tsx'
import { WallFields } from './WallFields.tsx'
import { WallReward } from './WallReward.tsx'
import { WallRulesFields } from './WallRulesFields.tsx'

interface WallDialogProps {
  editor: Editor<AdminWall>
  presets: readonly [WallPreset, ...WallPreset[]]
  /** Where a new one is put. */
  position: number
}

/** Adds a wall or changes one; a new one begins with the choice of its preset. */
export const WallDialog = ({ editor, presets, position }: WallDialogProps) => {
  const { existing } = editor
  const [presetId, setPresetId] = useState(existing?.preset ?? '')
  const preset = presets.find(({ id }) => id === presetId)
  const form = useWallForm({ editor, preset: preset ?? presets[0], position })
  const choose = (chosen: string) => {
    setPresetId(chosen)
    const next = presets.find(({ id }) => id === chosen)
    if (next) form.set(draftOfPreset(next))
  }
  return (
    <ResourceDialog
      wide
      className="gap-5"
      {...{ editor, form }}
      cannotSave={!preset}
      title={
        existing
          ? t({ id: 'admin.wall.change', message: 'Edit offerwall' })
          : t({ id: 'admin.wall.add', message: 'Add offerwall' })
      }
    >
      {!existing && (
        <Select
          label={t({ id: 'admin.wall.preset', message: 'Preset' })}
          hint={t({
            id: 'admin.wall.preset.hint',
            message: 'A preset contains the offerwall’s postback format. Choose the last one to define your own.',
          })}
          placeholder={t({ id: 'admin.wall.preset.choose', message: 'Select a preset' })}
          options={presets.map((option) => ({ value: option.id, label: option.name }))}
          value={presetId}
          onChange={choose}
        />
      )}
      {preset && <Fields key={preset.id} form={form} preset={preset} existing={existing} />}
    </ResourceDialog>
  )
}

interface FieldsProps {
  form: WallForm
  preset: WallPreset
  existing: AdminWall | undefined
}

const Fields = ({ form, preset, existing }: FieldsProps) => (
  <div className="form items-start sm:grid-cols-2">
    <Checked preset={preset} />
    {preset.note !== '' && <p className="text-sm text-muted sm:col-span-2">{preset.note}</p>}
    <WallFields form={form} preset={preset} existing={existing} />
    {preset.offerApi && <WallApi form={form} api={preset.offerApi} existing={existing} />}
    <WallPostback slug={form.values.slug} preset={preset} existing={existing} />
    <WallReward form={form} />
    <Wide>
      <Disclosure
        open={preset.id === 'generic' || preset.id === 'family' || hasRuleError(form.errors)}
        summary={t({ id: 'admin.wall.rules', message: 'Postback format' })}
      >
        <WallRulesFields form={form} />
      </Disclosure>
    </Wide>
  </div>
)

/** What of the preset the vendor's own pages confirm: the owner has to try out the rest. */
const Checked = ({ preset: { sources, unchecked } }: { preset: WallPreset }) => {
  if (unchecked.includes('postback')) {
    return (
      <Wide>
        <Unverified />
      </Wide>
    )
  }
  if (sources.length === 0) return null
  return (
    <p className="text-sm text-muted sm:col-span-2">
      {unchecked.length === 0
        ? t({ id: 'admin.wall.verified', message: 'Checked against the vendor’s documentation.' })
        : t({
            id: 'admin.wall.partly',
            message: `Checked against the vendor’s documentation, except: ${unchecked.map(partName).join(', ')}.`,
          })}
    </p>
  )
}

const partName = (part: WallPreset['unchecked'][number]): string => {
  switch (part) {
    case 'reversals':
      return t({ id: 'admin.wall.part.reversals', message: 'chargebacks' })
    case 'statuses':
      return t({ id: 'admin.wall.part.statuses', message: 'status values' })
    case 'reply':
      return t({ id: 'admin.wall.part.reply', message: 'responses' })
    case 'addresses':
      return t({ id: 'admin.wall.part.addresses', message: 'IP addresses' })
    case 'postback':
      return t({ id: 'admin.wall.part.postback', message: 'postbacks' })
  }
}

const hasRuleError = (errors: Readonly<Record<string, unknown>>): boolean =>
  Object.keys(errors).some((name) => name === 'rules' || /Params?$|Values$|^reply|^sign|^algorithm/.test(name))

interface WallPostbackProps {
  slug: string
  preset: WallPreset
  existing: AdminWall | undefined
}

/** The address that the owner pastes into the wall's panel, with what the wall shall fill in. */
const WallPostback = ({ slug, preset: { postbackQuery }, existing }: WallPostbackProps) => {
  if (slug === '') return null
  const address = existing?.slug === slug ? existing.postbackUrl : addressOf(slug, postbackQuery)
  return (
    <div className="card card-sunken grid min-w-0 gap-2 p-4 sm:col-span-2">
      <p className="font-semibold">{t({ id: 'admin.wall.postback', message: 'Postback URL' })}</p>
      <code className="text-xs break-all">{address}</code>
      <div className="flex flex-wrap items-center gap-3">
        <CopyButton text={address} label={t({ id: 'admin.wall.copy', message: 'Copy URL' })} />
        <span className="text-sm text-muted">
          {t({ id: 'admin.wall.paste', message: 'Paste it into the offerwall’s dashboard.' })}
        </span>
      </div>
    </div>
  )
}

const addressOf = (slug: string, query: string): string => {
  const path = fillPath(contract.postback.path, { wall: slug })
  return `${window.location.origin}${path}${query === '' ? '' : `?${query}`}`
}
