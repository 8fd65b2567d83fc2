import { t } from '@lingui/core/macro'
import { classes } from '#ui/classes.ts'
import '#web/styles/chart.css'

/** So many fit below a chart. */
const most = 6

/** What bars belong to, each below its own: of many only some are named, the last one always. */
export const BarLabels = ({ labels }: { labels: readonly string[] }) => {
  const step = Math.max(1, Math.ceil(labels.length / most))
  const places = labels.map((label, index) => ({ label, index, behind: (labels.length - 1 - index) / step }))
  return (
    <div className={classes('bars-labels', step === 1 && 'bars-labels-few')} aria-hidden="true">
      {places
        .filter(({ behind }) => Number.isInteger(behind))
        .map(({ label, index, behind }) => (
          // It ends where its bar does and takes the space of those without a name before it; in a narrow chart every
          // other one has to do.
          <span
            key={label}
            className={step > 1 && behind % 2 === 1 ? 'bars-label-second' : undefined}
            style={{ flexGrow: Math.min(index + 1, step) }}
          >
            {index + 1 < step ? '' : label}
          </span>
        ))}
    </div>
  )
}

/** How much the longest bar stands for: without it bars only compare. */
export const Highest = ({ value }: { value: string }) => (
  <span className="ms-auto text-sm text-muted" aria-hidden="true">
    {t({ id: 'ui.chart.highest', message: `Max: ${value}` })}
  </span>
)
