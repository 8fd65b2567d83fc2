import { expect } from 'vitest'
import { createTon } from '#adapters/payout/ton/ton.ts'
import { scaled } from '#money/amount.ts'
import { OWNER, OWNER_KEY, placeOf, startTon } from '#test/fakes/ton.ts'
import { localHttp } from '#test/local-http.ts'
import type { World } from '#test/world.ts'

/** A wallet of TON with funds, and the world behind it, for tests of faults: it pays USDT. */
export const openTonStand = async (world: World) => {
  const chain = await startTon()
  await chain.give(OWNER, 10n ** 15n)
  await chain.setTokens(OWNER, 10n ** 15n)
  await world.settings({ payout_ton_url: chain.url, payout_ton_key: OWNER_KEY })
  let times = 0
  return {
    provider: chain,
    processors: { ton: createTon({ http: localHttp() }) },
    method: {
      processor: 'ton',
      currency: 'USDT-TON',
      decimals: 6,
      options: { createAccounts: true },
    },
    places: (round: number) => [placeOf(2 * round), placeOf(2 * round + 1)] as const,
    paidTo: async (address: string, receives: string): Promise<number> => {
      const one = scaled(receives) / 10n ** 12n
      const held = await chain.tokensOf(address)
      expect(held % one).toBe(0n)
      return Number(held / one)
    },
    // In turn the index follows, and what no block took has expired and is signed again.
    goOn: () => {
      times += 1
      chain.mine(times % 2 === 0 ? 20 : 400)
    },
    isCertain: true,
    close: chain.close,
  } as const
}
