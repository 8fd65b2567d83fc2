import { describe, expect, it } from 'vitest'
import type { Refusal } from '#kernel/refusal.ts'
import { arrives } from '#test/waiting.ts'
import { useWorld } from '#test/world.ts'
import { openAllowances, type Payer } from './allowance.ts'

const guest: Payer = { kind: 'guest', who: '192.0.2.0/24' }

/** A clock that stands still until it is turned. */
const stopwatch = () => {
  let ms = 0
  return { now: () => ms, turn: (by: number) => void (ms += by) }
}

/** How many of so many calls at once get through, and the longest that a refused one is told to wait. */
const flood = async (spend: () => Promise<void>, calls: number) => {
  const settled = await Promise.allSettled(Array.from({ length: calls }, spend))
  const refused = settled.filter((one) => one.status === 'rejected').map(({ reason }) => reason as Refusal)
  const waits = refused.map(({ failure }) => failure.retryAfter ?? 0)
  return { through: calls - refused.length, code: refused[0]?.failure.code, longest: Math.max(0, ...waits) }
}

describe('an allowance', () => {
  it('gives a little at once, lets some wait, and refuses the rest with the seconds to wait', async () => {
    const allowances = openAllowances({ guest: 20, member: 15 }, { now: stopwatch().now })
    const began = performance.now()
    const { through, code, longest } = await flood(() => allowances.spend(guest, 10), 200)
    // 200 ms of processor time at once, and what comes back in the two seconds that a call may wait.
    expect(through).toBe(61)
    expect(code).toBe('TOO_MANY')
    expect(longest).toBe(3)
    expect(performance.now() - began).toBeGreaterThan(1_500)
  })

  it('holds the sum of all calls to its rate, whatever each of them costs', async () => {
    for (const cost of [1, 7, 90, 3_000]) {
      const clock = stopwatch()
      const allowances = openAllowances({ guest: 20, member: 15 }, { now: clock.now })
      let spent = 0
      // Asked again and again for a minute, without waiting.
      for (let step = 0; step < 1_200; step += 1) {
        clock.turn(50)
        for (let call = 0; call < 3; call += 1) {
          const outcome = await Promise.race([
            allowances.spend(guest, cost).then(
              () => true,
              () => false,
            ),
            new Promise<'waits'>((resolve) => setImmediate(() => resolve('waits'))),
          ])
          if (outcome !== false) spent += cost
        }
      }
      expect(spent, `at ${cost} ms a call`).toBeLessThan(60 * 200 + 400 + 400 + 2 * cost)
    }
  })

  it('is one for each network, member and kind of caller, and more for the people of the site', async () => {
    const allowances = openAllowances({ guest: 20, member: 15 }, { now: stopwatch().now })
    await flood(() => allowances.spend(guest, 100), 20)
    await allowances.spend({ ...guest, who: '198.51.100.0/24' }, 100)
    await allowances.spend({ ...guest, kind: 'token' }, 10)
    const member = allowances.remember('a', { id: '1', role: 'user' })
    const staff = allowances.remember('b', { id: '2', role: 'moderator' })
    expect([member.kind, staff.kind]).toEqual(['member', 'staff'])
    const ofMember = await flood(() => allowances.spend(member, 50), 40)
    const ofStaff = await flood(() => allowances.spend(staff, 50), 40)
    expect([ofMember.through, ofStaff.through]).toEqual([10, 19])
  })

  it('takes nothing where the owner sets none', async () => {
    const allowances = openAllowances({ guest: 0, member: 0 })
    expect((await flood(() => allowances.spend(guest, 1_000), 500)).through).toBe(500)
  })

  it('knows a session again, and forgets the oldest first', () => {
    const allowances = openAllowances({ guest: 20, member: 15 })
    for (let number = 0; number < 50_001; number += 1) allowances.remember(`t${number}`, { id: 'x', role: 'user' })
    expect(allowances.payerOf('t0')).toBeUndefined()
    expect(allowances.payerOf('t50000')).toEqual({ kind: 'member', who: 'x' })
    allowances.remove('t50000')
    expect(allowances.payerOf('t50000')).toBeUndefined()
  })
})

describe('who shares a network with a flood', () => {
  const world = useWorld({ at: { shares: { guest: 20, member: 15 } }, limits: false })
  const net = { 'x-forwarded-for': '203.0.113.9' }
  const get = (path: string, headers: Record<string, string> = {}) =>
    world.app.inject({ method: 'GET', url: path, headers: { ...net, ...headers } })
  const statuses = async (calls: Promise<{ statusCode: number }>[]) =>
    Map.groupBy(
      (await Promise.all(calls)).map(({ statusCode }) => statusCode),
      (code) => code,
    )
  const firstRefused = (calls: readonly Promise<{ statusCode: number }>[]) =>
    Promise.any(
      calls.map(async (call) => {
        const { statusCode } = await call
        if (statusCode !== 429) throw new Error(`${statusCode}`)
      }),
    )

  it('is still served as a member, and so is a machine that calls with a webhook', async () => {
    const alice = await world.user('alice')
    const bob = await world.user('bob')
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
    expect((await get('/api/user/me', bearer(alice.token))).statusCode).toBe(200)
    const calls = Array.from({ length: 500 }, () => get('/api/home'))
    const strangers = Array.from({ length: 200 }, () => get('/api/user/me', bearer('w'.repeat(43))))
    const [flood, wrong] = [statuses(calls), statuses(strangers)]
    // From here on, the network has nothing left of either.
    await Promise.all([calls, strangers].map((sent) => arrives('a call that is refused', firstRefused(sent))))
    expect((await get('/api/user/me', bearer(alice.token))).statusCode).toBe(200)
    const postback = await get('/api/postback/none?x=1')
    expect(postback.statusCode).not.toBe(429)
    expect((await flood).get(429)?.length).toBeGreaterThan(50)
    const answered = await wrong
    expect([...answered.keys()].toSorted((a, b) => a - b)).toEqual([401, 429])
    // The wrong tokens are over: whoever was never here comes in again.
    await expect.poll(async () => (await get('/api/user/me', bearer(bob.token))).statusCode).toBe(200)
  })

  it('pays for pages, but neither for files nor for the probes of who watches over the site', async () => {
    const pages = await statuses(
      Array.from({ length: 300 }, () => get('/somewhere', { 'x-forwarded-for': '203.0.114.1' })),
    )
    expect(pages.get(429)?.length).toBeGreaterThan(50)
    for (const path of ['/healthz', '/readyz', '/assets/none.js']) {
      const answers = await statuses(Array.from({ length: 100 }, () => get(path, { 'x-forwarded-for': '203.0.115.1' })))
      expect(answers.get(429), path).toBeUndefined()
    }
  })
})
