import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, startProvider } from '#test/fakes/provider.ts'
import { localHttp } from '#test/local-http.ts'
import { createCaptchaVerifier } from './captcha.ts'

const words: Answer[] = []
let provider: Awaited<ReturnType<typeof startProvider>>
beforeAll(async () => {
  provider = await startProvider(() => words.shift() ?? { status: 500, body: 'nothing was to be said' })
})
afterAll(() => provider.close())

const said = (body: object, status = 200): Answer => ({ status, body })
const keys = { provider: 'turnstile', secret: 'sesame' } as const

test('a token counts when the provider says so, for this very site', async () => {
  const captcha = createCaptchaVerifier(localHttp(), provider.url)
  const asked = { ...keys, token: 'solved', hostname: 'pay.example.org' }
  words.push(said({ success: true, hostname: 'pay.example.org' }))
  expect(await captcha.verify(asked)).toBe('good')
  words.push(said({ success: true, hostname: 'other.example.org' }))
  expect(await captcha.verify(asked)).toBe('bad')
  words.push(said({ success: false, 'error-codes': ['invalid-input-response'] }, 400))
  expect(await captcha.verify(asked)).toBe('bad')
  words.push({ status: 503, body: 'busy' })
  expect(await captcha.verify(asked)).toBe('unreachable')
  words.push({ status: 200, body: '<html>a portal</html>' })
  expect(await captcha.verify(asked)).toBe('unreachable')
})

test('a secret is known unless the provider says that it is wrong', async () => {
  const captcha = createCaptchaVerifier(localHttp(), provider.url)
  words.push(said({ success: false, 'error-codes': ['invalid-input-response'] }))
  expect(await captcha.knowsSecret(keys)).toBe('yes')
  // Keys for tests say yes to everything.
  words.push(said({ success: true, hostname: 'example.com' }))
  expect(await captcha.knowsSecret(keys)).toBe('yes')
  words.push(said({ success: false, 'error-codes': ['invalid-input-response', 'invalid-input-secret'] }))
  expect(await captcha.knowsSecret(keys)).toBe('no')
  words.push({ status: 502, body: 'busy' })
  expect(await captcha.knowsSecret(keys)).toBe('unreachable')
  expect(await createCaptchaVerifier(localHttp(), 'http://127.0.0.1:9').knowsSecret(keys)).toBe('unreachable')
})
