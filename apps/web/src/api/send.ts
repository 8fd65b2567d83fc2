import type { PageRequest, Transport } from '@runnel/contract/client'
import { HTTP_TIMEOUT_MS, IMAGE_TYPE } from '@runnel/contract/constants'
import type { Failure } from '@runnel/contract/failure'
import type { FileAnswer } from '@runnel/contract/values'
import { useStore } from '#base/store.ts'
import { isSilent } from './silent.ts'
import { requestStepUp } from './step-up.ts'

/** The server answered, and refused. */
export class CallError extends Error {
  readonly status: number
  readonly failure: Failure | null
  constructor(status: number, failure: Failure | null) {
    super(failure?.msg ?? `HTTP ${status}`)
    this.status = status
    this.failure = failure
  }
}

/** Nobody answered: no network, or not in time; or `offline`, nothing was sent at all. */
export class NoAnswerError extends Error {
  readonly reason: 'network' | 'timeout' | 'offline'
  constructor(reason: NoAnswerError['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

/** The contract over the browser's fetch. */
export const fetchTransport: Transport = async (request) => {
  const response = await reach(request)
  if (response.status === 204) return {}
  return request.route.kind === 'file' ? fileOf(response) : response.json()
}

/** The bare response of a call that succeeded, for files and streams. */
export const reach = async (request: PageRequest): Promise<Response> => {
  const response = await (consumeEarlyAnswer(request) ?? fetchOnce(request)).catch((error: unknown) => {
    if (!mayRepeat(request, error)) throw error
    return fetchOnce(request)
  })
  if (response.ok) return response
  const failure = await failureOf(response)
  if (await mayGoOn(failure, request)) return reach(request)
  throw new CallError(response.status, failure)
}

/**
 * A dangerous act wants to know who is at the screen: they are asked, and the same call, with the key that it may
 * carry, is sent again. Whoever does not answer gets the refusal.
 */
const mayGoOn = async (failure: Failure | null, { signal }: PageRequest): Promise<boolean> => {
  if (failure?.code !== 'STEP_UP_REQUIRED' || isSilent(signal)) return false
  return requestStepUp()
}

/** A reading call that found no network is tried once more before anybody is told. */
const mayRepeat = ({ route, signal }: PageRequest, error: unknown): boolean =>
  route.method === 'GET' && !signal?.aborted && error instanceof NoAnswerError && error.reason === 'network'

const fetchOnce = async (request: PageRequest): Promise<Response> => {
  const { route, path, body, file } = request
  // So that everybody knows that it did not arrive.
  if (route.method !== 'GET' && !navigator.onLine) throw new NoAnswerError('offline', 'offline')
  const headers = headersOf(request)
  const limit = new AbortController()
  const stop = () => limit.abort(request.signal?.reason)
  request.signal?.addEventListener('abort', stop, { once: true })
  if (request.signal?.aborted) stop()
  let late = false
  const timer = setTimeout(() => {
    late = true
    limit.abort()
  }, HTTP_TIMEOUT_MS)
  try {
    if (file) return await (await import('./send-file.ts')).sendFile({ request, file, headers, signal: limit.signal })
    return await fetch(path, {
      method: route.method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      credentials: 'include',
      signal: limit.signal,
    })
  } catch (error) {
    if (request.signal?.aborted) throw error
    const message = error instanceof Error ? error.message : String(error)
    throw new NoAnswerError(late ? 'timeout' : 'network', message)
  } finally {
    clearTimeout(timer)
  }
}

const headersOf = ({ route, headers, body }: PageRequest): Record<string, string> => {
  const { token } = useStore.getState()
  return {
    accept: route.kind === 'events' ? 'text/event-stream' : 'application/json',
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(token !== null && { authorization: `Bearer ${token}` }),
    ...(route.path.startsWith('/api/auth/') && { tz: Intl.DateTimeFormat().resolvedOptions().timeZone }),
    ...headers,
  }
}

const fileOf = async (response: Response): Promise<FileAnswer> => {
  const filename = /filename="(.+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? ''
  return { type: IMAGE_TYPE, bytes: new Uint8Array(await response.arrayBuffer()), filename }
}

const failureOf = async (response: Response): Promise<Failure | null> => {
  const body: unknown = await response.json().catch(() => null)
  return isFailure(body) ? body : null
}

/** What is no envelope comes from something before the server; what is one was checked there, as every answer. */
const isFailure = (body: unknown): body is Failure => {
  if (typeof body !== 'object' || body === null || !('code' in body) || !('msg' in body)) return false
  return typeof body.code === 'string' && typeof body.msg === 'string'
}

type EarlyAnswers = Partial<Record<string, Promise<Response>>>

/** After this the answer of an early call would be old news. */
const earlyMs = 15_000

/** The document asks for the first calls before this script has arrived; each of their answers serves once. */
const consumeEarlyAnswer = ({ route, path }: PageRequest): Promise<Response> | undefined => {
  // `head-script.ts` leaves its promises on the window, which has no type for them.
  const early = (window as { early?: EarlyAnswers }).early
  const answer = early?.[path]
  if (!early || !answer || route.method !== 'GET') return undefined
  delete early[path]
  if (performance.now() > earlyMs) return undefined
  return answer.catch((error: Error) => {
    throw new NoAnswerError('network', error.message)
  })
}
