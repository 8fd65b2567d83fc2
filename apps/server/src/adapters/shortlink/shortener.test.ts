import type { LinkApi } from '@runnel/contract/admin/link'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHttp } from '#adapters/deposit/http.ts'
import { inEnglish, renderAll } from '#kernel/words/render.ts'
import { startShortlinks } from '#test/fakes/shortlinks.ts'
import { localHttp } from '#test/local-http.ts'
import { createShortener } from './shortener.ts'

const TARGET = 'https://site.test/app/link/AAAAAAAAAAAAAAAAAAAAAA'
let fake: Awaited<ReturnType<typeof startShortlinks>>
beforeAll(async () => {
  fake = await startShortlinks()
})
afterAll(() => fake.close())

const { shorten, problem } = createShortener({ http: localHttp(), isProduction: false, isDemo: false })
const paths = { adlinkfly: '/api', cuty: '/full', ouo: '/ouo', shortest: '/v1/data/url' } as const
type Called = keyof typeof paths
const called: Called[] = ['adlinkfly', 'cuty', 'ouo', 'shortest']
const provider = (api: Called, apiKey = fake.apiKey) => ({ api, apiUrl: `${fake.url}${paths[api]}`, apiKey })

describe.each(called)('%s', (api) => {
  test('gives a short address that leads to the target', async () => {
    const said = await shorten(provider(api), TARGET)
    expect(said).toEqual({ kind: 'ok', url: expect.stringContaining('https://short.test/') })
    expect(fake.targets.get(said.kind === 'ok' ? said.url : '')).toBe(TARGET)
    expect(await shorten(provider(api), TARGET), 'the same again is the same').toEqual(said)
  })

  test('says why not, without the key', async () => {
    const said = await shorten(provider(api, 'a wrong/key'), TARGET)
    expect(said.kind).not.toBe('ok')
    expect(JSON.stringify(said)).not.toMatch(/a wrong|a%20wrong/)
  })

  test.each(['fails before', 'hangs', 'drops after', 'too long', 'redirects'] as const)('%s', async (fault) => {
    fake.failNext(fault)
    expect(await shorten(provider(api), TARGET)).toMatchObject({ kind: 'unreachable' })
  })

  test.each([
    ['nothing', ''],
    ['a page', '<html>Maintenance</html>'],
    ['a list', '[]'],
    ['an address that no browser should open', 'javascript:alert(1)'],
    ['null', 'null'],
    ['several addresses', 'https://short.test/a https://short.test/b'],
    ['a name and a word', 'https://user:word@short.test/a'],
    ['no end', `https://short.test/${'a'.repeat(3_000)}`],
    ['another shape', '{"shortenedUrl":5,"data":{"short_url":null},"status":true}'],
  ])('takes %s for no address', async (_name, body) => {
    const shapes = { shortenedUrl: body, data: { short_url: body } }
    fake.say({ status: 200, body }, { status: 200, body: api === 'ouo' ? body : shapes })
    expect((await shorten(provider(api), TARGET)).kind).toBe('unreachable')
    expect((await shorten(provider(api), TARGET)).kind).toBe('unreachable')
  })
})

test('nobody answers at all', async () => {
  const gone = await startShortlinks()
  await gone.close()
  const said = await shorten({ api: 'adlinkfly', apiUrl: gone.api, apiKey: 'k' }, TARGET)
  expect(renderAll(said, 'en')).toEqual({
    kind: 'unreachable',
    reason: 'No response from the provider (no-connection).',
  })
})

test("a reason is one bounded line, without the visit's secret", async () => {
  const message = `Bad URL ${TARGET}\n${'x'.repeat(1_000)}`
  fake.say({ status: 200, body: { status: 'error', message, shortenedUrl: '' } })
  const said = await shorten(provider('adlinkfly'), TARGET)
  expect(renderAll(said, 'en')).toMatchObject({
    kind: 'refused',
    reason: expect.stringMatching(/^The provider refused: Bad URL /),
  })
  if (said.kind === 'ok') throw new Error('it was refused')
  expect(said.reason).not.toContain('AAAAAAAAAAAAAAAAAAAAAA')
  expect(said.reason).not.toContain('\n')
  expect(inEnglish(said.reason).length).toBeLessThanOrEqual(250)
})

describe('what may be set up', () => {
  const sites = {
    production: createShortener({ http: createHttp(), isProduction: true, isDemo: false }),
    // As `npm run demo` starts it: the demonstration runs as a site in production.
    demo: createShortener({ http: localHttp(), isProduction: true, isDemo: true }),
    demoInDevelopment: createShortener({ http: localHttp(), isProduction: false, isDemo: true }),
  }
  const allowed = (site: { problem: typeof problem }, api: LinkApi, apiUrl = ''): boolean =>
    site.problem({ api, apiUrl }) === null

  test('in production only what is reached over TLS, and no sandbox', async () => {
    expect(allowed(sites.production, 'adlinkfly', 'https://exe.io/api')).toBe(true)
    expect(allowed(sites.production, 'adlinkfly', fake.api)).toBe(false)
    expect(allowed(sites.production, 'sandbox')).toBe(false)
    expect(await sites.production.shorten({ api: 'sandbox', apiUrl: '', apiKey: '' }, TARGET)).toMatchObject({
      kind: 'refused',
    })
    const before = fake.got.length
    expect((await sites.production.shorten(provider('adlinkfly'), TARGET)).kind).toBe('refused')
    expect(fake.got).toHaveLength(before)
  })

  test('the common script has no address of its own, the others do', () => {
    expect(called.map((api) => allowed({ problem }, api))).toEqual([false, true, true, true])
  })

  test.each(['demo', 'demoInDevelopment'] as const)('%s calls nobody and has the sandbox', async (name) => {
    const demo = sites[name]
    expect(called.map((api) => allowed(demo, api, 'https://exe.io/api'))).toEqual(called.map(() => false))
    expect(allowed(demo, 'sandbox')).toBe(true)
    const said = await demo.shorten({ api: 'sandbox', apiUrl: '', apiKey: '' }, TARGET)
    expect(said).toEqual({ kind: 'ok', url: TARGET })
  })

  test('the sandbox leads straight to the target', async () => {
    const said = await shorten({ api: 'sandbox', apiUrl: '', apiKey: '' }, TARGET)
    expect(said).toEqual({ kind: 'ok', url: TARGET })
  })
})
