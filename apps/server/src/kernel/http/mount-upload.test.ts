import { type ClientRequest, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createClient } from '@runnel/contract/client'
import { IMAGE_BYTES_MAX } from '@runnel/contract/constants'
import { Failure } from '@runnel/contract/failure'
import { route } from '@runnel/contract/route'
import { FileAnswer, Id } from '@runnel/contract/values'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { AllHandlers } from '#kernel/context.ts'
import { newId } from '#kernel/id.ts'
import { formBytes } from '#test/form.ts'
import { until } from '#test/waiting.ts'
import { type Person, type Visitor, useWorld } from '#test/world.ts'
import { mount } from './mount.ts'

const box = {
  put: route({
    method: 'POST',
    path: '/api/box',
    summary: 'Takes a file.',
    access: 'user',
    transaction: 'none',
    kind: 'upload',
    answer: z.object({ bytes: z.int(), last: z.int() }),
  }),
  get: route({
    method: 'GET',
    path: '/api/box/{id}',
    summary: 'Gives a file.',
    access: 'user',
    transaction: 'none',
    kind: 'file',
    params: z.object({ id: Id }),
    answer: FileAnswer,
  }),
}
const table = { box }
const world = useWorld({ limits: false })
const held = { wait: undefined as Promise<void> | undefined, reached: 0 }
let alice: Person

beforeAll(async () => {
  const handlers: AllHandlers<typeof table> = {
    box: {
      put: async ({ upload }) => {
        held.reached += 1
        await held.wait
        return { bytes: upload.body.length, last: upload.body.at(-1) ?? -1 }
      },
      get: ({ params }) => ({ type: 'image/webp', bytes: Buffer.from(`RIFF\0${params.id}`), filename: 'proof.webp' }),
    },
  }
  mount(world.app, { table, handlers, deps: world.deps })
  alice = await world.user('alice')
})

const boxOf = (visitor: Visitor) => createClient(table, visitor.carry).box
const send = (visitor: Visitor, body: Buffer | string, type = 'multipart/form-data; boundary=b') =>
  visitor.raw({ method: 'POST', path: '/api/box', body, headers: { 'content-type': type } })
const part = (head: string, text = 'x') => `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${text}\r\n`
const image = part('name="image"; filename="a.png"')

describe('an upload', () => {
  it('arrives as it was sent, up to the last byte that is allowed', async () => {
    const bytes = new Uint8Array(IMAGE_BYTES_MAX).fill(7)
    expect(await boxOf(alice).put({ file: new Blob([bytes]) })).toEqual({ bytes: IMAGE_BYTES_MAX, last: 7 })
  })

  it('of one byte more is too large, whether it says so or is counted', async () => {
    const { body, headers } = await formBytes(new Blob([new Uint8Array(IMAGE_BYTES_MAX + 1)]))
    const answer = await alice.raw({ method: 'POST', path: '/api/box', body, headers })
    expect(answer).toMatchObject({ status: 413, body: { code: 'TOO_LARGE', msg: expect.stringContaining('5 MB') } })
    const huge = await formBytes(new Blob([new Uint8Array(3 * IMAGE_BYTES_MAX)]))
    expect(await alice.raw({ method: 'POST', path: '/api/box', ...huge })).toMatchObject({ status: 413 })
  })

  it('is not read of who may not call', async () => {
    const before = held.reached
    const answer = await send(world.guest(), `${image}--b--`)
    expect(answer).toMatchObject({ status: 401, body: { code: 'NO_SESSION' } })
    expect(held.reached).toBe(before)
  })

  it.each([
    ['JSON', '{"image":"x"}', 'application/json', 400],
    ['nothing', '', 'application/json', 400],
    ['bytes alone', 'x', 'image/png', 400],
    ['no boundary', `${image}--b--`, 'multipart/form-data', 400],
    ['another boundary', `${image}--b--`, 'multipart/form-data; boundary=c', 400],
    ['an endless boundary', `${image}--b--`, `multipart/form-data; boundary=${'b'.repeat(5_000)}`, 400],
    ['an end that never comes', image, undefined, 400],
    ['half a head', '--b\r\nContent-Disposition: form-data; name="im', undefined, 400],
    ['no file', `${part('name="image"')}--b--`, undefined, 422],
    ['an empty form', '--b--', undefined, 422],
    ['two files', `${image}${image}--b--`, undefined, 400],
    ['many fields', `${part('name="a"').repeat(50)}${image}--b--`, undefined, 400],
    ['many parts behind', `${image}${part('name="a"').repeat(50)}--b--`, undefined, 400],
    ['another field', `${part('name="avatar"; filename="a.png"')}--b--`, undefined, 400],
    ['a poisoned name', `${part('name="__proto__"; filename="a.png"')}--b--`, undefined, 400],
    ['a poisoned field', `${part('name="constructor"')}${image}--b--`, undefined, 400],
    ['a head without end', `--b\r\nX: ${'x'.repeat(100_000)}\r\n\r\nx\r\n--b--`, undefined, 422],
  ])('with %s is refused in the envelope', async (_name, body, type, status) => {
    const answer = await send(alice, body, type)
    expect(answer.status, JSON.stringify(answer.body)).toBe(status)
    expect(z.safeParse(Failure, answer.body).success, JSON.stringify(answer.body)).toBe(true)
  })

  it('may come with a name that leads elsewhere, which nobody keeps', async () => {
    const body = `${part('name="image"; filename="../../etc/passwd"', 'abc')}--b--`
    expect(await send(alice, body)).toMatchObject({ status: 200, body: { bytes: 3 } })
  })

  it('of any shape never meets an error of ours', async () => {
    const pieces = fc.constantFrom(
      '--b',
      '--b--',
      '\r\n',
      '\n',
      'Content-Disposition: form-data; ',
      'name="image"',
      '; ',
    )
    const more = fc.constantFrom(
      'filename="a"',
      "filename*=utf-8''%ff",
      'Content-Type: x/y',
      ':',
      '"',
      '\0',
      'é',
      image,
    )
    const body = fc.array(fc.oneof(pieces, more, fc.string()), { maxLength: 25 }).map((all) => all.join(''))
    await fc.assert(
      fc.asyncProperty(body, async (text) => {
        const answer = await send(alice, text)
        const isFine = answer.status === 200 || z.safeParse(Failure, answer.body).success
        expect(isFine && answer.status < 500, `${answer.status} ${JSON.stringify(answer.body)} of ${text}`).toBe(true)
      }),
      { numRuns: 300, seed: 20_261_120 },
    )
  })

  it('waits in memory with few others of the same person, and the place is free again afterwards', async () => {
    let go = (): void => undefined
    held.wait = new Promise((resolve) => (go = resolve))
    held.reached = 0
    const calls = Array.from({ length: 8 }, () => send(alice, `${image}--b--`))
    await until('five to be read', () => held.reached === 5)
    const bob = send(await world.user('bob'), `${image}--b--`)
    await until('the file of another person to be read', () => held.reached === 6)
    go()
    held.wait = undefined
    const statuses = (await Promise.all(calls)).map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 200, 200, 200, 200, 503, 503, 503])
    expect((await bob).status).toBe(200)
    expect((await send(alice, `${image}--b--`)).status).toBe(200)
  })

  it('that breaks off leaves nothing behind, over a real connection', async () => {
    await world.app.listen({ port: 0, host: '127.0.0.1' })
    // A server that listens on a port has an address of this kind.
    const { port } = world.app.server.address() as AddressInfo
    const headers = { 'content-type': 'multipart/form-data; boundary=b', authorization: `Bearer ${alice.token}` }
    const sendWhole = async (): Promise<number> => (await send(alice, `${image}--b--`)).status
    const halfway = (): ClientRequest => {
      const call = httpRequest({ port, host: '127.0.0.1', method: 'POST', path: '/api/box', headers })
      call.on('error', () => undefined).write(`${image}${part('name="a"')}`)
      return call
    }
    const calls: ClientRequest[] = []
    await until('all places of a person to be taken', async () => {
      if ((await sendWhole()) === 503) return true
      calls.push(halfway())
      return false
    })
    for (const call of calls) call.destroy()
    // As many at once as there are places: one that was kept would be missing.
    const all = (): Promise<number[]> => Promise.all(Array.from({ length: 5 }, sendWhole))
    await until('every place to be free again', async () => (await all()).every((status) => status === 200))
    const form = await formBytes(new Blob([new Uint8Array(4 * IMAGE_BYTES_MAX)]))
    const answer = await fetch(`http://127.0.0.1:${port}/api/box`, {
      method: 'POST',
      headers: { ...headers, ...form.headers },
      body: new Uint8Array(form.body),
    })
    expect(answer.status).toBe(413)
    expect(await answer.json()).toMatchObject({ code: 'TOO_LARGE' })
  })
})

describe('a file', () => {
  it('is handed to who may see it, as what it is and nothing that could run', async () => {
    const id = newId()
    const answer = await alice.raw({ method: 'GET', path: `/api/box/${id}` })
    expect(answer.bytes.toString()).toBe(`RIFF\0${id}`)
    expect(answer.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-disposition': 'inline; filename="proof.webp"',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
    })
    const file = await boxOf(alice).get({ params: { id } })
    expect(file).toMatchObject({ type: 'image/webp', filename: 'proof.webp' })
    expect(Buffer.from(file.bytes).toString()).toBe(`RIFF\0${id}`)
  })

  it('is nothing for others: no address opens it by itself', async () => {
    const answer = await world.guest().raw({ method: 'GET', path: `/api/box/${newId()}` })
    expect(answer).toMatchObject({ status: 401, body: { code: 'NO_SESSION' } })
  })
})
