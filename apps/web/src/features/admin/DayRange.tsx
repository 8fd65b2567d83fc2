import { t } from '@lingui/core/macro'
import { TextInput } from '#ui/TextInput.tsx'

interface DayRangeProps {
  from: string | undefined
  to: string | undefined
  onRange: (range: { from: string | undefined; to: string | undefined }) => void
}

/** The first and the last day of what is shown; each acts at once. */
export function DayRange({ from, to, onRange }: DayRangeProps) {
  return (
    <>
      <TextInput
        type="date"
        label={t({ id: 'statement.from', message: 'From' })}
        value={from ?? ''}
        max={to}
        onValue={(value) => onRange({ from: value || undefined, to })}
      />
      <TextInput
        type="date"
        label={t({ id: 'statement.to', message: 'To' })}
        value={to ?? ''}
        min={from}
        onValue={(value) => onRange({ from, to: value || undefined })}
      />
    </>
  )
}
