import { ProcessorHaltError } from './evm-chain.ts'
import type { Refused, Retry } from './payout.ts'

/** What a piece of work gives, or what stopped it means for the payout; anything else that is thrown goes on. */
export const meaningOf = async <T>(work: () => Promise<T>): Promise<T | Refused | Retry> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ProcessorHaltError) return error.meaning
    throw error
  }
}
