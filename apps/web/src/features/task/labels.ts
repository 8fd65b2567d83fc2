import { plural, t } from '@lingui/core/macro'
import type { ProofKind, SubmissionStatus } from '@runnel/contract/task/schemas'
import { formatNumber } from '#ui/format.ts'
import type { Tone } from '#ui/tone.ts'

/** Where a submission stands, for its worker as for the owner. */
export const submissionStatusName = (status: SubmissionStatus): string => {
  switch (status) {
    case 'started':
      return t({ id: 'task.submission.started', message: 'Started' })
    case 'pending':
      return t({ id: 'task.submission.pending', message: 'Pending' })
    case 'revision':
      return t({ id: 'task.submission.revision', message: 'Revision requested' })
    case 'accepted':
      return t({ id: 'task.submission.accepted', message: 'Accepted' })
    case 'denied':
      return t({ id: 'task.submission.denied', message: 'Denied' })
    case 'disputed':
      return t({ id: 'task.submission.disputed', message: 'Disputed' })
    case 'expired':
      return t({ id: 'task.submission.expired', message: 'Expired' })
    case 'withdrawn':
      return t({ id: 'task.submission.withdrawn', message: 'Canceled' })
  }
}

export const submissionTone: Readonly<Record<SubmissionStatus, Tone>> = {
  started: 'brand',
  pending: 'warn',
  revision: 'warn',
  accepted: 'good',
  denied: 'bad',
  disputed: 'warn',
  expired: 'plain',
  withdrawn: 'plain',
}

export const proofKindName = (kind: ProofKind): string => {
  switch (kind) {
    case 'text':
      return t({ id: 'task.proof.text', message: 'Text' })
    case 'link':
      return t({ id: 'task.proof.link', message: 'Link' })
    case 'image':
      return t({ id: 'task.proof.image', message: 'Image' })
  }
}

const hour = 3_600
const day = 86_400

/** A span of time in its largest whole unit: '45 minutes', '3 days'. */
export const spanText = (seconds: number): string => {
  if (seconds >= 2 * day || seconds === day) {
    const days = Math.round(seconds / day)
    return t({ id: 'task.days', message: plural(days, { one: '# day', other: '# days' }) })
  }
  if (seconds >= 2 * hour || seconds === hour) {
    const hours = Math.round(seconds / hour)
    return t({ id: 'task.hours', message: plural(hours, { one: '# hour', other: '# hours' }) })
  }
  const minutes = Math.max(1, Math.round(seconds / 60))
  return t({ id: 'task.minutes', message: plural(minutes, { one: '# minute', other: '# minutes' }) })
}

/** Images have no names of their own. */
export const imageName = (index: number): string => {
  const number = formatNumber(index + 1)
  return t({ id: 'task.image.name', message: `Image ${number}` })
}

/** '3 of 20', in figures. */
export const ofText = (part: number, whole: number): string => {
  const [shown, all] = [formatNumber(part), formatNumber(whole)]
  return t({ id: 'task.of', message: `${shown} of ${all}` })
}
