import { t, plural } from '@lingui/core/macro'
import type { SubmissionDetail } from '@runnel/contract/task/schemas'
import { task as contract } from '@runnel/contract/task/task'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useContractForm } from '#base/contract-form.ts'
import { Answers } from '#features/task/Answers.tsx'
import { invalidateTasks, task } from '#features/task/calls.ts'
import { SubmissionBadge } from '#features/task/StatusBadges.tsx'
import { Timeline } from '#features/task/Timeline.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Disclosure } from '#ui/Disclosure.tsx'
import { TextArea } from '#ui/form/TextArea.tsx'
import { formatPercent } from '#ui/format.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'

interface ReviewOneProps {
  submission: SubmissionDetail
  /** Such as '3 of 20'. */
  place: string
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
}

/** One submission with everything that a fair decision needs. */
export const ReviewOne = ({ submission, place, onPrevious, onNext }: ReviewOneProps) => {
  const { status, worker, answers, images, deadline, timeline } = submission
  const { username } = worker
  const mayAnswer = status === 'disputed' && !timeline.some(({ step }) => step === 'answered')
  return (
    <Card
      title={t({ id: 'task.submissionOf', message: `Submission from ${username}` })}
      action={
        <span className="flex items-center gap-2">
          <SubmissionBadge status={status} />
          <IconButton
            label={t({ id: 'task.previous', message: 'Previous' })}
            icon={<IconChevronLeft aria-hidden="true" />}
            disabled={!onPrevious}
            onClick={onPrevious}
          />
          <IconButton
            label={t({ id: 'task.next', message: 'Next' })}
            icon={<IconChevronRight aria-hidden="true" />}
            disabled={!onNext}
            onClick={onNext}
          />
        </span>
      }
      note={
        <>
          {place} · {recordText(submission)}
          {status === 'pending' && deadline !== null && (
            <>
              {' · '}
              {t({ id: 'task.acceptedItself', message: 'accepted automatically' })} <RelativeTime iso={deadline} />
            </>
          )}
        </>
      }
    >
      <div className="grid gap-5">
        {answers.length === 0 && images.length === 0 ? (
          <p className="text-muted">{t({ id: 'task.nothingSent', message: 'No proof submitted.' })}</p>
        ) : (
          <Answers submission={submission} />
        )}
        {mayAnswer && <AnswerDispute key={submission._id} submission={submission} />}
        <Disclosure open={status === 'disputed'} summary={t({ id: 'task.timeline', message: 'Timeline' })}>
          <Timeline submission={submission} />
        </Disclosure>
      </div>
    </Card>
  )
}

const recordText = ({ worker: { acceptedRate, decided } }: SubmissionDetail): string => {
  const rate = formatPercent(acceptedRate)
  if (decided === 0) return t({ id: 'task.worker.new', message: 'no reviewed submissions yet' })
  return t({
    id: 'task.worker.rate',
    message: plural(decided, { one: `${rate} of # accepted in 90 days`, other: `${rate} of # accepted in 90 days` }),
  })
}

/** The owner's side of a dispute, said once, before a moderator decides. */
const AnswerDispute = ({ submission: { _id: id } }: { submission: SubmissionDetail }) => {
  const form = useContractForm({
    schema: contract.answerDispute.body,
    initialValues: { text: '' },
    sentences: () => ({
      text: t({ id: 'task.answer.wrong', message: 'Enter a reason of 5 to 1,000 characters.' }),
    }),
  })
  const answer = useMutation({
    mutationFn: (text: string) => task.calls.answerDispute({ params: { id }, body: { text } }),
    onSuccess: () => invalidateTasks('review', 'submission'),
    onError: form.refused,
  })
  return (
    <form id={form.id} className="form" noValidate onSubmit={form.onSubmit(({ text }) => answer.mutate(text.trim()))}>
      <TextArea
        label={t({ id: 'task.answer', message: 'Your reply to the dispute' })}
        hint={t({ id: 'task.answer.hint', message: 'The moderator and the worker can read it. You can reply once.' })}
        maxLength={1_000}
        {...form.getInputProps('text')}
      />
      <div>
        <Button type="submit" variant="primary" busy={answer.isPending}>
          {t({ id: 'task.answer.send', message: 'Send reply' })}
        </Button>
      </div>
    </form>
  )
}
