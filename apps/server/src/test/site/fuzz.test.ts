import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { contract } from '@runnel/contract'
import { queryText } from '@runnel/contract/client'
import { Failure } from '@runnel/contract/failure'
import { LOCALES } from '@runnel/contract/locale'
import type { Route } from '@runnel/contract/route'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { untranslated } from '#kernel/words/catalogue.ts'
import { type Person, useWorld } from '#test/world.ts'
import { hostileInput } from './arbitrary.ts'
import { expectForeign, expectForeignForAdmins } from './foreign-words.ts'

// Without limits, so that every case reaches the rule itself and not only the entry check.
const world = useWorld({ limits: false })
const CASES = 60
const LOCALES_FOLDER = '../../../locales'
/** The languages that have a catalogue: what is refused has words in each. */
const languages = LOCALES.map(({ tag }) => tag).filter((tag) =>
  existsSync(join(import.meta.dirname, LOCALES_FOLDER, `${tag}.po`)),
)
const inAdmins = /^(?:es|pt-BR|ru) /
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_120)

/** Every endpoint, fuzzed from its own contract: never a 5xx, never a stack trace, always the envelope. */
describe('bad input', () => {
  const routes: [string, Route][] = Object.entries(contract).flatMap(([feature, endpoints]) =>
    Object.entries(endpoints).map(([endpoint, route]): [string, Route] => [`${feature}.${endpoint}`, route]),
  )

  const isSpoken = ({ kind }: Route): boolean => kind !== 'events' && kind !== 'raw' && kind !== 'upload'
  test.each(routes.filter(([, route]) => isSpoken(route)))('%s', async (_name, route) => {
    // New sessions for each endpoint: some endpoints end the session that they are called with.
    const people: Person[] = [await world.user('fuzz_user'), await world.owner()]
    const said = new Set<string>()
    const part = (schema: z.core.$ZodType | undefined) =>
      schema === undefined ? fc.constant({}) : hostileInput(schema)
    const request = fc.record({
      params: part(route.params),
      query: part(route.query),
      body: route.body === undefined ? fc.constant(undefined) : hostileInput(route.body),
      who: fc.constantFrom(...people.keys()),
      language: fc.constantFrom(...languages),
      key: fc.constantFrom(undefined, 'fuzz-key-1', '', '💧', 'x'.repeat(300)),
    })
    await fc.assert(
      fc.asyncProperty(request, async ({ params, query, body, who, language, key }) => {
        const path = hostilePath(route.path, asFields(params)) + queryText(asFields(query))
        const ask = (asked: string) =>
          people[who]?.raw({
            method: route.method,
            path: safePath(path),
            headers: {
              'accept-language': asked,
              ...(key === undefined ? {} : { 'idempotency-key': encodeURIComponent(key) }),
            },
            ...(body === undefined
              ? {}
              : { body: typeof body === 'object' && body !== null ? body : JSON.stringify(body) }),
          })
        const answer = await ask(language)
        const status = answer?.status ?? 500
        expect(status, `seed ${SEED} ${route.method} ${path} ${JSON.stringify(answer?.body)}`).toBeLessThan(500)
        if (status < 400) return
        expect(z.safeParse(Failure, answer?.body).success, JSON.stringify(answer?.body)).toBe(true)
        expect(JSON.stringify(answer?.body)).not.toMatch(/\bat \S+ \(|node:internal|\.ts:\d+|\\u001e/)
        // The admin area is translated into these, and in English elsewhere.
        expect([...untranslated].filter((missing) => !missing.includes(' owner.') || inAdmins.test(missing))).toEqual(
          [],
        )
        const place = placeOf(answer?.body)
        if (said.has(place)) return
        said.add(place)
        // What is refused changes nothing, so that it is refused once more in each language.
        await world.db.raw('UPDATE users SET locale = NULL')
        const about = `seed ${SEED} ${route.method} ${path} ${place}`
        const bodies: Record<string, unknown> = {}
        // The admin area is translated into fewer languages.
        const shape = route.access === 'admin' ? adminWordings : wordings
        for (const tag of Object.keys(shape.shape)) bodies[tag] = (await ask(tag))?.body
        if (!Object.values(bodies).every((each) => placeOf(each) === place)) return
        if (route.access === 'admin') expectForeignForAdmins(z.parse(adminWordings, bodies), about)
        else expectForeign(z.parse(wordings, bodies), about)
      }),
      { numRuns: CASES, seed: SEED },
    )
  })

  test.each(routes.filter(([, { kind }]) => kind === 'raw'))('%s, called by a stranger', async (_name, route) => {
    // Set up, so that every case reaches the reading of it; nobody listens there.
    const nowhere = 'http://127.0.0.1:1'
    await world.settings({
      deposit_btcpay_url: nowhere,
      deposit_btcpay_store: 'Store',
      deposit_btcpay_key: 'key',
      deposit_btcpay_webhook_secret: 'secret',
      deposit_nowpayments_url: nowhere,
      deposit_nowpayments_key: 'key',
      deposit_nowpayments_ipn_secret: 'secret',
      deposit_faucetpay_username: 'merchant',
    })
    await fc.assert(
      fc.asyncProperty(strangeCall(route), async ({ params, query, body, headers }) => {
        const url = `${safePath(hostilePath(route.path, asFields(params)))}${query}`
        const { method } = route
        const answer = await world.app.inject({ method, url, payload: Buffer.from(body), headers })
        const said = `seed ${SEED} ${url} ${answer.statusCode} ${answer.body}`
        // Plain words for who speaks to a processor's address, the envelope for everybody else.
        if (['OK', 'Refused', 'Later'].includes(answer.body)) expect([200, 403, 503], said).toContain(answer.statusCode)
        else expect(z.safeParse(Failure, answer.json()).success && answer.statusCode < 500, said).toBe(true)
      }),
      { numRuns: 5 * CASES, seed: SEED },
    )
    await world.settings({ deposit_btcpay_url: '', deposit_nowpayments_key: '', deposit_faucetpay_username: '' })
  })

  test.each(routes.filter(([, { kind }]) => kind === 'upload'))('%s, sent what is no image', async (_name, route) => {
    const person = await world.user('fuzz_user')
    await fc.assert(
      fc.asyncProperty(strangeForm(route), async ({ params, body, headers }) => {
        const path = safePath(hostilePath(route.path, asFields(params)))
        const { status, body: said } = await person.raw({ method: route.method, path, body, headers })
        const words = `seed ${SEED} ${path} ${status} ${JSON.stringify(said)}`
        expect(status >= 400 && status < 500 && z.safeParse(Failure, said).success, words).toBe(true)
      }),
      { numRuns: CASES, seed: SEED },
    )
  })

  test.each([
    ['no JSON', '{"a":', 'application/json'],
    ['an array', '[]', 'application/json'],
    ['a number', '5', 'application/json'],
    ['nothing', '', 'application/json'],
    ['a form', 'a=b', 'application/x-www-form-urlencoded'],
    ['too much', `{"a":"${'x'.repeat(200_000)}"}`, 'application/json'],
    ['a poisoned prototype', '{"__proto__":{"x":1},"login":"a"}', 'application/json'],
  ])('a body that is %s', async (_name, payload, contentType) => {
    const response = await world.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload,
      headers: { 'content-type': contentType },
    })
    expect(response.statusCode).toBeGreaterThanOrEqual(400)
    expect(response.statusCode).toBeLessThan(500)
    expect(z.safeParse(Failure, response.json()).success).toBe(true)
  })

  test('an unknown address and a wrong method are 404 in the envelope', async () => {
    for (const [method, path] of [
      ['GET', '/api/nothing'],
      ['DELETE', '/api/faucet'],
    ] as const) {
      const answer = await world.guest().raw({ method, path })
      expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    }
  })
})

const wordings = z.object({ en: Failure, tr: Failure, ar: Failure })
const adminWordings = z.extend(wordings, { es: Failure, 'pt-BR': Failure, ru: Failure })

/** The code of a refusal and the fields that it names. */
const placeOf = (body: unknown): string => {
  const { data } = z.safeParse(Failure, body)
  return data === undefined ? '' : [data.code, ...Object.keys(data.errors ?? {})].join(' ')
}

/** Fills a path as an attacker does: also with nothing, which makes it the path of another call. */
const hostilePath = (path: string, params: Readonly<Record<string, unknown>>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')))

/** Bytes, or texts that look like a notice, under headers that look like a provider's. */
const strangeCall = (route: Route) => {
  const named = route.params === undefined ? fc.constant({}) : hostileInput(route.params)
  const processor = fc.constantFrom('sandbox', 'btcpay', 'nowpayments', 'faucetpay')
  const text = fc.oneof(
    fc.json(),
    fc.string({ unit: 'binary' }).map((token) => `token=${token}&custom=${token}`),
    fc.constantFrom(
      'token=abcdef',
      'token=abcdef&custom=x',
      '{"payment_id":1}',
      '['.repeat(50_000),
      'x'.repeat(200_000),
    ),
  )
  const signature = fc.constantFrom('', 'sha256=', 'sha256=00', 'ff'.repeat(64), '\u00ff')
  const type = fc.constantFrom('application/json', 'application/x-www-form-urlencoded', 'multipart/form-data', 'x', '')
  return fc.record({
    params: fc.oneof(named, fc.record({ processor })),
    query: fc.constantFrom('', '?', '?deposit=', '?deposit=%00', '?deposit=%ff&deposit=1', '?__proto__=1'),
    body: fc.oneof(
      fc.uint8Array({ maxLength: 500 }),
      text.map((words) => Buffer.from(words)),
    ),
    headers: fc.record({ 'content-type': type, 'btcpay-sig': signature, 'x-nowpayments-sig': signature }),
  })
}

/** Bytes that are no image, though some begin as one, in forms that are mostly whole. */
const strangeForm = (route: Route) => {
  const starts = [
    '',
    '\x89PNG\r\n\x1a\n',
    '\xff\xd8\xff\xe1',
    'GIF89a',
    'RIFF\0\0\0\0WEBPVP8 ',
    '<svg',
    'PK\x03\x04',
    '%PDF',
  ]
  const file = fc
    .tuple(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 300 }))
    .map(([start, rest]) => Buffer.concat([Buffer.from(start, 'latin1'), rest]))
  const head = fc.constantFrom('name="image"; filename="a.png"', 'name="image"', 'name="x"; filename="a"', 'name=', '')
  const form = fc.tuple(head, file, fc.constantFrom('\r\n--b--', '--b--', '')).map(([named, bytes, end]) => {
    const start = `--b\r\nContent-Disposition: form-data; ${named}\r\nContent-Type: image/png\r\n\r\n`
    return Buffer.concat([Buffer.from(start), bytes, Buffer.from(end)])
  })
  const type = fc.constantFrom(
    'multipart/form-data; boundary=b',
    'multipart/form-data',
    'image/png',
    'application/json',
  )
  return fc.record({
    params: route.params === undefined ? fc.constant({}) : hostileInput(route.params),
    body: form,
    headers: fc.record({ 'content-type': type }),
  })
}

const asFields = (value: unknown): Record<string, string> =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, field]) => [name, asText(field)]))
    : {}

const asText = (value: unknown): string =>
  typeof value === 'string' ? value.toWellFormed() : (JSON.stringify(value) ?? '')

/** The test's transport refuses paths that no socket could carry; the rest goes out as it is. */
const safePath = (path: string): string => path.replace(/[^\x21-\x7e]/g, encodeURIComponent)
