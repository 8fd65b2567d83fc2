import { describe, expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { couponFields, outcome } from '#test/features/gifts.ts'
import { refusal } from '#test/refusal.ts'
import { type Person, useWorld } from '#test/world.ts'

const world = useWorld({ connections: 30, limits: false })
const auditOf = async (target: string) => {
  const rows = await world.db.read
    .selectFrom('audit')
    .select('action')
    .where('target', '=', target)
    .orderBy('id')
    .execute()
  return rows.map(({ action }) => action)
}
const make = async (owner: Person, code: string, given: Partial<typeof couponFields> = {}) => {
  await owner.admin.addCoupons({ body: { ...couponFields, ...given, code } })
  const { items } = await owner.admin.coupons({ query: { search: code } })
  const found = items.find((one) => one.code === code.toUpperCase())
  if (found === undefined) throw new Error(`there is no code ${code}`)
  return found
}

describe('coupons as the owner makes them', () => {
  test('one as typed, in capitals, once', async () => {
    const owner = await world.owner()
    const made = await owner.admin.addCoupons({ body: { ...couponFields, code: 'spring-26' } })
    expect(made).toMatchObject({ made: 1, batchId: null })
    const { items } = await owner.admin.coupons({ query: { search: 'SPRING' } })
    expect(items).toEqual([
      {
        _id: items[0]?._id,
        code: 'SPRING-26',
        ...couponFields,
        uses: 0,
        cost: 0,
        batchId: null,
        createdAt: world.clock.now().toISOString(),
      },
    ])
    expect(await auditOf(items[0]?._id ?? '')).toEqual(['coupon.add'])
    const again = await refusal(owner.admin.addCoupons({ body: { ...couponFields, code: 'Spring-26' } }))
    expect(again).toMatchObject({
      status: 422,
      failure: { code: 'COUPON_TAKEN', errors: { code: expect.any(String) } },
    })
  })

  test('ten thousand at random in one go, followed by their batch and exported', async () => {
    const owner = await world.owner()
    const body = { ...couponFields, name: 'Leaflet', usesMax: 1, count: 10_000, prefix: 'fly-' }
    const { made, batchId } = await owner.admin.addCoupons({ body })
    expect(made).toBe(10_000)
    const batch = batchId ?? ''
    const { items, totalItems } = await owner.admin.coupons({ query: { batchId: batch, limit: '100' } })
    expect(totalItems).toBe(10_000)
    for (const { code } of items) expect(code).toMatch(/^FLY-[A-HJKMNP-Z2-9]{12}$/)
    const file = await owner.raw({ method: 'GET', path: `/api/admin/coupon.csv?batchId=${batch}` })
    const lines = String(file.body['text']).trim().split('\r\n')
    expect(lines[0]).toBe('Code,Name,Reward,Redemptions,Max. redemptions,From,Until,Min. level,Verified only,Status')
    expect(new Set(lines.slice(1).map((line) => line.split(',')[0])).size).toBe(10_000)
    expect(await auditOf(batch)).toEqual(['coupon.add-batch'])
    const alice = await world.user('alice')
    expect((await alice.coupon.check({ body: { code: items[0]?.code ?? '' } })).reward).toBe(200)
  })

  test('found by the beginning of the code, by words of the name and by how they stand', async () => {
    const owner = await world.owner()
    const [open, off, over, used] = [
      await make(owner, 'find-open', { name: 'Fifty % off' }),
      await make(owner, 'find-off', { enabled: false }),
      await make(owner, 'find-over', { until: '2026-01-01T00:00:00.000Z' }),
      await make(owner, 'find-used', { usesMax: 1 }),
    ].map(({ code }) => code)
    await (await world.user('bob')).coupon.check({ body: { code: used ?? '' } })
    const found = async (query: Parameters<Person['admin']['coupons']>[0]) =>
      (await owner.admin.coupons(query)).items.map(({ code }) => code)
    expect(await found({ query: { search: 'find-' } })).toEqual([used, over, off, open])
    expect(await found({ query: { search: 'y % o' } })).toEqual([open])
    expect(await found({ query: { search: 'ind-open' } })).toEqual([])
    expect(await found({ query: { search: '%' } })).toEqual([open])
    expect(await found({ query: { search: 'find-', state: 'open' } })).toEqual([open])
    expect(await found({ query: { search: 'find-', state: 'off' } })).toEqual([off])
    expect(await found({ query: { search: 'find-', state: 'over' } })).toEqual([over])
    expect(await found({ query: { search: 'find-', state: 'used-up' } })).toEqual([used])
    expect(await found({ query: { search: 'find-', page: '2', limit: '3' } })).toEqual([open])
  })

  test('changed later: what was redeemed stays redeemed, and never fewer uses than were made', async () => {
    const owner = await world.owner()
    const { _id: id, code } = await make(owner, 'change-me')
    const params = { id }
    for (const name of ['cat', 'dan']) await (await world.user(name)).coupon.check({ body: { code } })
    const { coupon } = await owner.admin.editCoupon({ params, body: { reward: 300, usesMax: 3, name: 'New' } })
    expect(coupon).toMatchObject({ reward: 300, usesMax: 3, name: 'New', uses: 2, cost: 400, minLevel: 1 })
    expect((await (await world.user('eli')).coupon.check({ body: { code } })).reward).toBe(300)
    expect(await refusal(owner.admin.editCoupon({ params, body: { usesMax: 2 } }))).toMatchObject({
      status: 422,
      failure: { code: 'USES_BELOW_USED' },
    })
    const window = { from: '2026-05-01T00:00:00.000Z', until: '2026-05-01T00:00:00.000Z' }
    expect(await refusal(owner.admin.editCoupon({ params, body: window }))).toMatchObject({ status: 422 })
    expect(
      await refusal(owner.admin.addCoupons({ body: { ...couponFields, ...window, code: 'EMPTY' } })),
    ).toMatchObject({
      failure: { code: 'WINDOW_EMPTY' },
    })
    const { items, totalItems } = await owner.admin.couponUses({ params })
    expect(totalItems).toBe(3)
    expect(items.map(({ username, reward }) => `${username} ${reward}`).toSorted()).toEqual([
      'cat 200',
      'dan 200',
      'eli 300',
    ])
    expect(await auditOf(id)).toEqual(['coupon.add', 'coupon.edit'])
    expect(await refusal(owner.admin.couponUses({ params: { id: newId() } }))).toMatchObject({ status: 404 })
    expect(await refusal(owner.admin.editCoupon({ params: { id: newId() }, body: {} }))).toMatchObject({ status: 404 })
  })

  test('removed where nobody redeemed them, switched off otherwise', async () => {
    const owner = await world.owner()
    const [fresh, used] = [await make(owner, 'gone-1'), await make(owner, 'gone-2')]
    await (await world.user('fay')).coupon.check({ body: { code: used.code } })
    const ids = [fresh._id, used._id, newId()]
    expect((await owner.admin.removeCoupons({ body: { ids } })).msg).toBe(
      'Deleted: 1. 1 already redeemed and therefore disabled instead.',
    )
    expect((await owner.admin.coupons({ query: { search: 'gone-' } })).items).toMatchObject([
      { code: 'GONE-2', enabled: false, uses: 1 },
    ])
    const log = (await owner.admin.settingAudit()).items.filter(({ action }) => action === 'coupon.remove')
    expect(log.map(({ target }) => target).toSorted()).toEqual([fresh._id, used._id].toSorted())
    expect([await auditOf(fresh._id), await auditOf(used._id)]).toEqual([
      ['coupon.add', 'coupon.remove'],
      ['coupon.add', 'coupon.remove'],
    ])
  })

  test('removed while many redeem them: each is paid and kept, or refused, and nothing breaks', async () => {
    const owner = await world.owner()
    const { _id: id, code } = await make(owner, 'race-1')
    const crowd = await Promise.all(Array.from({ length: 40 }, (_, index) => world.user(`racer${index}`)))
    const calls = crowd.map((person) => person.coupon.check({ body: { code } }))
    const removal = owner.admin.removeCoupons({ body: { ids: [id] } })
    const { paid, refusals } = await outcome(calls)
    await removal
    for (const refused of refusals) expect(['COUPON_UNKNOWN', 'COUPON_USED_UP']).toContain(refused)
    const [row] = await world.db.raw('SELECT uses, enabled FROM coupons WHERE id = $1', [id])
    expect(row ?? { uses: 0, enabled: false }).toEqual({ uses: paid, enabled: false })
  })

  test('nobody but an admin may, and bodies out of bounds are refused', async () => {
    const params = { id: newId() }
    for (const person of [await world.user('gus'), await world.moderator()]) {
      const calls = [
        () => person.admin.coupons(),
        () => person.admin.addCoupons({ body: { ...couponFields, code: 'NOT-MINE' } }),
        () => person.admin.editCoupon({ params, body: {} }),
        () => person.admin.removeCoupons({ body: { ids: [params.id] } }),
        () => person.admin.couponUses({ params }),
        () => person.raw({ method: 'GET', path: '/api/admin/coupon.csv' }).then(({ status }) => status),
      ]
      for (const call of calls.slice(0, -1)) expect(await refusal(call())).toMatchObject({ status: 403 })
      expect(await calls.at(-1)?.()).toBe(403)
    }
    const owner = await world.owner()
    for (const wrong of [{ reward: 0 }, { usesMax: 0 }, { minLevel: 0 }, { name: '' }, { from: 'soon' }]) {
      const body = { ...couponFields, ...wrong, code: 'WRONG' }
      expect(await refusal(owner.admin.addCoupons({ body }))).toMatchObject({ status: 422 })
    }
    for (const count of [0, 10_001]) {
      expect(await refusal(owner.admin.addCoupons({ body: { ...couponFields, count } }))).toMatchObject({ status: 422 })
    }
  })
})
