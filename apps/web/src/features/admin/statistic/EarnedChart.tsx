import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { TimeChart } from '#features/admin/list/TimeChart.tsx'
import { sourceName } from '#features/admin/outflow/source-name.ts'
import { unitsText } from '#ui/Amount.tsx'
import { Card } from '#ui/Card.tsx'
import { Select } from '#ui/form/Select.tsx'
import type { DayLog, LoggedDay } from './statistic.ts'

/** What users earned, in all or of one source. */
export const EarnedChart = ({ days }: Pick<DayLog, 'days'>) => {
  const [source, setSource] = useState('')
  const sources = [...new Set(days.flatMap(({ earned }) => Object.keys(earned)))].toSorted()
  const value = ({ earned }: LoggedDay) =>
    source === '' ? Object.values(earned).reduce((sum, units) => sum + units, 0) : (earned[source] ?? 0)
  const name = source === '' ? t({ id: 'admin.days.all', message: 'All sources' }) : sourceName(source)
  return (
    <Card title={t({ id: 'admin.statistic.earned', message: 'Earned by users' })} className="min-w-0">
      <div className="grid gap-4">
        <Select
          label={t({ id: 'admin.statistic.source', message: 'Source' })}
          hideLabel
          filterable={false}
          options={[
            { value: '', label: t({ id: 'admin.days.all', message: 'All sources' }) },
            ...sources.map((key) => ({ value: key, label: sourceName(key) })),
          ]}
          value={source}
          onChange={setSource}
        />
        <TimeChart
          days={days.map(({ day }) => day)}
          rows={days}
          views={[
            {
              key: 'earned',
              name,
              label: t({ id: 'admin.days.earnedPerDay', message: `Earned per day, in units: ${name}` }),
              series: [{ name, value }],
              format: unitsText,
              money: true,
            },
          ]}
        />
      </div>
    </Card>
  )
}
