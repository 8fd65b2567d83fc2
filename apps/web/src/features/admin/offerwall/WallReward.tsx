import { t } from '@lingui/core/macro'
import { BoundField, NumberField } from '#features/admin/kit/fields.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import type { WallForm } from './wall-form.ts'

/** What a credit is worth, and how long a large one is held. */
export const WallReward = ({ form }: { form: WallForm }) => (
  <>
    <TextInput
      label={t({ id: 'admin.wall.units', message: 'Units per offerwall currency unit' })}
      hint={t({ id: 'admin.wall.units.hint', message: '0 = calculate from USD with the revenue share.' })}
      inputMode="decimal"
      autoComplete="off"
      {...form.textProps('unitsPerAmount')}
    />
    <TextInput
      label={t({ id: 'admin.wall.share', message: 'Revenue share (%)' })}
      hint={t({
        id: 'admin.wall.share.hint',
        message: 'The user’s share of the USD amount. Used only when rewards are calculated from USD.',
      })}
      inputMode="decimal"
      autoComplete="off"
      {...form.textProps('shareBasisPoints')}
    />
    <BoundField
      form={form}
      name="holdAbove"
      label={t({ id: 'admin.wall.holdAbove', message: 'Hold rewards above (units)' })}
    />
    <NumberField
      form={form}
      name="holdDays"
      label={t({ id: 'admin.wall.holdDays', message: 'Hold period (days)' })}
      hint={t({ id: 'admin.wall.holdDays.hint', message: 'Chargebacks usually arrive within weeks. 0 = no hold.' })}
    />
    <BoundField
      form={form}
      name="maxReward"
      label={t({ id: 'admin.wall.max', message: 'Max. reward per credit (units)' })}
    />
  </>
)
