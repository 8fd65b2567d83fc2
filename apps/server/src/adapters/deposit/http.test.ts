import { afterEach, describe, expect, it } from 'vitest'

import { type Provider, startProvider } from '#test/fakes/provider.ts'
import { hurry } from '#test/hurry.ts'

import { createHttp } from './http.ts'

const http = createHttp({ isProduction: false })
let provider: Provider | undefined
afterEach(() => provider?.close())

const start = async (): Promise<Provider> => {
  provider = await startProvider(() => ({ status: 200, body: { ok: true } }))
  return provider
}

describe('calls to a provider', () => {
  it('give the answer as text', async () => {
    const { url } = await start()
    expect(await http.call({ method: 'GET', url })).toEqual({ kind: 'answered', status: 200, text: '{"ok":true}' })
  })

  it('follow no redirect', async () => {
    const { url, failNext, got } = await start()
    failNext('redirects')
    expect(await http.call({ method: 'GET', url })).toMatchObject({ kind: 'answered', status: 302 })
    expect(got).toHaveLength(1)
  })

  it.each(['hangs', 'too long', 'drops after'] as const)('are lost when the provider %s', async (fault) => {
    const { url, failNext } = await start()
    failNext(fault)
    if (fault === 'hangs') hurry()
    expect((await http.call({ method: 'POST', url, body: '{}' })).kind).toBe('lost')
  })

  it('are unsent when nobody listens', async () => {
    const { url, close } = await start()
    await close()
    provider = undefined
    expect((await http.call({ method: 'POST', url, body: '{}' })).kind).toBe('unsent')
  })

  it.each(['http://example.com/', 'http://10.0.0.1/', 'ftp://127.0.0.1/', 'https://a:b@example.com/', 'nonsense'])(
    'do not go to %s',
    async (url) => {
      expect((await http.call({ method: 'GET', url })).kind).toBe('unsent')
    },
  )

  it('go to this machine without TLS on a site in production never', async () => {
    const { url, got } = await start()
    const call = createHttp({ isProduction: true }).call({ method: 'GET', url })
    expect((await call).kind).toBe('unsent')
    expect(got).toHaveLength(0)
  })
})
