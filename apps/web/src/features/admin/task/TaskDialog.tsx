import { t } from '@lingui/core/macro'
import type { OwnTask } from '@runnel/contract/task/schemas'
import { PrevNext } from '#features/admin/list/PrevNext.tsx'
import { countryText } from '#features/advertise/advertise.ts'
import { OrderBadge } from '#features/escrow-order/escrow-order.ts'
import { Changes, changesOf, OwnerFacts, Preview, proofKindName, spanText, useCategories } from '#features/task/task.ts'
import { Amount } from '#ui/Amount.tsx'
import { Badge } from '#ui/Badge.tsx'
import { formatDateTime, formatNumber } from '#ui/format.ts'
import { KeyValue } from '#ui/KeyValue.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { TaskDecisionButtons } from './TaskDecisionButtons.tsx'
import type { TaskDecisionState } from './use-task-decision.ts'

interface TaskDialogProps {
  /** Undefined while none is open. */
  task: OwnTask | undefined
  onClose: () => void
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
  deciding: TaskDecisionState
}

/** Everything about one task that a person needs to decide. */
export const TaskDialog = ({ task, onClose, onPrevious, onNext, deciding }: TaskDialogProps) => (
  <Dialog
    open={task !== undefined}
    onClose={onClose}
    wide
    title={task?.title}
    actions={
      <>
        <PrevNext onPrevious={onPrevious} onNext={onNext} />
        {task && <TaskDecisionButtons task={task} deciding={deciding} />}
      </>
    }
  >
    {task && <Whole key={task._id} task={task} />}
  </Dialog>
)

const Whole = ({ task }: { task: OwnTask }) => {
  const { status, update, instructions, owner } = task
  return (
    <div className="grid gap-5">
      <div>
        <OrderBadge status={status} />
      </div>
      {update && <Update update={update} />}
      <section className="grid gap-2">
        <h3>{t({ id: 'admin.task.instructions', message: 'Instructions' })}</h3>
        <Preview markdown={instructions} />
      </section>
      <Proofs task={task} />
      <Facts task={task} />
      <section className="grid gap-2">
        <h3>{t({ id: 'admin.task.ownerRecord', message: 'Task owner’s record' })}</h3>
        <OwnerFacts owner={owner} />
      </section>
    </div>
  )
}

const Update = ({ update }: { update: NonNullable<OwnTask['update']> }) => {
  const categories = useCategories().data?.categories ?? []
  const names = new Map(categories.map(({ _id, name }) => [_id, name]))
  const at = formatDateTime(update.createdAt)
  return (
    <section className="grid gap-2">
      <h3>{t({ id: 'admin.task.update', message: 'Requested change' })}</h3>
      <p className="text-sm text-muted">{t({ id: 'admin.task.update.at', message: `Requested: ${at}` })}</p>
      <Changes changes={changesOf({ ...update, categories: names })} />
    </section>
  )
}

const Proofs = ({ task: { proofs } }: { task: OwnTask }) => (
  <section className="grid gap-2">
    <h3>{t({ id: 'admin.task.toProve', message: 'Required proof' })}</h3>
    <ol className="rows">
      {proofs.map(({ kind, label, required }, index) => (
        <li key={`${index} ${label}`} className="flex items-start justify-between gap-4 py-2.5">
          <span className="min-w-0 break-words">
            {label}
            {!required && <span className="text-muted"> {t({ id: 'ui.optional', message: '(optional)' })}</span>}
          </span>
          <Badge>{proofKindName(kind)}</Badge>
        </li>
      ))}
    </ol>
  </section>
)

const Facts = ({ task }: { task: OwnTask }) => {
  const { _id, reward, fee, places, accepted, waiting, escrow, spent, countries, minLevel, createdAt } = task
  return (
    <KeyValue
      pairs={[
        {
          key: 'reward',
          label: t({ id: 'admin.task.reward', message: 'Reward' }),
          value: <Amount units={reward} show="both" />,
        },
        { key: 'fee', label: t({ id: 'admin.task.fee', message: 'Fee per slot' }), value: <Amount units={fee} /> },
        { key: 'places', label: t({ id: 'admin.task.form.places', message: 'Slots' }), value: formatNumber(places) },
        {
          key: 'accepted',
          label: t({ id: 'admin.task.submission.accepted', message: 'Accepted' }),
          value: formatNumber(accepted),
        },
        {
          key: 'waiting',
          label: t({ id: 'admin.task.submission.pending', message: 'Pending' }),
          value: formatNumber(waiting),
        },
        { key: 'spent', label: t({ id: 'admin.task.spent', message: 'Spent' }), value: <Amount units={spent} /> },
        {
          key: 'escrow',
          label: t({ id: 'admin.task.escrow', message: 'In escrow' }),
          value: <Amount units={escrow} />,
        },
        {
          key: 'time',
          label: t({ id: 'admin.task.form.time', message: 'Time limit' }),
          value: spanText(task.minutesToFinish * 60),
        },
        {
          key: 'review',
          label: t({ id: 'admin.task.form.review', message: 'Review period' }),
          value: spanText(task.hoursToReview * 3_600),
        },
        {
          key: 'level',
          label: t({ id: 'admin.task.fromLevel', message: 'Minimum level' }),
          value: formatNumber(minLevel),
        },
        { key: 'where', label: t({ id: 'admin.task.where', message: 'Countries' }), value: countryText(countries) },
        { key: 'made', label: t({ id: 'admin.task.made', message: 'Created' }), value: formatDateTime(createdAt) },
        {
          key: 'id',
          label: t({ id: 'admin.task.filter.id', message: 'ID' }),
          value: <code className="text-xs">{_id}</code>,
        },
      ]}
    />
  )
}
