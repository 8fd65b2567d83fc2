import { t } from '@lingui/core/macro'
import { link as contract } from '@runnel/contract/earn/link'
import { useState } from 'react'
import { QueryError } from '#base/Loaded.tsx'
import { FilterBar } from '#features/admin/list/FilterBar.tsx'
import { SaveCsv } from '#features/admin/list/SaveCsv.tsx'
import { TimeChart } from '#features/admin/list/TimeChart.tsx'
import { daysOf } from '#features/admin/shared/date-range.ts'
import { shortDay } from '#features/admin/shared/short-day.ts'
import { optionsOf, rateText, sumOf } from '#features/admin/shared/statistic-rows.ts'
import type { LinkDay } from '#features/link/link.ts'
import { Amount, unitsText } from '#ui/Amount.tsx'
import { Card } from '#ui/Card.tsx'
import { formatNumber } from '#ui/format.ts'
import { Stat } from '#ui/Stat.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { Pagination } from '#ui/table/Pagination.tsx'
import { Table, type Column } from '#ui/table/Table.tsx'
import { linkDays, useLinkDays } from './links.ts'

const perPage = 30

/** What became of the visits, by provider and day. */
export const LinkStatistic = () => {
  const { filter } = linkDays.useView()
  const { from, to, provider } = filter
  const query = useLinkDays(filter)
  const { data, error } = query
  const [now] = useState(() => Date.now())
  const all = data?.items ?? []
  const rows = all.filter(({ _id }) => provider === undefined || _id === provider)
  return (
    <div className="grid gap-4">
      <FilterBar
        list={linkDays}
        filter={filter}
        total={data && rows.length}
        fields={{
          from: { kind: 'day', label: t({ id: 'admin.link.statement.from', message: 'From' }) },
          to: { kind: 'day', label: t({ id: 'admin.link.to', message: 'To' }) },
          provider: {
            kind: 'choice',
            label: t({ id: 'admin.link.provider', message: 'Provider' }),
            options: optionsOf(all.map(({ _id, name }) => ({ value: _id, label: name }))),
          },
        }}
      >
        <SaveCsv route={contract.statisticCsv} query={{ from, to }} total={all.length} />
      </FilterBar>
      <QueryError query={query} />
      {rows.length > 0 && <Sums rows={rows} />}
      {rows.length > 0 && <Chart rows={rows} days={daysOf({ from, to }, now)} />}
      {(data || !error) && <Rows key={`${from} ${to} ${provider}`} rows={rows} isLoading={!data} />}
    </div>
  )
}

const Sums = ({ rows }: { rows: readonly LinkDay[] }) => {
  const opened = sumOf(rows, ({ opened: count }) => count)
  const completed = sumOf(rows, ({ completed: count }) => count)
  const cost = sumOf(rows, ({ cost: units }) => units)
  return (
    <Card className="grid grid-cols-2 gap-4 lg:grid-cols-4">
      <Stat label={t({ id: 'admin.link.opened', message: 'Opened' })} value={formatNumber(opened)} />
      <Stat label={t({ id: 'admin.link.completed', message: 'Completed' })} value={formatNumber(completed)} />
      <Stat label={t({ id: 'admin.link.rate', message: 'Rate' })} value={rateText(completed, opened)} />
      <Stat
        label={t({ id: 'admin.link.costUnits', message: 'Cost (units)' })}
        value={formatNumber(cost)}
        note={<Amount units={cost} show="value" />}
      />
    </Card>
  )
}

const Chart = ({ rows, days }: { rows: readonly LinkDay[]; days: readonly string[] }) => (
  <Card>
    <TimeChart
      days={days}
      rows={rows}
      views={[
        {
          key: 'visits',
          name: t({ id: 'admin.link.visits', message: 'Visits' }),
          label: t({ id: 'admin.link.visitsPerDay', message: 'Visits per day' }),
          series: [
            { name: t({ id: 'admin.link.completed', message: 'Completed' }), value: ({ completed }) => completed },
            { name: t({ id: 'admin.link.opened', message: 'Opened' }), value: ({ opened }) => opened },
          ],
        },
        {
          key: 'cost',
          name: t({ id: 'admin.link.cost', message: 'Cost' }),
          label: t({ id: 'admin.link.costPerDay', message: 'Cost per day, in units' }),
          series: [{ name: t({ id: 'admin.link.cost', message: 'Cost' }), value: ({ cost }) => cost }],
          format: unitsText,
          money: true,
        },
      ]}
    />
  </Card>
)

const Rows = ({ rows, isLoading }: { rows: readonly LinkDay[]; isLoading: boolean }) => {
  const [page, setPage] = useState(1)
  return (
    <Card flush>
      <Table
        caption={t({ id: 'admin.link.statistic', message: 'Statistics' })}
        columns={columns()}
        rows={rows.slice((page - 1) * perPage, page * perPage)}
        rowKey={({ _id, day }) => `${_id} ${day}`}
        loadingRows={isLoading ? 5 : 0}
        empty={
          <EmptyState heading="h2" title={t({ id: 'admin.link.statistic.none', message: 'No visits in this period' })}>
            {t({ id: 'admin.link.statistic.noneText', message: 'Choose another period or wait for the first visit.' })}
          </EmptyState>
        }
      />
      <Pagination page={page} limit={perPage} totalItems={rows.length} onPage={setPage} />
    </Card>
  )
}

const columns = (): Column<LinkDay>[] => [
  {
    key: 'day',
    header: t({ id: 'admin.link.day', message: 'Day' }),
    role: 'head',
    cell: ({ day, name }) => (
      <span className="grid min-w-0">
        <span className="font-semibold">{shortDay(day)}</span>
        <span className="text-sm font-normal text-muted wrap-anywhere">{name}</span>
      </span>
    ),
  },
  count('opened', t({ id: 'admin.link.opened', message: 'Opened' }), ({ opened }) => formatNumber(opened)),
  count('completed', t({ id: 'admin.link.completed', message: 'Completed' }), ({ completed }) =>
    formatNumber(completed),
  ),
  count('rate', t({ id: 'admin.link.rate', message: 'Rate' }), (row) => rateText(row.completed, row.opened)),
  count('held', t({ id: 'admin.link.heldCount', message: 'Held' }), ({ held }) => formatNumber(held)),
  count('refused', t({ id: 'admin.link.refusedCount', message: 'Rejected' }), ({ refused }) => formatNumber(refused)),
  count('average', t({ id: 'admin.link.average', message: 'Average' }), ({ avgDuration }) =>
    avgDuration === null ? '–' : t({ id: 'admin.link.inSeconds', message: `${formatNumber(avgDuration)} s` }),
  ),
  count('cost', t({ id: 'admin.link.cost', message: 'Cost' }), ({ cost }) => unitsText(cost)),
]

const count = (key: string, header: string, cell: (row: LinkDay) => string): Column<LinkDay> => ({
  key,
  header,
  align: 'end',
  cell,
})
