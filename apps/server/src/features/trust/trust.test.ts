import { expect, it } from 'vitest'
import { newId } from '#kernel/id.ts'
import { trust } from '#test/features/trusting.ts'
import { refusal } from '#test/refusal.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld({ settings: { happy_hours: [] }, limits: false })

it('tells a new member what the first step asks for', async () => {
  const person = await world.user('newcomer')
  await person.faucet.claim({ body: await person.solve.claim() })
  const { steps, ...standing } = await person.trust.info()
  expect(standing).toEqual({ step: 1, every: 2, raised: null })
  expect(steps.map(({ every }) => every)).toEqual([2, 4, 10, 40])
  expect(steps[1]?.needs).toEqual([
    { need: 'email', have: 1, wanted: 1 },
    { need: 'days', have: 0, wanted: 3 },
    { need: 'answers', have: 1, wanted: 20 },
  ])
})

it('says why captchas come more often than the step of an account', async () => {
  const person = await world.user('doubtful')
  await trust(world, person, 'trusted')
  await world.db.raw('INSERT INTO answer_records (user_id, llr) VALUES ($1, 3)', [person.id])
  expect(await person.trust.info()).toMatchObject({ step: 3, every: 4, raised: 'answers' })
  const hold = `INSERT INTO measures (id, user_id, kind, since, reason) VALUES ($1, $2, 'review', $3, 'x')`
  await world.db.raw(hold, [newId(), person.id, world.clock.now()])
  const held = (await world.user('doubtful')).trust
  expect(await held.info()).toMatchObject({ step: 3, every: 1, raised: 'review' })
})

it('counts a reward that is larger than usual', async () => {
  await world.settings({ faucet_reward: 120 })
  const person = await world.user('rich')
  await trust(world, person, 'proven')
  expect(await person.trust.info()).toMatchObject({ step: 4, every: 10, raised: null })
  await world.settings({ faucet_reward: 30 })
})

it('is for those who are signed in', async () => {
  expect(await refusal(world.guest().trust.info())).toMatchObject({ status: 401 })
})
