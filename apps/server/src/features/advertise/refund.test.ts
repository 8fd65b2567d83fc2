import { describe, expect, test } from 'vitest'
import { balancesOf } from '#money/accounts.ts'
import { returnView, runningCampaign, soldOutCampaign, watch } from '#test/features/advertising.ts'
import { refusal } from '#test/refusal.ts'
import { type Person, useWorld } from '#test/world.ts'

const world = useWorld({ connections: 60, limits: false })

const depositOf = async ({ id }: Person): Promise<number> => (await balancesOf(world.db.read, id)).deposit
const fifty = Array.from({ length: 50 }, (_, turn) => turn)

describe('deleting', () => {
  test('fifty times at once gives back once, to the unit', async () => {
    const sue = await world.user('sue')
    const { _id: id } = await runningCampaign(world, sue)
    for (const name of ['viewer_a', 'viewer_b', 'viewer_c']) await watch(world, id, await world.user(name))
    const before = await depositOf(sue)
    const tries = await Promise.allSettled(fifty.map(() => sue.advertise.remove({ params: { id } })))
    const done = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(done).toMatchObject([{ refunded: 97 * 50, depositBalance: before + 97 * 50 }])
    expect(await depositOf(sue)).toBe(before + 97 * 50)
    expect(await refusal(sue.advertise.remove({ params: { id } }))).toMatchObject({ status: 404 })
    const { campaign, movements } = await sue.advertise.report({ params: { id } })
    expect(campaign).toMatchObject({ status: 'deleted', escrow: 0, spent: 150, remaining: 0 })
    expect(movements.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['campaign-refund', -97 * 50],
      ['campaign-fund', 5_000],
    ])
  })

  test('of a completed or rejected one gives nothing back, for there is nothing left', async () => {
    const tim = await world.user('tim')
    const id = await soldOutCampaign(world, tim)
    expect(await tim.advertise.remove({ params: { id } })).toMatchObject({ refunded: 0 })
  })

  test('while views are added and paid at once keeps the ledger', async () => {
    const uma = await world.user('uma')
    const { _id: id } = await runningCampaign(world, uma)
    const viewers = await Promise.all(Array.from({ length: 20 }, (_, turn) => world.user(`racer${turn}`)))
    await Promise.allSettled([
      ...viewers.map((viewer) => watch(world, id, viewer)),
      ...viewers.map(() => uma.advertise.addView({ params: { id }, body: { views: 3 } })),
      uma.advertise.remove({ params: { id } }),
    ])
    const { campaign } = await uma.advertise.report({ params: { id } })
    expect(campaign).toMatchObject({ status: 'deleted', escrow: 0 })
    expect(await depositOf(uma)).toBe(1_000_000 - campaign.spent)
  })
})

describe('a view that comes back', () => {
  test('is for sale again, and wakes a completed campaign', async () => {
    const vic = await world.user('vic')
    const { _id: running } = await runningCampaign(world, vic)
    const { ticket } = await watch(world, running, await world.user('viewer_a'))
    expect(await returnView(world, ticket)).toMatchObject({ ownerId: vic.id, status: 'active', refunded: 0 })
    const { campaign } = await vic.advertise.report({ params: { id: running } })
    expect(campaign).toMatchObject({ status: 'active', remaining: 100, escrow: 5_000, spent: 0 })

    const completed = await soldOutCampaign(world, vic)
    const view = await world.db.read.selectFrom('ptc_views').select('id').where('campaign_id', '=', completed).execute()
    expect(await returnView(world, view[0]?.id ?? '')).toMatchObject({ status: 'active', refunded: 0 })
  })

  test('goes on to the owner where the campaign is over, each time anew', async () => {
    const wim = await world.user('wim')
    const { _id: id } = await runningCampaign(world, wim)
    const tickets = []
    for (const name of ['viewer_a', 'viewer_b']) tickets.push((await watch(world, id, await world.user(name))).ticket)
    await wim.advertise.remove({ params: { id } })
    for (const ticket of tickets)
      expect(await returnView(world, ticket)).toMatchObject({ status: 'deleted', refunded: 50 })
    expect(await depositOf(wim)).toBe(1_000_000)
    const { campaign, movements, returned } = await wim.advertise.report({ params: { id } })
    expect(returned).toBe(2)
    expect(campaign).toMatchObject({ status: 'deleted', remaining: 0 })
    expect(movements.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['campaign-refund', -50],
      ['ptc-return', 50],
      ['campaign-refund', -50],
      ['ptc-return', 50],
      ['campaign-refund', -98 * 50],
      ['campaign-fund', 5_000],
    ])
    expect(movements[1]?.reason).toBe('It was not a person.')
  })
})
