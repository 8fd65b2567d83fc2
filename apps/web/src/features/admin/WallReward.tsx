import { t } from '@lingui/core/macro'
import { unitsInWords } from '#ui/Amount.tsx'
import { useCurrency } from '#ui/currency.ts'
import { formatValue } from '#ui/format.ts'
import { TextInput } from '#ui/TextInput.tsx'
import { wholeNumber } from './settings-draft.ts'
import type { WallForm } from './wall-form.ts'

/** What a credit is worth, and how long a large one is held. */
export function WallReward({ form }: { form: WallForm }) {
  return (
    <>
      <TextInput
        label={t({ id: 'admin.wall.units', message: 'Units for 1 of its own currency' })}
        hint={t({ id: 'admin.wall.units.hint', message: '0: its dollars count instead, by the share beside.' })}
        inputMode="decimal"
        autoComplete="off"
        {...form.getInputProps('unitsPerAmount')}
      />
      <TextInput
        label={t({ id: 'admin.wall.share', message: 'Share of its dollars in %' })}
        hint={t({ id: 'admin.wall.share.hint', message: 'What the user gets of them; used only where dollars count.' })}
        inputMode="decimal"
        autoComplete="off"
        {...form.getInputProps('share')}
      />
      <UnitsField
        form={form}
        name="holdAbove"
        label={t({ id: 'admin.wall.holdAbove', message: 'Hold rewards above, in units' })}
      />
      <TextInput
        label={t({ id: 'admin.wall.holdDays', message: 'Days to hold them' })}
        hint={t({ id: 'admin.wall.holdDays.hint', message: 'Walls take back within weeks. 0: never held.' })}
        inputMode="numeric"
        autoComplete="off"
        {...form.getInputProps('holdDays')}
      />
      <UnitsField
        form={form}
        name="maxReward"
        label={t({ id: 'admin.wall.max', message: 'Most units of one credit' })}
      />
    </>
  )
}

interface UnitsFieldProps {
  form: WallForm
  name: 'holdAbove' | 'maxReward'
  label: string
}

function UnitsField({ form, name, label }: UnitsFieldProps) {
  const units = wholeNumber(form.values[name])
  const value = formatValue(units, useCurrency())
  const words = unitsInWords(units)
  return (
    <TextInput
      label={label}
      inputMode="numeric"
      autoComplete="off"
      hint={units >= 0 && t({ id: 'admin.method.worth', message: `${words}, worth ${value}` })}
      {...form.getInputProps(name)}
    />
  )
}
