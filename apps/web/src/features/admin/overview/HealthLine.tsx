import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { PageLink } from '#base/PageLink.tsx'
import type { Overview } from '#features/admin/admin.ts'
import { Badge } from '#ui/Badge.tsx'
import { useCurrency } from '#ui/currency.ts'
import { formatValue } from '#ui/format.ts'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { PaceMoney } from './Change.tsx'
import { isProblem, isSerious } from './Warnings.tsx'

/** The state of the site in one line: what an owner wants to know before anything else. */
export const HealthLine = ({ overview }: { overview: Overview }) => {
  const { books, queue, days } = overview
  const currency = useCurrency()
  // Approved ones are paid by themselves, or wait in the list of what is pending.
  const waiting = queue.review + queue.unknown
  const margin = formatValue(days.at(-1)?.margin ?? 0, currency)
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Health overview={overview} />
      {books.checkedAt !== null && (
        <span>
          <Trans id="admin.health.books">
            Ledger checked <RelativeTime iso={books.checkedAt} />
          </Trans>
        </span>
      )}
      <PageLink to="/app/admin/withdrawals" className="link">
        {t({
          id: 'admin.health.pending',
          message: plural(waiting, { one: '# withdrawal needs attention', other: '# withdrawals need attention' }),
        })}
      </PageLink>
      <span>{t({ id: 'admin.health.margin', message: `Margin today: ${margin}` })}</span>
      <PaceMoney today={days.at(-1)?.margin ?? 0} yesterday={days.at(-2)?.margin ?? 0} good="up" />
    </p>
  )
}

const Health = ({ overview: { books, warnings, outflow, jobs, providers } }: { overview: Overview }) => {
  const isStopped = outflow.open.length > 0 || outflow.payoutsStopped !== null
  if (isStopped || books.balanced === false || warnings.some(({ code }) => isSerious(code))) {
    return (
      <Badge tone="bad" dot>
        {t({ id: 'admin.health.bad', message: 'Action required' })}
      </Badge>
    )
  }
  if (
    warnings.some(({ code }) => isProblem(code)) ||
    jobs.some(({ ok }) => !ok) ||
    providers.some(({ state }) => state === 'warn' || state === 'down')
  ) {
    return (
      <Badge tone="warn" dot>
        {t({ id: 'admin.health.warn', message: 'Needs attention' })}
      </Badge>
    )
  }
  return (
    <Badge tone="good" dot>
      {t({ id: 'admin.health.good', message: 'Healthy' })}
    </Badge>
  )
}
