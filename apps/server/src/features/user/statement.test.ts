import { describe, expect, it } from 'vitest'
import { newId } from '#kernel/id.ts'
import { houseAccount, userAccount } from '#money/accounts.ts'
import { post } from '#money/ledger.ts'
import { reward } from '#money/reward.ts'
import { expectRefused } from '#test/sign-up.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld()

const earn = (userId: string, amount: number) => {
  const now = world.clock.now()
  return world.db.write((tx) =>
    reward(tx, { userId, source: 'faucet', amount, exp: 10, key: `faucet:${newId()}` }, now),
  )
}

const adjust = (userId: string, amount: number) =>
  world.db.write((tx) => {
    const [house, own] = [houseAccount('adjustment'), userAccount(userId, 'main')]
    const sides = amount > 0 ? { debit: house, credit: own } : { debit: own, credit: house }
    const leg = {
      kind: 'adjustment',
      ...sides,
      amount: Math.abs(amount),
      key: `adjustment:${newId()}`,
      ref: '=1+1',
    } as const
    return post(tx, [leg], world.clock.now())
  })

describe('the statement', () => {
  it('shows every movement of the own accounts over its pages, newest first', async () => {
    const alice = await world.user('alice')
    const bob = await world.user('bob')
    for (let n = 1; n <= 25; n++) {
      await earn(alice.id, n)
      await earn(bob.id, 1_000)
      world.clock.turn(60)
    }
    const seen = []
    for (const page of [1, 2, 3, 4]) {
      const { items, totalItems } = await alice.user.statement({ query: { page: String(page), limit: '10' } })
      expect(totalItems).toBe(25)
      expect(items).toHaveLength([10, 10, 5, 0][page - 1] ?? 0)
      seen.push(...items)
    }
    expect(seen.map(({ amount }) => amount)).toEqual(Array.from({ length: 25 }, (_, n) => 25 - n))
    expect(seen[0]).toMatchObject({ kind: 'faucet', account: 'main', balanceAfter: 325 })
    expect((await alice.user.me()).user.balance).toBe(325)
  })

  it('is filtered by kind and by UTC day, both ends included', async () => {
    world.clock.set('2026-05-01T23:59:59.999Z')
    const carol = await world.user('carol')
    await earn(carol.id, 1)
    world.clock.turn(1)
    await earn(carol.id, 2)
    world.clock.set('2026-05-03T00:00:00.000Z')
    await adjust(carol.id, 40)
    await adjust(carol.id, -3)
    const amounts = async (query: { kind?: 'adjustment'; from?: string; to?: string }) =>
      (await carol.user.statement({ query })).items.map(({ amount }) => amount)
    expect(await amounts({})).toEqual([-3, 40, 2, 1])
    expect(await amounts({ kind: 'adjustment' })).toEqual([-3, 40])
    expect(await amounts({ from: '2026-05-02' })).toEqual([-3, 40, 2])
    expect(await amounts({ to: '2026-05-01' })).toEqual([1])
    expect(await amounts({ from: '2026-05-02', to: '2026-05-02' })).toEqual([2])
    expect(await amounts({ from: '2026-05-03', to: '2026-05-01' })).toEqual([])
  })

  it.each([
    ['page', { page: '0' }],
    ['limit', { limit: '101' }],
    ['from', { from: '2026-02-30' }],
    ['to', { to: '0000-01-01' }],
    ['kind', { kind: 'theft' }],
  ])('refuses a wrong %s', async (field, query) => {
    const dave = await world.user('dave')
    const { status, body } = await dave.raw({
      method: 'GET',
      path: `/api/user/statement?${new URLSearchParams(query).toString()}`,
    })
    expect(status).toBe(422)
    expect(body['errors']).toHaveProperty(field)
  })

  it('comes as a file that a spreadsheet opens without running it', async () => {
    const erin = await world.user('erin')
    await adjust(erin.id, 50)
    await adjust(erin.id, -20)
    const { status, body, headers } = await erin.raw({ method: 'GET', path: '/api/user/statement.csv?kind=adjustment' })
    expect(status).toBe(200)
    const day = world.clock.now().toISOString().slice(0, 10)
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="statement-${day}.csv"`,
    })
    const [head, first, second, ...rest] = String(body['text']).split('\r\n')
    expect(head).toBe('Time,Type,Account,Amount (units),Balance after (units),Reference,ID')
    expect(first).toMatch(/^2026-[\d:T.-]+Z,adjustment,main,-20,30,'=1\+1,[0-9a-f-]{36}$/)
    expect(second).toMatch(/,adjustment,main,50,50,/)
    expect(rest).toEqual([''])
  })

  it('is nobody else’s', async () => {
    await expectRefused(world.guest().user.statement({ query: {} }), 401, 'NO_SESSION')
  })
})

describe('stats', () => {
  it('tell what was earned today, in all, and on each of the last thirty days', async () => {
    world.clock.set('2026-07-01T12:00:00.000Z')
    const frank = await world.user('frank')
    await earn(frank.id, 7)
    world.clock.set('2026-07-30T12:00:00.000Z')
    await earn(frank.id, 20)
    await earn(frank.id, 22)
    const { days, today, totalEarned, progress } = await frank.user.stats()
    expect(days).toEqual([
      { day: '2026-07-01', source: 'faucet', count: 1, earned: 7 },
      { day: '2026-07-30', source: 'faucet', count: 2, earned: 42 },
    ])
    expect(today).toEqual({ earned: 42, claims: 2 })
    expect(totalEarned).toBe(49)
    expect(progress).toMatchObject({ level: 1, exp: 30 })
    world.clock.set('2026-07-31T00:00:00.000Z')
    const later = await frank.user.stats()
    expect(later.days.map(({ day }) => day)).toEqual(['2026-07-30'])
    expect(later.today).toEqual({ earned: 0, claims: 0 })
  })
})
