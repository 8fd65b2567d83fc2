import { plural, t } from '@lingui/core/macro'
import type { OutflowSource } from '@runnel/contract/outflow'
import { Amount } from '#ui/Amount.tsx'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { ProgressBar } from '#ui/chart/ProgressBar.tsx'
import { Sparkline } from '#ui/chart/Sparkline.tsx'
import { useCurrency } from '#ui/currency.ts'
import { formatNumber, formatValue } from '#ui/format.ts'
import type { Column } from '#ui/table/Table.tsx'
import { useUntil } from '#ui/until.ts'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import type { OutflowRow } from './outflow.ts'
import { sourceName } from './source-name.ts'

interface SourceColumnActions {
  onStop: (source: OutflowSource) => void
}

export const sourceColumns = ({ onStop }: SourceColumnActions): Column<OutflowRow>[] => [
  {
    key: 'source',
    header: t({ id: 'admin.outflow.source', message: 'Source' }),
    role: 'head',
    cell: (row) => (
      <span className="grid justify-items-start gap-1">
        <span className="font-semibold">{sourceName(row.source)}</span>
        <State state={row.state} />
      </span>
    ),
  },
  {
    key: 'hour',
    header: t({ id: 'admin.outflow.hour', message: 'Last 60 minutes' }),
    cell: ({ hour, limits }) => <Flow flow={hour} amountMax={limits.hourAmount} countMax={limits.hourCount} />,
  },
  {
    key: 'day',
    header: t({ id: 'admin.outflow.day', message: 'Last 24 hours' }),
    cell: ({ source, day, limits, hours }) => (
      <span className="grid gap-1">
        <Flow flow={day} amountMax={limits.dayAmount} countMax={limits.dayCount} />
        <Run source={source} amounts={hours.map(({ amount }) => amount)} />
      </span>
    ),
  },
  {
    key: 'usual',
    header: t({ id: 'admin.outflow.usual', message: 'Usual for this hour' }),
    cell: (row) => <Usual row={row} />,
  },
  {
    key: 'budget',
    header: t({ id: 'admin.outflow.budget', message: 'Today’s budget' }),
    cell: (row) => <Budget row={row} />,
  },
  {
    key: 'stop',
    header: t({ id: 'admin.outflow.stopOne', message: 'Stop' }),
    role: 'actions',
    cell: ({ source, state }) =>
      state !== 'stopped' && (
        <Button size="small" variant="danger-soft" onClick={() => onStop(source)}>
          {t({ id: 'admin.outflow.stopOne', message: 'Stop' })}
          <VisuallyHidden> {sourceName(source)}</VisuallyHidden>
        </Button>
      ),
  },
]

const State = ({ state }: Pick<OutflowRow, 'state'>) => {
  switch (state) {
    case 'paying':
      return (
        <Badge tone="good" dot>
          {t({ id: 'admin.outflow.pays', message: 'Paying' })}
        </Badge>
      )
    case 'used-up':
      return (
        <Badge tone="warn" dot>
          {t({ id: 'admin.outflow.usedUp', message: 'Budget reached' })}
        </Badge>
      )
    case 'stopped':
      return (
        <Badge tone="bad" dot>
          {t({ id: 'admin.trip.open', message: 'Stopped' })}
        </Badge>
      )
  }
}

interface FlowProps {
  flow: OutflowRow['hour']
  amountMax: number
  countMax: number
}

/** An amount and how many payments it was, each against its limit where there is one. */
const Flow = ({ flow: { amount, count }, amountMax, countMax }: FlowProps) => {
  const currency = useCurrency()
  const [most, times] = [formatValue(amountMax, currency), formatNumber(countMax)]
  return (
    <span className="figures grid gap-0.5">
      <Amount units={amount} show="value" />
      <span className="text-sm text-muted">{timesText(count)}</span>
      {amountMax > 0 && (
        <span className="text-sm text-muted">{t({ id: 'admin.outflow.most', message: `max. ${most}` })}</span>
      )}
      {countMax > 0 && (
        <span className="text-sm text-muted">{t({ id: 'admin.outflow.mostTimes', message: `max. ${times} ×` })}</span>
      )}
    </span>
  )
}

const timesText = (count: number): string =>
  t({ id: 'admin.outflow.times', message: plural(count, { one: '# payment', other: '# payments' }) })

const Usual = ({ row: { usual, limits } }: { row: OutflowRow }) => {
  const times = formatNumber(limits.usualTimes)
  if (usual === null) {
    return (
      <span className="text-sm text-muted">
        {t({ id: 'admin.outflow.noUsual', message: 'Available after 3 days' })}
      </span>
    )
  }
  return (
    <span className="figures grid gap-0.5">
      <Amount units={usual.amount} show="value" />
      {limits.usualTimes > 0 && (
        <span className="text-sm text-muted">
          {t({ id: 'admin.outflow.usualTimes', message: `stops at ${times} ×` })}
        </span>
      )}
    </span>
  )
}

const Budget = ({ row: { budget, source, today } }: { row: OutflowRow }) => {
  const currency = useCurrency()
  if (budget === null) {
    return (
      <span className="figures grid gap-0.5">
        <Amount units={today.amount} show="value" />
        <span className="text-sm text-muted">{t({ id: 'admin.outflow.noBudget', message: 'no budget' })}</span>
      </span>
    )
  }
  const [spent, all] = [formatValue(today.amount, currency), formatValue(budget.amount, currency)]
  const name = sourceName(source)
  return (
    <span className="grid gap-0.5 lg:min-w-32">
      <ProgressBar
        label={t({ id: 'admin.outflow.budgetOf', message: `Budget of ${name}` })}
        hideLabel
        value={budget.amount - budget.left}
        max={budget.amount}
        money
      />
      <span className="figures text-sm">{t({ id: 'admin.outflow.spent', message: `${spent} of ${all}` })}</span>
      {budget.usedUpAt !== null && <Opens at={budget.resetsAt} />}
    </span>
  )
}

const Opens = ({ at }: { at: string }) => {
  const left = useUntil(at)
  return (
    <span className="figures text-sm text-muted">{t({ id: 'admin.outflow.opens', message: `resumes ${left}` })}</span>
  )
}

const Run = ({ source, amounts }: { source: OutflowSource; amounts: readonly number[] }) => {
  const currency = useCurrency()
  const most = Math.max(0, ...amounts)
  if (most === 0) return null
  const [name, highest] = [sourceName(source), formatValue(most, currency)]
  return (
    <span className="block">
      <Sparkline
        label={t({ id: 'admin.outflow.runOf', message: `${name} in the last 24 hours; peak hour: ${highest}` })}
        values={amounts}
      />
    </span>
  )
}
