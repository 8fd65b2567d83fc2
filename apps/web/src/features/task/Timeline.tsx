import { t } from '@lingui/core/macro'
import type { SubmissionDetail, TaskStep } from '@runnel/contract/task/schemas'
import { ProofImages } from '#features/task/image/ProofImages.tsx'
import { Badge } from '#ui/Badge.tsx'
import { formatDateTime } from '#ui/format.ts'
import { actorName, stepName, stepTone } from './step-labels.ts'

/** Steps that consist of somebody's words. */
const spoken: ReadonlySet<TaskStep> = new Set(['disputed', 'answered'])

/** Every step of a submission with its words and images; all concerned read the same. */
export const Timeline = ({ submission }: { submission: SubmissionDetail }) => {
  const { _id, timeline } = submission
  const shown = new Set(submission.images.map((image) => image._id))
  return (
    <ol className="grid gap-4" aria-label={t({ id: 'task.timeline', message: 'Timeline' })}>
      {timeline.map(({ at, step, by, text, images }) => (
        <li key={`${at} ${step}`} className="grid gap-2">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
            <Badge tone={stepTone[step]} dot>
              {stepName(step)}
            </Badge>
            <span className="text-muted">{actorName(by)}</span>
            <time dateTime={at} className="text-muted">
              {formatDateTime(at)}
            </time>
          </p>
          {text && (
            <p className="break-words whitespace-pre-line" dir="auto">
              {text}
            </p>
          )}
          {!text && spoken.has(step) && (
            <p className="text-sm text-muted">
              {t({ id: 'task.timeline.forgotten', message: 'This account and its messages were deleted.' })}
            </p>
          )}
          {/* Those of the proof as it stands are shown with it. */}
          <ProofImages submissionId={_id} images={images.filter((image) => !shown.has(image._id))} small />
        </li>
      ))}
    </ol>
  )
}
