import type { RawRequest } from '@runnel/contract/route'
import { sql } from 'kysely'
import type { DepositProcessor, WebhookResult, WebhookReplies, WebhookReply } from '#adapters/deposit/deposit.ts'
import type { Bucket, RateLimits } from '#kernel/http/rate-limit.ts'
import { say } from '#kernel/words/say.ts'
import type { DepositDeps } from './deposit-deps.ts'
import { configOf } from './methods.ts'
import { invoiceColumns, type InvoiceRef, pollInvoice, unreadOf } from './poll-invoice.ts'
import { firstPollAt } from './poll-schedule.ts'
import { type LoggedWebhook, isVerified, logWebhook } from './webhook-log.ts'

export interface WebhookDeps extends DepositDeps {
  readonly limits: Pick<RateLimits, 'spend'>
}

interface WebhookInput {
  readonly processor: DepositProcessor
  readonly raw: RawRequest
  /** The network that it came from. */
  readonly net: string
  readonly now: Date
}

type Outcome = Pick<LoggedWebhook, 'verdict' | 'detail' | 'depositId'> & { readonly reply: keyof WebhookReplies }

/**
 * Takes a processor's call: believes nothing of it but which deposit it is about, reads that one at the processor,
 * and keeps the call with what became of it.
 */
export const handleWebhook = async (deps: WebhookDeps, input: WebhookInput): Promise<WebhookReply> => {
  const { processor, raw, net, now } = input
  const { reply, ...outcome } = await outcomeOf(deps, input)
  if (isVerified(outcome.verdict) || (await deps.limits.spend(strangers, net)) === 0) {
    await logWebhook(deps.db, { ...outcome, processor: processor.name, body: raw.body, net, now })
  }
  return processor.reply[reply]
}

/** Calls of strangers that are kept, by network: who sends for ever must not fill the disk. */
const strangers = { name: 'deposit-strangers', points: 60, seconds: 60 }
/** Calls about one deposit, each of which asks its processor. */
const notices = { name: 'deposit-notices', points: 60, seconds: 60 }

/**
 * Calls for each of which a processor would be asked although anybody can have sent them: those for FaucetPay that
 * don't name a deposit as our own address does, and those of NOWPayments with a wrong signature. Honest ones are rare.
 */
const questions = { name: 'deposit-questions', points: 5, seconds: 60 }
const allQuestions = { name: 'deposit-questions-all', points: 20, seconds: 60 }

/**
 * Calls that name a deposit of ours but bear no signature, so that whoever pays it can send them: for each of them a
 * processor is asked once. What is too many loses nothing, since its token waits for the next look.
 */
const unsigned = { name: 'deposit-unsigned', points: 10, seconds: 60 }
const allUnsigned = { name: 'deposit-unsigned-all', points: 30, seconds: 60 }

const outcomeOf = async (deps: WebhookDeps, { processor, raw, net, now }: WebhookInput): Promise<Outcome> => {
  const config = configOf(deps.settings.current())
  const closed = processor.closed(config)
  // A key that is being replaced may be missing for a moment.
  if (closed !== null) return { verdict: 'refused', detail: closed, depositId: null, reply: 'later' }
  const heard = await processor.readWebhook(config, raw, async (depositId) => {
    if (depositId !== undefined && !(await isPolled(deps, processor, depositId))) return false
    return isBelow(deps.limits, [questions, allQuestions], net)
  })
  if (heard.kind !== 'heard') return rejectedOutcome(heard)
  const deposit = await recordNotice(deps, { processor, heard, now })
  if (deposit === undefined) {
    return { verdict: 'no-deposit', detail: say('owner.deposit.containsNoDepositSite'), depositId: null, reply: 'ok' }
  }
  const depositId = deposit.id
  const token = processor.isUnsigned === true && heard.token !== null ? { token: heard.token } : {}
  const isCrowded =
    (await deps.limits.spend(notices, depositId)) > 0 ||
    (processor.isUnsigned === true && !(await isBelow(deps.limits, [unsigned, allUnsigned], net)))
  if (isCrowded) {
    if (processor.isUnsigned === true) await pollSoon(deps, depositId, now)
    return { verdict: 'flood', detail: say('owner.deposit.tooManyWebhooksDeposit'), depositId, reply: 'later' }
  }
  const { state, credited, status } = await pollInvoice(deps, processor, { ...deposit, ...token })
  if (state.tokens?.some(({ kind }) => kind === 'missing') === true) {
    return { verdict: 'ignored', detail: say('owner.processor.faucetpayKnowsNoPayment'), depositId, reply: 'later' }
  }
  const unread = unreadOf(state)
  if (unread !== undefined) return { verdict: 'unknown', detail: unread, depositId, reply: 'later' }
  const told = say('owner.deposit.processorStatusDepositStatus', { kind: state.kind, status, credited })
  const detail = heard.isConfirmed === true ? say('owner.deposit.invalidSignatureConfirmed', { told }) : told
  return { verdict: credited > 0 ? 'credited' : 'heard', detail, depositId, reply: 'ok' }
}

/** Asked of the network first, so that one that floods takes nothing from the others. */
const isBelow = async (
  limits: WebhookDeps['limits'],
  [ofNet, ofAll]: readonly [Bucket, Bucket],
  net: string,
): Promise<boolean> => (await limits.spend(ofNet, net)) === 0 && (await limits.spend(ofAll, 'all')) === 0

/** Whether a deposit is one of a processor's that it is still asked about. */
const isPolled = async ({ db }: DepositDeps, { name }: DepositProcessor, id: string): Promise<boolean> => {
  const row = await db.read
    .selectFrom('deposits')
    .select('id')
    .where('id', '=', id)
    .where('processor', '=', name)
    .where('poll_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Looks at a deposit within two minutes, whatever its age. */
const pollSoon = ({ db }: DepositDeps, id: string, now: Date): Promise<unknown> =>
  db.write((tx) =>
    tx
      .updateTable('deposits')
      .set({ poll_at: sql`least(poll_at, ${firstPollAt(now)})` })
      .where('id', '=', id)
      .execute(),
  )

const rejectedOutcome = (heard: Exclude<WebhookResult, { kind: 'heard' }>): Outcome => {
  switch (heard.kind) {
    case 'bad-signature':
      return { verdict: 'refused', detail: say('owner.deposit.invalidSignature'), depositId: null, reply: 'refused' }
    case 'unreadable':
      return { verdict: 'refused', detail: say('owner.deposit.couldntRead'), depositId: null, reply: 'refused' }
    case 'ignored':
      return { verdict: 'ignored', detail: heard.why, depositId: null, reply: 'ok' }
    case 'crowded':
      return { verdict: 'flood', detail: say('owner.deposit.tooManyWebhooksWithout'), depositId: null, reply: 'later' }
    case 'unreachable':
      return { verdict: 'unreachable', detail: heard.reason, depositId: null, reply: 'later' }
  }
}

const TOKENS_KEPT = 20

interface WebhookNotice {
  readonly processor: DepositProcessor
  readonly heard: Extract<WebhookResult, { kind: 'heard' }>
  readonly now: Date
}

/** Finds the deposit that is named, and notes what was named beside it; undefined when it is none of ours. */
const recordNotice = (deps: DepositDeps, { processor, heard, now }: WebhookNotice): Promise<InvoiceRef | undefined> =>
  deps.db.write(async (tx) => {
    const { depositId, providerId, token } = heard
    const row = await tx
      .selectFrom('deposits')
      .select(invoiceColumns)
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
