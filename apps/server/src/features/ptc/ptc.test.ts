import { describe, expect, test } from 'vitest'
import { beatSeconds } from '#features/ptc/open.ts'
import { deviceClassOf } from '#features/ptc/viewer.ts'
import { newId } from '#kernel/id.ts'
import { escrowsOf } from '#money/accounts.ts'
import { forViewing, refusedAs, viewing } from '#test/features/viewing.ts'
import { type Person, useWorld } from '#test/world.ts'

const world = useWorld(forViewing)
const { someone, campaign, another, captchaOf, beat, watch, verify, view, paidFor } = viewing(world)

describe('what a viewer is offered', () => {
  test('ads that fit, best pay per second first, never own ones, sold-out ones or those that do not run', async () => {
    const { id: slow } = await campaign({ title: 'slow', timer: 30, price: 100, reward: 60 })
    const { id: quick, owner } = await another({ title: 'quick', timer: 10, price: 100, reward: 60 })
    const { id: large } = await another({ title: 'large', timer: 30, price: 300, reward: 180 })
    const { id: pending } = await another({ status: 'pending' })
    const viewer = await someone('viewer')
    const { ads, history, ptcCount, today } = await viewer.ptc.list()
    expect(ads.map(({ title }) => title)).toEqual(['large', 'quick', 'slow'])
    expect(ads.map(({ _id }) => _id)).not.toContain(pending)
    expect({ history, ptcCount, today }).toEqual({ history: [], ptcCount: 3, today: { count: 0, earned: 0 } })
    expect((await owner.ptc.list()).ads.map(({ _id }) => _id)).toEqual([large, slow])
    expect((await viewer.ptc.refresh()).ads).toEqual([large, quick, slow].map((_id) => ({ _id, remaining: 100 })))
    expect((await viewer.user.me()).ptcCount).toBe(3)
    expect((await owner.user.refresh()).ptcCount).toBe(2)
  })

  test('targeting by country, level and device holds in the list, in the badge and at the door', async () => {
    const { id: german } = await campaign({ title: 'german', countries: ['DE', 'AT'] })
    const { id: high } = await another({ title: 'high', min_level: 2 })
    const { id: phones } = await another({ title: 'phones', device: 'mobile' })
    const viewer = await someone('viewer')
    const seen = async (headers: Record<string, string>): Promise<unknown> => {
      const { body } = await viewer.raw({ method: 'GET', path: '/api/ptc', headers })
      const me = await viewer.raw({ method: 'GET', path: '/api/user/refresh', headers })
      const { ads, ptcCount } = body as { ads: { title: string }[]; ptcCount: number }
      expect([ptcCount, me.body['ptcCount']]).toEqual([ads.length, ads.length])
      return ads.map(({ title }) => title).toSorted()
    }
    const fromGermany = { 'x-forwarded-for': '193.99.144.80' }
    const byPhone = { 'user-agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/138.0 Mobile' }
    expect(await seen({})).toEqual([])
    expect(await seen(fromGermany)).toEqual(['german'])
    expect(await seen({ ...fromGermany, ...byPhone })).toEqual(['german', 'phones'])
    expect(await seen({ 'x-forwarded-for': '8.8.8.8' })).toEqual([])
    for (const id of [german, high, phones]) {
      await expect(viewer.ptc.open({ params: { id } })).rejects.toMatchObject(refusedAs(409, 'AD_NOT_FOR_YOU'))
    }
    await world.db.raw('UPDATE users SET level = 2 WHERE id = $1', [viewer.id])
    expect(await seen({})).toEqual(['high'])
    expect((await viewer.ptc.open({ params: { id: high } })).ad.title).toBe('high')
    const opened = await viewer.raw({ method: 'GET', path: `/api/ptc/${german}`, headers: fromGermany })
    expect(opened.status).toBe(200)
  })

  test('tells phones and tablets from desktops', () => {
    const agents: [string, 'mobile' | 'desktop'][] = [
      ['Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/138.0 Mobile Safari/537.36', 'mobile'],
      ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1', 'mobile'],
      ['Mozilla/5.0 (Linux; Android 13; SM-X200) Chrome/138.0 Safari/537.36', 'mobile'],
      ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/138.0 Safari/537.36', 'desktop'],
      ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Firefox/140.0', 'desktop'],
      ['', 'desktop'],
    ]
    for (const [agent, device] of agents) expect(deviceClassOf(agent), agent).toBe(device)
  })
})

describe('opening an ad', () => {
  test('gives what the page needs, and one open ticket a user: the former one is dead', async () => {
    const { id } = await campaign({ timer: 30 })
    const { id: second } = await another({ kind: 'window' })
    const viewer = await someone('viewer')
    const first = await viewer.ptc.open({ params: { id } })
    expect(first).toMatchObject({ url: 'https://example.com/', videoId: null, beat: 7, expiresIn: 360, balance: 0 })
    expect(first.ad).toMatchObject({ _id: id, reward: 35, timer: 30, remaining: 100 })
    const { ticket } = await viewer.ptc.open({ params: { id: second } })
    await expect(beat(viewer, id, first.ticket)).rejects.toMatchObject(refusedAs(409, 'TICKET_DEAD'))
    await beat(viewer, second, ticket)
    const tickets = await Promise.all(Array.from({ length: 10 }, () => viewer.ptc.open({ params: { id } })))
    const open = await world.db.raw(`SELECT id FROM ptc_views WHERE user_id = $1 AND status = 'open'`, [viewer.id])
    expect(open).toHaveLength(1)
    expect(tickets.map((opened) => opened.ticket)).toContain(open[0]?.['id'])
    expect([5, 10, 15, 30, 60, 90].map(beatSeconds)).toEqual([2, 2, 3, 7, 10, 10])
  })

  test('refuses unknown, own, stopped and sold-out ads, and keeps the open ticket then', async () => {
    const { id, owner } = await campaign()
    const viewer = await someone('viewer')
    const { ticket } = await viewer.ptc.open({ params: { id } })
    const { id: stopped } = await another({ status: 'paused' })
    const { id: pending } = await another({ status: 'pending' })
    await expect(viewer.ptc.open({ params: { id: newId() } })).rejects.toMatchObject(refusedAs(404, 'AD_UNKNOWN'))
    await expect(owner.ptc.open({ params: { id } })).rejects.toMatchObject(refusedAs(403, 'AD_NOT_FOR_YOU'))
    for (const gone of [stopped, pending]) {
      await expect(viewer.ptc.open({ params: { id: gone } })).rejects.toMatchObject(refusedAs(409, 'AD_GONE'))
    }
    await beat(viewer, id, ticket)
  })

  test('lets no more people watch than the campaign can pay, until a ticket is over', async () => {
    const { id } = await campaign({ views: 2, interval_seconds: 3_600 })
    const [first, second, third] = [await someone('viewer'), await someone('viewer'), await someone('viewer')]
    await Promise.all([first, second].map((person) => person.ptc.open({ params: { id } })))
    await expect(third.ptc.open({ params: { id } })).rejects.toMatchObject(refusedAs(409, 'AD_BUSY'))
    // Whoever holds a place may open it again.
    await first.ptc.open({ params: { id } })
    world.clock.turn(321)
    await third.ptc.open({ params: { id } })
  })

  test('is refused on a device where another account was paid for it within the interval', async () => {
    const { id } = await campaign()
    const [first, second] = [await someone('viewer'), await someone('viewer')]
    const { ticket } = await first.ptc.open({ params: { id } })
    world.clock.turn(1)
    const device = newId()
    await world.db.raw('UPDATE ptc_views SET device_id = $2 WHERE id = $1', [ticket, device])
    await watchOn(first, id, ticket)
    await verify(first, id, ticket)
    const used = await world.db.raw('SELECT device_id FROM ptc_views WHERE id = $1', [ticket])
    expect(used).toEqual([{ device_id: device }])
    // The second comes with the cookie of the first's device: the world gives each visitor one of their own.
    const mine = await second.ptc.open({ params: { id } })
    const [row] = await world.db.raw('SELECT device_id FROM ptc_views WHERE id = $1', [mine.ticket])
    await world.db.raw('UPDATE ptc_views SET device_id = $2 WHERE id = $1', [ticket, row?.['device_id']])
    await expect(second.ptc.open({ params: { id } })).rejects.toMatchObject(refusedAs(409, 'AD_SEEN_HERE'))
    world.clock.turn(86_401)
    await second.ptc.open({ params: { id } })
  })

  const watchOn = async (person: Person, id: string, ticket: string): Promise<void> => {
    for (let turn = 0; turn < 6; turn++) {
      await beat(person, id, ticket)
      world.clock.turn(2)
    }
  }

  test('is refused while the account pauses or is locked', async () => {
    const { id } = await campaign()
    const viewer = await someone('viewer')
    const until = new Date(world.clock.now().getTime() + 60_000)
    await world.db.raw(`UPDATE users SET cooldown_until = $2, cooldown_reason = 'x' WHERE id = $1`, [viewer.id, until])
    await expect(viewer.ptc.open({ params: { id } })).rejects.toMatchObject(refusedAs(429, 'COOLDOWN'))
    world.clock.turn(61)
    const { ticket } = await viewer.ptc.open({ params: { id } })
    await world.db.raw(`UPDATE users SET locked_at = $2, lock_reason = 'x' WHERE id = $1`, [viewer.id, until])
    await expect(viewer.ptc.open({ params: { id } })).rejects.toMatchObject({ status: 418 })
    await expect(beat(viewer, id, ticket)).rejects.toMatchObject({ status: 418 })
    const sent = { params: { id }, body: { ticket, captcha: { id: 'x' } } }
    await expect(viewer.ptc.verify(sent)).rejects.toMatchObject({ status: 418 })
    expect(await paidFor(id)).toBe(0)
  })
})

describe('a view that is watched to its end', () => {
  test('is paid once out of the escrow, counted, and answered with what comes next', async () => {
    const { id, owner } = await campaign({ views: 2, title: 'Two views' })
    const { id: other } = await another({ title: 'Next one' })
    const viewer = await someone('viewer')
    const answer = await view(viewer, id)
    const at = world.clock.now()
    const history = {
      adId: id,
      claimTime: at.toISOString(),
      availableOn: new Date(at.getTime() + 86_400_000).toISOString(),
    }
    expect(answer).toMatchObject({ reward: 35, balance: 35, history, ptcCount: 1, next: { _id: other } })
    const listed = await viewer.ptc.list()
    expect(listed).toMatchObject({ history: [history], ptcCount: 1, today: { count: 1, earned: 35 } })
    expect(listed.ads.map(({ _id }) => _id)).toEqual([other, id])
    const { user } = await viewer.user.me()
    expect(user).toMatchObject({ balance: 35, totalEarned: 35, debt: 0 })
    expect((await escrowsOf(world.db.read, [id])).get(id)).toBe(50)
    const legs = await world.db.raw(
      `SELECT t.kind, t.debit, t.credit, t.amount FROM transfers t JOIN ptc_views v ON t.ref = v.id::text
       WHERE v.campaign_id = $1 ORDER BY t.kind`,
      [id],
    )
    expect(legs).toEqual([
      { kind: 'ptc', debit: `escrow:${id}`, credit: `main:${viewer.id}`, amount: 35 },
      { kind: 'ptc-fee', debit: `escrow:${id}`, credit: 'house:fee', amount: 15 },
    ])
    await view(await someone('viewer'), id)
    const [sold] = await world.db.raw('SELECT status, views_left FROM campaigns WHERE id = $1', [id])
    expect(sold).toEqual({ status: 'completed', views_left: 0 })
    const { notification } = await owner.user.me()
    expect(notification.notifications[0]).toMatchObject({ kind: 'campaign-completed', values: { title: 'Two views' } })
    await expect((await someone('viewer')).ptc.open({ params: { id } })).rejects.toMatchObject(
      refusedAs(409, 'AD_GONE'),
    )
  })

  test('comes back after the interval and not a second before', async () => {
    const { id } = await campaign()
    const viewer = await someone('viewer')
    await view(viewer, id)
    await expect(viewer.ptc.open({ params: { id } })).rejects.toMatchObject({
      status: 409,
      failure: { code: 'AD_CLAIMED', retryAfter: 86_400 },
    })
    world.clock.turn(86_399)
    await expect(viewer.ptc.open({ params: { id } })).rejects.toMatchObject(refusedAs(409, 'AD_CLAIMED'))
    expect((await viewer.ptc.list()).ptcCount).toBe(0)
    world.clock.turn(1)
    expect(await viewer.ptc.list()).toMatchObject({ ptcCount: 1, history: [] })
    expect((await view(viewer, id)).balance).toBe(70)
    expect(await paidFor(id)).toBe(2)
  })

  test('may raise the level, and the bell says so', async () => {
    const { id } = await campaign()
    const viewer = await someone('viewer')
    await world.settings({ ptc_exp: 10_000 })
    await view(viewer, id)
    await world.settings({ ptc_exp: 5 })
    const { user, notification } = await viewer.user.me()
    expect(user.level).toBeGreaterThan(1)
    expect(notification.notifications.map(({ kind }) => kind)).toContain('level-up')
  })

  test('with one key is paid once however often it is sent', async () => {
    const { id } = await campaign()
    const viewer = await someone('viewer')
    const ticket = await watch(viewer, id, 10)
    const sent = { params: { id }, body: { ticket, captcha: await captchaOf(viewer) }, idempotencyKey: 'one-view-only' }
    const answers = await Promise.all(Array.from({ length: 10 }, () => viewer.ptc.verify(sent)))
    expect(new Set(answers.map(({ balance }) => balance))).toEqual(new Set([35]))
    expect(await paidFor(id)).toBe(1)
  })
})
