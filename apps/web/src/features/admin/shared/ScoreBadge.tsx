import { t } from '@lingui/core/macro'
import { Badge } from '#ui/Badge.tsx'
import { formatNumber } from '#ui/format.ts'
import type { Tone } from '#ui/tone.ts'

/** From here on the server asks such accounts for more, and holds their money (ANTIBOT.md 4). */
export const watchFrom = 20
const holdFrom = 60

/** The account's risk score with its meaning in a word. */
export const ScoreBadge = ({ score }: { score: number }) => {
  const shown = formatNumber(score)
  return <Badge tone={toneOf(score)}>{textOf(score, shown)}</Badge>
}

const textOf = (score: number, shown: string): string => {
  if (score >= holdFrom) return t({ id: 'admin.issue.high', message: `Risk ${shown}: high` })
  if (score >= watchFrom) return t({ id: 'admin.issue.some', message: `Risk ${shown}: medium` })
  return t({ id: 'admin.issue.low', message: `Risk ${shown}: low` })
}

const toneOf = (score: number): Tone => {
  if (score >= holdFrom) return 'bad'
  return score >= watchFrom ? 'warn' : 'good'
}
