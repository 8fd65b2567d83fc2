import { createFaucetpay } from '#adapters/payout/faucetpay.ts'
import { scaled } from '#money/amount.ts'
import { startFaucetpayPayouts } from '#test/fakes/faucetpay-payouts.ts'
import { countEqual, EVERY_FAULT, type FaultStand, testEveryFault } from '#test/features/fault-rounds.ts'
import { dogePlace, openHanded } from '#test/features/withdrawing.ts'
import { localHttp } from '#test/local-http.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld({ connections: 30, settings: openHanded })

const open = async (): Promise<FaultStand> => {
  const server = await startFaucetpayPayouts(world.clock.now)
  await world.settings({ payout_faucetpay_key: server.key })
  return {
    provider: server,
    processors: { faucetpay: createFaucetpay({ http: localHttp(), url: `${server.url}/api/v1` }) },
    method: { processor: 'faucetpay' },
    // Twice the same amount to the same place: the hardest to tell apart.
    places: (round) => {
      const place = dogePlace(`faucetpay ${round}`)
      server.link(place)
      return [place, place]
    },
    paidTo: async (address, receives) => {
      const parts = scaled(receives) / 10n ** 10n
      return countEqual(
        server.sent.filter(({ to }) => to === address).map(({ amount }) => amount),
        parts,
      )
    },
    goOn: () => undefined,
    isCertain: false,
    close: server.close,
  }
}

testEveryFault(world, { name: 'faucetpay', open, fewest: 55, faults: EVERY_FAULT })
