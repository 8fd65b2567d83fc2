import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { presetOf, useWalls } from '#test/features/walling.ts'
import { callOf, deliver } from '#test/features/walls.ts'
import { Refused, useWorld } from '#test/world.ts'

const world = useWorld({ connections: 30 })
const { wall, start, renewOwner, admin } = useWalls(world)
const DAY = 86_400

const refusal = async (work: Promise<unknown>) => {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof Refused)) throw new Error('it was not refused')
  return error.failure
}

describe('where calls come from', () => {
  const from = (address: string) => ({ 'x-forwarded-for': address })
  test('others are refused or noted, as the owner wishes', async () => {
    const {
      tell: _tell,
      user,
      owned,
      last,
    } = await start('adgate', {
      allowedIps: ['52.42.57.125', '203.0.113.0/28', '2a01:4f8:d0a:30ff::2'],
      refuseOtherIps: true,
    })
    const send = async (tx: string, address: string) => {
      const call = callOf(presetOf('adgate'), { kind: 'credit', user, tx, amount: '450' })
      return (await world.guest().raw({ ...call, headers: from(address) })).status
    }
    expect(await send('a', '52.42.57.124')).toBe(403)
    expect(await last()).toMatchObject({ verdict: 'bad-source', network: '52.42.57.0/24' })
    expect(await send('b', '203.0.113.16')).toBe(403)
    expect(await owned()).toEqual({ main: 0, held: 0 })
    expect(await send('c', '203.0.113.15')).toBe(200)
    expect(await send('d', '2a01:4f8:d0a:30ff::2')).toBe(200)
    expect(await send('e', '::ffff:52.42.57.125')).toBe(200)
    expect(await owned()).toEqual({ main: 2_700, held: 0 })
    await wall('adgate', { allowedIps: ['52.42.57.125'], refuseOtherIps: false })
    expect(await send('f', '198.51.100.1')).toBe(200)
    expect(await last()).toMatchObject({
      verdict: 'credited',
      detail: 'The IP address isn’t in the list.',
    })
  })

  test('strangers fill the log only so fast, and are forgotten after a week', async () => {
    const { user, wall: made, tell } = await start('family')
    const call = callOf(presetOf('family'), { kind: 'credit', user, tx: 'x', amount: '1', secret: 'guessed' })
    const body = `${'x'.repeat(50_000)}`
    const stranger = world.guest()
    for (let sent = 0; sent < 40; sent++) {
      const headers = { 'content-type': 'text/plain' }
      expect((await stranger.raw({ ...call, method: 'POST', body, headers })).status).toBe(403)
    }
    await tell('credit')
    const query = { wallId: made._id, verdict: 'bad-signature' as const }
    const kept = await admin().postbacks({ query })
    expect(kept.totalItems).toBe(30)
    expect(kept.items[0]?.body.length).toBeLessThanOrEqual(1_024)
    const before = (await admin().postbacks({ query: { wallId: made._id } })).totalItems
    world.clock.turn(8 * DAY)
    await renewOwner()
    await world.runJob('postbacks.sweep')
    expect((await admin().postbacks({ query })).totalItems).toBe(0)
    expect((await admin().postbacks({ query: { wallId: made._id } })).totalItems).toBe(before - 30)
  })

  test('what cannot be read is told so, and no wall that does not exist answers', async () => {
    const { user, last } = await start('family')
    const call = callOf(presetOf('family'), { kind: 'credit', user, tx: '', amount: '1' })
    expect(await deliver(world, call)).toEqual({ status: 400, text: 'ERROR' })
    expect((await last())?.verdict).toBe('unreadable')
    const long = callOf(presetOf('family'), { kind: 'credit', user, tx: 'y'.repeat(201), amount: '1' })
    expect(await deliver(world, long)).toMatchObject({ status: 400 })
    const zero = callOf(presetOf('family'), { kind: 'credit', user, tx: 'a\u0000b', amount: '1' })
    expect(await deliver(world, zero)).toMatchObject({ status: 400 })
    expect((await world.guest().raw({ method: 'GET', path: '/api/postback/no-such-wall' })).status).toBe(404)
    expect((await world.guest().raw({ method: 'POST', path: '/api/postback/A' })).status).toBe(404)
  })
})

describe('reading again', () => {
  test('a call whose secret is hidden is still known as its own, and a forged one is not', async () => {
    const { user, owned, last } = await start('monlix', { maxReward: 100 })
    const tell = (tx: string, secret?: string) =>
      deliver(world, callOf(presetOf('monlix'), { kind: 'credit', user, tx, amount: '450', ...(secret && { secret }) }))
    await tell('too-much')
    const entry = await last()
    expect(entry).toMatchObject({ verdict: 'bad-amount', amount: null })
    expect(entry?.query).toMatch(/secretKey=hidden-[\w-]{16}$/)
    await wall('monlix', { maxReward: 10_000 })
    const replay = async (id: string | undefined) => admin().replayPostback({ params: { id: id ?? '' } })
    expect(await replay(entry?._id)).toMatchObject({ verdict: 'credited' })
    expect(await owned()).toEqual({ main: 900, held: 0 })
    expect((await last())?.detail).toMatch(/^Replayed manually/)
    await tell('forged', 'guessed secret')
    expect(await replay((await last())?._id)).toMatchObject({ verdict: 'bad-signature' })
    // What stands in the log opens nothing from outside.
    const shown = /secretKey=(hidden-[\w-]+)$/.exec(entry?.query ?? '')?.[1]
    expect(await tell('from the log', shown)).toBeDefined()
    expect((await last())?.verdict).toBe('bad-signature')
    // A new secret does not know the old calls.
    await tell('later')
    await wall('monlix', { secret: 'a new secret', maxReward: 100 })
    expect(await replay(entry?._id)).toMatchObject({ verdict: 'bad-signature' })
    expect(await owned()).toEqual({ main: 1_800, held: 0 })
  })

  test('what is not there cannot be read', async () => {
    const params = { id: newId() }
    expect(await refusal(admin().replayPostback({ params }))).toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('the pages of a user', () => {
  test('the frame carries the hash of CPX Research over a name that only this site gives', async () => {
    const { wall: made, person, user } = await start('cpx-research')
    const { url } = await person.offerwall.wall({ params: { id: made._id } })
    const hash = createHash('md5').update(`${user}-secret of cpx-research`).digest('hex')
    const [address, click] = url.split('&subid_1=')
    expect(address).toBe(
      'https://offers.cpx-research.com/index.php?app_id=my%20appId&ext_user_id=' +
        `${user}&secure_hash=${hash}&username=${person.username}`,
    )
    expect(click).toMatch(/^[0-9a-f-]{36}$/)
    expect(user.length).toBeLessThanOrEqual(32)
    expect((await person.user.me()).cpxHash).toBe(hash)
    expect((await (await world.user('somebody_else')).user.me()).cpxHash).not.toBe(hash)
  })

  test('Pollfish has a page of its own, and its signature stands in the profile', async () => {
    const { wall: made, person } = await start('pollfish', { keys: { apiKey: 'k-1', rewardName: 'Units' } })
    const { pollfish, url, wall: shown } = await person.offerwall.wall({ params: { id: made._id } })
    expect(url).toBe('')
    expect(shown.page).toBe('pollfish')
    expect(pollfish).toMatchObject({ apiKey: 'k-1', rewardName: 'Units', rewardConversion: '', debug: false })
    expect(pollfish?.signature).toMatch(/^[\w+/]{27}=$/)
    expect((await person.user.me()).signature).toBe(pollfish?.signature)
    await wall('pollfish', { enabled: false })
    expect((await person.user.me()).signature).toBe('')
  })

  test('a wall shows itself only to whom it is open', async () => {
    const { wall: made, person } = await start('lootably')
    const names = async () => (await person.offerwall.list()).walls.map(({ _id: id }) => id)
    expect(await names()).toContain(made._id)
    for (const change of [{ enabled: false }, { minLevel: 2 }, { countries: ['AQ'] }]) {
      await wall('lootably', change)
      expect(await names()).not.toContain(made._id)
      const opened = person.offerwall.wall({ params: { id: made._id } })
      expect(await refusal(opened)).toMatchObject({ code: 'NOT_FOUND' })
    }
  })

  test('everybody sees their own offers, by status and by page', async () => {
    const one = await start('family', { holdAbove: 1_000 })
    const other = await start('family', { holdAbove: 1_000 })
    await one.tell('credit')
    await one.tell('credit', { tx: `${one.tx}-2`, amount: '600' })
    await other.tell('credit')
    const list = (query: { status?: 'held' | 'credited' | 'charged-back'; page?: string; limit?: string } = {}) =>
      one.person.offerwall.offers({ query })
    expect(await list()).toMatchObject({ totalItems: 2, items: [{ status: 'held' }, { status: 'credited' }] })
    expect(await list({ status: 'held' })).toMatchObject({ totalItems: 1, items: [{ amount: 1_200 }] })
    expect(await list({ page: '2', limit: '1' })).toMatchObject({ totalItems: 2, items: [{ amount: 900 }] })
    expect(await list({ status: 'charged-back' })).toEqual({ totalItems: 0, items: [] })
    expect((await one.person.offerwall.offers({})).items).toMatchObject([
      { offer: 'A + & B game' },
      { offer: 'A + & B game' },
    ])
  })
})
