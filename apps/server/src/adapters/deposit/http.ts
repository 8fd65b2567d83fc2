const TIMEOUT_MS = 10_000
const MAX_BYTES = 1_048_576
const REASON_LENGTH = 200

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** `unsent`: for certain the provider never saw the request. `lost`: it may have, and its answer did not arrive. */
export type HttpAnswer =
  | { readonly kind: 'answered'; readonly status: number; readonly text: string }
  | { readonly kind: 'unsent' | 'lost'; readonly reason: string }

/** Calls a provider: bounded in time and size, following no redirect, over nothing but TLS. */
export interface Http {
  readonly call: (request: HttpRequest) => Promise<HttpAnswer>
  /** Why an address may not be called, as a sentence; null when it may. */
  readonly addressProblem: (url: string) => string | null
}

/** Plain HTTP is let through to this very machine only, and never on a production site. */
export const createHttp = ({ isProduction, timeoutMs = TIMEOUT_MS }: HttpOptions): Http => {
  const addressProblem = (url: string): string | null => {
    const address = URL.parse(url)
    if (address === null) return 'The address is not a URL.'
    if (address.username !== '' || address.password !== '') return 'The address must not hold a name or password.'
    if (address.protocol === 'https:') return null
    const isLocal = address.protocol === 'http:' && loopback.has(address.hostname)
    return isLocal && !isProduction ? null : 'The address must begin with https://.'
  }
  return {
    addressProblem,
    call: async (request) => {
      const problem = addressProblem(request.url)
      return problem === null ? send(request, timeoutMs) : { kind: 'unsent', reason: problem }
    },
  }
}

interface HttpOptions {
  readonly isProduction: boolean
  readonly timeoutMs?: number
}

const loopback = new Set(['127.0.0.1', '[::1]', 'localhost'])

/** Sends a request to wherever it says; who calls this has looked at the address. */
export const send = async ({ method, url, headers, body }: HttpRequest, timeoutMs: number): Promise<HttpAnswer> => {
  try {
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      headers: { accept: 'application/json', ...headers },
      signal: AbortSignal.timeout(timeoutMs),
      ...(body === undefined ? {} : { body }),
    })
    const text = await readBounded(response)
    if (text === undefined) return { kind: 'lost', reason: 'The provider answered with more than 1 MB.' }
    return { kind: 'answered', status: response.status, text }
  } catch (error) {
    const code = codeOf(error)
    return { kind: unreached.has(code) ? 'unsent' : 'lost', reason: `The provider did not answer (${code}).` }
  }
}

const readBounded = async (response: Response): Promise<string | undefined> => {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > MAX_BYTES) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** No connection ever stood, so that no request went over it. */
const unreached = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

const codeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown'
  const { cause } = error
  const from = cause instanceof Error ? cause : error
  return 'code' in from && typeof from.code === 'string' ? from.code : from.name
}

/** What a provider answered instead of what was asked for, in one bounded line. */
export const refusalOf = ({ status, text }: { status: number; text: string }): string => {
  const said = text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  return `The provider answered ${status}${said === '' ? '' : `: ${said.slice(0, REASON_LENGTH)}`}`
}

/** An answer in the 400s says that nothing was done; all but 408, which says that the provider gave up waiting. */
export const isRefusal = (status: number): boolean => status >= 400 && status < 500 && status !== 408
