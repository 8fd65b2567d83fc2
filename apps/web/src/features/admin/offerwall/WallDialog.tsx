import { t } from '@lingui/core/macro'
import { fillPath } from '@runnel/contract/client'
import { offerwall as contract } from '@runnel/contract/earn/offerwall'
import { useId, useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { CopyButton } from '#ui/CopyButton.tsx'
import { Disclosure } from '#ui/Disclosure.tsx'
import { Select } from '#ui/form/Select.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import type { AdminWall, WallPreset } from './offerwalls.ts'
import { draftOfPreset, draftOfWall, useWallForm, type WallDraft } from './wall-form.ts'
import { WallFields } from './WallFields.tsx'
import { WallReward } from './WallReward.tsx'
import { WallRulesFields } from './WallRulesFields.tsx'

interface WallDialogProps {
  open: boolean
  /** The wall that is changed; without one a new one is added. */
  existing: AdminWall | undefined
  presets: readonly WallPreset[]
  /** Where a new one is put. */
  position: number
  onClose: () => void
}

/** Adds a wall or changes one; a new one begins with the choice of its preset. */
export const WallDialog = ({ open, existing, presets, position, onClose }: WallDialogProps) => {
  const id = useId()
  const [presetId, setPresetId] = useState(existing?.preset ?? '')
  const preset = presets.find((option) => option.id === presetId)
  const [isSaving, setSaving] = useState(false)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      wide
      title={
        existing
          ? t({ id: 'admin.wall.change', message: 'Edit offerwall' })
          : t({ id: 'admin.wall.add', message: 'Add offerwall' })
      }
      actions={
        <>
          <Button onClick={onClose}>{t({ id: 'ui.cancel', message: 'Cancel' })}</Button>
          {preset && (
            <Button type="submit" form={id} variant="primary" busy={isSaving}>
              {t({ id: 'admin.save', message: 'Save' })}
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-5">
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
            onChange={setPresetId}
          />
        )}
        {preset && (
          <Form
            key={preset.id}
            id={id}
            existing={existing}
            preset={preset}
            initial={existing ? draftOfWall(existing) : draftOfPreset(preset)}
            position={position}
            onSaving={setSaving}
            onDone={onClose}
          />
        )}
      </div>
    </Dialog>
  )
}

interface FormProps {
  id: string
  existing: AdminWall | undefined
  preset: WallPreset
  initial: WallDraft
  position: number
  onSaving: (isSaving: boolean) => void
  onDone: () => void
}

const Form = ({ id, existing, preset, initial, position, onSaving, onDone }: FormProps) => {
  const { form, submit } = useWallForm({ existing, initial, position, onSaving, onDone })
  const isByHand = preset.id === 'generic' || preset.id === 'family'
  return (
    <form id={id} className="form items-start sm:grid-cols-2" noValidate onSubmit={submit}>
      {preset.note !== '' && <p className="text-sm text-muted sm:col-span-2">{preset.note}</p>}
      <WallFields form={form} preset={preset} existing={existing} />
      <WallPostback slug={form.values.slug} preset={preset} existing={existing} />
      <WallReward form={form} />
      <div className="sm:col-span-2">
        <Disclosure
          open={isByHand || hasRuleError(form.errors)}
          summary={t({ id: 'admin.wall.rules', message: 'Postback format' })}
        >
          <WallRulesFields form={form} />
        </Disclosure>
      </div>
    </form>
  )
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
