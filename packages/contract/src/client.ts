import { IMAGE_FIELD } from './constants.ts'
import type { Call, CalledRoute, Result, Route, RouteTable } from './route.ts'

/** One call on the wire, before a transport carries it out. */
export interface Request<R extends CalledRoute = Route> {
  readonly route: R
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
  /** Goes out as the field `IMAGE_FIELD` of a form, in the place of a body. */
  readonly file?: Blob | undefined
  readonly onProgress?: ((share: number) => void) | undefined
  readonly signal: AbortSignal | undefined
}

/** One call as a built page has it, which keeps no more of its route. */
export type PageRequest = Request<CalledRoute>

/** Carries a request to the server and gives its parsed answer, or throws. */
export type Transport = (request: Request) => Promise<unknown>

type Caller<R extends Route> =
  Record<string, never> extends Call<R> ? (call?: Call<R>) => Promise<Result<R>> : (call: Call<R>) => Promise<Result<R>>

/** The route table as functions: `client.faucet.claim({ body })`. */
export type Client<T extends RouteTable> = {
  readonly [F in keyof T]: { readonly [E in keyof T[F]]: Caller<T[F][E]> }
}

interface LooseCall {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly file?: Blob
  readonly onProgress?: (share: number) => void
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
}

/** Makes a typed client of a route table over any transport: the browser's fetch, or a test's injected one. */
export const createClient = <T extends RouteTable>(table: T, transport: Transport): Client<T> => {
  const features = Object.entries(table).map(([name, feature]) => {
    const calls = Object.entries(feature).map(([endpoint, route]) => [
      endpoint,
      (call: LooseCall = {}) => transport(toRequest(route, call)),
    ])
    return [name, Object.fromEntries(calls)]
  })
  // The entries were built key by key from the same table, which the type system cannot follow.
  return Object.fromEntries(features) as Client<T>
}

const toRequest = (route: Route, call: LooseCall): Request => ({
  route,
  path: callPath(route.path, call.params ?? {}) + queryText(call.query ?? {}),
  headers: {
    ...textFields(call.headers ?? {}),
    ...(call.idempotencyKey === undefined ? {} : { 'idempotency-key': call.idempotencyKey }),
  },
  body: call.body,
  file: call.file,
  onProgress: call.onProgress,
  signal: call.signal,
})

/** The form that carries a file. It goes without the name that it had on the sender's machine: nobody needs it. */
export const formOf = (file: Blob): FormData => {
  const form = new FormData()
  form.append(IMAGE_FIELD, file, 'image')
  return form
}

/** Puts parameters into a path: `/api/withdraw/{methodId}`. */
export const fillPath = (path: string, params: Readonly<Record<string, unknown>>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))

/** The path of a call. With an empty parameter it would be the path of another call, whose answer nobody expects. */
export const callPath = (path: string, params: Readonly<Record<string, unknown>>): string => {
  for (const [, name = ''] of path.matchAll(/\{(\w+)\}/g)) {
    if (String(params[name] ?? '') === '') throw new RangeError(`${path} needs ${name}`)
  }
  return fillPath(path, params)
}

/** A query string of all values that are not empty (SPEC.md §5: empty values are dropped before sending). */
export const queryText = (query: Readonly<Record<string, unknown>>): string => {
  const text = new URLSearchParams(textFields(query)).toString()
  return text === '' ? '' : `?${text}`
}

const textFields = (fields: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined && value !== null && value !== '')
      .map(([name, value]) => [name, String(value)]),
  )
