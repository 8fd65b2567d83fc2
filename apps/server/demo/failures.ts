import type { AutomaticPayout, PayoutAnswer } from '#adapters/payout/payout.ts'

/**
 * The sandbox with the bad days of a real provider, so that a month holds every ending a payout can have. Every so
 * often it refuses an address, asks for patience, or its answer is lost: half of those had been paid all the same.
 */
export const withMisfortune = (
  sandbox: AutomaticPayout,
  { loseNext }: { loseNext: () => boolean },
): AutomaticPayout => {
  let orders = 0
  return {
    way: 'automatic',
    closed: () => null,
    send: async (order, settings): Promise<PayoutAnswer> => {
      orders += 1
      if (orders % 41 === 7) return { kind: 'refused', reason: 'The receiving wallet does not take this coin.' }
      if (orders % 29 === 11) return { kind: 'retry', reason: 'The network is busy.' }
      const isLost = loseNext() || orders % 97 === 19
      if (!isLost || orders % 2 === 1) {
        const answer = await sandbox.send(order, settings)
        if (!isLost) return answer
      }
      throw new Error('the connection ended before the answer came')
    },
    find: async () => ({ kind: 'unknown' }),
  }
}
