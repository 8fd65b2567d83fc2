import type { OwnTask, SubmissionDetail } from '@runnel/contract/task/schemas'
import { assert } from '#kernel/refusal.ts'
import type { Person, World } from '#test/world.ts'
import { fund } from './advertising.ts'

export type TaskWish = Parameters<Person['task']['create']>[0]['body']

/** A category that is there from the start: its tasks pay at least 500. */
const categoryId = async (person: Person): Promise<string> => {
  const { categories } = await person.task.categories()
  const found = categories.find(({ name }) => name === 'Other')
  assert(found !== undefined, 'a new site has this category')
  return found._id
}

/** What somebody wants to have done: ten places at 1,000 units with one text to show, unless told otherwise. */
export const taskFields = async (person: Person, changes: Partial<TaskWish> = {}): Promise<TaskWish> => ({
  title: 'Tell us what you think',
  categoryId: await categoryId(person),
  instructions: 'Open our page, read it, and **tell us** what you think of it.',
  proofs: [{ kind: 'text', label: 'What you think', required: true }],
  reward: 1_000,
  places: 10,
  minLevel: 1,
  countries: [],
  minutesToFinish: 30,
  hoursToReview: 72,
  ...changes,
})

/** A task that its owner has paid and that waits for a person. */
export const pendingTask = async (world: World, person: Person, changes: Partial<TaskWish> = {}): Promise<OwnTask> => {
  const wish = await taskFields(person, changes)
  await fund(world, person, wish.places * wish.reward * 3)
  return (await person.task.create({ body: wish })).task
}

/** A task that is open. */
export const openTask = async (world: World, person: Person, changes: Partial<TaskWish> = {}): Promise<OwnTask> => {
  const { _id: id } = await pendingTask(world, person, changes)
  const owner = await world.owner()
  return (await owner.task.setStatus({ params: { id }, body: { status: 'active', isByAdmin: true } })).task
}

export const proof = { answers: ['It is a fine page.'] }

/** A submission that waits for the owner. */
export const sentWork = async (task: { readonly _id: string }, worker: Person): Promise<SubmissionDetail> => {
  const params = { id: task._id }
  await worker.task.start({ params })
  return (await worker.task.submit({ params, body: proof })).submission
}

/** Lets what is due by the clock happen. */
export const settle = (world: World): Promise<string | void> => world.runJob('tasks.due')
