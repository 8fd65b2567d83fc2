import { expect } from 'vitest'
import { type Person, Refused, type World } from '#test/world.ts'
import type { KeptTask, KeptWork, TaskModel } from './task-model.ts'
import { settle, type TaskWish } from './working.ts'

const reason = 'That is how it is.'

export const onTask = ['approve', 'hold', 'pause', 'resume', 'complete', 'reject', 'delete'] as const
export const onWork = ['start', 'submit', 'withdraw', 'dispute', 'judge-accepted', 'judge-denied'] as const
export const bulk = ['accepted', 'denied', 'revision'] as const
const waits = { minute: 61, day: 86_400 + 60, week: 7 * 86_400 + 60 } as const

/** One thing that somebody does, or time that passes. */
export type Step =
  | { readonly do: 'create' | 'add'; readonly of: number; readonly places: number; readonly reward: number }
  | { readonly do: (typeof onTask)[number] | (typeof bulk)[number]; readonly of: number }
  | { readonly do: (typeof onWork)[number]; readonly of: number; readonly worker: number }
  | { readonly do: 'undo' | keyof typeof waits }

/** Who takes part in a history, and where. */
export interface People {
  readonly world: World
  readonly giver: Person
  readonly workers: readonly Person[]
  readonly moderator: Person
  readonly wish: TaskWish
}

/** Plays a step; the site has to let it happen exactly where the model says so. */
export const play = async (model: TaskModel, people: People, given: Step): Promise<void> => {
  if (given.do === 'create') return create(model, people, given)
  if (!('of' in given)) return given.do === 'undo' ? undo(model, people) : wait(model, people, waits[given.do])
  const task = model.tasks[model.tasks.length - 1 - (given.of % 6)]
  if (task === undefined) return undefined
  if (given.do === 'add') return add(model, people, { task, ...given })
  if (isOneOf(bulk, given.do)) return decide(model, people, { task, to: given.do })
  if (isOneOf(onTask, given.do)) return move(model, people, { task, to: given.do })
  if ('worker' in given) return work(model, people, { task, ...given })
  return undefined
}

const isOneOf = <const Names extends readonly string[]>(names: Names, name: string): name is Names[number] =>
  names.includes(name)

/** Whether the site does it has to be what the model expects. */
const allowed = async (expected: boolean, what: unknown, call: () => Promise<unknown>): Promise<void> => {
  const refusal = await call().then(
    () => null,
    (error: unknown) => (error instanceof Refused && error.status < 500 ? error.failure.code : Promise.reject(error)),
  )
  expect(refusal === null, `${refusal}: ${JSON.stringify(what)}`).toBe(expected)
}

const create = async (
  model: TaskModel,
  { giver, wish }: People,
  { places, reward }: { places: number; reward: number },
): Promise<void> => {
  const fee = Math.ceil(reward / 10)
  const fits = model.deposit >= places * (reward + fee)
  let id = ''
  await allowed(fits, 'create', async () => {
    id = (await giver.task.create({ body: { ...wish, places, reward } })).task._id
  })
  if (!fits) return
  const kept: KeptTask = {
    id,
    reward,
    fee,
    status: 'pending',
    pausedByStaff: false,
    places,
    accepted: 0,
    returned: 0,
    works: [],
  }
  model.tasks.push(kept)
  model.fund(kept, places)
}

const add = async (
  model: TaskModel,
  { giver }: People,
  { task, places, reward }: { task: KeptTask; places: number; reward: number },
): Promise<void> => {
  const cost = places * (task.reward + task.fee)
  const isStopped = task.status === 'completed' && task.pausedByStaff
  const fits = model.deposit >= cost && task.status !== 'rejected' && task.status !== 'deleted' && !isStopped
  // What is too little for another place stays where it is.
  const amount = cost + (reward % (task.reward + task.fee))
  await allowed(fits, task, () => giver.task.addBalance({ params: { id: task.id }, body: { amount } }))
  if (!fits) return
  model.fund(task, places)
  task.places += places
  if (task.status === 'completed') task.status = 'active'
}

const moves = {
  approve: { status: 'active', from: ['pending', 'paused'] },
  hold: { status: 'paused', from: ['active', 'paused'] },
  reject: { status: 'rejected', from: ['pending', 'active', 'paused'] },
  pause: { status: 'paused', from: ['active'] },
  resume: { status: 'active', from: ['paused'] },
  complete: { status: 'completed', from: ['active', 'paused'] },
} as const

const move = async (
  model: TaskModel,
  { giver, moderator }: People,
  { task, to }: { task: KeptTask; to: (typeof onTask)[number] },
): Promise<void> => {
  const params = { id: task.id }
  if (to === 'delete') {
    const isOpen = task.works.some(({ status }) => ['started', 'pending', 'revision', 'disputed'].includes(status))
    const fits = task.status !== 'deleted' && !isOpen
    await allowed(fits, task, () => giver.task.remove({ params }))
    return fits ? model.end(task, 'deleted') : undefined
  }
  const { status, from } = moves[to]
  const isByAdmin = to === 'approve' || to === 'hold' || to === 'reject'
  const fits = isOneOf(from, task.status) && !(to === 'resume' && task.pausedByStaff)
  const mover = isByAdmin ? moderator : giver
  await allowed(fits, { to, task }, () => mover.task.setStatus({ params, body: { status, reason, isByAdmin } }))
  if (!fits) return undefined
  if (status === 'rejected' || status === 'completed') return model.end(task, status)
  task.status = status
  if (isByAdmin) task.pausedByStaff = to === 'hold'
  return undefined
}

const decide = async (
  model: TaskModel,
  { giver }: People,
  { task, to }: { task: KeptTask; to: (typeof bulk)[number] },
): Promise<void> => {
  if (task.works.length === 0 || task.status === 'deleted') return
  const params = { id: task.id }
  const submissionIds = task.works.map(({ id }) => id)
  const body = { submissionIds, reason }
  const told =
    to === 'accepted'
      ? await giver.task.accept({ params, body })
      : to === 'denied'
        ? await giver.task.deny({ params, body })
        : await giver.task.askRevision({ params, body })
  const due = model.decide(task, { id: String(told.actionId), to })
  expect([told.done, told.skipped]).toEqual([due.length, task.works.length - due.length])
}

const undo = async (model: TaskModel, { giver }: People): Promise<void> => {
  const { action } = model
  if (action === undefined) return
  const fits = model.now < action.at + 60 && action.task.status !== 'deleted'
  let undone = 0
  await allowed(fits, 'undo', async () => {
    undone = (await giver.task.undo({ params: { id: action.id } })).undone
  })
  if (fits) expect(undone).toBe(model.undo(action))
}

const wait = async (model: TaskModel, { world }: People, seconds: number): Promise<void> => {
  world.clock.turn(seconds)
  model.now += seconds
  await settle(world)
  model.settle()
  // Nobody signs in again in these weeks.
  await world.db.raw(`UPDATE sessions SET expires_at = $1`, [new Date(world.clock.now().getTime() + 30 * 86_400_000)])
}

interface WorkInput {
  readonly task: KeptTask
  readonly worker: number
  readonly do: (typeof onWork)[number]
}

const work = async (model: TaskModel, people: People, { task, worker, do: what }: WorkInput): Promise<void> => {
  if (what === 'dispute' || what === 'judge-accepted' || what === 'judge-denied') {
    return contend(model, people, { task, worker, do: what })
  }
  const person = people.workers[worker]
  const own = task.works.filter((found) => found.worker === worker)
  const live = own.find(({ status }) => status !== 'expired' && status !== 'withdrawn')
  if (person === undefined) return undefined
  if (what === 'start') return start(model, person, { task, worker, own, live })
  if (what === 'submit') {
    const fits =
      (live?.status === 'revision' || (live?.status === 'started' && task.status !== 'rejected')) &&
      (live.deadline ?? 0) > model.now
    const call = { params: { id: task.id }, body: { answers: ['Here it is.'] } }
    await allowed(fits, { what, task }, () => person.task.submit(call))
    if (fits) Object.assign(live, { status: 'pending', deadline: model.now + 12 * 3_600 })
    return undefined
  }
  if (live === undefined) return undefined
  const params = { id: live.id }
  if (what === 'withdraw') {
    const fits = live.status === 'started'
    await allowed(fits, { what, live }, () => person.task.withdraw({ params }))
    if (!fits) return undefined
    live.status = 'withdrawn'
    return model.free(task, live)
  }
  return undefined
}

/** Where somebody has something to dispute or to judge, it is that; otherwise whatever the worker has there. */
const contend = async (
  model: TaskModel,
  people: People,
  { task, worker, do: what }: WorkInput & { do: 'dispute' | `judge-${string}` },
): Promise<void> => {
  const wanted = what === 'dispute' ? 'denied' : 'disputed'
  const isRipe = ({ status, holdsPlace }: KeptWork): boolean => status === wanted && holdsPlace
  const at = model.tasks.findLast(({ works }) => works.some(isRipe)) ?? task
  const live = at.works.find(isRipe) ?? at.works.find((found) => found.worker === worker)
  const person = live && people.workers[live.worker]
  if (live === undefined || person === undefined) return undefined
  if (what !== 'dispute') return judge(model, people, { task: at, live, what })
  const fits = live.status === 'denied' && live.holdsPlace && !live.disputed && (live.deadline ?? 0) > model.now
  const call = { params: { id: live.id }, body: { reason } }
  await allowed(fits, { what, live }, () => person.task.dispute(call))
  if (fits) Object.assign(live, { status: 'disputed', disputed: true, deadline: null, action: null })
  return undefined
}

interface StartInput {
  readonly task: KeptTask
  readonly worker: number
  readonly own: readonly KeptWork[]
  readonly live: KeptWork | undefined
}

const start = async (model: TaskModel, person: Person, { task, worker, own, live }: StartInput): Promise<void> => {
  const started = model.tasks.flatMap(({ works }) =>
    works.filter((found) => found.worker === worker && found.status === 'started'),
  )
  const fits =
    task.status === 'active' && model.freeOf(task) > 0 && live === undefined && own.length < 3 && started.length < 10
  let id = ''
  await allowed(fits, { what: 'start', task }, async () => {
    id = (await person.task.start({ params: { id: task.id } })).submission._id
  })
  if (!fits) return
  const fresh = { holdsPlace: true, onHold: false, revised: false, disputed: false, action: null }
  task.works.push({ id, worker, status: 'started', deadline: model.now + 30 * 60, ...fresh })
}

const judge = async (
  model: TaskModel,
  { moderator }: People,
  { task, live, what }: { task: KeptTask; live: KeptWork; what: 'judge-accepted' | 'judge-denied' },
): Promise<void> => {
  const call = { params: { id: task.id }, body: { submissionIds: [live.id], reason, isByAdmin: true } }
  const { done } = await (what === 'judge-accepted' ? moderator.task.accept(call) : moderator.task.deny(call))
  expect(done).toBe(live.status === 'disputed' ? 1 : 0)
  if (live.status !== 'disputed') return
  if (what === 'judge-accepted') return model.pay(task, live)
  live.status = 'denied'
  model.free(task, live)
}
