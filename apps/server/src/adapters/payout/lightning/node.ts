import type { Settings } from '@runnel/contract/settings/settings'
import * as z from 'zod/mini'
import { type Http, type HttpRequest, refusalOf } from '#adapters/deposit/http.ts'
import { parseWith } from '#adapters/deposit/json.ts'
import type { Broadcast } from '#adapters/payout/payout.ts'
import { say } from '#kernel/words/say.ts'

/** What a node is asked to pay: always an invoice with an amount, so that nothing else can be paid for it. */
export interface LightningOrder {
  readonly invoice: string
  readonly hash: string
  readonly msat: bigint
  /** What the way there may cost at most. */
  readonly maxFeeMsat: bigint
}

/**
 * What a node knows of a payment hash. `absent`: it lists no payment of it, which alone doesn't prove that none is.
 * `unclear`: it lists one, and can't tell one that failed from one on its way.
 */
export type LightningStatus =
  | { readonly kind: 'paid'; readonly preimage: string | null; readonly msat: bigint | null }
  | { readonly kind: 'failed' | 'in-flight' | 'unclear'; readonly answer: string }
  | { readonly kind: 'absent' }

/** One kind of Lightning node. Whatever cannot be told is thrown as a `LightningNodeError`. */
export interface LightningNode {
  /** Why it cannot be asked, as a sentence; null when it can. */
  readonly closed: (settings: Settings) => string | null
  /** Which node or wallet it is: what another one says of a payment hash means nothing. */
  readonly identify: (settings: Settings) => Promise<string>
  /** What it can spend, in thousandths of a satoshi. */
  readonly balance: (settings: Settings) => Promise<bigint>
  readonly pay: (order: LightningOrder, settings: Settings) => Promise<Broadcast>
  readonly find: (hash: string, settings: Settings) => Promise<LightningStatus>
}

/** A node that could not be asked or said something else. */
export class LightningNodeError extends Error {
  /** It does not let us in: only the owner can help. */
  readonly isClosed: boolean
  constructor(reason: string, isClosed = false) {
    super(reason)
    this.isClosed = isClosed
  }
}

export interface LightningNodeDeps {
  readonly http: Http
}

/** Seconds that a node looks for a way before it says that there is none; the call waits a little longer. */
export const ROUTE_SECONDS = 15
export const PAY_MS = 20_000
const ASK_MS = 8_000

export interface NodeReply {
  readonly status: number
  readonly text: string
}

/** Calls a node; throws where no answer came. */
export const askNode = async (
  { http }: LightningNodeDeps,
  { headers, body, ...request }: Omit<HttpRequest, 'body'> & { readonly body?: unknown },
): Promise<NodeReply> => {
  const answer = await http.call({
    ...request,
    timeoutMs: request.timeoutMs ?? ASK_MS,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (answer.kind !== 'answered') throw new LightningNodeError(answer.reason)
  if (answer.status === 401 || answer.status === 403) {
    throw new LightningNodeError(say('owner.payout.nodeRejectedKey', { status: answer.status }), true)
  }
  return answer
}

/** Reads an answer of the shape that was hoped for; throws at any other. */
export const replyAs = <Shape extends z.ZodMiniType>(shape: Shape, reply: NodeReply): z.infer<Shape> => {
  const read = reply.status >= 200 && reply.status < 300 ? parseWith(shape, reply.text) : undefined
  if (read === undefined) throw new LightningNodeError(refusalOf(reply))
  return read
}

/** A base URL without the slash at its end. */
export const baseOf = (url: string): string => url.replace(/\/+$/, '')

/** A whole number as JSON or as text, both of which are texts when they are read. */
export const Whole = z.string().check(z.regex(/^-?\d{1,20}$/))
