import type { RawRequest } from '@runnel/contract/route'

import type { DepositProcessor, Heard, WebhookReplies, WebhookReply } from '#adapters/deposit/deposit.ts'
import type { RateLimits } from '#kernel/rate-limit.ts'

import { type Call, isVerified, recordCall } from './calls.ts'
import { type Asked, lookAt } from './look.ts'
import { configOf } from './methods.ts'
import type { DepositRooms } from './rooms.ts'

export interface HearingRooms extends DepositRooms {
  readonly limits: Pick<RateLimits, 'spend'>
}

interface Calling {
  readonly processor: DepositProcessor
  readonly raw: RawRequest
  /** The network that it came from. */
  readonly net: string
  readonly now: Date
}

type Outcome = Pick<Call, 'verdict' | 'detail' | 'depositId'> & { readonly reply: keyof WebhookReplies }

/**
 * Takes a processor's call: believes nothing of it but which deposit it is about, reads that one at the processor,
 * and keeps the call with what became of it.
 */
export const hearCall = async (rooms: HearingRooms, calling: Calling): Promise<WebhookReply> => {
  const { processor, raw, net, now } = calling
  const { reply, ...outcome } = await outcomeOf(rooms, calling)
  if (isVerified(outcome.verdict) || (await rooms.limits.spend(strangers, net)) === 0) {
    await recordCall(rooms.db, { ...outcome, processor: processor.name, body: raw.body, net, now })
  }
  return processor.reply[reply]
}

/** Calls of strangers that are kept, by network: who sends for ever must not fill the disk. */
const strangers = { name: 'deposit-strangers', points: 60, seconds: 60 }
/** Calls about one deposit, each of which asks its processor. */
const notices = { name: 'deposit-notices', points: 60, seconds: 60 }

/**
 * Calls without a signature or a name of ours, for each of which FaucetPay would be asked: our own address names the
 * deposit, so an honest one is rare.
 */
const questions = { name: 'deposit-questions', points: 5, seconds: 60 }
const allQuestions = { name: 'deposit-questions-all', points: 20, seconds: 60 }

const outcomeOf = async (rooms: HearingRooms, { processor, raw, net, now }: Calling): Promise<Outcome> => {
  const config = configOf(rooms.settings.current())
  const closed = processor.closed(config)
  if (closed !== null) return { verdict: 'refused', detail: closed, depositId: null, reply: 'refused' }
  const heard = await processor.hear(config, raw, () => mayAsk(rooms.limits, net))
  if (heard.kind !== 'heard') return unheard(heard)
  const deposit = await takeNotice(rooms, { processor, heard, now })
  if (deposit === undefined) {
    return { verdict: 'no-deposit', detail: 'It contains no deposit of this site.', depositId: null, reply: 'ok' }
  }
  const depositId = deposit.id
  if ((await rooms.limits.spend(notices, depositId)) > 0) {
    return { verdict: 'flood', detail: 'Too many webhooks for this deposit.', depositId, reply: 'later' }
  }
  const { state, credited, status } = await lookAt(rooms, processor, deposit)
  if (state.kind === 'unknown') return { verdict: 'unknown', detail: state.reason, depositId, reply: 'later' }
  const detail = `Processor status: ${state.kind}. Deposit status: ${status}. Newly credited units: ${credited}.`
  return { verdict: credited > 0 ? 'credited' : 'heard', detail, depositId, reply: 'ok' }
}

/** Asked of the network first, so that one that floods takes nothing from the others. */
const mayAsk = async (limits: HearingRooms['limits'], net: string): Promise<boolean> =>
  (await limits.spend(questions, net)) === 0 && (await limits.spend(allQuestions, 'all')) === 0

const unheard = (heard: Exclude<Heard, { kind: 'heard' }>): Outcome => {
  switch (heard.kind) {
    case 'bad-signature':
      return { verdict: 'refused', detail: 'Invalid signature.', depositId: null, reply: 'refused' }
    case 'unreadable':
      return { verdict: 'refused', detail: 'It couldn’t be read.', depositId: null, reply: 'refused' }
    case 'ignored':
      return { verdict: 'ignored', detail: heard.why, depositId: null, reply: 'ok' }
    case 'crowded':
      return { verdict: 'flood', detail: 'Too many webhooks without a deposit.', depositId: null, reply: 'later' }
    case 'unreachable':
      return { verdict: 'unreachable', detail: heard.reason, depositId: null, reply: 'later' }
  }
}

const TOKENS_KEPT = 20

interface Noticing {
  readonly processor: DepositProcessor
  readonly heard: Extract<Heard, { kind: 'heard' }>
  readonly now: Date
}

/** Finds the deposit that is named, and notes what was named beside it; undefined when it is none of ours. */
const takeNotice = (rooms: DepositRooms, { processor, heard, now }: Noticing): Promise<Asked | undefined> =>
  rooms.db.write(async (tx) => {
    const { depositId, providerId, token } = heard
    const row = await tx
      .selectFrom('deposits')
      .select(['id', 'amount', 'currency', 'provider_id', 'provider_tokens'])
      .where('processor', '=', processor.name)
      .$if(depositId !== null, (named) => named.where('id', '=', depositId ?? ''))
      .$if(depositId === null, (named) => named.where('provider_id', '=', providerId ?? ''))
      .forUpdate()
      .executeTakeFirst()
    if (row === undefined) return undefined
    // Another invoice that carries our id is not the one that we opened.
    if (row.provider_id !== null && providerId !== null && row.provider_id !== providerId) return undefined
    const isKnown = token === null || row.provider_tokens.includes(token)
    const tokens = isKnown ? row.provider_tokens : [...row.provider_tokens, token].slice(-TOKENS_KEPT)
    const known = { provider_id: row.provider_id ?? providerId, provider_tokens: tokens }
    if (row.provider_id === known.provider_id && isKnown) return row
    await tx
      .updateTable('deposits')
      .set({ ...known, updated_at: now })
      .where('id', '=', row.id)
      .execute()
    return { ...row, ...known }
  })
