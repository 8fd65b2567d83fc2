import { t } from '@lingui/core/macro'
import type { MeasureKind } from '@runnel/contract/suspect-schemas'
import { formatDateTime } from '#ui/format.ts'
import type { Case } from './account-case.ts'

/** What is in force for an account: what it means, why, and until when. */
export const Restrictions = ({ measures }: Pick<Case, 'measures'>) => (
  <ul className="grid gap-2">
    {measures.map(({ kind, reason, since, until }) => (
      <li key={`${kind} ${since}`}>
        <p>
          <b>{restrictionLabel(kind)}</b>
        </p>
        <p dir="auto">{reason}</p>
        <p className="text-sm">{lasts(until)}</p>
      </li>
    ))}
  </ul>
)

const lasts = (until: string | null): string => {
  if (until === null) return t({ id: 'measure.noEnd', message: 'Until the risk score drops or we lift it.' })
  const end = formatDateTime(until)
  return t({ id: 'measure.until', message: `Until ${end}.` })
}

/** What a measure means for its user, in a sentence. */
const restrictionLabel = (kind: MeasureKind): string =>
  ({
    challenge: t({ id: 'measure.challenge', message: 'Every claim requires the longer captcha' }),
    reward: t({ id: 'measure.reward', message: 'Part of earlier claims is withheld' }),
    review: t({ id: 'measure.review', message: 'Withdrawals are reviewed manually' }),
    cooldown: t({ id: 'measure.cooldown', message: 'Claiming is paused' }),
    lock: t({ id: 'measure.lock', message: 'Account locked' }),
  })[kind]
