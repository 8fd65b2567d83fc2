import type { Selectable } from 'kysely'
import type { DepositProcessor, InvoiceAnswer } from '#adapters/deposit/deposit.ts'
import type { DepositRow } from '#kernel/tables/advertising.ts'
import { decimalOfUnits, type CreditResult, settleDeposit } from './credit.ts'
import type { DepositDeps } from './deposit-deps.ts'
import { configOf } from './methods.ts'

/** The columns of what is asked for. */
export const invoiceColumns = ['id', 'amount', 'currency', 'provider_id', 'provider_tokens', 'received'] as const
export type InvoiceRef = Pick<Selectable<DepositRow>, (typeof invoiceColumns)[number]>

interface AskedInvoice extends InvoiceRef {
  /** Named by a call that is not signed: of all tokens only this one is asked about. */
  readonly token?: string
}

export interface PollResult extends CreditResult {
  readonly state: InvoiceAnswer
}

/** Tokens of calls that are not signed, of one deposit in one look. */
const TOKENS_IN_ONE_LOOK = 5

/** How many questions a look puts to a processor whose calls are not signed; the limits count them. */
export const questionsOf = ({ isUnsigned }: DepositProcessor, { provider_tokens: tokens }: InvoiceRef): number =>
  isUnsigned === true ? Math.min(tokens.length, TOKENS_IN_ONE_LOOK) : 0

const tokensOf = (processor: DepositProcessor, { token, ...asked }: AskedInvoice): readonly string[] => {
  if (token !== undefined) return [token]
  return processor.isUnsigned === true ? asked.provider_tokens.slice(0, TOKENS_IN_ONE_LOOK) : asked.provider_tokens
}

/** Reads an invoice at its processor, outside any transaction, and settles what it says. */
export const pollInvoice = async (
  deps: DepositDeps,
  processor: DepositProcessor,
  asked: AskedInvoice,
): Promise<PollResult> => {
  const state = await queryInvoice(deps, processor, asked)
  const reason = unreadOf(state)
  if (reason !== undefined) {
    deps.log.warn({ deposit: asked.id, processor: processor.name, reason }, 'could not read a payment of a deposit')
  }
  const isNotice = asked.token !== undefined
  return { ...(await settleDeposit(deps, { depositId: asked.id, state, isNotice })), state }
}

/** Why not everything of an answer could be read, whatever else it says; undefined when all was. */
export const unreadOf = (state: InvoiceAnswer): string | undefined =>
  state.kind === 'unknown' ? state.reason : state.kind === 'paid' ? state.unread : undefined

/**
 * The currency that the deposit was ordered in is asked for: the site may count in another one by now. An invoice in
 * any other reads as unknown, so that no payment is ever credited in a currency that it was not made in.
 */
const queryInvoice = async (
  deps: DepositDeps,
  processor: DepositProcessor,
  asked: AskedInvoice,
): Promise<InvoiceAnswer> => {
  try {
    return await processor.fetchInvoice(configOf(deps.settings.current()), {
      depositId: asked.id,
      providerId: asked.provider_id,
      amount: decimalOfUnits(asked.amount),
      currency: asked.currency,
      tokens: tokensOf(processor, asked),
      received: decimalOfUnits(asked.received),
    })
  } catch (error) {
    return { kind: 'unknown', reason: String(error) }
  }
}
