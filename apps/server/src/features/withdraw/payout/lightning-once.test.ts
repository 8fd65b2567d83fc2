import { expect, test } from 'vitest'
import { createBtcpayLightning } from '#adapters/payout/lightning/btcpay.ts'
import { createCln } from '#adapters/payout/lightning/cln.ts'
import { createLightning } from '#adapters/payout/lightning/lightning.ts'
import { createLnbits } from '#adapters/payout/lightning/lnbits.ts'
import { createLnd } from '#adapters/payout/lightning/lnd.ts'
import type { LightningNode, LightningNodeDeps } from '#adapters/payout/lightning/node.ts'
import { msatOf } from '#money/lightning.ts'
import { btcpay, BTCPAY_KEY, BTCPAY_STORE, cln, CLN_RUNE, lnbits, LNBITS_KEY } from '#test/fakes/lightning-others.ts'
import { type Dialect, type Lightning, startLightning, WALLET_HOST } from '#test/fakes/lightning.ts'
import { lnd, LND_MACAROON } from '#test/fakes/lnd.ts'
import { type FaultStand, testEveryFault } from '#test/features/fault-rounds.ts'
import { requestDirectly, rowOf } from '#test/features/paying.ts'
import { addMethod, earn, openHanded, payoutDeps } from '#test/features/withdrawing.ts'
import { localHttp } from '#test/local-http.ts'
import { useWorld } from '#test/world.ts'
import { runPayouts } from './pay.ts'

const world = useWorld({ connections: 30, settings: openHanded })

interface NodeKind {
  readonly name: 'lnd' | 'cln' | 'lnbits' | 'btcpay'
  readonly dialect: Dialect
  readonly create: (deps: LightningNodeDeps) => LightningNode
  readonly settings: (url: string) => Parameters<typeof world.settings>[0]
}

const kinds: readonly NodeKind[] = [
  {
    name: 'lnd',
    dialect: lnd,
    create: createLnd,
    settings: (url) => ({ payout_lnd_url: url, payout_lnd_macaroon: LND_MACAROON }),
  },
  {
    name: 'cln',
    dialect: cln,
    create: createCln,
    settings: (url) => ({ payout_cln_url: url, payout_cln_rune: CLN_RUNE }),
  },
  {
    name: 'lnbits',
    dialect: lnbits,
    create: createLnbits,
    settings: (url) => ({ payout_lnbits_url: url, payout_lnbits_key: LNBITS_KEY }),
  },
  {
    name: 'btcpay',
    dialect: btcpay,
    create: createBtcpayLightning,
    settings: (url) => ({
      payout_btcpay_url: url,
      payout_btcpay_store: BTCPAY_STORE,
      payout_btcpay_key: BTCPAY_KEY,
    }),
  },
]

interface LightningStand extends FaultStand {
  readonly node: Lightning
}

const openBy = async ({ name, dialect, create, settings }: NodeKind): Promise<LightningStand> => {
  const server = await startLightning(dialect, world.clock.now)
  await world.settings(settings(server.url))
  return {
    node: server.node,
    provider: server,
    processors: {
      [name]: createLightning(create({ http: localHttp() }), { clock: world.clock.now, web: server.web }),
    },
    method: { processor: name, currency: 'BTC', rate: '1000000000', decimals: 8, name: `Lightning by ${name}` },
    places: (round) => [`${name}${round}a@${WALLET_HOST}`, `${name}${round}b@${WALLET_HOST}`],
    paidTo: async (address, receives) => {
      const amounts = server.node.paidTo(address.split('@').at(0) ?? '')
      for (const amount of amounts) expect(amount).toBe(msatOf(receives))
      return amounts.length
    },
    goOn: () => server.node.settle(),
    // What is stored can be looked up as long as it takes, so that nothing stays unknown.
    isCertain: true,
    close: server.close,
  }
}

for (const kind of kinds) {
  // All nodes share the steps of ours: the first meets two jobs beside each other, the others meet one.
  const plan = kind.name === 'lnd' ? { fewest: 150 } : { fewest: 100, beside: [] }
  testEveryFault(world, { name: kind.name, open: () => openBy(kind), ...plan })
}

test.each(kinds)('$name: a payment that is on its way is waited for, and counts once it has arrived', async (kind) => {
  const stand = await openBy(kind)
  stand.node.fortune = 'in flight'
  const method = await addMethod(await world.owner(), { ...stand.method, name: `Slow ${kind.name}` })
  const person = await world.user(`slow_${kind.name}`)
  await earn(world, person, 100_000)
  const address = `slow${kind.name}@${WALLET_HOST}`
  const { _id: id, receives } = await requestDirectly(world, person, { method, address })
  const run = async (): Promise<string> => {
    await runPayouts(payoutDeps(world, stand.processors))
    return (await rowOf(world, id)).status
  }
  expect([await run(), await run()]).toEqual(['sending', 'sending'])
  stand.node.settle()
  expect([await run(), await stand.paidTo(address, receives)]).toEqual(['paid', 1])
  await stand.close()
})
