import type { Settings } from '@runnel/contract/settings/settings'
import * as z from 'zod/mini'
import { refusalOf } from '#adapters/deposit/http.ts'
import { parseWith } from '#adapters/deposit/json.ts'
import type { Broadcast } from '#adapters/payout/payout.ts'
import { say } from '#kernel/words/say.ts'
import {
  askNode,
  baseOf,
  type LightningNode,
  type LightningNodeDeps,
  type LightningStatus,
  type NodeReply,
  PAY_MS,
  replyAs,
  Whole,
} from './node.ts'

/**
 * A wallet of LNbits, by its admin key. A payment hash is one row there, whatever is asked for. LNbits bounds the
 * routing fee by its own settings and takes no limit from us.
 */
export const createLnbits = (deps: LightningNodeDeps): LightningNode => {
  const ask = (settings: Settings, path: string, body?: unknown): Promise<NodeReply> =>
    askNode(deps, {
      method: body === undefined ? 'GET' : 'POST',
      url: `${baseOf(settings.payout_lnbits_url)}${path}`,
      headers: { 'x-api-key': settings.payout_lnbits_key },
      ...(body === undefined ? {} : { body, timeoutMs: PAY_MS }),
    })
  const wallet = async (settings: Settings) => replyAs(Wallet, await ask(settings, '/api/v1/wallet'))
  return {
    closed: (settings) => {
      const { payout_lnbits_url: url, payout_lnbits_key: key } = settings
      if (url === '' || key === '') return say('owner.payout.lnbitsNeedsUrlWallets')
      return deps.http.addressProblem(url)
    },
    identify: async (settings) => {
      const { id, name } = await wallet(settings)
      return id ?? name
    },
    balance: async (settings) => BigInt((await wallet(settings)).balance),
    pay: async ({ invoice }, settings) =>
      sentAs(await ask(settings, '/api/v1/payments', { out: true, bolt11: invoice })),
    find: async (hash, settings) => foundAs(await ask(settings, `/api/v1/payments/${hash}`)),
  }
}

/** The balance is in thousandths of a satoshi; the id is told to who has the admin key. */
const Wallet = z.object({ id: z.optional(z.string()), name: z.string(), balance: Whole })
const Sent = z.object({ payment_hash: z.string(), status: z.optional(z.string()) })
const Failure = z.object({ detail: z.string(), status: z.optional(z.string()) })
const Found = z.object({
  paid: z.boolean(),
  status: z.optional(z.string()),
  preimage: z.nullish(z.string()),
  details: z.optional(z.object({ status: z.optional(z.string()), pending: z.optional(z.boolean()), amount: Whole })),
})

/** Its HTTP status says little (520 stands for a payment that was made before), so that its own status counts. */
const sentAs = (reply: NodeReply): Broadcast => {
  const failure = parseWith(Failure, reply.text)
  if (failure !== undefined) {
    const isThere = failure.status === 'success' || failure.status === 'pending'
    return { kind: isThere ? 'accepted' : 'rejected', answer: refusalOf(reply) }
  }
  const { status } = replyAs(Sent, reply)
  if (status === 'failed') return { kind: 'rejected', answer: say('payout.lnbitsCouldntPay') }
  return {
    kind: 'accepted',
    answer: status === 'success' ? say('owner.payout.lnbitsPaid') : say('owner.payout.itIsOnIts'),
  }
}

const NOTHING = /^0*$/

const foundAs = (reply: NodeReply): LightningStatus => {
  if (reply.status === 404 && parseWith(Failure, reply.text) !== undefined) return { kind: 'absent' }
  const { paid, status, preimage, details } = replyAs(Found, reply)
  // What came in under the same hash, as for an invoice of this very wallet, says nothing of what went out.
  if (details !== undefined && BigInt(details.amount) > 0n) return { kind: 'absent' }
  const said = details?.status ?? status
  if (paid) {
    // What goes out has a negative amount. A payment within one LNbits may have no preimage.
    const msat = details === undefined ? null : BigInt(details.amount.replace('-', ''))
    return { kind: 'paid', preimage: NOTHING.test(preimage ?? '') ? null : (preimage ?? null), msat }
  }
  return said === 'failed'
    ? { kind: 'failed', answer: say('payout.lnbitsCouldntPay') }
    : { kind: 'in-flight', answer: say('owner.payout.itIsOnIts') }
}
