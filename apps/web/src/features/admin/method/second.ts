import type { AdminMethod } from '@runnel/contract/admin/method'
import { scaledRate } from './exchange-rate.ts'
import type { MethodDraft } from './method-draft.ts'

interface MethodChange {
  draft: MethodDraft
  /** Undefined for a new method. */
  existing: AdminMethod | undefined
  methods: readonly AdminMethod[]
}

/** What of a draft another admin will have to accept; the server decides, and says so again. */
export const partsForSecond = ({ draft, existing, methods }: MethodChange): ('rate' | 'contract')[] => {
  const ofCoin = methods.filter(({ currency }) => currency === draft.currency)
  return [
    ...(isCheaper({ draft, existing, methods: ofCoin }) ? (['rate'] as const) : []),
    ...(isOtherToken({ draft, existing, methods: ofCoin }) ? (['contract'] as const) : []),
  ]
}

/** Below what the coin costs already, by this method or, for one that is new or was closed, by the others. */
const isCheaper = ({ draft, existing, methods }: MethodChange): boolean => {
  const rate = scaledRate(draft.rate)
  if (draft.rateSource !== 'fixed' || rate === null) return false
  const heard = methods.filter((method) => method.rateAt !== null && hasPaid(method, draft))
  const own = heard.find(({ _id }) => _id === existing?._id)
  const isOpened = draft.enabled && (existing?.enabled === false || existing?.processor !== draft.processor)
  const others = own && !isOpened ? [] : heard.filter(({ _id }) => _id !== existing?._id)
  const floors = [own && scaledRate(own.rate), floorOf(others)].filter((floor) => typeof floor === 'bigint')
  return floors.length === 0 || floors.some((floor) => rate < floor)
}

/** What the sandbox pays is no coin, so that a fixed rate of it says nothing. */
const hasPaid = ({ rateSource, processor }: AdminMethod, draft: MethodDraft): boolean =>
  rateSource === 'feed' || processor !== 'sandbox' || draft.processor === 'sandbox'

/** The cheapest that is open, or the dearest where none is. */
const floorOf = (methods: readonly AdminMethod[]): bigint | undefined => {
  const isOpen = methods.some(({ enabled }) => enabled)
  const rates = methods
    .filter(({ enabled }) => enabled || !isOpen)
    .map(({ rate }) => scaledRate(rate) ?? 0n)
    .toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  return rates.at(isOpen ? 0 : -1)
}

const isOtherToken = ({ draft: { processor, contract }, methods }: MethodChange): boolean => {
  const wanted = contract.trim().toLowerCase()
  return (
    processor === 'evm' && wanted !== '' && methods.every(({ options }) => options.contract?.toLowerCase() !== wanted)
  )
}
