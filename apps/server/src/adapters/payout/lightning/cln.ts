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

/** Core Lightning by its plugin clnrest: `xpay` pays, and `listpays` tells what became of a payment hash. */
export const createCln = (deps: LightningNodeDeps): LightningNode => {
  const ask = async (settings: Settings, method: string, body: object, timeoutMs?: number): Promise<NodeReply> => {
    const reply = await askNode(deps, {
      method: 'POST',
      url: `${baseOf(settings.payout_cln_url)}/v1/${method}`,
      headers: { rune: settings.payout_cln_rune },
      body,
      timeoutMs,
    })
    const failure = failureOf(reply)
    if (failure !== undefined && CLOSED.has(failure.code)) {
      throw new LightningNodeError(say('owner.payout.coreLightningRejectedRune', { message: failure.message }), true)
    }
    return reply
  }
  return {
    closed: (settings) => {
      const { payout_cln_url: url, payout_cln_rune: rune } = settings
      if (url === '' || rune === '') return say('owner.payout.coreLightningNeedsRest')
      return deps.http.addressProblem(url)
    },
    identify: async (settings) => replyAs(Info, await ask(settings, 'getinfo', {})).id,
    balance: async (settings) => {
      const { channels } = replyAs(Channels, await ask(settings, 'listpeerchannels', {}))
      return channels.reduce(
        (sum, { state, spendable_msat: msat }) => (state === OPEN ? sum + BigInt(msat ?? 0) : sum),
        0n,
      )
    },
    pay: async ({ invoice, maxFeeMsat }, settings) => {
      const body = { invstring: invoice, maxfee: Number(maxFeeMsat), retry_for: ROUTE_SECONDS }
      return sentAs(await ask(settings, 'xpay', body, PAY_MS))
    },
    find: async (hash, settings) =>
      foundAs(replyAs(Pays, await ask(settings, 'listpays', { payment_hash: hash })), hash),
  }
}

const OPEN = 'CHANNELD_NORMAL'
const Info = z.object({ id: z.string() })
const Channels = z.object({
  channels: z.array(z.object({ state: z.string(), spendable_msat: z.optional(Whole) })),
})
const Failure = z.object({ code: Whole, message: z.string() })
const Paid = z.object({ payment_preimage: z.string() })
const Pays = z.object({
  pays: z.array(
    z.object({
      payment_hash: z.string(),
      status: z.string(),
      preimage: z.optional(z.string()),
      amount_msat: z.optional(Whole),
    }),
  ),
})

/** Codes for a rune that is not there, is not valid, or does not allow the call. */
const CLOSED: ReadonlySet<number> = new Set([1500, 1501, 1502])
/** The invoice was paid before: `listpays` tells how. */
const ALREADY_PAID = 219

/** An error stands alone, or in a member `error`. */
const failureOf = ({ text }: NodeReply): { code: number; message: string } | undefined => {
  const failure = parseWith(Failure, text) ?? parseWith(z.object({ error: Failure }), text)?.error
  return failure === undefined ? undefined : { code: Number(failure.code), message: failure.message }
}

const sentAs = (reply: NodeReply): Broadcast => {
  const failure = failureOf(reply)
  if (failure === undefined) {
    replyAs(Paid, reply)
    return { kind: 'accepted', answer: say('owner.payout.coreLightningPaid') }
  }
  const kind = failure.code === ALREADY_PAID ? 'accepted' : 'rejected'
  return { kind, answer: say('owner.payout.coreLightningAnswered', { code: failure.code, message: failure.message }) }
}

/** A payment hash may have been tried several times: what was paid or is on its way counts before what failed. */
const foundAs = ({ pays }: z.infer<typeof Pays>, hash: string): LightningStatus => {
  const mine = pays.filter(({ payment_hash: told }) => told === hash)
  const paid = mine.find(({ status }) => status === 'complete')
  if (paid !== undefined) {
    const { preimage = '', amount_msat: msat } = paid
    return { kind: 'paid', preimage, msat: msat === undefined ? null : BigInt(msat) }
  }
  if (mine.some(({ status }) => status === 'pending'))
    return { kind: 'in-flight', answer: say('owner.payout.itIsOnIts') }
  return mine.length === 0 ? { kind: 'absent' } : { kind: 'failed', answer: say('payout.coreLightningCouldntPay') }
}
