import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { inEnglish } from '#kernel/words/render.ts'
import { scriptError, startShortlinks } from '#test/fakes/shortlinks.ts'
import { linking } from '#test/features/linking.ts'
import { refusedAs } from '#test/features/viewing.ts'
import { type Person, useWorld } from '#test/world.ts'

const world = useWorld({ connections: 30, limits: false })
let fake: Awaited<ReturnType<typeof startShortlinks>>
beforeAll(async () => {
  fake = await startShortlinks()
})
afterAll(() => fake.close())
const { someone, onlyLink, open, verify, visit, addLink } = linking(world, () => fake)

const rowsOf = async (person: Person) =>
  (await world.db.raw('SELECT status FROM link_visits WHERE user_id = $1 ORDER BY id', [person.id])).map(
    ({ status }) => status,
  )
const providerOf = (id: string) =>
  world.db.read.selectFrom('link_providers').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('opening', () => {
  test('gives a short address, a value for the tab, and an hour from the moment of the answer', async () => {
    const { _id: id } = await onlyLink()
    const ann = await someone()
    const answer = await ann.link.open({ params: { id } })
    expect(answer.result).toMatch(/^https:\/\/short\.test\//)
    expect(Buffer.from(answer.vt, 'base64url')).toHaveLength(16)
    expect(answer.expiresAt).toBe(new Date(world.clock.now().getTime() + 3_600_000).toISOString())
    expect(await rowsOf(ann)).toEqual(['open'])
  })

  test('is refused for a link that is unknown, off, removed or for other countries', async () => {
    const ann = await someone()
    const openIt = (id: string) => ann.link.open({ params: { id } })
    const owner = await world.owner()
    const { _id: elsewhere } = await onlyLink({ countries: ['NZ'] })
    const { _id: off } = await addLink({ enabled: false })
    const { _id: gone } = await addLink()
    await owner.admin.removeLink({ params: { id: gone } })
    for (const id of [ann.id, off, gone]) {
      await expect(openIt(id)).rejects.toMatchObject(refusedAs(404, 'LINK_UNKNOWN'))
    }
    await expect(openIt(elsewhere)).rejects.toMatchObject(refusedAs(409, 'LINK_NOT_FOR_YOU'))
    expect(await rowsOf(ann)).toEqual([])
  })

  test('is refused while the user has to wait', async () => {
    const { _id: id } = await onlyLink()
    const ann = await someone()
    const until = new Date(world.clock.now().getTime() + 30_000)
    await world.db.raw('UPDATE users SET cooldown_until = $2 WHERE id = $1', [ann.id, until])
    await expect(ann.link.open({ params: { id } })).rejects.toMatchObject(refusedAs(429, 'COOLDOWN'))
  })

  test('twice at once leaves one open visit', async () => {
    const { _id: id } = await onlyLink()
    const ann = await someone()
    const opened = await Promise.allSettled(Array.from({ length: 10 }, () => open(ann, id)))
    const statuses = await rowsOf(ann)
    expect(statuses.filter((status) => status === 'open')).toHaveLength(1)
    expect(statuses.filter((status) => status === 'void')).toHaveLength(9)
    for (const result of opened) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject(refusedAs(409, 'LINK_OPENED_AGAIN'))
    }
    world.clock.turn(40)
    const given = opened.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    const ends = await Promise.allSettled(given.map((one) => verify(ann, one)))
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

describe('a provider that fails', () => {
  const failures: [string, () => void, RegExp][] = [
    ['with a word', () => fake.say(scriptError('Invalid API token')), /refused: Invalid API token$/],
    ['with a list of words', () => fake.say(scriptError(['No.', 'Never.'])), /refused: No\. Never\.$/],
    ['with 500', () => fake.failNext('fails before'), /answered 500/],
    ['by hanging', () => fake.failNext('hangs'), /^No response from the provider \(timeout\)/],
    ['by dropping the connection', () => fake.failNext('drops after'), /^No response from the provider/],
    ['by saying too much', () => fake.failNext('too long'), /more than 1 MB/],
    ['by sending us elsewhere', () => fake.failNext('redirects'), /answered 302/],
    ['with no JSON', () => fake.say({ status: 200, body: '<h1>Welcome</h1>' }), /answered 200$/],
    [
      'with no address',
      () => fake.say({ status: 200, body: { status: 'success', shortenedUrl: 'javascript:1' } }),
      /200/,
    ],
    [
      'by giving our own address back',
      () => fake.say({ status: 200, body: { status: 'success', shortenedUrl: 'http://runnel.test/app/link/x' } }),
      /our own URL/,
    ],
  ]
  test.each(failures)('%s: said so, and it costs no visit of the day', async (_name, fail, reason) => {
    const { _id: id, name } = await onlyLink({ maxView: 1 })
    const ann = await someone()
    fail()
    await expect(open(ann, id)).rejects.toMatchObject({
      status: 503,
      failure: { code: 'LINK_UNREACHABLE', msg: expect.stringContaining(name) },
    })
    expect(await rowsOf(ann)).toEqual(['failed'])
    const { failures: count, last_error: said } = await providerOf(id)
    const error = inEnglish(said ?? '')
    expect(count).toBe(1)
    expect(error).toMatch(reason)
    expect((await visit(ann, id)).status, 'and the next try works').toBe('paid')
    expect(await providerOf(id)).toMatchObject({ failures: 0, last_error: null })
  })

  test('keeps neither the key nor a secret in what it said', async () => {
    const { _id: id } = await onlyLink()
    const ann = await someone()
    fake.say({ status: 403, body: { message: `no access for ${fake.apiKey}` } })
    await expect(open(ann, id)).rejects.toMatchObject({ status: 503 })
    expect(inEnglish((await providerOf(id)).last_error ?? '')).toBe('The provider answered 403: no access for …')
  })
})

describe('the breaker', () => {
  beforeEach(() => world.clock.set('2026-03-10T09:00:00.000Z'))
  const fail = async (person: Person, id: string, times: number): Promise<void> => {
    for (let count = 0; count < times; count += 1) {
      fake.failNext('fails before')
      await expect(open(person, id)).rejects.toMatchObject({ status: 503 })
    }
  }

  test('takes a provider out after three failures in a row: 5 minutes, doubling up to an hour', async () => {
    const { _id: id } = await onlyLink()
    const ann = await someone()
    await fail(ann, id, 2)
    expect((await ann.link.list()).links[0]?.closed).toBeNull()
    await fail(ann, id, 1)
    for (const seconds of [300, 600, 1_200, 2_400, 3_600, 3_600]) {
      const asked = fake.got.length
      await expect(open(ann, id)).rejects.toMatchObject({
        status: 409,
        failure: { code: 'LINK_CLOSED', retryAfter: seconds },
      })
      expect(fake.got.length, 'nobody asks it meanwhile').toBe(asked)
      const { links, linkCount } = await ann.link.list()
      expect(links[0]?.closed).toMatch(/^This shortlink isn’t responding\. It will be retried in /)
      expect(linkCount).toBe(0)
      world.clock.turn(seconds)
      await fail(ann, id, 1)
    }
    world.clock.turn(3_600)
    await open(ann, id)
    expect(await providerOf(id)).toMatchObject({ failures: 0, out_until: null, last_error: null })
  })

  test('forgets failures that were not in a row', async () => {
    const { _id: id } = await onlyLink()
    const ann = await someone()
    await fail(ann, id, 2)
    await open(ann, id)
    await fail(ann, id, 2)
    expect((await providerOf(id)).out_until).toBeNull()
  })

  test('counts an outage once, however many visitors meet it at the same time', async () => {
    const { _id: id } = await onlyLink()
    const people = await Promise.all(Array.from({ length: 12 }, () => someone()))
    fake.failNext(...people.map(() => 'hangs' as const))
    await Promise.allSettled(people.map((person) => open(person, id)))
    const { failures, out_until: until } = await providerOf(id)
    expect({ failures, until }).toEqual({ failures: 3, until: new Date(world.clock.now().getTime() + 300_000) })
  })

  test("is closed by the owner's test that succeeds, and not by one that fails", async () => {
    const { _id: id } = await onlyLink()
    const ann = await someone()
    await fail(ann, id, 3)
    const owner = await world.owner()
    fake.say(scriptError('Upgrade your plan.'))
    expect(await owner.admin.testLink({ params: { id } })).toMatchObject({
      ok: false,
      result: null,
      msg: 'The provider refused: Upgrade your plan.',
    })
    const [link] = (await owner.admin.links()).links.filter(({ _id }) => _id === id)
    expect(link).toMatchObject({
      outUntil: '2026-03-10T09:05:00.000Z',
      lastError: 'The provider refused: Upgrade your plan.',
    })
    const tested = await owner.admin.testLink({ params: { id } })
    expect(tested).toMatchObject({ ok: true, result: expect.stringContaining('https://short.test/') })
    expect((await ann.link.list()).links[0]?.closed).toBeNull()
    await open(ann, id)
  })
})

test('a hanging provider holds no transaction and no connection', async () => {
  const { _id: id } = await onlyLink()
  const ann = await someone()
  const before = fake.got.length
  const giveUp = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(giveUp.signal)
  fake.failNext('stays silent')
  const opening = open(ann, id)
  await expect.poll(() => fake.got.length > before && world.db.connections().busy).toBe(0)
  giveUp.abort(new Error('not in time'))
  await expect(opening).rejects.toMatchObject({ status: 503 })
})
