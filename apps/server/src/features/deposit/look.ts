import type { Selectable } from 'kysely'

import type { DepositProcessor, InvoiceState } from '#adapters/deposit/deposit.ts'
import type { DepositRow } from '#kernel/tables-advertising.ts'

import { decimalOfUnits, type Settled, settle } from './credit.ts'
import { configOf } from './methods.ts'
import type { DepositRooms } from './rooms.ts'

/** What is asked for. */
export type Asked = Pick<Selectable<DepositRow>, 'id' | 'amount' | 'currency' | 'provider_id' | 'provider_tokens'>

export interface Looked extends Settled {
  readonly state: InvoiceState
}

/** Reads an invoice at its processor, outside any transaction, and settles what it says. */
export const lookAt = async (rooms: DepositRooms, processor: DepositProcessor, asked: Asked): Promise<Looked> => {
  const state = await ask(rooms, processor, asked)
  if (state.kind === 'unknown') {
    rooms.log.warn({ deposit: asked.id, processor: processor.name, reason: state.reason }, 'a deposit is not known')
  }
  return { ...(await settle(rooms, { depositId: asked.id, state })), state }
}

/**
 * The currency that the deposit was ordered in is asked for: the site may count in another one by now. An invoice in
 * any other reads as unknown, so that no payment is ever credited in a currency that it was not made in.
 */
const ask = async (rooms: DepositRooms, processor: DepositProcessor, asked: Asked): Promise<InvoiceState> => {
  try {
    return await processor.lookup(configOf(rooms.settings.current()), {
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
