import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { inEnglish } from '#kernel/words/render.ts'
import { type Provider, startProvider } from '#test/fakes/provider.ts'
import { hurry } from '#test/hurry.ts'
import { localHosts, localHttp } from '#test/local-http.ts'
import { createHttp, refusalOf } from './http.ts'

const http = localHttp()
let provider: Provider | undefined
afterEach(() => provider?.close())

const start = async (): Promise<Provider> => {
  provider = await startProvider(() => ({ status: 200, body: { ok: true } }))
  return provider
}

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

/** The address of a server that answers so. */
const serverOf = async (answer: (response: ServerResponse) => void): Promise<string> => {
  const server = createServer((_, response) => answer(response)).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  // A server that listens on a port has an address of this form.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const waitAskedBy = async (retryAfter: string): Promise<number | undefined> => {
  const url = await serverOf((response) => response.writeHead(503, { 'retry-after': retryAfter }).end())
  const answer = await http.call({ method: 'GET', url })
  return answer.kind === 'answered' ? answer.retryAfterSeconds : undefined
}

describe('calls to a provider', () => {
  it('give the answer as text', async () => {
    const { url } = await start()
    expect(await http.call({ method: 'GET', url })).toEqual({
      kind: 'answered',
      status: 200,
      text: '{"ok":true}',
      contentType: 'application/json',
    })
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
    expect((await http.call({ method: 'POST', url, body: '{}' })).kind).toBe('lost')
  })

  it('of which the status counts read no more of the body than is kept, and wait for no end', async () => {
    const url = await serverOf((response) => void response.writeHead(205).write('x'.repeat(4_096)))
    expect(await http.call({ method: 'POST', url, body: '{}', excerptBytes: 100 })).toMatchObject({
      kind: 'answered',
      status: 205,
      text: 'x'.repeat(100),
    })
  })

  it('of which the status counts are answered although their time ends in the body, and others are lost', async () => {
    const url = await serverOf((response) => response.writeHead(202).flushHeaders())
    let time = new AbortController()
    const site = createHttp({ privateHosts: localHosts, deadline: () => time.signal })
    const end = () => time.abort()
    subscribe('http.client.response.finish', end)
    try {
      const call = { method: 'POST', url, body: '{}' }
      expect(await site.call({ ...call, excerptBytes: 100 })).toMatchObject({ kind: 'answered', status: 202, text: '' })
      time = new AbortController()
      expect((await site.call(call)).kind).toBe('lost')
    } finally {
      unsubscribe('http.client.response.finish', end)
    }
  })

  it('are lost when their time is over, by the clock of a site', async () => {
    const { url, failNext } = await start()
    failNext('stays silent')
    hurry()
    const site = createHttp({ privateHosts: localHosts })
    const answer = await site.call({ method: 'POST', url, body: '{}' })
    expect(answer).toMatchObject({ kind: 'lost', reason: expect.stringContaining('timeout') })
  })

  it.each([
    ['120', 120],
    ['0', undefined],
    ['-5', undefined],
    ['soon', undefined],
    ['Wed, 21 Oct 2015 07:28:00 GMT', undefined],
  ])('give what Retry-After: %s asks to wait', async (retryAfter, seconds) => {
    expect(await waitAskedBy(retryAfter)).toBe(seconds)
  })

  it('give the wait until the date in Retry-After', async () => {
    const wait = await waitAskedBy(new Date(Date.now() + 3_600_000).toUTCString())
    expect(wait).toBeGreaterThan(3_000)
    expect(wait).toBeLessThanOrEqual(3_600)
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
})

describe('a private network', () => {
  /** A site whose owner has named no server of their own. */
  const strict = createHttp()
  const calls: string[] = []
  const listen = async (): Promise<number> => {
    const { url } = await start()
    return Number(new URL(url).port)
  }
  const reasonOf = async (call: ReturnType<typeof http.call>): Promise<string> => {
    const answer = await call
    return answer.kind === 'answered' ? `answered ${answer.status}` : `${answer.kind}: ${inEnglish(answer.reason)}`
  }

  it.each(['https://127.0.0.1:{port}/', 'https://localhost:{port}/', 'https://[::1]:{port}/', 'https://10.0.0.7/'])(
    'is not called at %s',
    async (address) => {
      const url = address.replace('{port}', String(await listen()))
      const { host } = new URL(url)
      const reason = `${host} is in a private network. If it is your server, add it to PRIVATE_HOSTS.`
      expect(inEnglish(strict.addressProblem(url) ?? '')).toBe(reason)
      expect(await reasonOf(strict.call({ method: 'GET', url }))).toBe(`unsent: ${reason}`)
      expect(provider?.got).toHaveLength(0)
    },
  )

  it.each([['169.254.169.254'], ['8.8.8.8', '10.0.0.7'], ['fd00::7'], ['::ffff:127.0.0.1']])(
    'is not called by a name that leads to %s',
    async (...addresses) => {
      const resolve = async (name: string) => {
        calls.push(name)
        return addresses
      }
      const url = 'https://node.example/rpc'
      const named = createHttp({ resolve })
      expect(named.addressProblem(url), 'a name does not tell by itself').toBeNull()
      expect(await reasonOf(named.call({ method: 'POST', url, body: '{}' }))).toMatch(/^unsent: .*private network/)
      expect(calls.splice(0), 'it is asked for once').toEqual(['node.example'])
    },
  )

  it('is called where its owner named the host, at all its ports or at one', async () => {
    const port = await listen()
    const url = `http://127.0.0.1:${port}/`
    for (const privateHosts of [['127.0.0.1'], [`127.0.0.1:${port}`]]) {
      expect(await reasonOf(createHttp({ privateHosts }).call({ method: 'GET', url }))).toBe('answered 200')
    }
    const other = createHttp({ privateHosts: [`127.0.0.1:${port + 1}`, '127.0.0.10'] })
    expect(await reasonOf(other.call({ method: 'GET', url }))).toMatch(/^unsent: .*private network/)
  })

  it('is called by a name that the owner named, and by no name without TLS in the open', async () => {
    const port = await listen()
    const at = (address: string) =>
      createHttp({ privateHosts: ['bitcoind'], resolve: async () => [address] }).call({
        method: 'POST',
        url: `http://bitcoind:${port}/wallet/x`,
        body: '{}',
      })
    expect(await reasonOf(at('127.0.0.1'))).toBe('answered 200')
    expect(await reasonOf(at('8.8.8.8'))).toBe('unsent: The URL must start with https://.')
  })
})

describe('what a provider says instead of an answer', () => {
  it.each([
    [{ message: 'The amount is too small.' }, 'The provider answered 400: The amount is too small.'],
    [{ error: { message: 'No  such\nmethod' } }, 'The provider answered 400: No such method'],
    [[{ message: 'One of a list' }], 'The provider answered 400: One of a list'],
    [{ message: 'Bad key sk_live_0123456789abcdef0123456789' }, 'The provider answered 400: Bad key …'],
    [{ message: 'x '.repeat(500) }, `The provider answered 400: ${'x '.repeat(60)}`],
    [{ password: 'hunter2' }, 'The provider answered 400'],
  ])('is its own sentence in one short line: %o', (body, words) => {
    expect(inEnglish(refusalOf({ status: 400, text: JSON.stringify(body) }))).toBe(words)
  })

  it('is nothing of a page or of another text', () => {
    const text = 'root:x:0:0:root:/root:/bin/bash'
    expect(inEnglish(refusalOf({ status: 500, text }))).toBe('The provider answered 500')
    expect(inEnglish(refusalOf({ status: 200, text: `<html>${text}</html>` }))).toBe('The provider answered 200')
  })
})
