import { expect, test } from 'vitest'
import { balancesOf } from '#money/accounts.ts'
import { fund } from '#test/features/advertising.ts'
import { owe } from '#test/features/walling.ts'
import { openTask, proof, sentWork, settle, taskFields } from '#test/features/working.ts'
import { refusal } from '#test/refusal.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld({ connections: 20, limits: false })

const mainOf = async ({ id }: { readonly id: string }) => (await balancesOf(world.db.read, id)).main

test('tasks of somebody in debt take nobody new; whoever began is paid, and they go on when it is repaid', async () => {
  const owner = await world.user('task_owner')
  const task = await openTask(world, owner, { places: 5 })
  const [sent, started, late] = [await world.user('w_sent'), await world.user('w_started'), await world.user('w_late')]
  const params = { id: task._id }
  const work = await sentWork(task, sent)
  await started.task.start({ params })
  const { deposit } = await balancesOf(world.db.read, owner.id)
  await owe(world, owner, deposit + 10_000)
  const listed = async () => (await late.task.list({ query: {} })).items.map(({ _id }) => _id)
  expect(await listed()).toEqual([])
  expect(await refusal(late.task.start({ params }))).toMatchObject({ status: 409, failure: { code: 'TASK_CLOSED' } })
  await started.task.submit({ params, body: proof })
  await owner.task.accept({ params, body: { submissionIds: [work._id] } })
  world.clock.turn(60)
  await settle(world)
  expect(await mainOf(sent)).toBe(1_000)
  world.clock.turn(73 * 3_600)
  await settle(world)
  expect(await mainOf(started), 'what nobody reviews is accepted, whatever its owner owes').toBe(1_000)
  await fund(world, owner, 10_000)
  expect(await listed()).toEqual([task._id])
  await late.task.start({ params })
})

test('nobody in debt buys places or gives a task, and what is completed repays first', async () => {
  const owner = await world.user('task_debtor')
  const task = await openTask(world, owner, { places: 2 })
  const { deposit } = await balancesOf(world.db.read, owner.id)
  await owe(world, owner, deposit + 2_250)
  const params = { id: task._id }
  const inDebt = { status: 409, failure: { code: 'IN_DEBT' } }
  expect(await refusal(owner.task.addBalance({ params, body: { amount: 5_000 } }))).toMatchObject(inDebt)
  expect(await refusal(owner.task.create({ body: await taskFields(owner) }))).toMatchObject(inDebt)
  await owner.task.setStatus({ params, body: { status: 'completed' } })
  // Two places at 1,000 and a fee of 100 each.
  expect(await balancesOf(world.db.read, owner.id)).toEqual({ main: 0, deposit: 0, held: 0, debt: 50 })
})
