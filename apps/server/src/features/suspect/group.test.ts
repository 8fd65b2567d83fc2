import { expect, it } from 'vitest'
import { detailOf, suspect } from '#test/features/suspecting.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld()

it('follows a chain of referrals up and down, as far as there are suspects', async () => {
  const owner = await world.owner()
  const people = []
  for (const name of ['chain_one', 'chain_two', 'chain_three', 'chain_four', 'chain_five', 'chain_six']) {
    const person = await world.user(name)
    const before = people.at(-1)
    if (before !== undefined) {
      await world.db.raw('UPDATE users SET referrer_id = $1 WHERE id = $2', [before.id, person.id])
    }
    // Against the fifth nothing speaks, and behind it nobody looks.
    if (name !== 'chain_five') await suspect(world, person, { points: 30 })
    people.push(person)
  }
  const [first, second, third, fourth] = people
  const chain = [first, second, third, fourth].map((person) => person?.id)
  for (const person of [first, third]) {
    const { group } = await detailOf(owner, { id: person?.id ?? '' })
    expect(new Set(group.nodes.map(({ _id }) => _id))).toEqual(new Set(chain))
    expect(group.edges.map(({ from, to, kind }) => [from, to, kind])).toEqual(
      expect.arrayContaining(chain.slice(1).map((to, index) => [chain[index], to, 'referral'])),
    )
  }
})
