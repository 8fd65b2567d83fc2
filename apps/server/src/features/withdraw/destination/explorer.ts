import { explorers } from '@runnel/contract/explorer'
import { MethodOptions } from '@runnel/contract/payout'
import * as z from 'zod/mini'

interface ChainPayment {
  readonly txId: string | null
  readonly currency: string
  readonly processor: string
  /** Of the method, as they are stored. */
  readonly options: unknown
}

/** Ids of transactions in hexadecimal, Base58 or Base64 for addresses; whatever a person typed otherwise is no link. */
const TX_ID = /^(0x)?[0-9A-Za-z_-]{32,120}$/

const inChain = new Set(['manual', 'bitcoind', 'evm', 'solana', 'tron', 'ton'])

/** Where everybody can look a payout up; null where it is in no chain. */
export const explorerUrl = ({ txId, currency, processor, options }: ChainPayment): string | null => {
  if (txId === null || !inChain.has(processor) || !TX_ID.test(txId)) return null
  const template = z.safeParse(MethodOptions, options).data?.explorer ?? explorers[currency]
  return template === undefined ? null : template.replace('{tx}', encodeURIComponent(txId))
}
