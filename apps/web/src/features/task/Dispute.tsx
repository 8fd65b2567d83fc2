import { t } from '@lingui/core/macro'
import type { SubmissionDetail } from '@runnel/contract/task/schemas'
import { task as contract } from '@runnel/contract/task/task'
import { useState } from 'react'
import { newIdempotencyKey } from '#api/attempt.ts'
import { useAttempt } from '#api/use-attempt.ts'
import { useContractForm } from '#base/contract-form.ts'
import { ImagesField } from '#features/task/image/ImagesField.tsx'
import { useImages } from '#features/task/image/use-images.ts'
import { Button } from '#ui/Button.tsx'
import { TextArea } from '#ui/form/TextArea.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { RetryNotice } from '#ui/state/RetryNotice.tsx'
import { applySubmission, task, type DisputeCall } from './calls.ts'

/** A denial that a person of the site shall judge; once, and not for ever. */
export const Dispute = ({ submission }: { submission: SubmissionDetail }) => {
  const [isOpen, setOpen] = useState(false)
  const { deadline } = submission
  return (
    <div className="grid gap-4">
      <p>
        {t({
          id: 'task.dispute.lead',
          message:
            'If you followed the instructions, ask a moderator to decide. The task owner can read your message too.',
        })}{' '}
        {deadline !== null && (
          <>
            {t({ id: 'task.dispute.until', message: 'Dispute deadline' })} <RelativeTime iso={deadline} />.
          </>
        )}
      </p>
      {isOpen ? (
        <DisputeForm submission={submission} onCancel={() => setOpen(false)} />
      ) : (
        <div>
          <Button variant="soft" onClick={() => setOpen(true)}>
            {t({ id: 'task.dispute', message: 'Open dispute' })}
          </Button>
        </div>
      )}
    </div>
  )
}

const DisputeForm = ({ submission: { _id: id }, onCancel }: { submission: SubmissionDetail; onCancel: () => void }) => {
  const images = useImages()
  const form = useContractForm({
    schema: contract.dispute.body,
    initialValues: { reason: '' },
    sentences: () => ({
      reason: t({ id: 'task.dispute.wrong', message: 'Enter 5 to 1,000 characters.' }),
    }),
  })
  const disputing = useAttempt({
    send: (call: DisputeCall) => task.calls.dispute(call),
    onDone: applySubmission,
    onRefused: form.refused,
  })
  const send = ({ reason }: { reason: string }) => {
    if (images.isSending || images.isBroken) return
    disputing.send({ params: { id }, body: { reason, imageIds: images.ids }, idempotencyKey: newIdempotencyKey() })
  }
  return (
    <form id={form.id} className="form" noValidate onSubmit={form.onSubmit(send)}>
      <TextArea
        label={t({ id: 'task.dispute.reason', message: 'Explain what you did and why the denial is wrong' })}
        maxLength={1_000}
        {...form.getInputProps('reason')}
      />
      <ImagesField label={t({ id: 'task.images', message: 'Images' })} images={images} />
      {disputing.isUnsent ? (
        <RetryNotice onAgain={disputing.sendAgain} />
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" busy={disputing.isSending} disabled={images.isSending}>
            {t({ id: 'task.dispute.send', message: 'Open dispute' })}
          </Button>
          <Button variant="quiet" onClick={onCancel}>
            {t({ id: 'ui.cancel', message: 'Cancel' })}
          </Button>
        </div>
      )}
    </form>
  )
}
