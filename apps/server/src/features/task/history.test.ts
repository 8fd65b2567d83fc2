import { TaskStep } from '@runnel/contract/task/schemas'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { balancesOf, escrowsOf } from '#money/accounts.ts'
import { auditBooks } from '#money/reconcile.ts'
import { fund } from '#test/features/advertising.ts'
import { TaskModel } from '#test/features/task-model.ts'
import { bulk, onTask, onWork, type People, play, type Step } from '#test/features/task-play.ts'
import { taskFields } from '#test/features/working.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld({ limits: false })

const WORKERS = 6
const START = 400_000
const STEPS = 400
const RUNS = 25

const of = fc.nat({ max: 1_000 })
const weighted = <T>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary })
const one = <Name extends string>(name: Name) => fc.constant(name)
const buying = { places: fc.integer({ min: 1, max: 6 }), reward: fc.integer({ min: 500, max: 3_000 }) }
const step: fc.Arbitrary<Step> = fc.oneof(
  weighted(4, fc.record({ do: one('create'), of, ...buying })),
  weighted(2, fc.record({ do: one('add'), of, ...buying })),
  weighted(7, fc.record({ do: one('approve'), of })),
  weighted(3, fc.record({ do: fc.constantFrom(...onTask), of })),
  weighted(24, fc.record({ do: one('start'), of, worker: fc.nat({ max: WORKERS - 1 }) })),
  weighted(22, fc.record({ do: one('submit'), of, worker: fc.nat({ max: WORKERS - 1 }) })),
  weighted(16, fc.record({ do: fc.constantFrom(...onWork), of, worker: fc.nat({ max: WORKERS - 1 }) })),
  weighted(16, fc.record({ do: fc.constantFrom(...bulk), of })),
  weighted(8, fc.record({ do: one('undo') })),
  weighted(5, fc.record({ do: fc.constantFrom('minute', 'minute', 'day', 'week') })),
)

const all = (to: (typeof bulk)[number]): Step => ({ do: to, of: 0 })
const by = (worker: number, ...deeds: (typeof onWork)[number][]): Step[] =>
  deeds.map((deed) => ({ do: deed, of: 0, worker }))

/** A history in which each movement and each step takes place, so that none of them is left to chance. */
const everything: Step[] = [
  { do: 'create', of: 0, places: 6, reward: 1_000 },
  { do: 'approve', of: 0 },
  ...by(0, 'start', 'submit'),
  all('accepted'),
  { do: 'undo' },
  all('accepted'),
  { do: 'minute' },
  ...by(1, 'start', 'submit'),
  all('revision'),
  ...by(1, 'submit'),
  all('denied'),
  ...by(1, 'dispute', 'judge-accepted'),
  ...by(2, 'start', 'submit'),
  all('denied'),
  ...by(2, 'dispute', 'judge-denied'),
  ...by(3, 'start', 'withdraw'),
  ...by(4, 'start', 'submit'),
  ...by(5, 'start'),
  { do: 'day' },
  { do: 'complete', of: 0 },
]

/** Everything that is anywhere, compared with the naive ledger. */
const compare = async (model: TaskModel, { giver, workers }: People): Promise<void> => {
  const escrows = await escrowsOf(
    world.db.read,
    model.tasks.map(({ id }) => id),
  )
  let inside = 0
  for (const task of model.tasks) {
    expect(escrows.get(task.id), JSON.stringify(task)).toBe(model.escrowOf(task))
    inside += model.escrowOf(task) + model.lentOf(task)
    const [row] = await world.db.raw('SELECT status, held, accepted, returned FROM tasks WHERE id = $1', [task.id])
    const { status, accepted, returned } = task
    expect(row).toEqual({ status, accepted, returned, held: model.heldOf(task) })
  }
  expect((await balancesOf(world.db.read, giver.id)).deposit).toBe(model.deposit)
  for (const [index, { id }] of workers.entries()) {
    expect((await balancesOf(world.db.read, id)).main).toBe(model.paid[index])
  }
  const paid = model.paid.reduce((sum, amount) => sum + amount, 0)
  expect(inside + paid + model.refunded + model.fees, 'escrow + paid + refunded + fee').toBe(model.funded)
  expect((await auditBooks(world.db.read)).mismatches).toEqual([])
}

let runs = 0

test('10,000 random steps of tasks agree with books kept by hand, and always balance', async () => {
  const seed = Number(process.env['LEDGER_SEED'] ?? 20_261_120)
  console.info(`task histories from LEDGER_SEED=${seed}`)
  const moderator = await world.moderator()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: STEPS, maxLength: STEPS, size: 'max' }), async (steps) => {
      runs += 1
      const giver = await world.user(`giver${runs}`)
      const names = Array.from({ length: WORKERS }, (_, index) => `worker${runs}_${index}`)
      const workers = await Promise.all(names.map((name) => world.user(name)))
      await fund(world, giver, START)
      const people = { world, giver, workers, moderator, wish: await taskFields(giver, { hoursToReview: 12 }) }
      const model = new TaskModel({ deposit: START, workers: WORKERS })
      for (const given of steps) await play(model, people, given)
      await compare(model, people)
    }),
    // A history is short enough to read, and far too slow to be made shorter.
    { seed, numRuns: RUNS + 1, examples: [[everything]], endOnFailure: true },
  )
  const kinds = await world.db.raw(`SELECT DISTINCT kind FROM transfers WHERE kind LIKE 'task%' ORDER BY kind`)
  const every = ['task', 'task-fee', 'task-fund', 'task-hold', 'task-refund', 'task-undo']
  expect(
    kinds.map(({ kind }) => kind),
    'every movement took place',
  ).toEqual(every)
  const steps = await world.db.raw('SELECT DISTINCT step FROM task_events ORDER BY step')
  const taken = TaskStep.options.filter((name) => name !== 'answered').toSorted()
  expect(steps.map(({ step: name }) => name)).toEqual(taken)
})
