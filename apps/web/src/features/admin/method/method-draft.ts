import type { AdminMethod } from '@runnel/contract/admin/method'
import type { MethodOptions, RateOrigin } from '@runnel/contract/payout'
import { isLightning, type PayoutProcessor } from '@runnel/contract/withdraw'
import { wholeNumber } from '#features/admin/settings/settings-draft.ts'
import { coins, type CoinCode } from './coin-codes.ts'
import {
  currenciesOf,
  decimalsOf,
  hasFeeMax,
  isAutomatic,
  knownContracts,
  networkOf,
  opensAccounts,
  usualConfirmations,
} from './method-needs.ts'

/** A method as its form holds it: what the processor has to know stands beside the rest, and may be left empty. */
export interface MethodDraft {
  currency: CoinCode
  name: string
  processor: PayoutProcessor
  minimum: number
  maximum: number
  fee: number
  rate: string
  rateSource: RateOrigin
  decimals: number
  enabled: boolean
  position: number
  contract: string
  confirmations: string
  feeMax: string
  chainId: string
  explorer: string
  createAccounts: boolean
  dayMax: string
}

export const draftOfMethod = ({ options, ...method }: AdminMethod): MethodDraft & { _id: string } => ({
  ...method,
  // The server knows only the currencies of the contract.
  currency: method.currency as CoinCode,
  contract: options.contract ?? '',
  confirmations: String(options.confirmations ?? ''),
  feeMax: options.feeMax ?? '',
  chainId: String(options.chainId ?? ''),
  explorer: options.explorer ?? '',
  createAccounts: options.createAccounts ?? false,
  dayMax: options.dayMax ?? '',
})

/** What a new method begins with. */
export const newDraft = (position: number): MethodDraft => ({
  currency: 'BTC',
  name: coins.BTC.name,
  processor: 'manual',
  minimum: 10_000,
  maximum: 1_000_000,
  fee: 0,
  rate: '',
  rateSource: 'fixed',
  decimals: coins.BTC.decimals,
  enabled: true,
  position,
  contract: '',
  confirmations: '',
  feeMax: '',
  chainId: '',
  explorer: '',
  createAccounts: false,
  dayMax: '',
})

export const bodyOf = (draft: MethodDraft) => {
  const {
    contract: _contract,
    confirmations: _blocks,
    feeMax: _fee,
    chainId: _chain,
    explorer: _page,
    createAccounts: _opens,
    dayMax: _most,
    ...fields
  } = draft
  return { ...fields, options: optionsOf(draft) }
}

/** Only what this processor uses, and of it only what was said. */
const optionsOf = (draft: MethodDraft): MethodOptions => {
  const { processor, currency, contract, confirmations, feeMax, chainId, explorer, createAccounts, dayMax } = draft
  const network = processor === 'evm' ? networkOf[currency] : undefined
  const hasBlocks = usualConfirmations(processor, currency) !== null
  const hasFee = hasFeeMax(processor, currency) || isLightning(processor)
  return {
    ...(network && { network }),
    ...(network && chainId.trim() !== '' && { chainId: wholeNumber(chainId) }),
    ...(network && contract.trim() !== '' && { contract: contract.trim() }),
    ...(hasBlocks && confirmations.trim() !== '' && { confirmations: wholeNumber(confirmations) }),
    ...(hasFee && feeMax.trim() !== '' && { feeMax: feeMax.trim() }),
    ...(opensAccounts(processor, currency) && createAccounts && { createAccounts }),
    ...(isAutomatic(processor) && dayMax.trim() !== '' && { dayMax: dayMax.trim() }),
    ...(hasExplorer(processor) && explorer.trim() !== '' && { explorer: explorer.trim() }),
  }
}

/** Payouts of these are transactions in a chain. */
export const hasExplorer = (processor: PayoutProcessor): boolean =>
  processor !== 'faucetpay' && processor !== 'sandbox' && !isLightning(processor)

/** What follows from another currency, where nobody wrote something else. */
export const withCurrency = (draft: MethodDraft, currency: CoinCode, isNew: boolean): Partial<MethodDraft> => {
  const keepsName = !isNew || draft.name !== coins[draft.currency].name
  return {
    currency,
    decimals: decimalsOf(draft.processor, currency),
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
