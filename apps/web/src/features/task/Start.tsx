import { t } from '@lingui/core/macro'
import type { Task } from '@runnel/contract/task/schemas'
import { newIdempotencyKey } from '#api/attempt.ts'
import { useAttempt } from '#api/use-attempt.ts'
import { unitsText } from '#ui/Amount.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { RetryNotice } from '#ui/state/RetryNotice.tsx'
import { invalidateTasks, applySubmission, task as tasks, type StartCall } from './calls.ts'
import { spanText } from './labels.ts'

/** Reserves a place, so that nobody works for one that is gone. */
export const Start = ({ task }: { task: Task }) => {
  const { _id: id, reward, minutesToFinish, hoursToReview } = task
  const starting = useAttempt({
    send: (call: StartCall) => tasks.calls.start(call),
    onDone: applySubmission,
    onRefused: () => void invalidateTasks('one'),
  })
  const amount = unitsText(reward)
  const [time, review] = [spanText(minutesToFinish * 60), spanText(hoursToReview * 3_600)]
  return (
    <Card className="grid gap-3">
      <p>
        {t({
          id: 'task.start.text',
          message: `You have ${time}. The task owner then has ${review} to decide, or it is accepted automatically.`,
        })}
      </p>
      {starting.isUnsent ? (
        <RetryNotice onAgain={starting.sendAgain} />
      ) : (
        <Button
          variant="money"
          size="large"
          busy={starting.isSending}
          onClick={() => starting.send({ params: { id }, idempotencyKey: newIdempotencyKey() })}
        >
          {t({ id: 'task.start', message: `Start task (${amount})` })}
        </Button>
      )}
    </Card>
  )
}
