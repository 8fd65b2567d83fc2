import { t } from '@lingui/core/macro'
import type { Submission, RequiredProof, SubmissionDetail } from '@runnel/contract/task/schemas'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { newIdempotencyKey } from '#api/attempt.ts'
import { useAttempt } from '#api/use-attempt.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { TimerDial } from '#ui/chart/TimerDial.tsx'
import { formatDateTime } from '#ui/format.ts'
import { confirm } from '#ui/overlay/confirm.ts'
import { Alert } from '#ui/state/Alert.tsx'
import { RetryNotice } from '#ui/state/RetryNotice.tsx'
import { useNow } from '#ui/use-now.ts'
import { invalidateTasks, applySubmission, task, type SubmitCall } from './calls.ts'
import { useProofForm } from './proof-form.ts'
import { ProofFields } from './ProofFields.tsx'

interface SendProofProps {
  submission: SubmissionDetail
  proofs: readonly RequiredProof[]
}

/** What a worker shows that the work is done, while the place is theirs. */
export const SendProof = ({ submission, proofs }: SendProofProps) => {
  const { _id, taskId, status, reason } = submission
  const form = useProofForm({ proofs, submission })
  const sending = useAttempt({
    send: (call: SubmitCall) => task.calls.submit(call),
    onDone: (answer) => {
      form.forget()
      applySubmission(answer)
    },
    // The state may have changed meanwhile, as when the time was over.
    onRefused: () => void invalidateTasks('one'),
  })
  const send = () => {
    if (!form.check()) return
    const body = { answers: form.answers.map((text) => text.trim()), imageIds: form.images.ids }
    sending.send({ params: { id: taskId }, body, idempotencyKey: newIdempotencyKey() })
  }
  const isWaiting = form.images.isSending
  return (
    <Card title={t({ id: 'task.prove', message: 'Submit proof' })}>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        {status === 'revision' && (
          <Alert tone="warn" title={t({ id: 'task.revision.title', message: 'The task owner requests a revision' })}>
            <bdi>{reason}</bdi>
          </Alert>
        )}
        <Countdown submission={submission} onOver={() => void invalidateTasks('one')} />
        <ProofFields proofs={proofs} form={form} />
        {sending.isUnsent ? (
          <RetryNotice onAgain={sending.sendAgain} />
        ) : (
          <Button type="submit" variant="primary" size="large" wide busy={sending.isSending} disabled={isWaiting}>
            {isWaiting
              ? t({ id: 'task.images.wait', message: 'Uploading images…' })
              : t({ id: 'task.submit', message: 'Submit proof' })}
          </Button>
        )}
        <CancelReservation id={_id} />
      </form>
    </Card>
  )
}

/** Returns the place to somebody else. */
const CancelReservation = ({ id }: { id: string }) => {
  const withdraw = useMutation({
    mutationFn: () => task.calls.withdraw({ params: { id } }),
    onSettled: () => invalidateTasks('one', 'submissions', 'list'),
  })
  const ask = async () => {
    const agreed = await confirm({
      title: t({ id: 'task.giveUp.title', message: 'Cancel this reservation?' }),
      text: t({
        id: 'task.giveUp.text',
        message: 'Your slot becomes available to other workers, and your draft isn’t submitted.',
      }),
      confirmLabel: t({ id: 'task.giveUp.yes', message: 'Cancel reservation' }),
      danger: true,
    })
    if (agreed) withdraw.mutate()
  }
  return (
    <Button variant="quiet" busy={withdraw.isPending} onClick={() => void ask()}>
      {t({ id: 'task.giveUp', message: 'Cancel reservation' })}
    </Button>
  )
}

interface CountdownProps {
  submission: Pick<Submission, 'startedAt' | 'deadline' | 'decidedAt'>
  /** Told once the time is over. */
  onOver: () => void
}

/** How long the place is still reserved. */
const Countdown = ({ submission: { startedAt, deadline, decidedAt }, onOver }: CountdownProps) => {
  const now = useNow(1_000)
  const until = Date.parse(deadline ?? startedAt)
  const left = Math.max(0, Math.ceil((until - now) / 1_000))
  const isOver = left === 0
  const over = useEffectEvent(onOver)
  useEffect(() => {
    if (isOver) over()
  }, [isOver])
  if (deadline === null) return null
  const at = formatDateTime(deadline)
  // Sent back, it has a time of its own from then on.
  const from = Date.parse(decidedAt ?? startedAt)
  return (
    <div className="flex items-center gap-4">
      <TimerDial small secondsLeft={left} totalSeconds={Math.max(1, (until - from) / 1_000)} />
      <p>
        <strong className="block">{t({ id: 'task.reserved', message: 'Slot reserved for you' })}</strong>
        <span className="text-sm text-muted">{t({ id: 'task.reserved.until', message: `until ${at}` })}</span>
      </p>
    </div>
  )
}
