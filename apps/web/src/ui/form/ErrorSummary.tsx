import { plural, t } from '@lingui/core/macro'
import { Alert } from '#ui/state/Alert.tsx'

interface ErrorSummaryProps {
  /** Field id → what is wrong with it. */
  errors: Record<string, string>
}

/** Above a long form: what is wrong, each a link to its field. */
export const ErrorSummary = ({ errors }: ErrorSummaryProps) => {
  const entries = Object.entries(errors)
  if (entries.length === 0) return null
  const title = t({
    id: 'ui.errors',
    message: plural(entries.length, { one: 'Fix # field', other: 'Fix # fields' }),
  })
  return (
    <Alert tone="bad" urgent title={title}>
      <ul>
        {entries.map(([field, message]) => (
          <li key={field}>
            <a className="link" href={`#${field}`} onClick={(event) => focusField(event, field)}>
              {message}
            </a>
          </li>
        ))}
      </ul>
    </Alert>
  )
}

/** The address must not change, because a router listens to it. */
const focusField = (event: { preventDefault: () => void }, id: string): void => {
  event.preventDefault()
  document.getElementById(id)?.focus()
}
