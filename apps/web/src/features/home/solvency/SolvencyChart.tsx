import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Solvency } from '@runnel/contract/solvency'
import { formatTotal } from '#features/home/figures.ts'
import { formatDay } from '#ui/format.ts'

type Days = Solvency['days']

const width = 600
const height = 160

/** The last days as two lines: what was owed, and what was held; in figures for who wants to read them. */
export const SolvencyChart = ({ figures: { days, currency } }: { figures: Solvency }) => {
  const [first] = days
  const last = days.at(-1)
  if (!first || !last || days.length < 2) return null
  const from = formatDay(first.day)
  const to = formatDay(last.day)
  const top = Math.max(1, ...days.flatMap(({ owed, held }) => [owed, held ?? 0]))
  return (
    <section aria-labelledby="days">
      <h2 id="days">
        <Trans id="solvency.days">Last {days.length} days</Trans>
      </h2>
      <svg
        className="solvency-chart"
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t({ id: 'solvency.days.label', message: `Liabilities and reserves from ${from} to ${to}` })}
      >
        <path
          className="solvency-held"
          d={lineOf(
            days.map(({ held }) => held),
            top,
          )}
        />
        <path
          className="solvency-owed"
          d={lineOf(
            days.map(({ owed }) => owed),
            top,
          )}
        />
      </svg>
      <p className="solvency-legend">
        <span className="solvency-owed">
          <Trans id="solvency.days.owed">Liabilities</Trans>
        </span>
        <span className="solvency-held">
          <Trans id="solvency.days.held">Reserves</Trans>
        </span>
      </p>
      <details>
        <summary className="link">
          <Trans id="solvency.days.table">View as table</Trans>
        </summary>
        <Table days={days} currency={currency} />
      </details>
    </section>
  )
}

/** A day without a figure leaves a gap. */
const lineOf = (values: readonly (number | null)[], top: number): string => {
  const step = width / Math.max(1, values.length - 1)
  return values
    .map((value, index) => {
      if (value === null) return ''
      const y = height - 4 - (value / top) * (height - 8)
      const isStart = index === 0 || values[index - 1] === null
      return `${isStart ? 'M' : 'L'}${(index * step).toFixed(1)} ${y.toFixed(1)}`
    })
    .join('')
}

const Table = ({ days, currency }: { days: Days; currency: string }) => (
  <table className="solvency-days">
    <thead>
      <tr>
        <th scope="col">
          <Trans id="solvency.days.day">Date (UTC)</Trans>
        </th>
        <th scope="col">
          <Trans id="solvency.days.owed">Liabilities</Trans>
        </th>
        <th scope="col">
          <Trans id="solvency.days.held">Reserves</Trans>
        </th>
        <th scope="col">
          <Trans id="solvency.days.paid">Paid</Trans>
        </th>
      </tr>
    </thead>
    <tbody>
      {days.toReversed().map(({ day, owed, held, paid }) => (
        <tr key={day}>
          <th scope="row">{formatDay(day)}</th>
          <td>{formatTotal(owed, currency)}</td>
          <td>{held === null ? '–' : formatTotal(held, currency)}</td>
          <td>{formatTotal(paid, currency)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
