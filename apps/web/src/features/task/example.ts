import type { OwnTask, OwnerRecord, SubmissionDetail, Task } from '@runnel/contract/task/schemas'
import type { Categories, Review, TaskOne } from './calls.ts'

/** What the server says about tasks, for tests of the pages. */
export const at = '2026-01-01T12:00:00.000Z'
export const later = '2099-01-01T00:00:00.000Z'
export const taskId = '01890000-0000-7000-8000-000000000001'

export const category = { _id: '01890000-0000-7000-8000-0000000000c1', name: 'Apps', minReward: 500, tasks: 3 }

export const owner = (changes: Partial<OwnerRecord> = {}): OwnerRecord => ({
  username: 'olivia',
  deniedRate: 400,
  reviewed: 50,
  medianReviewSeconds: 7_200,
  disputes: 6,
  disputesLost: 1,
  unfair: false,
  ...changes,
})

export const task = (changes: Partial<Task> = {}): Task => ({
  _id: taskId,
  title: 'Take a picture',
  category,
  reward: 4_000,
  places: 20,
  free: 12,
  accepted: 5,
  minLevel: 1,
  countries: [],
  minutesToFinish: 60,
  hoursToReview: 72,
  medianSeconds: 300,
  perMinute: 800,
  status: 'active',
  deniedRate: owner().deniedRate,
  owner: owner(),
  createdAt: at,
  ...changes,
})

export const ownTask = (changes: Partial<OwnTask> = {}): OwnTask => ({
  ...task(),
  instructions: 'Go there.\nTake a picture.\nSend it.',
  proofs: [{ kind: 'text', label: 'Your name', required: true }],
  fee: 400,
  escrow: 66_000,
  spent: 22_000,
  started: 1,
  waiting: 2,
  disputed: 0,
  reason: null,
  pausedByStaff: false,
  updatedAt: '2026-03-10T09:00:00.000Z',
  update: null,
  ...changes,
})

export const categories = (changes: Partial<Categories> = {}): Categories => ({
  categories: [category],
  feeBasisPoints: 1_000,
  depositBalance: 100_000,
  ...changes,
})

export const submission = (changes: Partial<SubmissionDetail> = {}): SubmissionDetail => ({
  _id: '01890000-0000-7000-8000-0000000000a1',
  taskId,
  title: 'Take a picture',
  reward: 4_000,
  status: 'pending',
  reason: null,
  startedAt: at,
  deadline: later,
  sentAt: at,
  decidedAt: null,
  disputable: false,
  worker: { _id: '01890000-0000-7000-8000-0000000000b1', username: 'walter', acceptedRate: 9_000, decided: 10 },
  answers: [{ label: 'Your name', kind: 'text', text: 'Walter of the well' }],
  images: [],
  revised: false,
  timeline: [{ at, step: 'sent', by: 'worker', text: null, images: [] }],
  undoSeconds: 0,
  actionId: null,
  ...changes,
})

export const one = (changes: Partial<TaskOne> = {}): TaskOne => ({
  task: task(),
  html: '<p>Go there.</p>',
  proofs: [
    { kind: 'text', label: 'Your name', required: true },
    { kind: 'link', label: 'Your page', required: false },
    { kind: 'image', label: 'Your picture', required: true },
  ],
  submission: null,
  closed: null,
  isOwn: false,
  ...changes,
})

export const review = (items: SubmissionDetail[]): Review => {
  const none = { started: 0, revision: 0, accepted: 0, denied: 0, disputed: 0, expired: 0, withdrawn: 0 }
  return { items, totalItems: items.length, counts: { pending: items.length, ...none } }
}
