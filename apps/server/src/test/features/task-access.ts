import type { contract } from '@runnel/contract'
import { photo } from '#test/images.ts'
import type { Person, Visitor } from '#test/world.ts'
import { proof, taskFields } from './working.ts'

/** In this order the cells stand in the table: what each is answered. `worker` and `giver` are those of the task. */
export const people = ['guest', 'stranger', 'worker', 'giver', 'moderator', 'admin'] as const
export type Who = (typeof people)[number]
type Cells = readonly [number, number, number, number, number, number]

/** Everything that a call can be about, made anew for each cell: a call that is admitted changes it. */
export interface Scene {
  readonly visitor: Visitor
  readonly giver: Person
  readonly worker: Person
  /** Of the task, of what the worker did on it, and of an image that was sent with it. */
  readonly task: string
  readonly work: string
  readonly image: string
  readonly action: string
  readonly update: string
}

export interface Asked {
  readonly endpoint: keyof typeof contract.task
  /** How far the worker's submission is, or the task before anybody works on it. */
  readonly at: 'pending-task' | 'open' | 'started' | 'sent' | 'denied' | 'disputed' | 'decided'
  readonly note?: string
  readonly call: (scene: Scene) => Promise<unknown>
  readonly cells: Cells
}

export const reason = 'For a reason that is told.'
const staff = { isByAdmin: true, reason }
const ids = ({ work }: Scene) => ({ submissionIds: [work], reason })

/** Each call of the contract, as often as it means different things, with what each of these people is answered. */
export const table: readonly Asked[] = [
  // Anybody who is signed in.
  { endpoint: 'list', at: 'open', call: ({ visitor }) => visitor.task.list(), cells: [401, 200, 200, 200, 200, 200] },
  {
    endpoint: 'categories',
    at: 'open',
    call: ({ visitor }) => visitor.task.categories(),
    cells: [401, 200, 200, 200, 200, 200],
  },
  {
    endpoint: 'submissions',
    at: 'open',
    call: ({ visitor }) => visitor.task.submissions(),
    cells: [401, 200, 200, 200, 200, 200],
  },
  {
    endpoint: 'preview',
    at: 'open',
    call: ({ visitor }) => visitor.task.preview({ body: { instructions: 'Words.' } }),
    cells: [401, 200, 200, 200, 200, 200],
  },
  {
    endpoint: 'upload',
    at: 'open',
    call: async ({ visitor }) => visitor.task.upload({ file: new Blob([new Uint8Array(await photo())]) }),
    cells: [401, 200, 200, 200, 200, 200],
  },
  {
    endpoint: 'create',
    at: 'open',
    call: async ({ visitor, giver }) => visitor.task.create({ body: await taskFields(giver, { places: 1 }) }),
    cells: [401, 200, 200, 200, 200, 200],
  },
  // Working on it: not for its owner, and a submission is its worker's.
  {
    endpoint: 'one',
    at: 'open',
    call: ({ visitor, task }) => visitor.task.one({ params: { id: task } }),
    cells: [401, 200, 200, 200, 200, 200],
  },
  {
    endpoint: 'one',
    at: 'pending-task',
    note: 'nobody has approved',
    call: ({ visitor, task }) => visitor.task.one({ params: { id: task } }),
    cells: [401, 404, 404, 200, 200, 200],
  },
  {
    endpoint: 'start',
    at: 'open',
    call: ({ visitor, task }) => visitor.task.start({ params: { id: task } }),
    cells: [401, 200, 200, 403, 200, 200],
  },
  {
    endpoint: 'start',
    at: 'pending-task',
    note: 'nobody has approved',
    call: ({ visitor, task }) => visitor.task.start({ params: { id: task } }),
    cells: [401, 404, 404, 403, 404, 404],
  },
  {
    endpoint: 'submit',
    at: 'started',
    call: ({ visitor, task }) => visitor.task.submit({ params: { id: task }, body: proof }),
    cells: [401, 409, 200, 409, 409, 409],
  },
  {
    endpoint: 'withdraw',
    at: 'started',
    call: ({ visitor, work }) => visitor.task.withdraw({ params: { id: work } }),
    cells: [401, 404, 200, 404, 404, 404],
  },
  {
    endpoint: 'submission',
    at: 'sent',
    call: ({ visitor, work }) => visitor.task.submission({ params: { id: work } }),
    cells: [401, 404, 200, 200, 200, 200],
  },
  {
    endpoint: 'image',
    at: 'sent',
    call: ({ visitor, work, image }) => visitor.task.image({ params: { id: work, imageId: image } }),
    cells: [401, 404, 200, 200, 200, 200],
  },
  {
    endpoint: 'dispute',
    at: 'denied',
    call: ({ visitor, work }) => visitor.task.dispute({ params: { id: work }, body: { reason } }),
    cells: [401, 404, 200, 404, 404, 404],
  },
  // Giving it: a task is its owner's, and people of the site look on.
  {
    endpoint: 'ownTasks',
    at: 'open',
    call: ({ visitor }) => visitor.task.ownTasks(),
    cells: [401, 200, 200, 200, 200, 200],
  },
  {
    endpoint: 'ownTasks',
    at: 'open',
    note: 'all of them',
    call: ({ visitor }) => visitor.task.ownTasks({ query: { isByAdmin: 'true' } }),
    cells: [401, 403, 403, 403, 200, 200],
  },
  {
    endpoint: 'ownTasksCsv',
    at: 'open',
    call: ({ visitor }) => visitor.task.ownTasksCsv({ query: { isByAdmin: 'true' } }),
    cells: [401, 403, 403, 403, 200, 200],
  },
  {
    endpoint: 'ownTask',
    at: 'open',
    call: ({ visitor, task }) => visitor.task.ownTask({ params: { id: task } }),
    cells: [401, 404, 404, 200, 200, 200],
  },
  {
    endpoint: 'edit',
    at: 'open',
    call: ({ visitor, task }) => visitor.task.edit({ params: { id: task }, body: { title: 'Another title' } }),
    cells: [401, 404, 404, 200, 404, 404],
  },
  {
    endpoint: 'setStatus',
    at: 'open',
    call: ({ visitor, task }) => visitor.task.setStatus({ params: { id: task }, body: { status: 'paused' } }),
    cells: [401, 404, 404, 200, 404, 404],
  },
  {
    endpoint: 'setStatus',
    at: 'pending-task',
    note: 'its owner approves',
    call: ({ visitor, task }) => visitor.task.setStatus({ params: { id: task }, body: { status: 'active' } }),
    cells: [401, 404, 404, 409, 404, 404],
  },
  {
    endpoint: 'setStatus',
    at: 'pending-task',
    note: 'approved by the site',
    call: ({ visitor, task }) => visitor.task.setStatus({ params: { id: task }, body: { status: 'active', ...staff } }),
    cells: [401, 403, 403, 403, 200, 200],
  },
  {
    endpoint: 'setStatus',
    at: 'open',
    note: 'rejected by the site',
    call: ({ visitor, task }) =>
      visitor.task.setStatus({ params: { id: task }, body: { status: 'rejected', ...staff } }),
    cells: [401, 403, 403, 403, 200, 200],
  },
  {
    endpoint: 'addBalance',
    at: 'open',
    call: ({ visitor, task }) => visitor.task.addBalance({ params: { id: task }, body: { amount: 1_100 } }),
    cells: [401, 404, 404, 200, 404, 404],
  },
  {
    endpoint: 'remove',
    at: 'open',
    call: ({ visitor, task }) => visitor.task.remove({ params: { id: task } }),
    cells: [401, 404, 404, 200, 404, 404],
  },
  // Reviewing it.
  {
    endpoint: 'review',
    at: 'sent',
    call: ({ visitor, task }) => visitor.task.review({ params: { id: task } }),
    cells: [401, 404, 404, 200, 200, 200],
  },
  {
    endpoint: 'accept',
    at: 'sent',
    call: (scene) => scene.visitor.task.accept({ params: { id: scene.task }, body: ids(scene) }),
    cells: [401, 404, 404, 200, 404, 404],
  },
  {
    endpoint: 'deny',
    at: 'sent',
    call: (scene) => scene.visitor.task.deny({ params: { id: scene.task }, body: ids(scene) }),
    cells: [401, 404, 404, 200, 404, 404],
  },
  {
    endpoint: 'deny',
    at: 'sent',
    note: 'and bars the worker',
    call: (scene) => scene.visitor.task.deny({ params: { id: scene.task }, query: { ban: 'true' }, body: ids(scene) }),
    cells: [401, 404, 404, 200, 404, 404],
  },
  {
    endpoint: 'askRevision',
    at: 'sent',
    call: (scene) => scene.visitor.task.askRevision({ params: { id: scene.task }, body: ids(scene) }),
    cells: [401, 404, 404, 200, 404, 404],
  },
  {
    endpoint: 'undo',
    at: 'decided',
    call: ({ visitor, action }) => visitor.task.undo({ params: { id: action } }),
    cells: [401, 404, 404, 200, 404, 404],
  },
  // Judging it.
  {
    endpoint: 'answerDispute',
    at: 'disputed',
    call: ({ visitor, work }) => visitor.task.answerDispute({ params: { id: work }, body: { text: reason } }),
    cells: [401, 404, 404, 200, 404, 404],
  },
  {
    endpoint: 'accept',
    at: 'disputed',
    note: 'judged by the site',
    call: (scene) => scene.visitor.task.accept({ params: { id: scene.task }, body: { ...ids(scene), ...staff } }),
    cells: [401, 403, 403, 403, 200, 200],
  },
  {
    endpoint: 'deny',
    at: 'disputed',
    note: 'judged by the site',
    call: (scene) => scene.visitor.task.deny({ params: { id: scene.task }, body: { ...ids(scene), ...staff } }),
    cells: [401, 403, 403, 403, 200, 200],
  },
  {
    endpoint: 'disputed',
    at: 'disputed',
    call: ({ visitor }) => visitor.task.disputed(),
    cells: [401, 403, 403, 403, 200, 200],
  },
  {
    endpoint: 'disputedCsv',
    at: 'disputed',
    call: ({ visitor }) => visitor.task.disputedCsv(),
    cells: [401, 403, 403, 403, 200, 200],
  },
  {
    endpoint: 'disputedStatistic',
    at: 'disputed',
    call: ({ visitor }) => visitor.task.disputedStatistic(),
    cells: [401, 403, 403, 403, 200, 200],
  },
  {
    endpoint: 'decideTasks',
    at: 'pending-task',
    call: ({ visitor, task }) =>
      visitor.task.decideTasks({
        body: { tasks: [{ id: task, readAt: '2026-01-01T00:00:00.000Z' }], status: 'active' },
      }),
    cells: [401, 403, 403, 403, 200, 200],
  },
  {
    endpoint: 'acceptUpdate',
    at: 'open',
    call: ({ visitor, update }) => visitor.task.acceptUpdate({ params: { id: update } }),
    cells: [401, 403, 403, 403, 200, 200],
  },
  {
    endpoint: 'denyUpdate',
    at: 'open',
    call: ({ visitor, update }) => visitor.task.denyUpdate({ params: { id: update }, body: { reason } }),
    cells: [401, 403, 403, 403, 200, 200],
  },
]
