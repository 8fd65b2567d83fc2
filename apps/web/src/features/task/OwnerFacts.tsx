import { t } from '@lingui/core/macro'
import type { OwnerRecord } from '@runnel/contract/task/schemas'
import { Badge } from '#ui/Badge.tsx'
import { formatNumber, formatPercent } from '#ui/format.ts'
import { KeyValue } from '#ui/KeyValue.tsx'
import { ofText, spanText } from './labels.ts'

/** How an owner treated people lately, in one line for a list. */
export const OwnerLine = ({ owner }: { owner: OwnerRecord }) => {
  const parts = [owner.username, deniedText(owner), speedText(owner), lostText(owner)].filter(Boolean)
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
      {owner.unfair && <UnfairBadge />}
      {parts.map((part) => (
        <span key={part} className="break-words">
          {part}
        </span>
      ))}
    </span>
  )
}

export const UnfairBadge = () => (
  <Badge tone="bad">{t({ id: 'task.owner.unfair', message: 'Often denies unfairly' })}</Badge>
)

/** The same with a name to each figure. */
export const OwnerFacts = ({ owner }: { owner: OwnerRecord }) => {
  const { username, deniedRate, reviewed, medianReviewSeconds, disputes, disputesLost } = owner
  return (
    <KeyValue
      pairs={[
        { key: 'owner', label: t({ id: 'task.owner', message: 'Task owner' }), value: username },
        {
          key: 'reviewed',
          label: t({ id: 'task.owner.reviewed', message: 'Reviewed in 90 days' }),
          value: formatNumber(reviewed),
        },
        {
          key: 'denied',
          label: t({ id: 'task.owner.denied', message: 'Denied' }),
          value: reviewed === 0 ? '—' : formatPercent(deniedRate),
        },
        {
          key: 'speed',
          label: t({ id: 'task.owner.speed', message: 'Typical review time' }),
          value: medianReviewSeconds === null ? '—' : spanText(medianReviewSeconds),
        },
        {
          key: 'lost',
          label: t({ id: 'task.owner.lost', message: 'Disputes lost' }),
          value: disputes === 0 ? '—' : ofText(disputesLost, disputes),
        },
      ]}
    />
  )
}

const deniedText = ({ reviewed, deniedRate }: OwnerRecord): string => {
  if (reviewed === 0) return t({ id: 'task.owner.new', message: 'no reviews yet' })
  const rate = formatPercent(deniedRate)
  return t({ id: 'task.owner.deniedRate', message: `${rate} denied` })
}

const speedText = ({ medianReviewSeconds }: OwnerRecord): string | null => {
  if (medianReviewSeconds === null) return null
  const span = spanText(medianReviewSeconds)
  return t({ id: 'task.owner.within', message: `reviews within ${span}` })
}

const lostText = ({ disputes, disputesLost }: OwnerRecord): string | null => {
  if (disputes === 0) return null
  const [lost, all] = [formatNumber(disputesLost), formatNumber(disputes)]
  return t({ id: 'task.owner.lostOf', message: `Lost ${lost} of ${all} disputes` })
}
