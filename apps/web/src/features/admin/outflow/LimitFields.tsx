import { t } from '@lingui/core/macro'
import { wholeNumber } from '#features/admin/settings/settings-draft.ts'
import { useCurrency } from '#ui/currency.ts'
import { TextInput } from '#ui/form/TextInput.tsx'
import { formatValue } from '#ui/format.ts'
import type { LimitDraft } from './limit-labels.ts'

interface LimitFieldsProps {
  /** Undefined for what has no budget. */
  budget: string | undefined
  limits: LimitDraft
  onBudget: (text: string) => void
  onLimits: (next: LimitDraft) => void
}

/** The numbers of one source; zero is no bound. */
export const LimitFields = ({ budget, limits, onBudget, onLimits }: LimitFieldsProps) => {
  const set = (part: keyof LimitDraft) => (text: string) => onLimits({ ...limits, [part]: text })
  return (
    <div className="form items-start sm:grid-cols-2 lg:grid-cols-3">
      {budget !== undefined && (
        <NumberField
          isMoney
          label={t({ id: 'admin.limit.budgetUnits', message: 'Daily budget (units, UTC)' })}
          text={budget}
          onText={onBudget}
        />
      )}
      <NumberField
        isMoney
        label={t({ id: 'admin.limit.hourUnits', message: 'Units in 60 minutes' })}
        text={limits.hourAmount}
        onText={set('hourAmount')}
      />
      <NumberField
        isMoney
        label={t({ id: 'admin.limit.dayUnits', message: 'Units in 24 hours' })}
        text={limits.dayAmount}
        onText={set('dayAmount')}
      />
      <NumberField
        label={t({ id: 'admin.limit.hourPayments', message: 'Payments in 60 minutes' })}
        text={limits.hourCount}
        onText={set('hourCount')}
      />
      <NumberField
        label={t({ id: 'admin.limit.dayPayments', message: 'Payments in 24 hours' })}
        text={limits.dayCount}
        onText={set('dayCount')}
      />
      <NumberField
        label={t({ id: 'admin.limit.usualTimes', message: 'Multiple of the usual hourly rate' })}
        text={limits.usualTimes}
        onText={set('usualTimes')}
      />
    </div>
  )
}

interface NumberFieldProps {
  label: string
  text: string
  onText: (text: string) => void
  isMoney?: boolean
}

const NumberField = ({ label, text, onText, isMoney = false }: NumberFieldProps) => {
  const units = wholeNumber(text)
  const value = formatValue(units, useCurrency())
  const worth = isMoney && units > 0 && t({ id: 'admin.limit.worth', message: `≈ ${value}.` })
  return (
    <TextInput
      label={label}
      inputMode="numeric"
      autoComplete="off"
      maxLength={13}
      hint={units === 0 ? t({ id: 'admin.limit.zero', message: '0 = no limit.' }) : worth}
      error={Number.isNaN(units) && t({ id: 'admin.outflow.number', message: 'Enter a whole number.' })}
      value={text}
      onValue={onText}
    />
  )
}
