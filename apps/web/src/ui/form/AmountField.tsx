import { t } from '@lingui/core/macro'
import { useState, type ReactNode } from 'react'
import { useCurrency } from '#ui/currency.ts'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { unitsFromText, unitsFromValue, valueText } from './amount-text.ts'
import { Chip } from './Chip.tsx'
import { Field } from './Field.tsx'

interface AmountFieldProps {
  /** What stands in the field, in units. */
  text: string
  onText: (text: string) => void
  onBlur?: () => void
  error?: ReactNode
  hint?: ReactNode
  /** Amounts that are one press away. */
  choices: readonly { label: string; units: number }[]
}

/** One amount in two inputs, units and the site's currency: whichever is typed, the other follows. */
export const AmountField = ({ text, onText, onBlur, error, hint, choices }: AmountFieldProps) => {
  const currency = useCurrency()
  const unitName = t({ id: 'ui.amount.units', message: 'units' })
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
  return (
    <Field error={error} hint={hint} label={<AmountLabel />}>
      {({ id, ...described }) => (
        <>
          <div className="grid gap-2.5" style={{ gridTemplateColumns: columnsFor(unitName, currency) }}>
            <Part unit={unitName}>
              <input
                {...described}
                id={id}
                name="amount"
                type="text"
                inputMode="numeric"
                autoComplete="off"
                className="input figures"
                style={besideUnit(unitName)}
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
                aria-label={t({ id: 'ui.amount.value', message: `Amount in ${currency}` })}
                className="input figures"
                style={besideUnit(currency)}
                value={value}
                onChange={(event) => typeValue(event.currentTarget.value)}
                onBlur={() => {
                  setTypedValue(null)
                  onBlur?.()
                }}
              />
            </Part>
          </div>
          <div className="flex flex-wrap gap-2 py-1">
            {choices.map(({ label, units: chosen }) => (
              <Chip key={chosen} onClick={() => typeUnits(String(chosen))}>
                {label}
              </Chip>
            ))}
          </div>
        </>
      )}
    </Field>
  )
}

const AmountLabel = () => (
  <>
    {t({ id: 'ui.amount', message: 'Amount' })}{' '}
    <VisuallyHidden>{t({ id: 'ui.amount.inUnits', message: 'in units' })}</VisuallyHidden>
  </>
)

/** The room that a unit's name takes, in the small letters beside the amount. */
const widthOf = (unit: string): string => `${unit.length * 0.8}ch`

const besideUnit = (unit: string) => ({ paddingInlineEnd: `calc(${widthOf(unit)} + 1.25rem)` })

/** Side by side where six digits fit beside each unit, else one above the other. */
const columnsFor = (unit: string, currency: string): string =>
  `repeat(auto-fit, minmax(calc(${widthOf(unit.length > currency.length ? unit : currency)} + 5.75rem), 1fr))`

const Part = ({ unit, children }: { unit: string; children: ReactNode }) => (
  <div className="input-shell">
    {children}
    <span className="input-trail pointer-events-none pe-3 text-sm" aria-hidden="true">
      {unit}
    </span>
  </div>
)
