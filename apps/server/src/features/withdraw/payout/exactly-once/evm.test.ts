import { expect } from 'vitest'
import { createEvm } from '#adapters/payout/evm.ts'
import { scaled } from '#money/amount.ts'
import { OWNER_KEY, startEvm } from '#test/fakes/evm.ts'
import { type FaultStand, SOME_STEPS_BESIDE, testEveryFault } from '#test/features/fault-rounds.ts'
import { openHanded } from '#test/features/withdrawing.ts'
import { localHttp } from '#test/local-http.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld({ connections: 30, settings: openHanded })

const open = async (): Promise<FaultStand> => {
  const chain = await startEvm()
  await world.settings({ payout_evm_polygon_url: chain.url, payout_evm_polygon_key: OWNER_KEY })
  const placeOf = (round: number, digit: number) => `0x${(round * 2 + digit + 4_096).toString(16).padStart(40, '0')}`
  return {
    provider: chain,
    processors: { evm: createEvm({ http: localHttp() }) },
    method: {
      processor: 'evm',
      currency: 'USDT-POLYGON',
      decimals: 6,
      options: { network: 'polygon', chainId: chain.chainId, contract: chain.contract, confirmations: 1 },
    },
    places: (round) => [placeOf(round, 0), placeOf(round, 1)],
    paidTo: async (address, receives) => {
      const one = scaled(receives) / 10n ** 12n
      const held = await chain.tokens(address)
      expect(held % one).toBe(0n)
      return Number(held / one)
    },
    goOn: () => chain.mine(1),
    isCertain: true,
    close: chain.close,
  }
}

testEveryFault(world, { name: 'evm', open, fewest: 140, beside: SOME_STEPS_BESIDE })
