import { readdirSync, readFileSync } from 'node:fs'
import { providerSources } from '@runnel/contract/admin/provider-sources'
import { OfferApi } from '@runnel/contract/earn/offer'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createHttp, type Http, type HttpAnswer, type HttpRequest } from '#adapters/deposit/http.ts'
import { createOfferFeeds } from './feeds.ts'
import type { OfferSource } from './offers.ts'

/** What vendors print of their APIs; each file says what of it is the vendor's and what is ours. */
const Fixture = z.strictObject({
  api: OfferApi,
  /** Whether an answer is printed by the vendor, or only by those who read it. */
  by: z.enum(['vendor', 'public code']),
  sources: z.array(z.url()).check(z.minLength(1)),
  note: z.string(),
  keys: z.record(z.string(), z.string()),
  apiKey: z.optional(z.string()),
  userHash: z.optional(z.string()),
  request: z.strictObject({
    method: z.string(),
    url: z.string(),
    headers: z.record(z.string(), z.string()),
    body: z.optional(z.unknown()),
  }),
  answer: z.string(),
  offers: z.array(
    z.strictObject({
      id: z.string(),
      title: z.string(),
      amount: z.string(),
      usd: z.optional(z.string()),
      minutes: z.nullable(z.int()),
      devices: z.array(z.string()),
      steps: z.array(z.string()),
      /** What the vendor wants known before; unset: not looked at. */
      terms: z.optional(z.record(z.string(), z.unknown())),
    }),
  ),
  errors: z.array(z.string()),
})
const folder = new URL('../../test/fixtures/offers/', import.meta.url)
const fixtures = readdirSync(folder).map((file) =>
  z.parse(Fixture, JSON.parse(readFileSync(new URL(file, folder), 'utf8'))),
)
type Fixture = (typeof fixtures)[number]

const answered = (text: string, status = 200): HttpAnswer => ({ kind: 'answered', status, text })
const scripted = (answer: (request: HttpRequest) => HttpAnswer | Promise<HttpAnswer>) => {
  const asked: HttpRequest[] = []
  const http: Http = {
    addressProblem: () => null,
    call: async (request) => {
      asked.push(request)
      return answer(request)
    },
  }
  return { asked, feeds: createOfferFeeds({ http, isDemo: false }) }
}
const sourceOf = (fixture: Fixture, changes: Partial<OfferSource> = {}): OfferSource => ({
  wallId: 'w',
  api: fixture.api,
  apiUrl: '',
  keys: fixture.keys,
  apiKey: fixture.apiKey ?? '',
  userId: '1001',
  userHash: fixture.userHash ?? '',
  ip: '203.0.113.7',
  userAgent: 'Mozilla/5.0 (Linux; Android 15)',
  device: 'android',
  ...changes,
})

test('every API has an answer that its vendor prints, or is marked as unverified', () => {
  expect(fixtures.map(({ api }) => api).toSorted()).toEqual([...OfferApi.options].toSorted())
  for (const { api, by, sources } of fixtures) {
    expect(providerSources.offers[api], api).toEqual(by === 'vendor' ? sources : [])
  }
  const verified = fixtures.filter(({ by }) => by === 'vendor')
  console.info(`offer APIs: ${verified.length} checked against their vendor, ${fixtures.length - verified.length} not`)
})

describe.each(fixtures.map((fixture) => [fixture.api, fixture] as const))('%s', (_api, fixture) => {
  test('is asked as its vendor documents, and its answer reads as printed', async () => {
    const { asked, feeds } = scripted(() => answered(fixture.answer))
    const said = await feeds.list(sourceOf(fixture))
    const [request] = asked
    const { body, ...rest } = fixture.request
    expect({ headers: {}, ...request }).toMatchObject(rest)
    expect(request?.body === undefined ? undefined : JSON.parse(String(request.body))).toEqual(body)
    if (said.kind !== 'ok') throw new Error(said.reason)
    const read = said.offers.map(({ id, title, amount, usd, minutes, devices, steps }) => ({
      id,
      title,
      amount,
      minutes,
      devices,
      ...(usd !== undefined && { usd }),
      steps: steps.map(({ name }) => name),
    }))
    expect(read).toEqual(fixture.offers.map(({ terms: _terms, ...offer }) => offer))
    for (const { id, terms } of fixture.offers) {
      if (terms !== undefined) expect(said.offers.find((offer) => offer.id === id)).toMatchObject(terms)
    }
    for (const offer of said.offers) expect(offer.url).toMatch(/^https:/)
    expect(JSON.stringify(said)).not.toMatch(/<b>|<br>/)
  })

  test.each([
    ...fixture.errors,
    '',
    'null',
    '[]',
    '<html>',
    '{"data":{"offers":{}},"status":"success"}',
    '{"surveys":5}',
  ])('an error or nonsense is a failure without the vendor’s words: %s', async (text) => {
    const { feeds } = scripted(() => answered(text))
    const said = await feeds.list(sourceOf(fixture))
    expect(said.kind).toBe('failed')
    expect(JSON.stringify(said)).not.toMatch(/vpn|adslot|secure_hash|Invalid/)
  })

  test('rows of any other shape are left out and make nothing fail', async () => {
    const bad = [null, 5, 'text', [], {}, { id: null }, { id: 'x'.repeat(500), name: [], title: {}, url: 7 }]
    const bodies = {
      bitlabs: { data: { offers: bad } },
      ayet: { status: 'success', offerwall: { offers: bad } },
      cpx: { status: 'success', surveys: bad },
      bitcotasks: { status: '200', data: bad },
      lootably: { success: true, data: { offers: bad } },
    }
    const { feeds } = scripted(() => answered(JSON.stringify(bodies[fixture.api])))
    expect(await feeds.list(sourceOf(fixture))).toEqual({ kind: 'ok', offers: [] })
  })

  test('neither key nor user stands in a failure', async () => {
    for (const status of [401, 500]) {
      const { feeds } = scripted((request) => answered(JSON.stringify(request), status))
      const said = JSON.stringify(await feeds.list(sourceOf(fixture, { apiKey: 'very-secret-key' })))
      expect(said).toContain(String(status))
      expect(said).not.toMatch(/very-secret-key|1001|app-token|API_KEY/)
    }
  })
})

const [any] = fixtures
const one = (): Fixture => {
  if (any === undefined) throw new Error('there are fixtures')
  return any
}

test('an answer is kept for its user, device and key, and asked for once by many at the same time', async () => {
  const { asked, feeds } = scripted(() => answered(one().answer))
  await Promise.all(Array.from({ length: 20 }, () => feeds.list(sourceOf(one()))))
  expect(asked).toHaveLength(1)
  for (const change of [{ userId: '1002' }, { device: 'ios' as const }, { apiKey: 'new' }, { wallId: 'v' }]) {
    await feeds.list(sourceOf(one(), change))
  }
  expect(asked).toHaveLength(5)
})

test('a click goes along with the parameter of its vendor, or by asking for the one offer', async () => {
  const opened = await Promise.all(
    fixtures.map(async (fixture) => {
      const { asked, feeds } = scripted(() => answered(fixture.answer))
      const { id = '' } = fixture.offers[0] ?? {}
      const said = await feeds.open(sourceOf(fixture), id, 'click-1')
      const last = asked.at(-1)?.url ?? ''
      return [
        fixture.api,
        said.kind === 'ok' ? new URL(said.url).searchParams : said.kind,
        new URL(last).searchParams,
      ] as const
    }),
  )
  const of = (api: string) => opened.find(([name]) => name === api)
  expect(of('ayet')?.[1]).toMatchObject(new URLSearchParams({ external_identifier: '1001', custom_1: 'click-1' }))
  expect(String(of('cpx')?.[1])).toContain('subid_1=click-1')
  expect(of('bitlabs')?.[2].get('tags')).toBe('click_id=click-1')
  expect(of('bitlabs')?.[2].get('offer_ids')).toBe('698523')
  for (const api of ['bitcotasks', 'lootably']) expect(String(of(api)?.[1])).not.toContain('click-1')
})

test('an offer that is not in the list any more is gone', async () => {
  const { feeds } = scripted(() => answered(one().answer))
  expect(await feeds.open(sourceOf(one()), 'unknown', 'c')).toEqual({ kind: 'gone' })
})

test('private networks and plain http are refused as everywhere, and the demonstration calls nobody', async () => {
  const feeds = createOfferFeeds({ http: createHttp(), isDemo: false })
  expect(feeds.problem('')).toBeNull()
  expect(feeds.problem('https://api.example/offers')).toBeNull()
  expect(feeds.problem('http://api.example/offers')).not.toBeNull()
  expect(feeds.problem('https://user:word@api.example')).not.toBeNull()
  for (const apiUrl of ['https://127.0.0.1/offers', 'https://169.254.169.254/latest', 'http://10.0.0.1/']) {
    expect((await feeds.list(sourceOf(one(), { apiUrl }))).kind).toBe('failed')
  }
  const { asked } = scripted(() => answered(''))
  const demo = createOfferFeeds({ http: createHttp(), isDemo: true })
  expect((await demo.list(sourceOf(one()))).kind).toBe('failed')
  expect(asked).toEqual([])
})
