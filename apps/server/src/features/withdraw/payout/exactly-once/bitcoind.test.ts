import { createBitcoind } from '#adapters/payout/bitcoind.ts'
import { scaled } from '#money/amount.ts'
import { startBitcoind } from '#test/fakes/bitcoind.ts'
import { countEqual, EVERY_FAULT, type FaultStand, testEveryFault } from '#test/features/fault-rounds.ts'
import { dogePlace, openHanded } from '#test/features/withdrawing.ts'
import { localHttp } from '#test/local-http.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld({ connections: 30, settings: openHanded })

const open = async (): Promise<FaultStand> => {
  const node = await startBitcoind({ isOld: true, errorsAsHttp: true })
  node.fund(...Array.from({ length: 40 }, () => 100))
  await world.settings({ payout_bitcoind_doge_url: node.address })
  return {
    provider: node,
    processors: { bitcoind: createBitcoind({ http: localHttp() }) },
    method: { processor: 'bitcoind', options: { confirmations: 2 } },
    places: (round) => [dogePlace(`first ${round}`), dogePlace(`second ${round}`)],
    paidTo: async (address, receives) => countEqual(node.paidTo(address), scaled(receives) / 10n ** 10n),
    // A node that starts again forgets its locks.
    goOn: () => {
      node.restart()
      node.mine(2)
    },
    isCertain: true,
    close: node.close,
  }
}

testEveryFault(world, { name: 'bitcoind', open, fewest: 180, faults: EVERY_FAULT })
