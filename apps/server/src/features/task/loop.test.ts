import { expect, test } from 'vitest'
import { balancesOf } from '#money/accounts.ts'
import { openTask, sentWork, settle } from '#test/features/working.ts'
import { type Person, useWorld } from '#test/world.ts'

const world = useWorld({ connections: 20, limits: false })

const ownedBy = async (people: readonly Person[]): Promise<number> => {
  const all = await Promise.all(people.map(({ id }) => balancesOf(world.db.read, id)))
  return all.reduce((sum, { main, deposit }) => sum + main + deposit, 0)
}
const sumOf = async (account: string): Promise<number> => {
  const [row] = await world.db.raw(
    `SELECT coalesce(sum(CASE WHEN credit = $1 THEN amount ELSE -amount END), 0)::int AS sum FROM transfers
      WHERE $1 IN (credit, debit)`,
    [account],
  )
  return Number(row?.['sum'])
}

test.each([
  { reward: 509, tasks: 4, settings: {} },
  { reward: 500, tasks: 1, settings: { task_fee_basis_points: 1 } },
  { reward: 500, tasks: 3, settings: { task_fee_basis_points: 0 } },
  { reward: 700, tasks: 2, settings: { referral_commission: 10_000 } },
])(
  'an owner who referred the worker gets back less than the fee ($tasks × $reward, $settings)',
  async ({ reward, tasks, settings }) => {
    await world.settings({ ...world.defaults, ...settings })
    const fee = settings.task_fee_basis_points
    const owner = await world.user(`o${reward}_${tasks}_${fee ?? 'x'}`)
    const worker = await world.user(`w${reward}_${tasks}_${fee ?? 'x'}`)
    await world.db.raw('UPDATE users SET referrer_id = $1 WHERE id = $2', [owner.id, worker.id])
    await world.db.raw('UPDATE sessions SET ip_net = $2 WHERE user_id = $1', [owner.id, '10.1.1.0/24'])
    await world.db.raw('UPDATE sessions SET ip_net = $2 WHERE user_id = $1', [worker.id, '10.2.2.0/24'])
    const [house, paidBefore] = [await sumOf('house:fee'), await sumOf('house:referral')]
    for (let done = 0; done < tasks; done++) {
      const task = await openTask(world, owner, { reward, places: 1 })
      const work = await sentWork(task, worker)
      await owner.task.accept({ params: { id: task._id }, body: { submissionIds: [work._id] } })
      world.clock.turn(60)
      await settle(world)
    }
    const owned = await ownedBy([owner, worker])
    world.clock.turn(86_400)
    await world.runJob('referrals.settle')
    const commission = (await ownedBy([owner, worker])) - owned
    const fees = (await sumOf('house:fee')) - house
    expect((await sumOf('house:referral')) - paidBefore).toBe(0 - commission)
    expect(commission).toBeLessThanOrEqual(fees / 2)
    if (fees > 0) expect(commission).toBeLessThan(fees)
    // What is the referrer's comes out of the fee, as far as it reaches.
    if (fees > 1) expect(commission).toBe(Math.floor(fees / 2))
  },
)
