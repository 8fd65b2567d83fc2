import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { useCurrency } from '#ui/currency.ts'
import { Chip } from '#ui/Chip.tsx'
import { Field } from '#ui/Field.tsx'
import { formatNumber } from '#ui/format.ts'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { unitsFromText, unitsFromValue, valueText } from './amount-text.ts'

interface AmountFieldProps {
  /** What stands in the field, in units. */
  text: string
  onText: (text: string) => void
  onBlur: () => void
  error: string | undefined
  least: number
  most: number
  /** The largest amount is the whole balance. */
  holdsAll: boolean
}

/** One amount in two inputs, units and the site's currency: whichever is typed, the other follows. */
export function AmountField({ text, onText, onBlur, error, least, most, holdsAll }: AmountFieldProps) {
  const currency = useCurrency()
  const [typedValue, setTypedValue] = useState<string | null>(null)
  const units = unitsFromText(text)
  const value = typedValue ?? (units === null ? '' : valueText(units))
  const typeUnits = (typed: string) => {
    setTypedValue(null)
    onText(typed)
  }
  const typeValue = (typed: string) => {
    setTypedValue(typed)
    onText(String(unitsFromValue(typed) ?? ''))
  }
  const [smallest, largest] = [formatNumber(least), formatNumber(most)]
  return (
    <Field error={error} label={<AmountLabel />}>
      {({ id, ...described }) => (
        <>
          <div className="grid grid-cols-2 gap-2.5">
            <Part unit={t({ id: 'withdraw.amount.units', message: 'units' })}>
              <input
                {...described}
                id={id}
                name="amount"
                type="text"
                inputMode="numeric"
                autoComplete="off"
                className="input figures pr-16"
                value={text}
                onChange={(event) => typeUnits(event.currentTarget.value)}
                onBlur={onBlur}
              />
            </Part>
            <Part unit={currency}>
              <input
                {...described}
                type="text"
                inputMode="decimal"
                autoComplete="off"
                aria-label={t({ id: 'withdraw.amount.value', message: `Amount in ${currency}` })}
                className="input figures pr-16"
                value={value}
                onChange={(event) => typeValue(event.currentTarget.value)}
                onBlur={() => {
                  setTypedValue(null)
                  onBlur()
                }}
              />
            </Part>
          </div>
          <div className="flex flex-wrap gap-2 py-1">
            <Chip onClick={() => typeUnits(String(most))}>
              {holdsAll
                ? t({ id: 'withdraw.amount.all', message: `All: ${largest}` })
                : t({ id: 'withdraw.amount.most', message: `Largest: ${largest}` })}
            </Chip>
            {least < most && (
              <Chip onClick={() => typeUnits(String(least))}>
                {t({ id: 'withdraw.amount.least', message: `Smallest: ${smallest}` })}
              </Chip>
            )}
          </div>
        </>
      )}
    </Field>
  )
}

function AmountLabel() {
  return (
    <>
      {t({ id: 'withdraw.amount', message: 'Amount' })}{' '}
      <VisuallyHidden>{t({ id: 'withdraw.amount.inUnits', message: 'in units' })}</VisuallyHidden>
    </>
  )
}

function Part({ unit, children }: { unit: string; children: React.ReactNode }) {
  return (
    <div className="input-shell">
      {children}
      <span className="input-trail pointer-events-none pr-3 text-sm" aria-hidden="true">
        {unit}
      </span>
    </div>
  )
}
