import type { admin as contract } from '@runnel/contract/admin/admin'
import type { AdminMethod } from '@runnel/contract/admin/method'
import type { MethodOptions, RateOrigin } from '@runnel/contract/payout'
import type { PayoutProcessor } from '@runnel/contract/withdraw'
import type * as z from 'zod/mini'
import { wholeNumber } from '#features/admin/settings/settings-draft.ts'
import { coins, type CoinCode } from './coin-codes.ts'
import { currenciesOf, decimalsOf, knownContracts, networkOf, usualConfirmations } from './method-needs.ts'

export type MethodFields = z.input<typeof contract.addMethod.body>

/** A method as its form holds it: numbers are text while somebody types them. */
export interface MethodDraft {
  currency: CoinCode
  name: string
  processor: PayoutProcessor
  minimum: string
  maximum: string
  fee: string
  rate: string
  rateSource: RateOrigin
  decimals: string
  enabled: boolean
  position: string
  contract: string
  confirmations: string
  feeMax: string
  chainId: string
}

export const draftOfMethod = (method: AdminMethod): MethodDraft => {
  const { minimum, maximum, fee, decimals, position, name, processor, rate, rateSource, enabled, options } = method
  const { contract, confirmations, feeMax, chainId } = options
  return {
    // The server knows only the currencies of the contract.
    currency: method.currency as CoinCode,
    name,
    processor,
    minimum: String(minimum),
    maximum: String(maximum),
    fee: String(fee),
    rate,
    rateSource,
    decimals: String(decimals),
    enabled,
    position: String(position),
    contract: contract ?? '',
    confirmations: String(confirmations ?? ''),
    feeMax: feeMax ?? '',
    chainId: String(chainId ?? ''),
  }
}

/** What a new method begins with. */
export const newDraft = (position: number): MethodDraft => ({
  currency: 'BTC',
  name: coins.BTC.name,
  processor: 'manual',
  minimum: '10000',
  maximum: '1000000',
  fee: '0',
  rate: '',
  rateSource: 'fixed',
  decimals: String(coins.BTC.decimals),
  enabled: true,
  position: String(position),
  contract: '',
  confirmations: '',
  feeMax: '',
  chainId: '',
})

export const fieldsOf = (draft: MethodDraft): MethodFields => {
  const { minimum, maximum, fee, decimals, position, rate, currency, name, processor, rateSource, enabled } = draft
  return {
    currency,
    name,
    processor,
    rateSource,
    enabled,
    rate: rate.trim(),
    minimum: wholeNumber(minimum),
    maximum: wholeNumber(maximum),
    fee: wholeNumber(fee),
    decimals: wholeNumber(decimals),
    position: wholeNumber(position),
    options: optionsOf(draft),
  }
}

/** Only what this processor uses, and of it only what was said. */
const optionsOf = ({ processor, currency, contract, confirmations, feeMax, chainId }: MethodDraft): MethodOptions => {
  const network = processor === 'evm' ? networkOf[currency] : undefined
  const hasBlocks = usualConfirmations(processor, currency) !== null
  return {
    ...(network && { network }),
    ...(network && chainId.trim() !== '' && { chainId: wholeNumber(chainId) }),
    ...(network && contract.trim() !== '' && { contract: contract.trim() }),
    ...(hasBlocks && confirmations.trim() !== '' && { confirmations: wholeNumber(confirmations) }),
    ...(hasBlocks && feeMax.trim() !== '' && { feeMax: feeMax.trim() }),
  }
}

/**
 * Only what differs, so that a rate that nobody touched does not count as new. One by which nobody is paid yet is sent
 * each time: that proposes it to the other admin once more.
 */
export const methodChanges = (draft: MethodDraft, known: AdminMethod): Partial<MethodFields> => {
  const isProposed = known.rateAt === null && draft.rateSource === 'fixed'
  const before: Record<string, unknown> = fieldsOf(draftOfMethod(known))
  const isChanged = ([name, value]: [string, unknown]) =>
    (isProposed && name === 'rate') || JSON.stringify(value) !== JSON.stringify(before[name])
  return Object.fromEntries(Object.entries(fieldsOf(draft)).filter(isChanged))
}

/** What follows from another currency, where nobody wrote something else. */
export const withCurrency = (draft: MethodDraft, currency: CoinCode, isNew: boolean): Partial<MethodDraft> => {
  const keepsName = !isNew || draft.name !== coins[draft.currency].name
  return {
    currency,
    decimals: String(decimalsOf(draft.processor, currency)),
    contract: draft.processor === 'evm' ? (knownContracts[currency] ?? '') : '',
    ...(keepsName ? {} : { name: coins[currency].name }),
  }
}

/** What follows from another processor: a currency that it pays, and its own way to count. */
export const withProcessor = (draft: MethodDraft, processor: PayoutProcessor, isNew: boolean): Partial<MethodDraft> => {
  const paid = currenciesOf(processor)
  const currency = paid.includes(draft.currency) ? draft.currency : (paid[0] ?? draft.currency)
  return { processor, ...withCurrency({ ...draft, processor }, currency, isNew) }
}
