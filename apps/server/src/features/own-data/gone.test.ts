import { expect, it } from 'vitest'
import { addMethod, requestWithdrawal, dogePlace, earn, inReview } from '#test/features/withdrawing.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld({ settings: inReview })

it('leaves nobody to be suspected of an address that another account uses, and counts as one of two', async () => {
  const owner = await world.owner()
  const address = dogePlace('one wallet for two')
  const method = await addMethod(owner, { processor: 'manual' })
  const asking = async (name: string) => {
    const person = await world.user(name)
    await earn(world, person, 100_000)
    const { withdrawal } = await requestWithdrawal(person, { method, amount: 10_000, address })
    return { person, ids: [withdrawal._id] }
  }
  const { person: first, ids } = await asking('first_one')
  await owner.admin.approveWithdrawals({ body: { ids } })
  for (const id of ids) await owner.admin.markPaid({ params: { id }, body: { txId: 'by hand' } })
  await first.ownData.remove({ body: { username: 'first_one', waive: true } })
  const { person: second } = await asking('second_one')
  await world.runJob('suspects.judge')
  const { items } = await owner.admin.suspects({ query: { minScore: '0' } })
  expect(items.map(({ username }) => username)).toEqual(['second_one'])
  expect(items[0]?.reasons[0]?.sentence).toBe('Withdrawal address shared by 2 accounts.')
  expect(await world.db.raw('SELECT 1 FROM risk_marks WHERE user_id <> $1', [second.id])).toEqual([])
})
