import { expect, test } from 'vitest'
import { pendingCampaign } from '#test/features/advertising.ts'
import { refusal } from '#test/refusal.ts'
import { type Person, useWorld } from '#test/world.ts'

const world = useWorld({ limits: false })

const edited = { title: 'You have won', description: 'Enter the password of your mailbox.' }
const readOne = async (person: Person) => {
  const { _id: id, updatedAt: readAt } = await pendingCampaign(world, person)
  return { id, readAt }
}
const statusesOf = async (campaigns: readonly { readonly id: string }[]) => {
  const { ads } = await (await world.owner()).admin.ptc({ query: { limit: '100' } })
  return campaigns.map(({ id }) => ads.find(({ _id }) => _id === id)?.status)
}

test('nobody approves what an owner has changed since it was read', async () => {
  const [admin, ann] = [await world.owner(), await world.user('ann')]
  const { id, readAt } = await readOne(ann)
  const params = { id }
  world.clock.turn(1)
  const { campaign } = await ann.advertise.edit({ params, body: edited })
  const late = admin.admin.editPtc({ params, body: { status: 'active', readAt } })
  expect(await refusal(late)).toMatchObject({ status: 409, failure: { code: 'CAMPAIGN_CHANGED' } })
  expect(await statusesOf([{ id }])).toEqual(['pending'])
  const read = { status: 'active', readAt: campaign.updatedAt } as const
  expect((await admin.admin.editPtc({ params, body: read })).campaign).toMatchObject({ status: 'active', ...edited })
})

test('nor the new words of one that ran when it was read', async () => {
  const [admin, bea] = [await world.owner(), await world.user('bea')]
  const { id } = await readOne(bea)
  const params = { id }
  await admin.admin.editPtc({ params, body: { status: 'active' } })
  const { campaign: paused } = await admin.admin.editPtc({ params, body: { status: 'paused' } })
  world.clock.turn(1)
  await bea.advertise.edit({ params, body: edited })
  const late = admin.admin.editPtc({ params, body: { status: 'active', readAt: paused.updatedAt } })
  expect(await refusal(late)).toMatchObject({ status: 409, failure: { code: 'CAMPAIGN_CHANGED' } })
})

test('of many, those that were changed since are left alone', async () => {
  const [admin, cem, dan] = [await world.owner(), await world.user('cem'), await world.user('dan')]
  const [good, changed] = [await readOne(cem), await readOne(dan)]
  world.clock.turn(1)
  await dan.advertise.edit({ params: { id: changed.id }, body: edited })
  const body = { campaigns: [good, changed, good], status: 'active' as const }
  const answers = [await admin.admin.decidePtc({ body }), await admin.admin.decidePtc({ body })]
  expect(answers).toMatchObject([
    { done: 1, skipped: 1, msg: '1 approved. 1 skipped: already decided or changed.' },
    { done: 0, skipped: 2 },
  ])
  expect(await statusesOf([good, changed])).toEqual(['active', 'pending'])
})
