import { contract } from '@runnel/contract'
import { expect, test } from 'vitest'
import { fund } from '#test/features/advertising.ts'
import { type Asked, people, reason, type Scene, table, type Who } from '#test/features/task-access.ts'
import { openTask, pendingTask, proof, sentWork } from '#test/features/working.ts'
import { photo } from '#test/images.ts'
import { type Person, Refused, useWorld, type Visitor } from '#test/world.ts'

const world = useWorld({ limits: false })

let scenes = 0

const visitorFor = async (who: Who, { giver, worker }: Pick<Scene, 'giver' | 'worker'>): Promise<Visitor> => {
  if (who === 'guest') return world.guest()
  if (who === 'worker') return worker
  if (who === 'giver') return giver
  const person = await (who === 'stranger'
    ? world.user(`stranger${scenes}`)
    : who === 'admin'
      ? world.owner()
      : world.moderator())
  await fund(world, person, 100_000)
  return person
}

/** A task of its own, as far as it is to be, with everybody around it. */
const sceneFor = async (who: Who, { at, endpoint }: Asked): Promise<Scene> => {
  scenes += 1
  const [giver, worker] = [await world.user(`giver${scenes}`), await world.user(`worker${scenes}`)]
  for (const person of [giver, worker]) await fund(world, person, 100_000)
  const visitor = await visitorFor(who, { giver, worker })
  const { _id: task } = at === 'pending-task' ? await pendingTask(world, giver) : await openTask(world, giver)
  const none = { visitor, giver, worker, task, work: '', image: '', action: '', update: '' }
  const params = { id: task }
  if (endpoint === 'acceptUpdate' || endpoint === 'denyUpdate') {
    const edited = await giver.task.edit({ params, body: { title: 'Another title' } })
    return { ...none, update: edited.task.update?._id ?? '' }
  }
  if (at === 'pending-task' || at === 'open') return none
  if (at === 'started') return { ...none, work: (await worker.task.start({ params })).submission._id }
  if (endpoint === 'image') return { ...none, ...(await sentWithImage(worker, task)) }
  const { _id: work } = await sentWork({ _id: task }, worker)
  if (at === 'sent') return { ...none, work }
  const decided = await giver.task.deny({ params, body: { submissionIds: [work], reason } })
  if (at === 'disputed') await worker.task.dispute({ params: { id: work }, body: { reason } })
  return { ...none, work, action: decided.actionId ?? '' }
}

const sentWithImage = async (worker: Person, task: string): Promise<{ work: string; image: string }> => {
  const { image } = await worker.task.upload({ file: new Blob([new Uint8Array(await photo())]) })
  const params = { id: task }
  await worker.task.start({ params })
  const { submission } = await worker.task.submit({ params, body: { ...proof, imageIds: [image._id] } })
  return { work: submission._id, image: image._id }
}

const statusOf = (call: Promise<unknown>): Promise<number> =>
  call.then(
    () => 200,
    (error: unknown) => (error instanceof Refused ? error.status : Promise.reject(error)),
  )

test('every call of the contract stands in the table', () => {
  expect([...new Set(table.map(({ endpoint }) => endpoint))].toSorted()).toEqual(Object.keys(contract.task).toSorted())
})

test.each(table.map((asked) => [`${asked.endpoint} (${asked.note ?? asked.at})`, asked] as const))(
  '%s',
  async (_name, asked) => {
    const cells: number[] = []
    for (const who of people) {
      const scene = await sceneFor(who, asked)
      cells.push(await statusOf(asked.call(scene)))
    }
    const named = (row: readonly number[]) => Object.fromEntries(people.map((who, index) => [who, row[index]]))
    expect(named(cells)).toEqual(named(asked.cells))
  },
)
