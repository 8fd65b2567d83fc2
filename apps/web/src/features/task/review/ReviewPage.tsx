import { t } from '@lingui/core/macro'
import { SubmissionStatus } from '@runnel/contract/task/schemas'
import { useState } from 'react'
import { history } from '#base/history.ts'
import { Loaded } from '#base/Loaded.tsx'
import { PageLink } from '#base/PageLink.tsx'
import { to } from '#base/paths.ts'
import { usePathParams, useQueryPage, useQueryText } from '#base/route.ts'
import type { Review } from '#features/task/calls.ts'
import { storeDraft, readDraft } from '#features/task/draft.ts'
import { submissionStatusName } from '#features/task/labels.ts'
import { useOwnTask } from '#features/task/manage/own-tasks.ts'
import { Amount } from '#ui/Amount.tsx'
import { Select } from '#ui/form/Select.tsx'
import { Switch } from '#ui/form/Switch.tsx'
import { formatNumber } from '#ui/format.ts'
import { PageHeader } from '#ui/PageHeader.tsx'
import { Skeletons } from '#ui/state/Skeleton.tsx'
import { Pagination } from '#ui/table/Pagination.tsx'
import { Queue } from './Queue.tsx'
import { reviewLimit, useSubmissions } from './use-review.ts'

/** The owner's queue: one proof after the other, decided by a key each. */
export const ReviewPage = () => {
  const { id = '' } = usePathParams()
  const { status: wanted } = useQueryText()
  const status = SubmissionStatus.options.find((known) => known === wanted) ?? 'pending'
  const page = useQueryPage()
  const query = useSubmissions({ id, status, page })
  const [hasKeys, setKeys] = useKeysSetting()
  return (
    <>
      <PageHeader
        title={t({ id: 'page.task.review', message: 'Task Submission' })}
        lead={<TaskLine id={id} />}
        crumbs={[
          {
            key: 'own',
            link: (
              <PageLink to="/app/task/advertise/manage">
                {t({ id: 'page.task.manage', message: 'Created task' })}
              </PageLink>
            ),
          },
        ]}
      />
      <div className="grid grid-cols-1 gap-4">
        <div className="flex flex-wrap items-end justify-between gap-3">
          <StatusChoice id={id} status={status} counts={query.data?.counts} />
          <Switch
            className="max-sm:hidden"
            label={t({ id: 'task.keys', message: 'Keyboard shortcuts' })}
            hint={t({
              id: 'task.keys.hint',
              message: 'A accept, D deny, R request revision, X select, U undo, arrows move',
            })}
            checked={hasKeys}
            onChecked={setKeys}
          />
        </div>
        <Loaded query={query} loading={<Skeletons heights={[96]} />}>
          {(data) => <Queue key={`${id} ${status}`} taskId={id} list={data} status={status} hasKeys={hasKeys} />}
        </Loaded>
        <Pagination
          page={page}
          limit={reviewLimit}
          totalItems={query.data?.totalItems ?? 0}
          onPage={(next) =>
            history.push(to('/app/task/{id}/submission', { params: { id }, query: { status, page: next } }))
          }
        />
      </div>
    </>
  )
}

const TaskLine = ({ id }: { id: string }) => {
  const { data } = useOwnTask(id)
  if (!data) return null
  const { title, reward } = data.task
  return (
    <>
      <PageLink to="/app/task/{id}" params={{ id }} className="link">
        {title}
      </PageLink>
      {' · '}
      <Amount units={reward} />
    </>
  )
}

interface StatusChoiceProps {
  id: string
  status: SubmissionStatus
  counts: Review['counts'] | undefined
}

const StatusChoice = ({ id, status, counts }: StatusChoiceProps) => (
  <Select
    filterable={false}
    label={t({ id: 'task.show', message: 'View' })}
    options={SubmissionStatus.options.map((value) => ({ value, label: countedName(value, counts?.[value] ?? 0) }))}
    value={status}
    onChange={(next) => history.replace(to('/app/task/{id}/submission', { params: { id }, query: { status: next } }))}
  />
)

const countedName = (status: SubmissionStatus, count: number): string =>
  `${submissionStatusName(status)} (${formatNumber(count)})`

/** Whoever uses their own keys for the screen can switch ours off; this browser remembers it. */
const useKeysSetting = (): [boolean, (isOn: boolean) => void] => {
  const [isOn, setOn] = useState(() => readDraft('keys') !== 'off')
  const change = (wanted: boolean) => {
    setOn(wanted)
    storeDraft('keys', wanted ? null : 'off')
  }
  return [isOn, change]
}
