import { t } from '@lingui/core/macro'
import type { SuspectDetail } from '@runnel/contract/admin/suspect'
import { scoreSteps } from '@runnel/contract/suspect-schemas'
import { ScoreBadge } from '#features/admin/shared/ScoreBadge.tsx'
import { Card } from '#ui/Card.tsx'
import { BarChart } from '#ui/chart/BarChart.tsx'
import { formatDay, formatNumber } from '#ui/format.ts'
import { KeyValue } from '#ui/KeyValue.tsx'

/** What the score is made of, how it came to be, and what the system does at which height. */
export const ScoreCard = ({ suspect }: { suspect: SuspectDetail }) => {
  const { score, ownScore, clusterScore, history } = suspect
  return (
    <Card title={t({ id: 'admin.score.title', message: 'Risk score' })} action={<ScoreBadge score={score} />}>
      <div className="grid grid-cols-1 gap-4">
        <KeyValue
          pairs={[
            {
              key: 'own',
              label: t({ id: 'admin.score.own', message: 'From its own signals' }),
              value: formatNumber(ownScore),
            },
            {
              key: 'cluster',
              label: t({ id: 'admin.score.cluster', message: 'Cluster average' }),
              value: clusterScore === null ? '—' : formatNumber(clusterScore),
            },
          ]}
        />
        {history.length > 1 && (
          <BarChart
            label={t({ id: 'admin.score.history', message: 'Risk score by day' })}
            bars={history.map(({ day, score: value }) => ({ label: formatDay(day), value }))}
          />
        )}
        <Steps score={score} />
      </div>
    </Card>
  )
}

const Steps = ({ score }: { score: number }) => {
  const steps = [
    { from: scoreSteps.listed, words: t({ id: 'admin.step.listed', message: 'listed for review' }) },
    {
      from: scoreSteps.hold,
      words: t({
        id: 'admin.step.hold',
        message: 'withdrawals are reviewed manually if 2 independent signs have stood for a week',
      }),
    },
  ]
  return (
    <ul className="grid gap-1 text-sm">
      {steps.map(({ from, words }) => (
        <li key={from} className={score >= from ? 'font-semibold' : 'text-muted'}>
          {t({ id: 'admin.step.from', message: `From ${from}: ${words}` })}
        </li>
      ))}
    </ul>
  )
}
