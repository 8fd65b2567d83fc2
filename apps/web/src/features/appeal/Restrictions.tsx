import { t } from '@lingui/core/macro'
import { formatDateTime } from '#ui/format.ts'
import type { Case } from './account-case.ts'
import { restrictionLabel } from './restrictions.ts'

/** What is in force for an account: what it means, why, and until when. */
export function Restrictions({ measures }: Pick<Case, 'measures'>) {
  return (
    <ul className="grid gap-2">
      {measures.map(({ kind, reason, since, until }) => (
        <li key={`${kind} ${since}`}>
          <p>
            <b>{restrictionLabel(kind)}</b>
          </p>
          <p>{reason}</p>
          <p className="text-sm">{lasts(until)}</p>
        </li>
      ))}
    </ul>
  )
}

function lasts(until: string | null): string {
  if (until === null) return t({ id: 'measure.noEnd', message: 'Until the risk score drops or we lift it.' })
  const end = formatDateTime(until)
  return t({ id: 'measure.until', message: `Until ${end}.` })
}
