import { t } from '@lingui/core/macro'
import { adminStatistic as contract } from '@runnel/contract/admin/statistic'
import { WithdrawalStatus } from '@runnel/contract/withdraw'
import { useState } from 'react'
import { QueryError } from '#base/Loaded.tsx'
import { StatusBadge } from '#features/admin/withdrawal/StatusBadge.tsx'
import { Card } from '#ui/Card.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { formatNumber } from '#ui/format.ts'
import { PageHeader } from '#ui/PageHeader.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { Skeletons } from '#ui/state/Skeleton.tsx'
import { Table } from '#ui/table/Table.tsx'
import { PayoutChart } from './PayoutChart.tsx'
import { PayoutTotals } from './PayoutTotals.tsx'
import { RangeBar } from './RangeBar.tsx'
import { groupColumns } from './statistic-columns.tsx'
import { groupsOf, type GroupBy } from './statistic-groups.ts'
import { type Statistic, statisticRange, useStatistic } from './statistic.ts'
import '#web/styles/admin.css'

/** What was withdrawn, by whom it was paid, how long it took, and why it was not. */
export const StatisticPage = () => {
  const { filter } = statisticRange.useView()
  const query = useStatistic(filter)
  const { data, error, isPlaceholderData } = query
  return (
    <>
      <PageHeader
        title={t({ id: 'page.admin.statistic', message: 'Withdrawal statistics' })}
        lead={t({
          id: 'admin.statistic.lead',
          message: 'Withdrawals count on the day they were requested. Default: last 30 days.',
        })}
      />
      <div className="grid grid-cols-1 gap-4">
        <RangeBar list={statisticRange} filter={filter} csv={contract.withdrawalStatisticCsv} at={data?.at} />
        <QueryError query={query} />
        {!data && !error && <Skeletons heights={[36, 72]} />}
        {data && !error && (
          <div className="grid grid-cols-1 gap-4" style={isPlaceholderData ? { opacity: 0.6 } : undefined}>
            <Whole statistic={data} />
          </div>
        )}
      </div>
    </>
  )
}

const Whole = ({ statistic }: { statistic: Statistic }) => {
  if (statistic.totals.count === 0) {
    return (
      <Card>
        <EmptyState heading="h2" title={t({ id: 'admin.statistic.none', message: 'No withdrawals in this period' })} />
      </Card>
    )
  }
  return (
    <>
      <PayoutTotals totals={statistic.totals} />
      <PayoutChart days={statistic.days} />
      <Groups statistic={statistic} />
      <Reasons reasons={statistic.reasons} />
    </>
  )
}

const Groups = ({ statistic }: { statistic: Statistic }) => {
  const [by, setBy] = useState<GroupBy>('method')
  const title = t({ id: 'admin.statistic.groups', message: 'Breakdown' })
  const options: { value: GroupBy; label: string }[] = [
    { value: 'method', label: t({ id: 'admin.statistic.method', message: 'Method' }) },
    { value: 'currency', label: t({ id: 'admin.statistic.currency', message: 'Currency' }) },
    { value: 'processor', label: t({ id: 'admin.statistic.processor', message: 'Processor' }) },
  ]
  return (
    <Card flush title={title}>
      <div className="px-4 pb-3 sm:px-6">
        <Segmented
          label={t({ id: 'admin.statistic.by', message: 'By' })}
          hideLabel
          options={options}
          value={by}
          onValue={(value) => setBy(options.find((option) => option.value === value)?.value ?? 'method')}
        />
      </div>
      <Table caption={title} columns={groupColumns()} rows={groupsOf(statistic, by)} rowKey={({ key }) => key} />
    </Card>
  )
}

/** Why some were not paid, the most frequent reasons first. */
const Reasons = ({ reasons }: Pick<Statistic, 'reasons'>) => {
  if (reasons.length === 0) return null
  return (
    <Card title={t({ id: 'admin.statistic.reasons', message: 'Rejection reasons' })}>
      <ul className="rows">
        {reasons.map(({ status, reason, count }) => {
          const known = WithdrawalStatus.options.find((name) => name === status)
          return (
            <li key={`${status} ${reason}`} className="flex items-baseline justify-between gap-4 py-2.5">
              <span className="grid min-w-0 justify-items-start gap-1">
                {known ? <StatusBadge status={known} /> : status}
                <span className="break-words">{reason}</span>
              </span>
              <b className="figures">{formatNumber(count)}</b>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
