import { t } from '@lingui/core/macro'
import { AdKind, adTimers } from '@runnel/contract/advertise'
import { fieldId } from '#features/admin/settings/SettingInput.tsx'
import { draftOf, inOrder, type PriceDraft } from '#features/admin/settings/settings-draft.ts'
import type { SettingsForm } from '#features/admin/settings/settings-form.ts'
import { settingName } from '#features/admin/settings/table/table.ts'
import { kindName, secondsName } from '#features/advertise/advertise.ts'
import { Button } from '#ui/Button.tsx'
import { FieldError } from '#ui/form/Field.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'

/** Prices as a table of kinds and lengths; an empty field is no price. */
export const PtcPrices = ({ settings: { form, answer } }: { settings: SettingsForm }) => {
  const prices = form.values.ptc_prices
  const standard = draftOf(answer.defaults).ptc_prices
  const set = (next: PriceDraft[]) => form.setFieldValue('ptc_prices', inOrder(next))
  const change = ({ kind, timer, price }: PriceDraft) => {
    const others = prices.filter((row) => row.kind !== kind || row.timer !== timer)
    set(price.trim() === '' ? others : [...others, { kind, timer, price }])
  }
  const error = form.errors['ptc_prices']
  return (
    <fieldset className="grid gap-5" id={fieldId('ptc_prices')} tabIndex={-1}>
      <legend className="visually-hidden">{settingName('ptc_prices')}</legend>
      {AdKind.options.map((kind) => (
        <Kind key={kind} kind={kind} prices={prices.filter((row) => row.kind === kind)} onChange={change} />
      ))}
      {error && <FieldError id="ptc-prices-error">{error}</FieldError>}
      {JSON.stringify(prices) !== JSON.stringify(standard) && (
        <div>
          <Button size="small" variant="quiet" onClick={() => set(standard)}>
            {t({ id: 'setting.default', message: 'Default' })}
          </Button>
        </div>
      )}
    </fieldset>
  )
}

interface KindProps {
  kind: AdKind
  prices: readonly PriceDraft[]
  onChange: (row: PriceDraft) => void
}

const Kind = ({ kind, prices, onChange }: KindProps) => (
  <fieldset>
    <legend className="mb-2 font-semibold">{kindName(kind)}</legend>
    <div className="grid grid-cols-3 gap-2 sm:grid-cols-6">
      {adTimers.map(String).map((timer) => (
        <TextInput
          key={timer}
          label={secondsName(Number(timer))}
          inputMode="numeric"
          autoComplete="off"
          placeholder="–"
          maxLength={10}
          value={prices.find((row) => row.timer === timer)?.price ?? ''}
          onValue={(price) => onChange({ kind, timer, price })}
        />
      ))}
    </div>
  </fieldset>
)
