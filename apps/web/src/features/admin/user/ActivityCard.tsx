import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { PageLink } from '#base/PageLink.tsx'
import { sourceName } from '#features/dashboard/dashboard.ts'
import { Amount } from '#ui/Amount.tsx'
import { Card } from '#ui/Card.tsx'
import { formatNumber } from '#ui/format.ts'
import { KeyValue, type Pair } from '#ui/KeyValue.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import type { AdminUserDetail } from './users.ts'

/** What the account did and earned, by source. */
export const EarningsCard = ({ counters }: Pick<AdminUserDetail, 'counters'>) => (
  <Card title={t({ id: 'admin.user.earnings', message: 'Earnings' })}>
    {counters.length === 0 && (
      <p className="text-muted">{t({ id: 'admin.user.noEarnings', message: 'No earnings yet.' })}</p>
    )}
    <KeyValue
      pairs={counters.map(({ source, count, earned }) => {
        const times = formatNumber(count)
        return {
          key: source,
          label: (
            <>
              {sourceName(source)} <span className="text-muted">{`× ${times}`}</span>
            </>
          ),
          value: <Amount units={earned} />,
        }
      })}
    />
  </Card>
)

/** Payouts, campaigns and tasks in sums, with the ways to them. */
export const ActivityCard = ({ detail }: { detail: AdminUserDetail }) => (
  <Card title={t({ id: 'admin.user.dealings', message: 'Withdrawals, campaigns and tasks' })}>
    <KeyValue pairs={[...payouts(detail), ...works(detail)]} />
  </Card>
)

const payouts = ({ user: { username }, withdrawals }: AdminUserDetail): Pair[] => {
  const { count, open, paid, refunded, lastAt } = withdrawals
  return [
    {
      key: 'withdrawals',
      label: t({ id: 'page.admin.withdrawals', message: 'Withdrawals' }),
      value: (
        <span className="grid justify-items-end">
          <PageLink to="/app/admin/withdrawals" query={{ username }} className="link">
            {t({ id: 'admin.user.withdrawals', message: plural(count, { one: '# requested', other: '# requested' }) })}
          </PageLink>
          {lastAt !== null && (
            <span className="text-sm text-muted">
              <Trans id="admin.user.lastWithdrawal">
                last <RelativeTime iso={lastAt} />
              </Trans>
            </span>
          )}
        </span>
      ),
    },
    {
      key: 'open',
      label: t({ id: 'admin.user.open', message: 'Pending' }),
      value: <Amount units={open} />,
    },
    {
      key: 'paid',
      label: t({ id: 'admin.user.paidOut', message: 'Paid out' }),
      value: <Amount units={paid} />,
    },
    {
      key: 'refunded',
      label: t({ id: 'admin.user.refunded', message: 'Refunded' }),
      value: <Amount units={refunded} />,
    },
  ]
}

const works = ({ user: { username }, campaigns, tasks, submissions }: AdminUserDetail): Pair[] => {
  const [accepted, denied] = [formatNumber(submissions.accepted), formatNumber(submissions.denied)]
  return [
    {
      key: 'campaigns',
      label: t({ id: 'page.admin.ptc', message: 'Campaigns' }),
      value: (
        <PageLink to="/app/admin/ptc" query={{ username }} className="link">
          {running(campaigns)}
        </PageLink>
      ),
    },
    {
      key: 'tasks',
      label: t({ id: 'page.admin.task', message: 'Tasks' }),
      value: (
        <PageLink to="/app/admin/task" query={{ username, view: 'all' }} className="link">
          {running(tasks)}
        </PageLink>
      ),
    },
    {
      key: 'submissions',
      label: t({ id: 'admin.user.submissions', message: 'Task submissions' }),
      value: t({
        id: 'admin.user.submissionCounts',
        message: plural(submissions.count, {
          one: `# submitted, ${accepted} accepted, ${denied} denied`,
          other: `# submitted, ${accepted} accepted, ${denied} denied`,
        }),
      }),
    },
  ]
}

const running = ({ count, running: now }: AdminUserDetail['tasks']): string => {
  const shown = formatNumber(now)
  return t({
    id: 'admin.user.running',
    message: plural(count, { one: `# (${shown} active)`, other: `# (${shown} active)` }),
  })
}
