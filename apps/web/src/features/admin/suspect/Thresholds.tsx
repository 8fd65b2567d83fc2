import { t } from '@lingui/core/macro'
import type { adminSuspect as contract } from '@runnel/contract/admin/suspect'
import type { Result } from '@runnel/contract/route'
import { Loaded } from '#base/Loaded.tsx'
import { Card } from '#ui/Card.tsx'
import { BarChart } from '#ui/chart/BarChart.tsx'
import { formatDateTime, formatNumber } from '#ui/format.ts'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { Skeleton } from '#ui/state/Skeleton.tsx'
import { Table, type Column } from '#ui/table/Table.tsx'
import { familyName } from './suspect-labels.ts'
import { useThresholds } from './suspects.ts'

type Answer = Result<typeof contract.suspectThresholds>
type Level = Answer['levels'][number]
type Rule = Answer['rules'][number]

/** What would have happened at other limits, and without each rule. */
export const Thresholds = () => {
  const query = useThresholds()
  const { data } = query
  if (!data) return <Loaded query={query} loading={<Skeleton height={96} className="rounded-l" />} />
  return (
    <div className="grid grid-cols-1 gap-4">
      <Levels answer={data} />
      <Rules rules={data.rules} />
    </div>
  )
}

const Levels = ({ answer: { levels, accounts, at } }: { answer: Answer }) => {
  const [count, moment] = [formatNumber(accounts), at && formatDateTime(at)]
  return (
    <Card
      title={t({ id: 'admin.thresholds.levels', message: 'Effect of each threshold' })}
      note={
        moment
          ? t({ id: 'admin.thresholds.at', message: `${count} accounts scored; updated ${moment}.` })
          : t({ id: 'admin.thresholds.never', message: 'No scores yet.' })
      }
    >
      <div className="grid grid-cols-1 gap-4">
        <BarChart
          label={t({ id: 'admin.thresholds.chart', message: 'Accounts at or above each score' })}
          bars={levels.map(({ points, accounts: value }) => ({ label: formatNumber(points), value }))}
        />
        <Table
          caption={t({ id: 'admin.thresholds.levels', message: 'Effect of each threshold' })}
          columns={levelColumns()}
          rows={levels}
          rowKey={({ points }) => String(points)}
        />
      </div>
    </Card>
  )
}

const levelColumns = (): Column<Level>[] => [
  {
    key: 'points',
    header: t({ id: 'admin.suspects.minScore', message: 'Min. score' }),
    role: 'head',
    cell: ({ points }) => formatNumber(points),
  },
  {
    key: 'accounts',
    header: t({ id: 'admin.suspects.list', message: 'Accounts' }),
    align: 'end',
    cell: ({ accounts }) => formatNumber(accounts),
  },
  {
    key: 'locked',
    header: t({ id: 'admin.thresholds.locked', message: 'Currently locked' }),
    align: 'end',
    cell: ({ locked }) => formatNumber(locked),
  },
]

const Rules = ({ rules }: { rules: readonly Rule[] }) => (
  <Card
    flush
    title={t({ id: 'admin.thresholds.rules', message: 'Impact of each rule' })}
    note={t({
      id: 'admin.thresholds.rules.note',
      message: 'Accounts flagged by each rule, and how many would be below a threshold without it.',
    })}
  >
    <Table
      caption={t({ id: 'admin.thresholds.rules', message: 'Impact of each rule' })}
      columns={ruleColumns()}
      rows={rules}
      rowKey={({ family, reason }) => `${family} ${reason}`}
      empty={<EmptyState title={t({ id: 'admin.thresholds.none', message: 'No rule has triggered yet' })} />}
    />
  </Card>
)

const ruleColumns = (): Column<Rule>[] => {
  const below = (limit: number) => t({ id: 'admin.thresholds.below', message: `Would drop below ${limit}` })
  return [
    {
      key: 'rule',
      header: t({ id: 'admin.thresholds.rule', message: 'Rule' }),
      role: 'head',
      cell: ({ family, reason }) => (
        <span className="grid">
          <span>{familyName(family)}</span>
          <code className="text-sm font-normal text-muted">{reason}</code>
        </span>
      ),
    },
    {
      key: 'accounts',
      header: t({ id: 'admin.suspects.list', message: 'Accounts' }),
      align: 'end',
      cell: ({ accounts }) => formatNumber(accounts),
    },
    { key: 'below40', header: below(40), align: 'end', cell: ({ below40 }) => formatNumber(below40) },
    { key: 'below60', header: below(60), align: 'end', cell: ({ below60 }) => formatNumber(below60) },
    { key: 'below80', header: below(80), align: 'end', cell: ({ below80 }) => formatNumber(below80) },
  ]
}
