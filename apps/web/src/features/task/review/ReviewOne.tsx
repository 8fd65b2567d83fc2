import { plural, t } from '@lingui/core/macro'
import type { SubmissionDetail } from '@runnel/contract/task/schemas'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { Answers } from '#features/task/Answers.tsx'
import { SubmissionBadge } from '#features/task/StatusBadges.tsx'
import { Timeline } from '#features/task/Timeline.tsx'
import { Card } from '#ui/Card.tsx'
import { Disclosure } from '#ui/Disclosure.tsx'
import { formatPercent } from '#ui/format.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { AnswerDispute } from './AnswerDispute.tsx'

interface ReviewOneProps {
  submission: SubmissionDetail
  /** Such as '3 of 20'. */
  place: string
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
}

/** One submission with everything that a fair decision needs. */
export function ReviewOne({ submission, place, onPrevious, onNext }: ReviewOneProps) {
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
            label={t({ id: 'admin.previous', message: 'Previous' })}
            icon={<IconChevronLeft aria-hidden="true" />}
            disabled={!onPrevious}
            onClick={onPrevious}
          />
          <IconButton
            label={t({ id: 'admin.next', message: 'Next' })}
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

function recordText({ worker: { acceptedRate, decided } }: SubmissionDetail): string {
  const rate = formatPercent(acceptedRate)
  if (decided === 0) return t({ id: 'task.worker.new', message: 'no reviewed submissions yet' })
  return t({
    id: 'task.worker.rate',
    message: plural(decided, { one: `${rate} of # accepted in 90 days`, other: `${rate} of # accepted in 90 days` }),
  })
}
