import { createClient } from '@runnel/contract/client'
import { IMAGE_FIELD } from '@runnel/contract/constants'
import { route } from '@runnel/contract/route'
import { FileAnswer } from '@runnel/contract/values'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { clearSession, storeToken } from '#base/store.ts'
import { CallError, NoAnswerError, fetchTransport } from './send.ts'

const box = {
  put: route({
    method: 'POST',
    path: '/api/box',
    summary: 'Takes a file.',
    access: 'user',
    transaction: 'none',
    kind: 'upload',
    answer: z.object({ id: z.string() }),
  }),
  get: route({
    method: 'GET',
    path: '/api/box/{id}',
    summary: 'Gives a file.',
    access: 'user',
    transaction: 'none',
    kind: 'file',
    params: z.object({ id: z.string() }),
    answer: FileAnswer,
  }),
}
const client = createClient({ box }, fetchTransport).box
const file = new File(['picture'], 'holiday.png', { type: 'image/png' })

/** A carrier whose answer a test gives. */
class Carrier extends EventTarget {
  static last: Carrier | undefined
  readonly upload = new EventTarget()
  readonly headers = new Headers()
  opened: string[] = []
  sent: FormData | undefined
  status = 0
  responseText = ''
  constructor() {
    super()
    Carrier.last = this
  }
  open(...opened: string[]) {
    this.opened = opened
  }
  setRequestHeader(name: string, value: string) {
    this.headers.set(name, value)
  }
  send(form: FormData) {
    this.sent = form
  }
  abort() {
    this.end('abort')
  }
  end(event: string) {
    this.dispatchEvent(new Event(event))
    this.dispatchEvent(new Event('loadend'))
  }
  answer(status: number, body: object) {
    Object.assign(this, { status, responseText: JSON.stringify(body) })
    this.end('load')
  }
}

/** The carrier of the call that was just made, once its file is on its way. */
const onItsWay = () =>
  vi.waitFor(
    () => {
      if (Carrier.last?.sent === undefined) throw new Error('nothing was sent')
      return Carrier.last
    },
    { timeout: 20_000 },
  )

beforeEach(() => {
  clearSession()
  Carrier.last = undefined
  vi.stubGlobal('XMLHttpRequest', Carrier)
})
afterEach(() => vi.unstubAllGlobals())

test('sends a file in a form with the token, and tells how far it is', async () => {
  storeToken('secret')
  const shares: number[] = []
  const sent = client.put({ file, onProgress: (share) => shares.push(share) })
  const carrier = await onItsWay()
  expect(carrier.opened).toEqual(['POST', '/api/box'])
  expect(carrier.headers.get('authorization')).toBe('Bearer secret')
  expect(carrier.headers.has('content-type'), 'the browser writes it, with the boundary').toBe(false)
  const field = carrier.sent?.get(IMAGE_FIELD)
  expect(field).toBeInstanceOf(Blob)
  expect(field instanceof File && field.name, 'the name stays with its owner').toBe('image')
  carrier.upload.dispatchEvent(new ProgressEvent('progress', { lengthComputable: true, loaded: 3, total: 4 }))
  carrier.upload.dispatchEvent(new ProgressEvent('progress', { lengthComputable: false, loaded: 4, total: 0 }))
  carrier.answer(200, { id: 'x' })
  await expect(sent).resolves.toEqual({ id: 'x' })
  expect(shares).toEqual([0.75])
})

test('hands the envelope of a refusal on', async () => {
  const sent = client.put({ file })
  const seen = expect(sent).rejects.toMatchObject({ status: 413, failure: { code: 'TOO_LARGE' } })
  const carrier = await onItsWay()
  carrier.answer(413, { code: 'TOO_LARGE', msg: 'At most 5 MB.' })
  await seen
  await expect(sent).rejects.toBeInstanceOf(CallError)
})

test('says that nobody answered, and sends no file twice by itself', async () => {
  const sent = client.put({ file })
  const seen = expect(sent).rejects.toMatchObject({ reason: 'network' })
  const first = await onItsWay()
  first.end('error')
  await seen
  await expect(sent).rejects.toBeInstanceOf(NoAnswerError)
  expect(Carrier.last).toBe(first)
})

test('stops when it is told to', async () => {
  const stop = new AbortController()
  const sent = client.put({ file, signal: stop.signal })
  const seen = expect(sent).rejects.toMatchObject({ name: 'AbortError' })
  await onItsWay()
  stop.abort()
  await seen
})

test('reads the bytes of a file', async () => {
  const headers = { 'content-type': 'image/webp', 'content-disposition': 'inline; filename="proof.webp"' }
  vi.stubGlobal('fetch', async () => new Response(new Uint8Array([82, 0, 255]), { headers }))
  const answer = await client.get({ params: { id: 'x' } })
  expect(answer).toEqual({ type: 'image/webp', bytes: new Uint8Array([82, 0, 255]), filename: 'proof.webp' })
})
