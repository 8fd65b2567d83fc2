import { plural, t } from '@lingui/core/macro'
import type { Notification } from '@runnel/contract/account/user'

export type TaskNewsKind = Extract<
  Notification['kind'],
  `task-${string}` | `submission-${string}` | `dispute-${string}`
>

interface TaskNews {
  kind: TaskNewsKind
  values: Notification['values']
  amount: string
  reason: string
}

interface Text {
  title: string
  text: string
}

/** What is told about tasks, to those who give work and to those who do it. */
export const taskNews = (news: TaskNews): Text => {
  const { kind, values, amount, reason } = news
  const name = String(values['title'] ?? '')
  const why = [name, reason].filter(Boolean).join('. ')
  switch (kind) {
    case 'task-approved':
      return { title: t({ id: 'notification.taskApproved', message: 'Your task is live' }), text: name }
    case 'task-rejected':
      return {
        title: t({ id: 'notification.taskRejected', message: `Your task was rejected. ${amount} refunded.` }),
        text: why,
      }
    case 'task-paused':
      return { title: t({ id: 'notification.taskPaused', message: 'Your task was paused' }), text: why }
    case 'task-completed':
      return { title: t({ id: 'notification.taskCompleted', message: 'Your task is completed' }), text: name }
    case 'task-update-accepted':
      return { title: t({ id: 'notification.taskUpdateAccepted', message: 'Your changes are live' }), text: name }
    case 'task-update-denied':
      return {
        title: t({ id: 'notification.taskUpdateDenied', message: 'Your task changes were rejected' }),
        text: why,
      }
    case 'task-sent': {
      const username = String(values['username'] ?? '')
      return { title: t({ id: 'notification.taskSent', message: `New submission from ${username}` }), text: name }
    }
    case 'task-review-due': {
      const count = Number(values['count'] ?? 0)
      const title = t({
        id: 'notification.taskReviewDue',
        message: plural(count, {
          one: '# submission will be accepted automatically soon',
          other: '# submissions will be accepted automatically soon',
        }),
      })
      return { title, text: name }
    }
    default:
      return proofNews({ kind, amount, name, why })
  }
}

interface ProofNews {
  kind: Exclude<TaskNewsKind, `task-${string}`>
  amount: string
  name: string
  why: string
}

const proofNews = ({ kind, amount, name, why }: ProofNews): Text => {
  switch (kind) {
    case 'submission-accepted':
      return {
        title: t({ id: 'notification.submissionAccepted', message: `${amount} earned from a task` }),
        text: name,
      }
    case 'submission-denied':
      return { title: t({ id: 'notification.submissionDenied', message: 'Your submission was denied' }), text: why }
    case 'submission-revision':
      return {
        title: t({ id: 'notification.submissionRevision', message: 'Revision requested for your submission' }),
        text: why,
      }
    case 'submission-reopened':
      return {
        title: t({
          id: 'notification.submissionReopened',
          message: 'Decision reversed: your submission is pending again',
        }),
        text: name,
      }
    case 'submission-expired':
      return {
        title: t({ id: 'notification.submissionExpired', message: 'Your task reservation expired' }),
        text: name,
      }
    case 'dispute-opened':
      return { title: t({ id: 'notification.disputeOpened', message: 'A worker disputed your denial' }), text: why }
    case 'dispute-answered':
      return {
        title: t({ id: 'notification.disputeAnswered', message: 'The task owner replied to your dispute' }),
        text: why,
      }
    case 'dispute-won':
      return { title: t({ id: 'notification.disputeWon', message: 'You won a dispute' }), text: why }
    case 'dispute-lost':
      return { title: t({ id: 'notification.disputeLost', message: 'You lost a dispute' }), text: why }
  }
}
