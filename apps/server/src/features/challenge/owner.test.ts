import { describe, expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { haveDone } from '#test/features/gifts.ts'
import { refusal } from '#test/refusal.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld()
const fields = { kind: 'ptc', period: 'daily', requirement: 5, tokenReward: 40, enabled: true, position: 0 } as const
const auditOf = (target: string) =>
  world.db.read.selectFrom('audit').select('action').where('target', '=', target).orderBy('id').execute()

describe('challenges as the owner sets them up', () => {
  test('a new site comes with some, and every one of them can be done', async () => {
    const owner = await world.owner()
    const { challenges } = await owner.admin.challenges()
    expect(challenges).toHaveLength(10)
    for (const one of challenges) expect(one).toMatchObject({ enabled: true, claims: 0, cost: 0 })
  })

  test('one is added, changed and removed, each with its row in the log', async () => {
    const owner = await world.owner()
    const { challenge } = await owner.admin.addChallenge({ body: fields })
    expect(challenge).toEqual({ _id: challenge._id, ...fields, claims: 0, cost: 0 })
    const params = { id: challenge._id }
    const changed = await owner.admin.editChallenge({ params, body: { requirement: 3, tokenReward: 99 } })
    expect(changed.challenge).toMatchObject({ requirement: 3, tokenReward: 99, kind: 'ptc' })
    await owner.admin.removeChallenge({ params })
    expect((await owner.admin.challenges()).challenges.map(({ _id }) => _id)).not.toContain(challenge._id)
    const actions = (await auditOf(challenge._id)).map(({ action }) => action)
    expect(actions).toEqual(['challenge.add', 'challenge.edit', 'challenge.remove'])
    expect(await refusal(owner.admin.removeChallenge({ params }))).toMatchObject({ status: 404 })
    expect(await refusal(owner.admin.editChallenge({ params: { id: newId() }, body: {} }))).toMatchObject({
      status: 404,
    })
  })

  test('one that was claimed is switched off instead, and what was claimed stays claimed', async () => {
    const owner = await world.owner()
    const { challenge } = await owner.admin.addChallenge({ body: { ...fields, requirement: 1 } })
    const params = { id: challenge._id }
    const ann = await world.user('ann')
    await haveDone(world, ann, { source: 'ptc', count: 1 })
    await ann.challenge.claim({ params })
    for (const period of ['weekly', 'once'] as const) {
      const refused = await refusal(owner.admin.editChallenge({ params, body: { period } }))
      expect(refused).toMatchObject({ status: 422, failure: { code: 'PERIOD_FIXED' } })
    }
    await owner.admin.editChallenge({ params, body: { tokenReward: 500, period: 'daily' } })
    expect((await ann.challenge.list()).stats).toMatchObject({ claimed: 1, earned: 40 })
    await owner.admin.removeChallenge({ params })
    const { challenges } = await owner.admin.challenges()
    expect(challenges.find(({ _id }) => _id === challenge._id)).toMatchObject({ enabled: false, claims: 1, cost: 40 })
    await owner.admin.editChallenge({ params, body: { enabled: true } })
    expect(await refusal(ann.challenge.claim({ params }))).toMatchObject({ failure: { code: 'CHALLENGE_CLAIMED' } })
  })

  test('a level is done once, and fields out of bounds are refused', async () => {
    const owner = await world.owner()
    const level = await refusal(owner.admin.addChallenge({ body: { ...fields, kind: 'level' } }))
    expect(level).toMatchObject({ status: 422, failure: { code: 'LEVEL_ONCE' } })
    for (const wrong of [{ requirement: 0 }, { tokenReward: 0 }, { position: -1 }]) {
      expect(await refusal(owner.admin.addChallenge({ body: { ...fields, ...wrong } }))).toMatchObject({ status: 422 })
    }
  })

  test('nobody but an admin may', async () => {
    const params = { id: newId() }
    for (const person of [await world.user('ben'), await world.moderator()]) {
      const calls = [
        () => person.admin.challenges(),
        () => person.admin.addChallenge({ body: fields }),
        () => person.admin.editChallenge({ params, body: {} }),
        () => person.admin.removeChallenge({ params }),
      ]
      for (const call of calls) expect(await refusal(call())).toMatchObject({ status: 403 })
    }
  })
})
