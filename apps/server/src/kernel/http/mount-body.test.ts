import { createHash } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { route } from '@runnel/contract/route'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { AllHandlers } from '#kernel/context.ts'
import { arrives, PATIENCE_MS } from '#test/waiting.ts'
import { type Person, useWorld } from '#test/world.ts'
import { mount } from './mount.ts'

const post = {
  method: 'POST',
  summary: 'Takes a body.',
  transaction: 'none',
  answer: z.object({ ok: z.boolean() }),
} as const
const anything = z.looseObject({})
const box = {
  open: route({ ...post, path: '/api/box/open', access: 'anyone', body: anything }),
  large: route({ ...post, path: '/api/box/large', access: 'anyone', bodyLimit: 40_000, body: anything }),
  own: route({ ...post, path: '/api/box/own', access: 'user', body: anything }),
  staff: route({ ...post, path: '/api/box/staff', access: 'admin', body: anything }),
  seldom: route({
    ...post,
    path: '/api/box/seldom',
    access: 'anyone',
    body: anything,
    limits: [{ by: 'net', points: 1, seconds: 3_600 }],
  }),
  look: route({
    method: 'GET',
    path: '/api/box/look',
    summary: 'Takes a query.',
    access: 'anyone',
    transaction: 'none',
    query: z.looseObject({}),
    answer: z.object({ ok: z.boolean() }),
  }),
}
const table = { box }
const world = useWorld()
let alice: Person
let port = 0

beforeAll(async () => {
  const ok = () => ({ ok: true })
  const handlers: AllHandlers<typeof table> = {
    box: { open: ok, large: ok, own: ok, staff: ok, seldom: ok, look: ok },
  }
  mount(world.app, { table, handlers, deps: world.deps })
  alice = await world.user('alice')
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  // A server that listens on a port has an address of this kind.
  port = (world.app.server.address() as AddressInfo).port
})

/** Sends only the head of a request that promises a body, and gives what comes back before any of it is sent. */
const promise = (path: string, headers: Record<string, string | number> = {}) =>
  new Promise<{ status: number; code: unknown; close: Promise<void> }>((resolve, reject) => {
    const call = httpRequest({
      port,
      host: '127.0.0.1',
      method: 'POST',
      path,
      headers: { 'content-type': 'application/json', 'content-length': 5_000, ...headers },
    })
    const timer = setTimeout(() => {
      call.destroy()
      reject(new Error('no answer before the body'))
    }, PATIENCE_MS)
    const close = new Promise<void>((done) => call.once('close', () => done()))
    call.on('error', reject)
    call.once('response', (answer) => {
      clearTimeout(timer)
      let text = ''
      answer.on('data', (bytes: Buffer) => (text += bytes.toString()))
      answer.on('error', () => undefined)
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, code: JSON.parse(text).code, close }))
    })
    call.flushHeaders()
  })

it('takes an empty body of type JSON for none', async () => {
  const headers = { 'content-type': 'application/json' }
  const raw = (path: string, person: Person) => person.raw({ method: 'POST', path, headers: { ...headers } })
  const ann = await world.user('sends_nothing')
  expect((await raw('/api/auth/passkey/start', ann)).status).toBe(200)
  expect(await raw('/api/auth/login', ann)).toMatchObject({ status: 400, body: { code: 'MALFORMED' } })
})

describe('a refusal comes before the body is read', () => {
  it('of who is not signed in', async () => {
    expect(await promise('/api/box/own')).toMatchObject({ status: 401, code: 'NO_SESSION' })
    const wrong = { authorization: `Bearer ${createHash('sha256').update('x').digest('base64url')}` }
    expect(await promise('/api/box/own', wrong)).toMatchObject({ status: 401, code: 'SESSION_ENDED' })
  })

  it('of who may not', async () => {
    const headers = { authorization: `Bearer ${alice.token}` }
    expect(await promise('/api/box/staff', headers)).toMatchObject({ status: 403, code: 'FORBIDDEN' })
  })

  it('of who calls too often', async () => {
    const headers = { 'x-forwarded-for': '10.250.1.7' }
    const inject = () => world.app.inject({ method: 'POST', url: '/api/box/seldom', payload: {}, headers })
    expect((await inject()).statusCode).toBe(200)
    expect(await promise('/api/box/seldom', headers)).toMatchObject({ status: 429, code: 'TOO_MANY' })
  })

  it('and of a body that says it is too large', async () => {
    expect(await promise('/api/box/open', { 'content-length': 9_000 })).toMatchObject({
      status: 413,
      code: 'TOO_LARGE',
    })
    const large = { 'content-length': 41_000 }
    expect(await promise('/api/box/large', large)).toMatchObject({ status: 413, code: 'TOO_LARGE' })
  })

  it('and who never ends the body is let go soon', async () => {
    const { close } = await promise('/api/box/own')
    // Node itself waits five minutes for the rest of a body.
    await arrives('the end of the connection', close, { patienceMs: 100_000 })
  })

  it('but who sends it after all keeps the connection', async () => {
    const socket = connect({ port, host: '127.0.0.1' })
    const answers: string[] = []
    socket.on('data', (bytes) => answers.push(bytes.toString()))
    const head =
      'POST /api/box/own HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 7000\r\n\r\n'
    socket.write(head)
    await expect.poll(() => answers.join('')).toContain('NO_SESSION')
    socket.write('x'.repeat(7_000))
    socket.write(
      'POST /api/box/open HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}',
    )
    await expect.poll(() => answers.join('')).toContain('{"ok":true}')
    socket.destroy()
  })
})

describe('a body', () => {
  const send = (path: string, payload: string, headers: Record<string, string> = {}) =>
    world.app.inject({
      method: 'POST',
      url: path,
      payload,
      headers: { 'content-type': 'application/json', ...headers },
    })
  const nested = (depth: number) => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`
  const keys = (count: number) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [`a${i}`, 1])))

  it('has 8 KB, or what its route says', async () => {
    const text = (bytes: number) => `{"a":"${'x'.repeat(bytes - 8)}"}`
    expect((await send('/api/box/open', text(8_192))).statusCode).toBe(200)
    expect((await send('/api/box/open', text(8_193))).statusCode).toBe(413)
    expect((await send('/api/box/large', text(40_000))).statusCode).toBe(200)
    const refused = await send('/api/box/large', text(40_001))
    expect([refused.statusCode, refused.json().code]).toEqual([413, 'TOO_LARGE'])
  })

  it('that never says how long it is ends at the same limit', async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/box/open`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      // 200 KB in pieces, without a length.
      body: new ReadableStream({
        start: (stream) => {
          for (let piece = 0; piece < 20; piece += 1) stream.enqueue(new Uint8Array(10_000).fill(32))
          stream.close()
        },
      }),
      duplex: 'half',
    } as RequestInit)
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([413, 'TOO_LARGE'])
  })

  it.each([
    ['nested 16 deep', nested(15), 200],
    ['nested 17 deep', nested(16), 422],
    ['nested without an end', '['.repeat(8_000), 422],
    ['braces without an end', '{"a":'.repeat(1_500), 422],
    ['with 2,000 values', keys(2_000), 200],
    ['with 2,001 values', keys(2_001), 422],
    ['with a list of 4,000', `{"a":[${'1,'.repeat(3_999)}1]}`, 422],
    ['with brackets in a text', JSON.stringify({ a: '[{,:"\\'.repeat(1_000) }), 200],
    ['with a text that never ends', `{"a":"${'[,'.repeat(500)}`, 400],
    ['with a poisoned prototype', '{"__proto__":{"x":1}}', 400],
    ['with a poisoned constructor', '{"constructor":{"prototype":{"x":1}}}', 400],
  ])('%s', async (_name, payload, status) => {
    const answer = await send('/api/box/large', payload)
    expect(answer.statusCode, answer.body).toBe(status)
    if (status === 422) expect(answer.json()).toMatchObject({ code: 'TOO_COMPLEX', msg: expect.any(String) })
  })
})

describe('what comes before the body', () => {
  const get = (query: string) => world.app.inject({ method: 'GET', url: `/api/box/look?${query}` })

  it('has an end too: a query', async () => {
    expect((await get(`a=${'x'.repeat(4_000)}`)).statusCode).toBe(200)
    expect(await get(`a=${'x'.repeat(9_000)}`)).toMatchObject({ statusCode: 413 })
    expect((await get('a=1&'.repeat(90))).statusCode).toBe(200)
    const many = await get('a=1&'.repeat(150))
    expect([many.statusCode, many.json().code]).toEqual([413, 'TOO_LARGE'])
  })
})
