import type { Selectable } from 'kysely'
import type { DepositProcessor, InvoiceState } from '#adapters/deposit/deposit.ts'
import type { DepositRow } from '#kernel/tables/advertising.ts'
import { decimalOfUnits, type CreditResult, settleDeposit } from './credit.ts'
import type { DepositDeps } from './deposit-deps.ts'
import { configOf } from './methods.ts'

/** What is asked for. */
export type InvoiceRef = Pick<Selectable<DepositRow>, 'id' | 'amount' | 'currency' | 'provider_id' | 'provider_tokens'>

export interface PollResult extends CreditResult {
  readonly state: InvoiceState
}

/** Reads an invoice at its processor, outside any transaction, and settles what it says. */
export const pollInvoice = async (
  deps: DepositDeps,
  processor: DepositProcessor,
  asked: InvoiceRef,
): Promise<PollResult> => {
  const state = await queryInvoice(deps, processor, asked)
  if (state.kind === 'unknown') {
    deps.log.warn(
      { deposit: asked.id, processor: processor.name, reason: state.reason },
      'the processor does not know a deposit',
    )
  }
  return { ...(await settleDeposit(deps, { depositId: asked.id, state })), state }
}

/**
 * The currency that the deposit was ordered in is asked for: the site may count in another one by now. An invoice in
 * any other reads as unknown, so that no payment is ever credited in a currency that it was not made in.
 */
const queryInvoice = async (
  deps: DepositDeps,
  processor: DepositProcessor,
  asked: InvoiceRef,
): Promise<InvoiceState> => {
  try {
    return await processor.fetchInvoice(configOf(deps.settings.current()), {
      depositId: asked.id,
      providerId: asked.provider_id,
      amount: decimalOfUnits(asked.amount),
      currency: asked.currency,
      tokens: asked.provider_tokens,
    })
  } catch (error) {
    return { kind: 'unknown', reason: String(error) }
  }
}
