import { EventEmitter, once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { endDeadline } from './deadlines.ts'

/** A request as a fake provider got it. */
export interface Got {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

export interface Answer {
  readonly status: number
  /** Sent as JSON; a text is sent as it is. */
  readonly body: unknown
}

/** An answer, or none that ever comes, which ends the caller's time (see `endDeadline`). */
export type Reply = Answer | 'hangs'

/**
 * What goes wrong with a request. `drops before`: the connection breaks and nothing is done. `drops after`: it is
 * carried out and the connection breaks before the answer. `fails before`: 500 and nothing is done. `hangs`: nothing is
 * done and no answer ever comes, which ends the caller's time. `hangs after`: it is carried out and no answer ever
 * comes. `stays silent`: as `hangs`, but the caller's time goes on. `too long`: more than anybody should read.
 * `redirects`: to another address.
 */
export type Fault =
  | 'drops after'
  | 'drops before'
  | 'fails before'
  | 'hangs'
  | 'hangs after'
  | 'redirects'
  | 'stays silent'
  | 'too long'

/** A webhook as the receiver gets it: a `raw` route hands its handler the same. */
export interface Call {
  readonly body: Uint8Array
  readonly query: string
  readonly headers: Record<string, string>
}

export interface Provider {
  readonly url: string
  /** Everything that was asked, in order. */
  readonly got: readonly Got[]
  /** Lets the next requests go wrong, one fault each. */
  readonly failNext: (...faults: Fault[]) => void
  /** Lets the `at`-th request from now on go wrong, none with 0; tells later whether it came. */
  readonly failAt: (at: number, fault: Fault) => () => boolean
  /** Until the next request that goes wrong has done so. */
  readonly nextFault: () => Promise<unknown>
  /** Sends a webhook over the network, as often as told, and returns the answers. */
  readonly deliver: (call: Call, url: string, times?: number) => Promise<{ status: number; body: string }[]>
  readonly close: () => Promise<void>
}

/** A provider that listens on this machine only; `answer` is all that it knows. */
export const startProvider = async (answer: (got: Got) => Reply | Promise<Reply>): Promise<Provider> => {
  const got: Got[] = []
  const faults: (Fault | undefined)[] = []
  const events = new EventEmitter()
  const server = createServer((request, response) => {
    void readText(request).then((body) => {
      const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://provider.test')
      const asked: Got = { method: request.method ?? '', path, query, headers: request.headers, body }
      got.push(asked)
      const fault = faults.shift()
      void respond({ request, response, fault }, async () => answer(asked)).finally(
        () => fault !== undefined && events.emit('fault'),
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    got,
    failNext: (...more) => void faults.push(...more),
    failAt: (at, fault) => {
      faults.length = 0
      for (let before = 1; before < at; before++) faults.push(undefined)
      if (at > 0) faults.push(fault)
      return () => faults.length === 0
    },
    nextFault: () => once(events, 'fault'),
    deliver: async (call, url, times = 1) => {
      const answers: { status: number; body: string }[] = []
      for (let count = 0; count < times; count += 1) answers.push(await post(call, url))
      return answers
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly fault: Fault | undefined
}

const respond = async ({ request, response, fault }: Exchange, work: () => Promise<Reply>): Promise<void> => {
  if (fault === 'stays silent') return
  if (fault === 'hangs') return endDeadline(request.socket)
  if (fault === 'drops before') return void response.destroy()
  if (fault === 'fails before') return send(response, { status: 500, body: 'Internal Server Error' })
  if (fault === 'too long') return send(response, { status: 200, body: ' '.repeat(1_200_000) })
  if (fault === 'redirects') return void response.writeHead(302, { location: '/elsewhere' }).end()
  const answer = await work()
  if (fault === 'hangs after' || answer === 'hangs') return endDeadline(request.socket)
  if (fault === 'drops after') return void response.destroy()
  send(response, answer)
}

const send = (response: ServerResponse, { status, body }: Answer): void => {
  const isText = typeof body === 'string'
  response.writeHead(status, { 'content-type': isText ? 'text/html' : 'application/json' })
  response.end(isText ? body : JSON.stringify(body))
}

const post = async ({ body, query, headers }: Call, url: string): Promise<{ status: number; body: string }> => {
  const response = await fetch(query === '' ? url : `${url}?${query}`, {
    method: 'POST',
    headers,
    body: new Uint8Array(body),
  })
  return { status: response.status, body: await response.text() }
}
