import { t } from '@lingui/core/macro'
import type { RequiredProof } from '@runnel/contract/task/schemas'
import { lazy, Suspense } from 'react'
import { loadChunk } from '#base/chunk-errors.ts'
import { Loaded } from '#base/Loaded.tsx'
import { PageLink } from '#base/PageLink.tsx'
import { usePathParams } from '#base/route.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { PageHeader } from '#ui/PageHeader.tsx'
import { Prose } from '#ui/Prose.tsx'
import { Alert } from '#ui/state/Alert.tsx'
import { Skeleton, Skeletons } from '#ui/state/Skeleton.tsx'
import { useTask, type TaskOne } from './calls.ts'
import { proofKindName } from './labels.ts'
import { OwnerFacts } from './OwnerFacts.tsx'
import { Start } from './Start.tsx'
import { TaskFacts } from './TaskFacts.tsx'

/** One task from reading it to being paid for it. */
export const TaskPage = () => {
  const { id = '' } = usePathParams()
  const query = useTask(id)
  return (
    <>
      <PageHeader
        title={query.data ? query.data.task.title : t({ id: 'page.task.detail', message: 'Task Detail' })}
        crumbs={[
          {
            key: 'tasks',
            link: <PageLink to="/app/task/earn">{t({ id: 'page.task.earn', message: 'Tasks' })}</PageLink>,
          },
        ]}
      />
      <Loaded query={query} loading={<Skeletons heights={[48, 36]} />}>
        {(data) => <Whole shown={data} />}
      </Loaded>
    </>
  )
}

const Work = lazy(() =>
  loadChunk(() => import('./SubmissionPanel.tsx').then((file) => ({ default: file.SubmissionPanel }))),
)

const Whole = ({ shown }: { shown: TaskOne }) => {
  const { task, html, proofs, submission } = shown
  const isAtWork = submission?.status === 'started' || submission?.status === 'revision'
  const work = submission && (
    <Suspense fallback={<Skeleton height={72} className="rounded-l" />}>
      <Work key={`${submission._id} ${isAtWork}`} submission={submission} proofs={proofs} />
    </Suspense>
  )
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)]">
      <div className="grid min-w-0 gap-4">
        <Begin shown={shown} />
        {!isAtWork && work}
        <Card title={t({ id: 'task.instructions', message: 'Instructions' })}>
          <Prose html={html} />
        </Card>
        {isAtWork ? work : <RequiredProofList proofs={proofs} />}
      </div>
      <div className="grid min-w-0 gap-4">
        <TaskFacts task={task} />
        <Card title={t({ id: 'task.ownerRecord', message: 'Task owner’s record' })}>
          <OwnerFacts owner={task.owner} />
        </Card>
      </div>
    </div>
  )
}

/** What stands in the way, or the way in. */
const Begin = ({ shown: { task, submission, closed, isOwn } }: { shown: TaskOne }) => {
  const { _id: id, owner } = task
  if (isOwn) {
    return (
      <Alert
        title={t({ id: 'task.own', message: 'This is your task' })}
        actions={
          <Button as={PageLink} to="/app/task/{id}/submission" params={{ id }} size="small">
            {t({ id: 'task.review', message: 'Review submissions' })}
          </Button>
        }
      >
        {t({ id: 'task.own.text', message: 'This is how workers see it.' })}
      </Alert>
    )
  }
  const isOver = !submission || ['expired', 'withdrawn', 'accepted', 'denied'].includes(submission.status)
  if (!isOver) return null
  return (
    <>
      {owner.unfair && !submission && (
        <Alert tone="warn" title={t({ id: 'task.unfair.title', message: 'This task owner often denies unfairly' })}>
          {t({
            id: 'task.unfair.text',
            message: 'Most disputes against this task owner were decided for the worker. Keep a copy of your proof.',
          })}
        </Alert>
      )}
      {closed === null && <Start task={task} />}
      {closed !== null && !submission && <Alert tone="plain">{closed}</Alert>}
    </>
  )
}

/** What has to be shown, before anybody starts. */
const RequiredProofList = ({ proofs }: { proofs: readonly RequiredProof[] }) => (
  <Card title={t({ id: 'task.toProve', message: 'Required proof' })}>
    <ol className="rows">
      {proofs.map(({ kind, label, required }, index) => (
        <li key={`${index} ${label}`} className="flex items-start justify-between gap-4 py-2.5">
          <span className="min-w-0 break-words">
            <bdi>{label}</bdi>
            {!required && <span className="text-muted"> {t({ id: 'ui.optional', message: '(optional)' })}</span>}
          </span>
          <Badge>{proofKindName(kind)}</Badge>
        </li>
      ))}
    </ol>
  </Card>
)
