import type * as z from 'zod/mini'
import type { ApiKeyScope } from '#contract/account/api-key.ts'

/** Who may call: anyone, a signed-in user, a moderator (or admin), an admin. */
export type Access = 'anyone' | 'user' | 'moderator' | 'admin'

/**
 * What the mount demands before the handler runs: a human check, a look at the web page that the body names, or the
 * word of a captcha provider that it takes the keys in the body. It runs outside the transaction, so it may reach the
 * network.
 */
export type Check = 'captcha' | 'antibot' | 'page' | 'captcha-keys'

/**
 * How the handler meets the database. `read` may only select; `write` runs in exactly one transaction that the mount
 * opens; `none` is for the few calls that must reach the network and open short transactions themselves.
 */
export type Transaction = 'read' | 'write' | 'none'

/**
 * `json` is the rule; `events` is a stream of server-sent events; `csv` a file to download. `raw` is for calls of third
 * parties, whose signatures cover what they sent byte by byte: the handler gets it as it came (`RawRequest`), and its
 * answer `{status, body}` is sent as plain text. `file` answers with the bytes of one file (`FileAnswer`), shown to
 * nobody without the token. `upload` takes one image in a form, as its field `IMAGE_FIELD` of at most
 * `IMAGE_BYTES_MAX` bytes, and has no other body; the handler gets it as it came (`Upload`). `download` is a long JSON
 * file that is made while it is sent.
 */
export type Kind = 'json' | 'events' | 'csv' | 'raw' | 'file' | 'upload' | 'download'

/** A request exactly as it arrived. */
export interface RawRequest {
  /** The bytes of the body; empty when there was none. */
  readonly body: Uint8Array
  /** Everything behind the question mark, not decoded. */
  readonly query: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/** A file exactly as it was sent: nothing about it is proved, least of all that it is what it says. */
export interface Upload {
  readonly body: Uint8Array
}

/** At most `points` calls in `seconds`, counted per user, per network or per device. */
export interface Limit {
  readonly by: 'user' | 'net' | 'device'
  readonly points: number
  readonly seconds: number
}

type Schema = z.core.$ZodType
type Fields = z.core.$ZodObject

export interface Route {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly summary: string
  readonly access: Access
  readonly transaction: Transaction
  readonly kind?: Kind
  /** It may be some seconds old and come from a replica: statistics, logs and files, nothing that is acted on. */
  readonly mayLag?: true
  /** What an `upload` takes: an image is the rule; `csv` is text of at most `CSV_BYTES_MAX` bytes. */
  readonly file?: 'image' | 'csv'
  /** Still answered for a locked account (418 elsewhere). */
  readonly whileLocked?: true
  /** Still answered while the site is under maintenance (503 elsewhere). */
  readonly whileMaintained?: true
  /** Still answered for an account that has to choose its username first (409 elsewhere). */
  readonly beforeInit?: true
  /** Refused to users whose country the owner closed for it (403 `COUNTRY_CLOSED_…`); admins are not asked. */
  readonly closedTo?: 'earn' | 'withdraw'
  /** Asks that the session has proved in the last minutes who is at the screen (403 `STEP_UP_REQUIRED` otherwise). */
  readonly stepUp?: true
  /** The scopes of API keys that open it, as `account/key-scopes.ts` says; unset: no key does. */
  readonly apiKey?: readonly ApiKeyScope[]
  readonly checks?: readonly Check[]
  /** Accepts an `Idempotency-Key`: the same key from the same user returns the first answer again. */
  readonly idempotent?: true
  readonly limits?: readonly Limit[]
  /** Bytes that the body may have; unset: `BODY_BYTES`. An `upload` says it by its `file`. */
  readonly bodyLimit?: number
  /**
   * Milliseconds of processor time that one call takes at its worst, server and database together; unset: `COST_MS`.
   * It is taken from what a network or a member may use, and `npm run bench -- cost` measures that it is enough.
   */
  readonly cost?: number
  readonly params?: Fields
  readonly query?: Fields
  readonly headers?: Fields
  readonly body?: Schema
  readonly answer: Schema
}

/** What a built page has of a route that is handed on as a value; see `apps/web/build/contract-copies.ts`. */
export type CalledRoute = Pick<Route, 'method' | 'path' | 'kind'>

/** Keeps the literal types of a route, and refuses what is no route. */
export const route = <const R extends Route>(definition: R): R => definition

type Out<S> = S extends Schema ? z.output<S> : undefined
type In<S> = S extends Schema ? z.input<S> : undefined

/** What a handler is given, after parsing. */
export type Input<R extends Route> = Parsed<R> &
  (R['kind'] extends 'raw' ? { readonly raw: RawRequest } : { readonly raw?: undefined }) &
  (R['kind'] extends 'upload' ? { readonly upload: Upload } : { readonly upload?: undefined })

interface Parsed<R extends Route> {
  readonly params: Out<R['params']>
  readonly query: Out<R['query']>
  readonly headers: Out<R['headers']>
  readonly body: Out<R['body']>
}

/** What a handler gives back, before the contract checks it. */
export type Answer<R extends Route> = z.input<R['answer']>

/** What a caller receives. */
export type Result<R extends Route> = z.output<R['answer']>

type Part<Name extends string, S> = S extends Schema
  ? Record<string, never> extends In<S>
    ? { [K in Name]?: In<S> }
    : { [K in Name]: In<S> }
  : unknown

/** What a caller must send. */
export type Call<R extends Route> = Part<'params', R['params']> &
  Part<'query', R['query']> &
  Part<'headers', R['headers']> &
  Part<'body', R['body']> &
  (R['kind'] extends 'upload' ? FileUpload : unknown) & { idempotencyKey?: string; signal?: AbortSignal }

interface FileUpload {
  file: Blob
  /** Told now and then which share of the file is on its way, from 0 to 1. */
  onProgress?: (share: number) => void
}

export type Feature = Readonly<Record<string, Route>>
export type RouteTable = Readonly<Record<string, Feature>>
