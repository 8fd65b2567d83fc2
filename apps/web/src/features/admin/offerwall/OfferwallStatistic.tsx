import { t } from '@lingui/core/macro'
import { adminOfferwall as contract } from '@runnel/contract/admin/offerwall'
import { useState } from 'react'
import { QueryError } from '#base/Loaded.tsx'
import { FilterBar } from '#features/admin/list/FilterBar.tsx'
import { SaveCsv } from '#features/admin/list/SaveCsv.tsx'
import { TimeChart } from '#features/admin/list/TimeChart.tsx'
import { daysOf } from '#features/admin/shared/date-range.ts'
import { shortDay } from '#features/admin/shared/short-day.ts'
import { optionsOf, rateText, sumOf } from '#features/admin/shared/statistic-rows.ts'
import { Amount, unitsText } from '#ui/Amount.tsx'
import { Card } from '#ui/Card.tsx'
import { formatNumber } from '#ui/format.ts'
import { Stat } from '#ui/Stat.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { Pagination } from '#ui/table/Pagination.tsx'
import { Table, type Column } from '#ui/table/Table.tsx'
import { useWallDays, wallDays, type WallDay } from './offerwalls.ts'

const perPage = 30

/** Credits, charge-backs and what is left of them, by wall and day. */
export const OfferwallStatistic = () => {
  const { filter } = wallDays.useView()
  const { from, to, wallId } = filter
  const query = useWallDays(filter)
  const { data, error } = query
  const [now] = useState(() => Date.now())
  const all = data?.items ?? []
  const rows = all.filter((row) => wallId === undefined || row.wallId === wallId)
  return (
    <div className="grid gap-4">
      <FilterBar
        list={wallDays}
        filter={filter}
        total={data && rows.length}
        fields={{
          from: { kind: 'day', label: t({ id: 'admin.wall.from', message: 'From' }) },
          to: { kind: 'day', label: t({ id: 'admin.wall.to', message: 'To' }) },
          wallId: {
            kind: 'choice',
            label: t({ id: 'admin.wall.wall', message: 'Offerwall' }),
            options: optionsOf(all.map((row) => ({ value: row.wallId, label: row.wall }))),
          },
        }}
      >
        <SaveCsv route={contract.wallStatisticCsv} query={{ from, to }} total={all.length} />
      </FilterBar>
      <QueryError query={query} />
      {rows.length > 0 && <Sums rows={rows} />}
      {rows.length > 0 && <Chart rows={rows} days={daysOf({ from, to }, now)} />}
      {(data || !error) && <Rows key={`${from} ${to} ${wallId}`} rows={rows} isLoading={!data} />}
    </div>
  )
}

const Sums = ({ rows }: { rows: readonly WallDay[] }) => {
  const credits = sumOf(rows, (row) => row.credits)
  const chargeBacks = sumOf(rows, (row) => row.chargeBacks)
  const revenue = sumOf(rows, (row) => row.revenue)
  const margin = sumOf(rows, (row) => row.margin)
  return (
    <Card className="grid grid-cols-2 gap-4 lg:grid-cols-4">
      <Stat
        label={t({ id: 'admin.wall.credits', message: 'Credits' })}
        value={formatNumber(credits)}
        note={<Amount units={sumOf(rows, (row) => row.credited)} />}
      />
      <Stat
        label={t({ id: 'admin.wall.chargeBacks', message: 'Chargebacks' })}
        value={formatNumber(chargeBacks)}
        note={rateText(chargeBacks, credits)}
      />
      <Stat
        label={t({ id: 'admin.wall.revenueUnits', message: 'Revenue (units)' })}
        value={formatNumber(revenue)}
        note={<Amount units={revenue} show="value" />}
      />
      <Stat
        label={t({ id: 'admin.wall.marginUnits', message: 'Margin (units)' })}
        value={formatNumber(margin)}
        note={<Amount units={margin} show="value" />}
      />
    </Card>
  )
}

const Chart = ({ rows, days }: { rows: readonly WallDay[]; days: readonly string[] }) => (
  <Card title={t({ id: 'admin.wall.chart', message: 'By day, in units' })}>
    <TimeChart
      days={days}
      rows={rows}
      views={[
        {
          key: 'credited',
          name: t({ id: 'admin.wall.credited', message: 'Credited' }),
          label: t({ id: 'admin.wall.chart.label', message: 'Credited and charged back per day, in units' }),
          series: [
            { name: t({ id: 'admin.wall.credited', message: 'Credited' }), value: ({ credited }) => credited },
            {
              name: t({ id: 'admin.wall.chargedBack', message: 'Charged back' }),
              value: ({ chargedBack }) => chargedBack,
            },
          ],
          format: unitsText,
        },
      ]}
    />
  </Card>
)

const Rows = ({ rows, isLoading }: { rows: readonly WallDay[]; isLoading: boolean }) => {
  const [page, setPage] = useState(1)
  return (
    <Card flush>
      <Table
        caption={t({ id: 'admin.wall.statistic', message: 'Statistics' })}
        columns={columns()}
        rows={rows.slice((page - 1) * perPage, page * perPage)}
        rowKey={({ wallId, day }) => `${wallId} ${day}`}
        loadingRows={isLoading ? 5 : 0}
        empty={
          <EmptyState heading="h2" title={t({ id: 'admin.wall.statistic.none', message: 'No credits in this period' })}>
            {t({ id: 'admin.wall.statistic.noneText', message: 'Choose another period or wait for the first credit.' })}
          </EmptyState>
        }
      />
      <Pagination page={page} limit={perPage} totalItems={rows.length} onPage={setPage} />
    </Card>
  )
}

const columns = (): Column<WallDay>[] => [
  {
    key: 'day',
    header: t({ id: 'admin.wall.day', message: 'Day' }),
    role: 'head',
    cell: ({ day, wall }) => (
      <span className="grid min-w-0">
        <span className="font-semibold">{shortDay(day)}</span>
        <span className="text-sm font-normal text-muted wrap-anywhere">{wall}</span>
      </span>
    ),
  },
  figure('credits', t({ id: 'admin.wall.credits', message: 'Credits' }), (row) => formatNumber(row.credits)),
  figure('credited', t({ id: 'admin.wall.credited', message: 'Credited' }), (row) => unitsText(row.credited)),
  figure('chargeBacks', t({ id: 'admin.wall.chargeBacks', message: 'Chargebacks' }), (row) =>
    formatNumber(row.chargeBacks),
  ),
  figure('chargedBack', t({ id: 'admin.wall.chargedBack', message: 'Charged back' }), (row) =>
    unitsText(row.chargedBack),
  ),
  figure('rate', t({ id: 'admin.wall.rate', message: 'Rate' }), (row) => rateText(row.chargeBacks, row.credits)),
  figure('revenue', t({ id: 'admin.wall.revenue', message: 'Revenue' }), (row) => unitsText(row.revenue)),
  figure('margin', t({ id: 'admin.wall.margin', message: 'Margin' }), (row) => unitsText(row.margin)),
]

const figure = (key: string, header: string, cell: (row: WallDay) => string): Column<WallDay> => ({
  key,
  header,
  align: 'end',
  cell,
})
