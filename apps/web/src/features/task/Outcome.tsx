import { t } from '@lingui/core/macro'
import type { SubmissionDetail } from '@runnel/contract/task/schemas'
import { unitsText } from '#ui/Amount.tsx'
import { Card } from '#ui/Card.tsx'
import { Disclosure } from '#ui/Disclosure.tsx'
import { formatDateTime } from '#ui/format.ts'
import { Alert } from '#ui/state/Alert.tsx'
import { Answers } from './Answers.tsx'
import { Dispute } from './Dispute.tsx'
import { SubmissionBadge } from './StatusBadges.tsx'
import { Timeline } from './Timeline.tsx'

/** What became of a proof, for the one who sent it: where it stands, why, what can be done, and all that happened. */
export const Outcome = ({ submission }: { submission: SubmissionDetail }) => {
  const { status, reason, disputable, answers, images } = submission
  return (
    <Card
      title={t({ id: 'task.yours', message: 'Your submission' })}
      action={<SubmissionBadge status={status} />}
      aria-live="polite"
    >
      <div className="grid gap-5">
        <Alert tone={tones[status]} title={headOf(submission)}>
          {reason ?? textOf(submission)}
        </Alert>
        {disputable && <Dispute submission={submission} />}
        <Timeline submission={submission} />
        {(answers.length > 0 || images.length > 0) && (
          <Disclosure summary={t({ id: 'task.sentProof', message: 'Submitted proof' })}>
            <Answers submission={submission} />
          </Disclosure>
        )}
      </div>
    </Card>
  )
}

const tones = {
  started: 'brand',
  pending: 'brand',
  revision: 'warn',
  accepted: 'good',
  denied: 'bad',
  disputed: 'warn',
  expired: 'plain',
  withdrawn: 'plain',
} as const

const headOf = ({ status, reward, deadline, timeline }: SubmissionDetail): string => {
  const amount = unitsText(reward)
  const isJudged = timeline.some(({ step }) => step === 'judged-denied')
  switch (status) {
    case 'accepted':
      // Until then its owner may take the decision back.
      if (deadline !== null) return t({ id: 'task.outcome.accepted', message: `Accepted: ${amount} pending` })
      return t({ id: 'task.outcome.paid', message: `Accepted and paid: ${amount}` })
    case 'denied':
      if (isJudged) return t({ id: 'task.outcome.judged', message: 'Dispute decided in favor of the task owner' })
      return t({ id: 'task.outcome.denied', message: 'Denied by the task owner' })
    case 'disputed':
      return t({ id: 'task.outcome.disputed', message: 'Dispute in review' })
    case 'expired':
      return t({ id: 'task.outcome.expired', message: 'Time limit reached before you submitted' })
    case 'withdrawn':
      return t({ id: 'task.outcome.withdrawn', message: 'You canceled this reservation' })
    default:
      return t({ id: 'task.outcome.pending', message: 'Submitted. Waiting for review' })
  }
}

const textOf = ({ status, deadline }: SubmissionDetail): string | null => {
  if (deadline === null) {
    if (status !== 'disputed') return null
    return t({ id: 'task.outcome.disputed.text', message: 'The decision appears here and in your notifications.' })
  }
  const at = formatDateTime(deadline)
  if (status === 'pending') {
    return t({
      id: 'task.outcome.pending.text',
      message: `If not reviewed, it is accepted automatically: ${at}.`,
    })
  }
  if (status === 'accepted') return t({ id: 'task.outcome.held', message: `Available from ${at}.` })
  return null
}
