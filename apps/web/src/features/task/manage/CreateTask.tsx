import { t } from '@lingui/core/macro'
import { RequiredProof } from '@runnel/contract/task/schemas'
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { newIdempotencyKey } from '#api/attempt.ts'
import { useAttempt } from '#api/use-attempt.ts'
import { CreateOrder } from '#features/escrow-order/escrow-order.ts'
import {
  invalidateTasks,
  applyDepositBalance,
  task as tasks,
  type Categories,
  type CreateCall,
} from '#features/task/calls.ts'
import { storeDraft, readDraft } from '#features/task/draft.ts'
import { Button } from '#ui/Button.tsx'
import { toastError } from '#ui/overlay/toast.ts'
import { Alert } from '#ui/state/Alert.tsx'
import { freshTask, useTaskForm, type TaskText } from './task-form.ts'
import { TaskFormFields } from './TaskFormFields.tsx'
import { shortText, TaskPrice, totalOf } from './TaskPrice.tsx'

interface CreateTaskProps {
  offer: Categories
  onDone: () => void
  /** Undefined while there is nothing else on the page to go back to. */
  onCancel: (() => void) | undefined
}

const draftName = 'task'

/** One form from what is to be done to what it costs; what is written stays in this browser until it is paid. */
export const CreateTask = ({ offer, onDone, onCancel }: CreateTaskProps) => {
  const { categories, feeBasisPoints, depositBalance } = offer
  const [draft, setDraft] = useState(readTask)
  const task = useTaskForm({ start: draft ?? freshTask, categories })
  const { form, text, reward, places } = task
  useKept(text)
  const creating = useCreating(onDone, form.refused)
  const price = { reward, places, feeBasisPoints, depositBalance }
  const submit = form.onSubmit(() => {
    const fields = task.read()
    const total = totalOf(price)
    if (fields === null || reward === null || places === null || total === null) return
    if (total > depositBalance) toastError(shortText())
    else creating.send({ body: { ...fields, reward, places }, idempotencyKey: newIdempotencyKey() })
  })
  const startAnew = () => {
    setDraft(null)
    task.restart(freshTask)
  }
  return (
    <CreateOrder
      title={t({ id: 'task.create', message: 'Create task' })}
      onCancel={onCancel}
      notice={draft !== null && <Restored onFresh={startAnew} />}
      formId={form.id}
      onSubmit={(event) => {
        task.onTry()
        submit(event)
      }}
      aside={<TaskPrice {...price} />}
      attempt={creating}
      submitLabel={t({ id: 'task.create.send', message: 'Create and pay' })}
      note={t({
        id: 'task.create.note',
        message: 'A moderator reviews your task first. Unused funds are refunded when you close it.',
      })}
    >
      <TaskFormFields task={task} />
    </CreateOrder>
  )
}

const useCreating = (onDone: () => void, onRefused: (error: unknown) => void) =>
  useAttempt({
    send: (call: CreateCall) => tasks.calls.create(call),
    onDone: ({ depositBalance }) => {
      storeDraft(draftName, null)
      applyDepositBalance(depositBalance)
      void invalidateTasks('ownTasks', 'categories')
      onDone()
    },
    onRefused,
  })

const Restored = ({ onFresh }: { onFresh: () => void }) => (
  <Alert
    className="mb-4"
    actions={
      <Button size="small" onClick={onFresh}>
        {t({ id: 'task.draft.fresh', message: 'Start over' })}
      </Button>
    }
  >
    {t({ id: 'task.draft', message: 'We restored your unsent draft from this browser.' })}
  </Alert>
)

/** Keeps what is written, unless nothing is. */
const useKept = (text: TaskText): void => {
  const shape = JSON.stringify(text)
  useEffect(() => {
    storeDraft(draftName, shape === JSON.stringify(freshTask) ? null : JSON.parse(shape))
  }, [shape])
}

const Kept = z.object({
  values: z.object({
    title: z.string(),
    categoryId: z.string(),
    instructions: z.string(),
    minLevel: z.string(),
    minutesToFinish: z.string(),
    hoursToReview: z.string(),
    reward: z.string(),
    places: z.string(),
  }),
  // An unfinished proof has no words yet.
  proofs: z.array(z.extend(RequiredProof, { label: z.string() })).check(z.minLength(1)),
  countries: z.array(z.string()),
})

const readTask = (): TaskText | null => {
  const kept = z.safeParse(Kept, readDraft(draftName))
  return kept.success ? kept.data : null
}
