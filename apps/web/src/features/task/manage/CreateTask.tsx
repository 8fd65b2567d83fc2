import { t } from '@lingui/core/macro'
import { RequiredProof } from '@runnel/contract/task/schemas'
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { newIdempotencyKey } from '#api/attempt.ts'
import { useAttempt } from '#api/use-attempt.ts'
import {
  invalidateTasks,
  applyDepositBalance,
  task as tasks,
  type Categories,
  type CreateCall,
} from '#features/task/calls.ts'
import { storeDraft, readDraft } from '#features/task/draft.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { toastError } from '#ui/overlay/toast.ts'
import { Alert } from '#ui/state/Alert.tsx'
import { RetryNotice } from '#ui/state/RetryNotice.tsx'
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
    <Card
      title={t({ id: 'task.create', message: 'Create task' })}
      action={
        onCancel && (
          <Button variant="quiet" size="small" onClick={onCancel}>
            {t({ id: 'ui.cancel', message: 'Cancel' })}
          </Button>
        )
      }
    >
      {draft !== null && <Restored onFresh={startAnew} />}
      <form
        id={form.id}
        noValidate
        className="grid items-start gap-6 lg:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)]"
        onSubmit={(event) => {
          task.onTry()
          submit(event)
        }}
      >
        <TaskFormFields task={task} />
        <div className="grid min-w-0 gap-4 lg:sticky lg:top-20">
          <TaskPrice {...price} />
          <SendButton creating={creating} />
        </div>
      </form>
    </Card>
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

const SendButton = ({ creating }: { creating: ReturnType<typeof useCreating> }) => (
  <>
    {creating.isUnsent ? (
      <RetryNotice onAgain={creating.sendAgain} />
    ) : (
      <Button type="submit" variant="primary" size="large" wide busy={creating.isSending}>
        {t({ id: 'task.create.send', message: 'Create and pay' })}
      </Button>
    )}
    <p className="text-sm text-muted">
      {t({
        id: 'task.create.note',
        message: 'A moderator reviews your task first. Unused funds are refunded when you close it.',
      })}
    </p>
  </>
)

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
