import { t } from '@lingui/core/macro'
import type { TaskActor, TaskStep } from '@runnel/contract/task/schemas'
import type { Tone } from '#ui/tone.ts'

/** What happened, for everybody concerned alike. */
export const stepName = (step: TaskStep): string => {
  switch (step) {
    case 'started':
      return t({ id: 'task.step.started', message: 'Slot reserved' })
    case 'sent':
      return t({ id: 'task.step.sent', message: 'Proof submitted' })
    case 'revision':
      return t({ id: 'task.step.revision', message: 'Revision requested' })
    case 'accepted':
      return t({ id: 'task.step.accepted', message: 'Accepted' })
    case 'auto-accepted':
      return t({ id: 'task.step.autoAccepted', message: 'Accepted automatically (not reviewed in time)' })
    case 'paid':
      return t({ id: 'task.step.paid', message: 'Paid' })
    case 'denied':
      return t({ id: 'task.step.denied', message: 'Denied' })
    case 'undone':
      return t({ id: 'task.step.undone', message: 'Decision reversed' })
    case 'disputed':
      return t({ id: 'task.step.disputed', message: 'Disputed' })
    case 'answered':
      return t({ id: 'task.step.answered', message: 'Task owner replied' })
    case 'judged-accepted':
      return t({ id: 'task.step.judgedAccepted', message: 'Dispute decided for the worker' })
    case 'judged-denied':
      return t({ id: 'task.step.judgedDenied', message: 'Dispute decided for the task owner' })
    case 'expired':
      return t({ id: 'task.step.expired', message: 'Time limit reached' })
    case 'withdrawn':
      return t({ id: 'task.step.withdrawn', message: 'Reservation canceled' })
  }
}

export const stepTone: Readonly<Record<TaskStep, Tone>> = {
  started: 'brand',
  sent: 'brand',
  revision: 'warn',
  accepted: 'good',
  'auto-accepted': 'good',
  paid: 'money',
  denied: 'bad',
  undone: 'plain',
  disputed: 'warn',
  answered: 'brand',
  'judged-accepted': 'good',
  'judged-denied': 'bad',
  expired: 'plain',
  withdrawn: 'plain',
}

export const actorName = (by: TaskActor): string => {
  switch (by) {
    case 'worker':
      return t({ id: 'task.by.worker', message: 'by the worker' })
    case 'owner':
      return t({ id: 'task.by.owner', message: 'by the task owner' })
    case 'moderator':
      return t({ id: 'task.by.moderator', message: 'by a moderator' })
    case 'machine':
      return t({ id: 'task.by.machine', message: 'automatically' })
  }
}
