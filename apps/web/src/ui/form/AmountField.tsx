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
          <div className="grid grid-cols-2 gap-2.5">
            <Part unit={t({ id: 'ui.amount.units', message: 'units' })}>
              <input
                {...described}
                id={id}
                name="amount"
                type="text"
                inputMode="numeric"
                autoComplete="off"
                className="input figures pe-16"
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
                className="input figures pe-16"
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

const Part = ({ unit, children }: { unit: string; children: ReactNode }) => (
  <div className="input-shell">
    {children}
    <span className="input-trail pointer-events-none pe-3 text-sm" aria-hidden="true">
      {unit}
    </span>
  </div>
)
