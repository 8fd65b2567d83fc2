import type { Settings } from '@runnel/contract/settings/settings'
import * as z from 'zod/mini'
import { parseWith } from '#adapters/deposit/json.ts'
import type { Broadcast } from '#adapters/payout/payout.ts'
import { say } from '#kernel/words/say.ts'
import {
  askNode,
  baseOf,
  type LightningNode,
  type LightningNodeDeps,
  LightningNodeError,
  type LightningStatus,
  type NodeReply,
  PAY_MS,
  replyAs,
  ROUTE_SECONDS,
  Whole,
} from './node.ts'

/**
 * LND by its REST API. A payment hash that was paid or is on its way is refused there (`AlreadyExists`), and looked up
 * by `TrackPaymentV2`. Both calls are streams of JSON lines of which the last one counts.
 */
export const createLnd = (deps: LightningNodeDeps): LightningNode => {
  const ask = (settings: Settings, path: string, body?: unknown): Promise<NodeReply> =>
    askNode(deps, {
      method: body === undefined ? 'GET' : 'POST',
      url: `${baseOf(settings.payout_lnd_url)}${path}`,
      headers: { 'grpc-metadata-macaroon': settings.payout_lnd_macaroon },
      ...(body === undefined ? {} : { body, timeoutMs: PAY_MS }),
    })
  return {
    closed: (settings) => {
      const { payout_lnd_url: url, payout_lnd_macaroon: macaroon } = settings
      if (url === '' || macaroon === '') return say('owner.payout.lndNeedsRestUrl')
      return deps.http.addressProblem(url)
    },
    identify: async (settings) => read(Info, await ask(settings, '/v1/getinfo')).identity_pubkey,
    balance: async (settings) => {
      const { local_balance: local } = read(Balance, await ask(settings, '/v1/balance/channels'))
      return BigInt(local.msat)
    },
    pay: async ({ invoice, maxFeeMsat }, settings) => {
      const body = {
        payment_request: invoice,
        timeout_seconds: ROUTE_SECONDS,
        fee_limit_msat: maxFeeMsat.toString(),
        no_inflight_updates: true,
      }
      return sentAs(lastOf(await ask(settings, '/v2/router/send', body)))
    },
    find: async (hash, settings) => {
      const name = Buffer.from(hash, 'hex').toString('base64url').padEnd(44, '=')
      return foundAs(lastOf(await ask(settings, `/v2/router/track/${name}?no_inflight_updates=true`)), hash)
    },
  }
}

const Info = z.object({ identity_pubkey: z.string() })
const Balance = z.object({ local_balance: z.object({ msat: Whole }) })
const Failure = z.object({ code: Whole, message: z.string() })
const Payment = z.object({
  status: z.string(),
  payment_hash: z.optional(z.string()),
  payment_preimage: z.optional(z.string()),
  value_msat: z.optional(Whole),
  failure_reason: z.optional(z.string()),
})
const Line = z.object({ result: z.optional(Payment), error: z.optional(Failure) })

type Last = { readonly payment: z.infer<typeof Payment> } | { readonly code: number; readonly message: string }

/** The macaroon was refused, or the wallet is locked: LND says both in words, with HTTP 500. */
const CLOSED = /macaroon|permission denied|verification failed|wallet locked|wallet not/i

/** The last line of a stream, or the error in its place. */
const lastOf = (reply: NodeReply): Last => {
  const line = parseWith(Line, reply.text.trim().split('\n').at(-1) ?? '')
  if (line?.result !== undefined) return { payment: line.result }
  return errorOf(reply)
}

const errorOf = (reply: NodeReply): { code: number; message: string } => {
  const error = parseWith(Line, reply.text)?.error ?? parseWith(Failure, reply.text)
  if (error === undefined)
    throw new LightningNodeError(say('owner.payout.lndAnsweredSomethingElse', { status: reply.status }))
  if (CLOSED.test(error.message))
    throw new LightningNodeError(say('owner.payout.lndAnswered', { message: error.message }), true)
  return { code: Number(error.code), message: error.message }
}

const read = <Shape extends z.ZodMiniType>(shape: Shape, reply: NodeReply): z.infer<Shape> => {
  if (reply.status === 200) return replyAs(shape, reply)
  throw new LightningNodeError(say('owner.payout.lndAnswered', { message: errorOf(reply).message }))
}

/** gRPC's codes for what exists already and for what is not there. */
const ALREADY_EXISTS = 6
const NOT_FOUND = 5

const sentAs = (last: Last): Broadcast => {
  if ('code' in last) {
    const kind = last.code === ALREADY_EXISTS ? 'accepted' : 'rejected'
    return { kind, answer: say('owner.payout.lndAnswered', { message: last.message }) }
  }
  const { status, failure_reason: reason } = last.payment
  if (status === 'FAILED') return { kind: 'rejected', answer: failureText(reason) }
  return {
    kind: 'accepted',
    answer: status === 'SUCCEEDED' ? say('owner.payout.lndPaid') : say('owner.payout.itIsOnIts'),
  }
}

const foundAs = (last: Last, hash: string): LightningStatus => {
  if ('code' in last) {
    if (last.code === NOT_FOUND) return { kind: 'absent' }
    throw new LightningNodeError(say('owner.payout.lndAnswered', { message: last.message }))
  }
  const { status, payment_hash: told, payment_preimage: preimage = '', value_msat: msat, failure_reason } = last.payment
  if (told !== undefined && told !== hash) throw new LightningNodeError(say('owner.payout.lndAnsweredAboutAnother'))
  if (status === 'SUCCEEDED') return { kind: 'paid', preimage, msat: msat === undefined ? null : BigInt(msat) }
  if (status === 'FAILED') return { kind: 'failed', answer: failureText(failure_reason) }
  return { kind: 'in-flight', answer: say('owner.payout.itIsOnIts') }
}

const reasons: Readonly<Record<string, string>> = {
  FAILURE_REASON_TIMEOUT: say('payout.lndFoundNoWay'),
  FAILURE_REASON_NO_ROUTE: say('payout.lndFoundNoWayPayee'),
  FAILURE_REASON_INCORRECT_PAYMENT_DETAILS: say('payout.payeeDoesntAcceptInvoice'),
  FAILURE_REASON_INSUFFICIENT_BALANCE: say('owner.payout.lightningNodeSendAmountRight'),
}

const failureText = (reason: string | undefined): string =>
  reasons[reason ?? ''] ?? say('payout.lndFailed', { reason: reason ?? '?' })
