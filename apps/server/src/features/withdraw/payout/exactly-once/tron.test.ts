import { createTron } from '#adapters/payout/tron/tron.ts'
import { scaled } from '#money/amount.ts'
import * as fake from '#test/fakes/tron.ts'
import { countEqual, type FaultStand, SOME_STEPS_BESIDE, testEveryFault } from '#test/features/fault-rounds.ts'
import { openHanded } from '#test/features/withdrawing.ts'
import { localHttp } from '#test/local-http.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld({ connections: 30, settings: openHanded })

const open = async (): Promise<FaultStand> => {
  const chain = await fake.startTron()
  chain.give(fake.OWNER, 10n ** 15n)
  chain.giveTokens(fake.OWNER, 10n ** 15n)
  await world.settings({ payout_tron_url: chain.url, payout_tron_key: fake.OWNER_KEY })
  let times = 0
  return {
    provider: chain,
    processors: { tron: createTron({ http: localHttp() }) },
    method: { processor: 'tron', currency: 'USDT-TRC20', decimals: 6 },
    places: (round) => [fake.placeOf(2 * round), fake.placeOf(2 * round + 1)],
    paidTo: async (address, receives) => countEqual(chain.paidTo(address), scaled(receives) / 10n ** 12n, 6),
    // In turn what is sent becomes solid, and what is not has expired and is signed again.
    goOn: () => {
      times += 1
      chain.mine(times % 2 === 0 ? 25 : 260)
    },
    isCertain: true,
    close: chain.close,
  }
}

testEveryFault(world, { name: 'tron', open, fewest: 120, beside: SOME_STEPS_BESIDE })
