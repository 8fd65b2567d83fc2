import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import * as z from 'zod/mini'
import { connectTo, openConnection, requestOver, resolveName, type Resolve } from '#adapters/web-page/connection.ts'
import { Unreachable } from '#adapters/web-page/page-check.ts'
import { say } from '#kernel/words/say.ts'
import { parseWith } from './json.ts'
import { createPrivateHosts } from './private-hosts.ts'

const TIMEOUT_MS = 10_000
/** For one address of a server to answer; one that is lost on the way is offered three times in it. */
const CONNECT_MS = 4_000
const MAX_BYTES = 1_048_576
const REASON_LENGTH = 120

export interface HttpRequest {
  readonly method: string
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
  readonly timeoutMs?: number | undefined
  /** The status is all that counts: so many bytes of the body are read at the most, and a slow body is cut off. */
  readonly excerptBytes?: number
}

/** `unsent`: for certain the provider never saw the request. `lost`: it may have, and its answer did not arrive. */
export type HttpAnswer =
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly text: string
      readonly contentType?: string
      /** What it asks to wait, more than zero. */
      readonly retryAfterSeconds?: number
    }
  | { readonly kind: 'unsent' | 'lost'; readonly reason: string }

/** Calls a provider: bounded in time and size, following no redirect, and nowhere but where it may. */
export interface Http {
  readonly call: (request: HttpRequest) => Promise<HttpAnswer>
  /** Why an address may not be called, as a sentence; null when it may. */
  readonly addressProblem: (url: string) => string | null
}

interface HttpOptions {
  /** Servers of the owner's own that may be called although they are in a private network, and without TLS. */
  readonly privateHosts?: readonly string[]
  /** Other than the system's in tests only. */
  readonly resolve?: Resolve
  /** When an answer comes too late. Other than by the clock in tests only, where calls hang that nothing waits for. */
  readonly deadline?: (ms: number, socket: Socket) => AbortSignal
}

/**
 * Calls go to the public internet by TLS and to the hosts that are named, nowhere else: the name of a server is asked
 * for once, each of its addresses is checked, and the connection goes to a checked one.
 */
export const createHttp = (options: HttpOptions = {}): Http => {
  const { privateHosts = [], resolve = resolveName } = options
  const { deadline = (ms) => AbortSignal.timeout(ms) } = options
  const hosts = createPrivateHosts(privateHosts)
  const addressProblem: Http['addressProblem'] = (text) => {
    const url = URL.parse(text)
    if (url === null) return say('owner.processor.urlInvalid')
    if (url.username !== '' || url.password !== '') return say('owner.processor.urlContainUsernamePassword')
    return hosts.problem(url)
  }
  const open = async (url: URL, withinMs: number): Promise<Socket | 'private'> => {
    const patience = new AbortController()
    const timer = setTimeout(() => patience.abort(), withinMs)
    const mayCall = (address: string): boolean => hosts.mayCall(url, address)
    const { signal } = patience
    try {
      return await openConnection({ url, resolve, connect: connectTo, signal, mayCall, tryMs: CONNECT_MS })
    } finally {
      clearTimeout(timer)
    }
  }
  return {
    addressProblem,
    call: async (request) => {
      const problem = addressProblem(request.url)
      if (problem !== null) return { kind: 'unsent', reason: problem }
      const url = new URL(request.url)
      const until = performance.now() + (request.timeoutMs ?? TIMEOUT_MS)
      const leftMs = (): number => Math.max(1, Math.ceil(until - performance.now()))
      const socket = await open(url, leftMs()).catch(unreachedBy)
      if (typeof socket === 'string') {
        return { kind: 'unsent', reason: socket === 'private' ? hosts.refusal(url) : silence(socket) }
      }
      try {
        return await exchange(request, { url, socket, signal: deadline(leftMs(), socket) })
      } finally {
        socket.destroy()
      }
    },
  }
}

/** No connection ever stood, so that no request went over it. */
const unreachedBy = (error: unknown): string => {
  if (error instanceof Unreachable) return error.reason
  throw error
}

const silence = (why: string): string => say('owner.processor.noResponseFromProvider', { why })

const exchange = async (
  { method, headers, body, excerptBytes }: HttpRequest,
  { url, socket, signal }: { url: URL; socket: Socket; signal: AbortSignal },
): Promise<HttpAnswer> => {
  try {
    const asked = { 'user-agent': 'Runnel', accept: 'application/json', ...headers }
    const response = await requestOver({ socket, url, method, headers: asked, body, signal })
    const text = excerptBytes === undefined ? await readBounded(response) : await readExcerpt(response, excerptBytes)
    if (text === undefined) return { kind: 'lost', reason: say('owner.processor.providerAnsweredMoreThan') }
    const contentType = response.headers['content-type']
    const type = contentType === undefined ? {} : { contentType }
    const retryAfterSeconds = secondsOf(response.headers['retry-after'])
    const later = retryAfterSeconds === undefined ? {} : { retryAfterSeconds }
    return { kind: 'answered', status: response.statusCode ?? 0, text, ...type, ...later }
  } catch {
    return { kind: 'lost', reason: silence(signal.aborted ? 'timeout' : 'broken-answer') }
  }
}

/** `Retry-After` has a number of seconds or a date (RFC 9110, section 10.2.3). */
const secondsOf = (retryAfter = ''): number | undefined => {
  const given = retryAfter.trim()
  const seconds = /^\d+$/.test(given) ? Number(given) : Math.ceil((Date.parse(given) - Date.now()) / 1_000)
  return seconds > 0 ? seconds : undefined
}

const readBounded = async (response: IncomingMessage): Promise<string | undefined> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response) {
    // Without an encoding a message gives its bytes.
    const bytes = chunk as Buffer
    size += bytes.byteLength
    if (size > MAX_BYTES) return undefined
    chunks.push(bytes)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** The beginning of a body, as far as it comes before the call ends. */
const readExcerpt = async (response: IncomingMessage, most: number): Promise<string> => {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of response) {
      // Without an encoding a message gives its bytes.
      const bytes = chunk as Buffer
      chunks.push(bytes)
      size += bytes.byteLength
      if (size >= most) break
    }
  } catch {
    // The status has come, and says enough.
  }
  return Buffer.concat(chunks).subarray(0, most).toString('utf8')
}

/**
 * What a provider answered instead of what was asked for, in one short line: its status, and the sentence that it gives
 * as its reason. Of any other answer nothing is shown: it may be a page of a server that was never meant to be called.
 */
export const refusalOf = ({ status, text }: { status: number; text: string }): string => {
  const said = cleaned(sentenceIn(parseWith(z.unknown(), text)) ?? '')
  return said === ''
    ? say('owner.processor.answered', { status })
    : say('owner.processor.answeredWith', { status, said })
}

/** The members by which APIs tell what is wrong, in an object, in one within it or in the first of a list. */
const sentenceIn = (answer: unknown, depth = 0): string | undefined => {
  if (typeof answer !== 'object' || answer === null || depth > 2) return undefined
  if (Array.isArray(answer)) return sentenceIn(answer[0], depth + 1)
  const members = new Map<string, unknown>(Object.entries(answer))
  for (const name of ['message', 'detail', 'error_description', 'error', 'errors', 'title', 'description']) {
    const member = members.get(name)
    const said = typeof member === 'string' ? member : sentenceIn(member, depth + 1)
    if (said !== undefined && said !== '') return said
  }
  return undefined
}

/** One line without what looks like a key: an API may repeat what it was sent. */
const cleaned = (said: string): string =>
  said
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replaceAll(/[\w+/=-]{24,}/g, '…')
    .trim()
    .slice(0, REASON_LENGTH)

/** An answer in the 400s says that nothing was done; all but 408, which says that the provider gave up waiting. */
export const isRefusal = (status: number): boolean => status >= 400 && status < 500 && status !== 408
