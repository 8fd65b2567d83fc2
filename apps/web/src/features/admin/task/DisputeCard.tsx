import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { Loaded } from '#base/Loaded.tsx'
import { UserName } from '#features/admin/shared/UserLink.tsx'
import { Preview, task, Answers, OwnerFacts, SubmissionBadge, Timeline } from '#features/task/task.ts'
import { Amount } from '#ui/Amount.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Disclosure } from '#ui/Disclosure.tsx'
import { formatNumber, formatPercent } from '#ui/format.ts'
import { KeyValue } from '#ui/KeyValue.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import type { Dispute, Side } from './disputes.ts'

interface DisputeCardProps {
  dispute: Dispute
  onJudge: (side: Side) => void
}

/** Both sides of one dispute: what was asked, what was sent, and every word since. */
export const DisputeCard = ({ dispute, onJudge }: DisputeCardProps) => {
  const { taskId, title, reward, status, worker, owner, disputedAt } = dispute
  return (
    <Card
      title={title}
      action={<SubmissionBadge status={status} />}
      note={
        <>
          <Amount units={reward} /> · {t({ id: 'admin.dispute.since', message: 'disputed' })}{' '}
          <RelativeTime iso={disputedAt} />
        </>
      }
      foot={status === 'disputed' && <Verdict dispute={dispute} onJudge={onJudge} />}
    >
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <div className="grid min-w-0 gap-5">
          <section className="grid gap-2">
            <h3>{t({ id: 'admin.dispute.proof', message: 'Proof' })}</h3>
            <Answers submission={dispute} />
          </section>
          <Disclosure summary={t({ id: 'admin.dispute.asked', message: 'Task instructions' })}>
            <TaskInstructions taskId={taskId} />
          </Disclosure>
          <Disclosure summary={t({ id: 'admin.dispute.records', message: 'Track record' })}>
            <div className="grid gap-4">
              <OwnerFacts owner={owner} />
              <WorkerFacts worker={worker} />
            </div>
          </Disclosure>
        </div>
        <section className="grid min-w-0 gap-2">
          <h3>{t({ id: 'admin.task.timeline', message: 'Timeline' })}</h3>
          <Timeline submission={dispute} />
        </section>
      </div>
    </Card>
  )
}

const WorkerFacts = ({ worker: { username, acceptedRate, decided } }: { worker: Dispute['worker'] }) => (
  <KeyValue
    pairs={[
      {
        key: 'worker',
        label: t({ id: 'admin.dispute.worker', message: 'Worker' }),
        value: <UserName username={username} />,
      },
      {
        key: 'decided',
        label: t({ id: 'admin.dispute.workerDecided', message: 'Reviewed (90 days)' }),
        value: formatNumber(decided),
      },
      {
        key: 'rate',
        label: t({ id: 'admin.dispute.workerRate', message: 'Accepted' }),
        value: decided === 0 ? '—' : formatPercent(acceptedRate),
      },
    ]}
  />
)

const Verdict = ({ dispute: { title, worker, owner }, onJudge }: DisputeCardProps) => {
  const [workerName, ownerName] = [worker.username, owner.username]
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Button variant="soft" onClick={() => onJudge('worker')}>
        {t({ id: 'admin.dispute.forWorker', message: `In favor of worker ${workerName}` })}
        <VisuallyHidden>{` (${title})`}</VisuallyHidden>
      </Button>
      <Button variant="danger-soft" onClick={() => onJudge('owner')}>
        {t({ id: 'admin.dispute.forOwner', message: `In favor of task owner ${ownerName}` })}
        <VisuallyHidden>{` (${title})`}</VisuallyHidden>
      </Button>
    </div>
  )
}

/** What a task asks for, as it stands now. */
const TaskInstructions = ({ taskId }: { taskId: string }) => {
  const query = useQuery(task.query('ownTask', { params: { id: taskId } }))
  return <Loaded query={query}>{(data) => <Preview markdown={data.task.instructions} />}</Loaded>
}
