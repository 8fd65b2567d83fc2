import { t } from '@lingui/core/macro'
import type { HappyHour } from '@runnel/contract/settings/settings'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { fieldId } from '#features/admin/settings/SettingInput.tsx'
import type { SettingsForm } from '#features/admin/settings/settings-form.ts'
import { settingName } from '#features/admin/settings/table/table.ts'
import { Button } from '#ui/Button.tsx'
import { FieldError } from '#ui/form/Field.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { IconButton } from '#ui/IconButton.tsx'

const mostWindows = 24

/** The windows of the day, each from a time to a time. */
export const HappyHours = ({ settings: { form, answer } }: { settings: SettingsForm }) => {
  const hours = form.values.happy_hours
  const set = (next: HappyHour[]) => form.setFieldValue('happy_hours', next)
  const change = (index: number, part: Partial<HappyHour>) =>
    set(hours.map((hour, at) => (at === index ? { ...hour, ...part } : hour)))
  const isStandard = JSON.stringify(hours) === JSON.stringify(answer.defaults.happy_hours)
  const error = form.errors['happy_hours']
  return (
    <fieldset className="grid gap-3" id={fieldId('happy_hours')} tabIndex={-1}>
      <legend className="visually-hidden">{settingName('happy_hours')}</legend>
      {hours.length === 0 && (
        <p className="text-muted">
          {t({ id: 'admin.happy.none', message: 'No happy hours. The reward is the same all day.' })}
        </p>
      )}
      {hours.map((hour, index) => (
        <HourRow
          // Rows have nothing of their own to be told apart by, and only the last place is added to.
          key={index}
          number={index + 1}
          hour={hour}
          onChange={(part) => change(index, part)}
          onRemove={() => set(hours.filter((_, at) => at !== index))}
        />
      ))}
      {error && <FieldError id="happy-hours-error">{error}</FieldError>}
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          icon={<IconPlus aria-hidden="true" />}
          disabled={hours.length >= mostWindows}
          onClick={() => set([...hours, { from: '12:00', to: '13:00' }])}
        >
          {t({ id: 'admin.happy.add', message: 'Add time slot' })}
        </Button>
        {!isStandard && (
          <Button size="small" variant="quiet" onClick={() => set(answer.defaults.happy_hours)}>
            {t({ id: 'setting.default', message: 'Default' })}
          </Button>
        )}
      </div>
    </fieldset>
  )
}

interface HourRowProps {
  number: number
  hour: HappyHour
  onChange: (part: Partial<HappyHour>) => void
  onRemove: () => void
}

// A phone opens its clock at a tap anywhere in the field, so the little button may go.
const rowLook = [
  'grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-end gap-2',
  'max-sm:[&_::-webkit-calendar-picker-indicator]:hidden',
].join(' ')

const HourRow = ({ number, hour: { from, to }, onChange, onRemove }: HourRowProps) => (
  <div className={rowLook}>
    <TextInput
      type="time"
      label={t({ id: 'admin.happy.from', message: `Time slot ${number} from` })}
      value={from}
      onValue={(value) => onChange({ from: value })}
    />
    <TextInput
      type="time"
      label={t({ id: 'admin.happy.to', message: 'to' })}
      hint={to < from && t({ id: 'admin.happy.night', message: 'next day' })}
      value={to}
      onValue={(value) => onChange({ to: value })}
    />
    <IconButton
      label={t({ id: 'admin.happy.remove', message: `Remove time slot ${number}` })}
      icon={<IconTrash aria-hidden="true" />}
      onClick={onRemove}
    />
  </div>
)
