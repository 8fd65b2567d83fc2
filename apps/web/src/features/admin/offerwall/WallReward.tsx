import { t } from '@lingui/core/macro'
import { wholeNumber } from '#features/admin/settings/settings-draft.ts'
import { unitsText } from '#ui/Amount.tsx'
import { useCurrency } from '#ui/currency.ts'
import { TextInput } from '#ui/form/TextInput.tsx'
import { formatValue } from '#ui/format.ts'
import type { WallForm } from './wall-form.ts'

/** What a credit is worth, and how long a large one is held. */
export const WallReward = ({ form }: { form: WallForm }) => (
  <>
    <TextInput
      label={t({ id: 'admin.wall.units', message: 'Units per offerwall currency unit' })}
      hint={t({ id: 'admin.wall.units.hint', message: '0 = calculate from USD with the revenue share.' })}
      inputMode="decimal"
      autoComplete="off"
      {...form.getInputProps('unitsPerAmount')}
    />
    <TextInput
      label={t({ id: 'admin.wall.share', message: 'Revenue share (%)' })}
      hint={t({
        id: 'admin.wall.share.hint',
        message: 'The user’s share of the USD amount. Used only when rewards are calculated from USD.',
      })}
      inputMode="decimal"
      autoComplete="off"
      {...form.getInputProps('share')}
    />
    <UnitsField
      form={form}
      name="holdAbove"
      label={t({ id: 'admin.wall.holdAbove', message: 'Hold rewards above (units)' })}
    />
    <TextInput
      label={t({ id: 'admin.wall.holdDays', message: 'Hold period (days)' })}
      hint={t({ id: 'admin.wall.holdDays.hint', message: 'Chargebacks usually arrive within weeks. 0 = no hold.' })}
      inputMode="numeric"
      autoComplete="off"
      {...form.getInputProps('holdDays')}
    />
    <UnitsField
      form={form}
      name="maxReward"
      label={t({ id: 'admin.wall.max', message: 'Max. reward per credit (units)' })}
    />
  </>
)

interface UnitsFieldProps {
  form: WallForm
  name: 'holdAbove' | 'maxReward'
  label: string
}

const UnitsField = ({ form, name, label }: UnitsFieldProps) => {
  const units = wholeNumber(form.values[name])
  const value = formatValue(units, useCurrency())
  const words = unitsText(units)
  return (
    <TextInput
      label={label}
      inputMode="numeric"
      autoComplete="off"
      hint={units >= 0 && t({ id: 'admin.method.worth', message: `${words} (≈ ${value})` })}
      {...form.getInputProps(name)}
    />
  )
}
