import { Validator } from '@seriousme/openapi-schema-validator'
import type { AxiosAdapter } from 'axios'
import { type Document, OpenAPIClientAxios } from 'openapi-client-axios'
import { expect, test } from 'vitest'
import { type Person, useWorld } from '#test/world.ts'

const world = useWorld()

const fetched = async (path: string, headers: Record<string, string> = {}) =>
  world.app.inject({ method: 'GET', url: path, headers })

/** Carries the calls of a client as a person on a device of their own. */
const as =
  (person: Person): AxiosAdapter =>
  async (config) => {
    const { url = '', baseURL = '' } = config
    const { pathname, search } = new URL(url, baseURL)
    const { status, body } = await person.raw({
      method: 'GET',
      ...(config.method === 'post' && { method: 'POST', body: JSON.parse(String(config.data)) as unknown }),
      path: pathname + search,
      headers: Object.fromEntries(
        Object.entries(config.headers.toJSON()).map(([name, value]) => [name, String(value)]),
      ),
    })
    return { status, data: body, statusText: '', headers: {}, config }
  }

test('is valid by a public validator, which finds what is broken', async () => {
  const document = (await fetched('/api/openapi.json')).json<Record<string, unknown>>()
  const validator = new Validator()
  expect(await validator.validate(structuredClone(document))).toEqual({ valid: true })
  expect(validator.version).toBe('3.1')
  const broken = { ...document, paths: { '/api/faucet': { post: { parameters: [{ name: 'x' }] } } } }
  expect(await new Validator().validate(broken)).toMatchObject({ valid: false })
})

test('a client that is generated from it claims the faucet, once', async () => {
  const alice = await world.user('alice')
  const definition = (await fetched('/api/openapi.json')).json<Document>()
  const api = await new OpenAPIClientAxios({ definition, axiosConfigDefaults: { adapter: as(alice) } }).init()
  const info = await api['faucetInfo']?.()
  expect(info?.status).toBe(200)
  const key = 'a-claim-of-a-client'
  const body = await alice.solve.claim()
  const claims = await Promise.all([1, 2].map(async () => api['faucetClaim']?.({ 'Idempotency-Key': key }, body)))
  expect(claims.map((claim) => claim?.status)).toEqual([200, 200])
  const me = await api['userMe']?.()
  expect(me?.data.user.balance).toBe(info?.data.next.total)
  const early = await api['faucetClaim']?.({}, await alice.solve.claim())
  expect([early?.status, early?.data.code]).toEqual([409, 'FAUCET_WAIT'])
  const refusals = Object.values(api.api.getOperation('faucetClaim')?.responses ?? {})
  expect(JSON.stringify(refusals)).toContain('FAUCET_WAIT')
})

test('is made once, and sent again only when it changed', async () => {
  const first = await fetched('/api/openapi.json', { 'accept-encoding': 'br' })
  expect(first.headers).toMatchObject({ 'content-encoding': 'br', 'access-control-allow-origin': '*' })
  expect(first.rawPayload.length).toBeLessThan(60_000)
  const tag = String(first.headers['etag'])
  expect((await fetched('/api/openapi.json', { 'if-none-match': tag })).statusCode).toBe(304)
  await world.settings({ site_name: 'Brook' })
  const renamed = await fetched('/api/openapi.json', { 'if-none-match': tag })
  expect(renamed.json()).toMatchObject({ info: { title: 'Brook' }, servers: [{ url: 'http://runnel.test' }] })
})

test('the page for people runs no script, and shows every call', async () => {
  const page = await fetched('/api/docs', { 'accept-encoding': 'br' })
  expect(page.statusCode).toBe(200)
  expect(page.rawPayload.length).toBeLessThan(100_000)
  const plain = await fetched('/api/docs')
  expect(plain.headers['content-security-policy']).toContain("default-src 'none'; style-src 'sha256-")
  expect(plain.body).not.toContain('<script')
  expect(plain.body.match(/<details /g)?.length).toBeGreaterThan(250)
  expect(plain.body).toContain('id="faucetClaim"')
})
