import { plural, t } from '@lingui/core/macro'
import { SubmissionStatus, type Submission } from '@runnel/contract/task/schemas'
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { history } from '#base/history.ts'
import { Loaded } from '#base/Loaded.tsx'
import { PageLink } from '#base/PageLink.tsx'
import { to } from '#base/paths.ts'
import { useQueryPage, useQueryText } from '#base/route.ts'
import { Amount } from '#ui/Amount.tsx'
import { Button } from '#ui/Button.tsx'
import { formatNumber, formatPercent } from '#ui/format.ts'
import { PageHeader } from '#ui/PageHeader.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { Skeletons } from '#ui/state/Skeleton.tsx'
import { Pagination } from '#ui/table/Pagination.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import { listLimit, task, type Submissions } from './calls.ts'
import { submissionStatusName } from './labels.ts'
import { SubmissionBadge } from './StatusBadges.tsx'

/** What one has sent, by where it stands. */
export const SubmissionPage = () => {
  const { status: wanted } = useQueryText()
  const status = SubmissionStatus.options.find((known) => known === wanted) ?? 'pending'
  const page = useQueryPage()
  const query = { status, page: String(page), limit: String(listLimit) }
  const asked = useQuery({
    ...task.query('submissions', { query }, { live: true }),
    placeholderData: keepPreviousData,
  })
  const { data } = asked
  return (
    <>
      <PageHeader
        title={t({ id: 'page.task.submission', message: 'Your Submission' })}
        lead={data && <Rate data={data} />}
      />
      <Tabs
        label={t({ id: 'task.byStatus', message: 'Submissions by status' })}
        tabs={order.map((key) => ({ key, label: tabLabel(key, data?.counts[key] ?? 0) }))}
        value={status}
        onValue={(next) => history.replace(to('/app/task/submission', { query: { status: next } }))}
      >
        <div className="grid grid-cols-1 gap-4 pt-4">
          <List query={asked} status={status} page={page} />
        </div>
      </Tabs>
    </>
  )
}

const order = ['pending', 'started', 'revision', 'accepted', 'denied', 'disputed', 'expired', 'withdrawn'] as const

const tabLabel = (status: SubmissionStatus, count: number): string => {
  const name = submissionStatusName(status)
  return count === 0 ? name : `${name} (${formatNumber(count)})`
}

const Rate = ({ data: { acceptedRate, decided } }: { data: Submissions }) => {
  const rate = formatPercent(acceptedRate)
  if (decided === 0)
    return t({ id: 'task.rate.none', message: 'None of your submissions were reviewed in the last 90 days.' })
  return t({
    id: 'task.rate',
    message: plural(decided, {
      one: `${rate} of your # submission in the last 90 days was accepted.`,
      other: `${rate} of your # submissions in the last 90 days were accepted.`,
    }),
  })
}

interface ListProps {
  query: UseQueryResult<Submissions>
  status: SubmissionStatus
  page: number
}

const List = ({ query, status, page }: ListProps) => {
  const { data } = query
  if (!data) return <Loaded query={query} loading={<Skeletons heights={[20, 20]} className="grid gap-3" />} />
  if (data.items.length === 0) return <Nothing status={status} />
  return (
    <>
      <ul className="grid grid-cols-1 gap-3">
        {data.items.map((submission) => (
          <li key={submission._id}>
            <Row submission={submission} />
          </li>
        ))}
      </ul>
      <Pagination
        page={page}
        limit={listLimit}
        totalItems={data.totalItems}
        onPage={(next) => history.push(to('/app/task/submission', { query: { status, page: next } }))}
      />
    </>
  )
}

const Row = ({ submission }: { submission: Submission }) => {
  const { taskId: id, title, reward, status, reason, startedAt, sentAt, disputable } = submission
  return (
    <PageLink to="/app/task/{id}" params={{ id }} className="card grid gap-2">
      <span className="flex items-start justify-between gap-3">
        <strong className="min-w-0 wrap-anywhere">{title}</strong>
        <Amount units={reward} gain={status === 'accepted'} signed={status === 'accepted'} />
      </span>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        <SubmissionBadge status={status} />
        <RelativeTime iso={sentAt ?? startedAt} />
        <Deadline submission={submission} />
        {disputable && (
          <span className="font-semibold text-brand-text">
            {t({ id: 'task.mayDispute', message: 'You can dispute this decision' })}
          </span>
        )}
      </span>
      {reason !== null && (
        <span className="text-sm text-muted wrap-anywhere" dir="auto">
          {reason}
        </span>
      )}
    </PageLink>
  )
}

const Deadline = ({ submission: { status, deadline } }: { submission: Submission }) => {
  if (deadline === null) return null
  const when = <RelativeTime iso={deadline} />
  if (status === 'started' || status === 'revision') {
    return (
      <span>
        {t({ id: 'task.due', message: 'submission due' })} {when}
      </span>
    )
  }
  if (status !== 'pending') return null
  return (
    <span>
      {t({ id: 'task.decidedBy', message: 'decision due' })} {when}
    </span>
  )
}

const Nothing = ({ status }: { status: SubmissionStatus }) => (
  <EmptyState
    heading="h2"
    title={t({ id: 'task.submission.none', message: 'No submissions' })}
    actions={
      <Button as={PageLink} to="/app/task/earn" variant="primary">
        {t({ id: 'task.find', message: 'Search tasks' })}
      </Button>
    }
  >
    {status === 'pending' &&
      t({ id: 'task.submission.noneText', message: 'Your submissions and their status appear here.' })}
  </EmptyState>
)
