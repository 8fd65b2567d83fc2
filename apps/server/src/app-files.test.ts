import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { LOCALES } from '@runnel/contract/locale'
import { afterAll, expect, test } from 'vitest'
import { openWorld, useWorld } from '#test/world.ts'

/** As much of a built site as the server asks for. */
const site = {
  'secret.txt': 'beside the site',
  'client/index.html':
    '<html lang="en" data-mode="light"><title>Runnel</title><template id="application"><!--page--></template>',
  'client/csp.json': '{"scriptHashes":[]}',
  'client/preloads.json': '{"/app/faucet":["assets/page-0123.js","assets/page-4567.css"]}',
  'client/locales.json': '{"es":"es-89ab"}',
  'client/.vite/manifest.json': '{}',
  'client/assets/page-0123.js': 'let page',
  'client/assets/page-0123.js.br': 'let page, in brotli',
  'client/assets/note-0123.js': 'nothing to say',
  'client/assets/es-89ab/page-0123.js': 'la página',
  'client/contact.js': 'let contact',
  'client/promo/728x90.svg': '<svg></svg>',
  'public/frame.js': 'export const framedPaths = []',
  'public/render.js': `export const publicPaths = ['/', '/contact'], inlineScriptHashes = []
    export const renderPublicPage = async ({ path, locale }) => ({ status: 200, html: path + ' in ' + locale })`,
}

const webDist = mkdtempSync(join(tmpdir(), 'runnel-site-'))
for (const [path, text] of Object.entries(site)) {
  mkdirSync(dirname(join(webDist, path)), { recursive: true })
  writeFileSync(join(webDist, path), text)
}
afterAll(() => rmSync(webDist, { recursive: true, force: true }))

const world = useWorld({ webDist })

const ask = (url: string, headers: Record<string, string> = {}) => world.app.inject({ url, headers })

test('a file of the build is sent as small as the browser takes it, and kept as long as its name says', async () => {
  const plain = await ask('/assets/page-0123.js')
  expect(plain).toMatchObject({ statusCode: 200, body: 'let page' })
  expect(plain.headers['content-type']).toMatch('javascript')
  expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  const small = await ask('/assets/page-0123.js', { 'accept-encoding': 'gzip, br' })
  expect(small).toMatchObject({ statusCode: 200, body: 'let page, in brotli' })
  expect(small.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
  expect(small.headers['content-type']).toMatch('javascript')
  expect((await ask('/contact.js')).headers['cache-control']).toBe('no-cache')
  expect((await ask('/promo/728x90.svg')).headers['cross-origin-resource-policy']).toBe('cross-origin')
})

test('each language has its own scripts, and what says nothing is the same for all', async () => {
  expect((await ask('/assets/es-89ab/page-0123.js')).body).toBe('la página')
  const common = await ask('/assets/es-89ab/note-0123.js')
  expect(common).toMatchObject({ statusCode: 200, body: 'nothing to say' })
  expect(common.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  // Of a build that is gone: nobody may be given scripts of two builds.
  expect((await ask('/assets/es-0000/note-0123.js')).statusCode).toBe(404)
})

test('a page of the application comes in the language that the browser chose or else asks for', async () => {
  const page = { accept: 'text/html' }
  const english = await ask('/app/faucet', page)
  expect(english.body).toMatch('<html lang="en"')
  expect(english.body).toMatch('href="/assets/page-0123.js"')
  expect(english.headers).toMatchObject({ 'content-language': 'en', vary: 'accept-encoding, accept-language, cookie' })
  const spanish = await ask('/app/faucet', { ...page, 'accept-language': 'es-MX, en;q=0.5' })
  expect(spanish.body).toMatch('<html lang="es" dir="ltr"')
  expect(spanish.body).toMatch('href="/assets/es-89ab/page-0123.js"')
  expect(spanish.body).toMatch('href="/assets/page-4567.css"')
  expect(spanish.headers['content-language']).toBe('es')
  const chosen = await ask('/app/faucet', { ...page, 'accept-language': 'es', cookie: 'locale=en' })
  expect(chosen.body).toBe(english.body)
})

test('a file that a browser has already is not sent again, and its head may be asked for alone', async () => {
  const { etag } = (await ask('/contact.js')).headers
  const again = await ask('/contact.js', { 'if-none-match': String(etag) })
  expect(again).toMatchObject({ statusCode: 304, body: '' })
  const head = await world.app.inject({ method: 'HEAD', url: '/contact.js' })
  expect(head).toMatchObject({ statusCode: 200, body: '' })
  expect(head.headers['content-length']).toBe('11')
})

test.each([
  '/assets/page-9999.js',
  '/assets/page-0123.js.br',
  '/assets/',
  '/assets',
  '/.vite/manifest.json',
  '/../secret.txt',
  '/assets/../../secret.txt',
  '/%2e%2e/secret.txt',
  '/assets/..%2f..%2fsecret.txt',
  '/assets//page-0123.js',
  '/Contact.js',
])('nothing is sent for %s, which the build did not make', async (url) => {
  const answer = await ask(url)
  expect(answer.statusCode).toBe(404)
  expect(answer.json()).toMatchObject({ code: 'NOT_FOUND' })
})

test('a path of the application is answered with its document, any other a person opens as not found', async () => {
  const accept = { accept: 'text/html' }
  const page = await ask('/app/faucet', accept)
  expect(page.statusCode).toBe(200)
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect((await ask('/nowhere', accept)).statusCode).toBe(404)
  expect((await ask('/nowhere', accept)).body).toContain('<template id="application">')
  expect((await ask('/api/nowhere', accept)).json()).toMatchObject({ code: 'NOT_FOUND' })
})

const providerHosts = /google|gstatic|hcaptcha|cloudflare/
const policyAt = async (url: string): Promise<string> => {
  const { headers } = await ask(url, { accept: 'text/html' })
  return String(headers['content-security-policy'])
}

test('a captcha provider may run on our pages only while it is chosen', async () => {
  expect(await policyAt('/login')).not.toMatch(providerHosts)
  await world.settings({ captcha_provider: 'hcaptcha' })
  const chosen = await policyAt('/login')
  expect(chosen).toContain("script-src 'self' 'wasm-unsafe-eval' https://hcaptcha.com https://*.hcaptcha.com;")
  expect(chosen).not.toMatch(/google|gstatic|cloudflare/)
  await world.settings({ captcha_provider: 'turnstile' })
  expect(await policyAt('/app/faucet')).toMatch(/script-src[^;]* https:\/\/challenges\.cloudflare\.com;/)
  await world.settings({ captcha_provider: 'own' })
  expect(await policyAt('/app/faucet')).not.toMatch(providerHosts)
})

test('on the page of the settings each provider may be tried before it is chosen', async () => {
  for (const host of ['cloudflare.com', 'hcaptcha.com', 'google.com/recaptcha/']) {
    expect(await policyAt('/app/admin/settings?tab=captcha')).toContain(host)
  }
  expect(await policyAt('/app/admin/settingsx')).not.toMatch(providerHosts)
})

test('https is asked for only where the site has it, and never of other subdomains', async () => {
  expect((await ask('/login')).headers).not.toHaveProperty('strict-transport-security')
  const secure = await openWorld({ webDist, at: { publicUrl: 'https://runnel.test' } })
  const { headers } = await secure.app.inject({ url: '/login' })
  expect(headers['strict-transport-security']).toBe('max-age=31536000')
  await secure.close()
})

test('a public page has an address in each language, and the one without is English', async () => {
  expect(await ask('/contact')).toMatchObject({ statusCode: 200, body: '/contact in en' })
  const arabic = await ask('/ar/contact', { 'accept-language': 'es' })
  expect(arabic).toMatchObject({ statusCode: 200, body: '/contact in ar' })
  expect(arabic.headers).toMatchObject({ 'content-language': 'ar', vary: 'accept-encoding' })
  for (const address of ['/es', '/es/']) expect((await ask(address)).body).toBe('/ in es')
  const sent = await ask('/contact?r=alice', { 'accept-language': 'es-MX,en;q=0.5' })
  expect(sent).toMatchObject({ statusCode: 302, headers: { location: '/es/contact?r=alice' } })
  expect(sent.headers).toMatchObject({ vary: 'accept-language, cookie', 'cache-control': 'no-cache' })
  const chosen = await ask('/', { 'accept-language': 'es', cookie: 'locale=en' })
  expect(chosen).toMatchObject({ statusCode: 200, body: '/ in en' })
  // Nobody is led to another site.
  expect((await ask('//example.com', { 'accept-language': 'es' })).headers['location']).toBeUndefined()
})

test('the sitemap lists each page in each language with its siblings', async () => {
  const { body } = await ask('/sitemap.xml')
  expect(body.match(/<loc>[^<]*\/contact<\/loc>/g)).toHaveLength(LOCALES.length)
  expect(body).toContain('hreflang="pt-BR" href="http://runnel.test/pt-BR/contact"')
})
