import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBtcpayLightning } from '#adapters/payout/lightning/btcpay.ts'
import { createCln } from '#adapters/payout/lightning/cln.ts'
import { createLightning } from '#adapters/payout/lightning/lightning.ts'
import { createLnbits } from '#adapters/payout/lightning/lnbits.ts'
import { createLnd } from '#adapters/payout/lightning/lnd.ts'
import type { LightningNode, LightningNodeDeps } from '#adapters/payout/lightning/node.ts'
import { msatOf } from '#money/lightning.ts'
import { btcpay, BTCPAY_KEY, BTCPAY_STORE, cln, CLN_RUNE, lnbits, LNBITS_KEY } from '#test/fakes/lightning-others.ts'
import { type Dialect, startLightning, WALLET_HOST } from '#test/fakes/lightning.ts'
import { lnd, LND_MACAROON } from '#test/fakes/lnd.ts'
import type { Fault } from '#test/fakes/provider.ts'
import { type Crew, crews, expectExact, recover, requestDirectly, runCrew } from '#test/features/paying.ts'
import { faulty, manners, moments } from '#test/features/payout-faults.ts'
import { addMethod, earn, openHanded, payoutDeps } from '#test/features/withdrawing.ts'
import { localHttp } from '#test/local-http.ts'
import { useWorld } from '#test/world.ts'

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

const EARNED = 1_000_000
const AMOUNT = 10_000
const STEPS_AT_MOST = 90
const FAULTS_BESIDE = 8
const faults = ['drops before', 'drops after', 'fails before', 'hangs', 'hangs after'] as const

type TestDeps = ReturnType<typeof payoutDeps>
type Round = (deps: { crew: Crew; healthy: TestDeps }) => Promise<() => boolean>

describe.each(kinds)('$name: a fault at every step in turn', ({ name, dialect, create, settings }) => {
  const counts = { faults: 0, rounds: 0 }
  let server: Awaited<ReturnType<typeof startLightning>>
  let method: Awaited<ReturnType<typeof addMethod>>
  beforeAll(async () => {
    server = await startLightning(dialect, world.clock.now)
    await world.settings(settings(server.url))
    method = await addMethod(await world.owner(), {
      processor: name,
      currency: 'BTC',
      rate: '1000000000',
      decimals: 8,
      name: `Lightning by ${name}`,
    })
  })
  afterAll(() => server.close())

  const stand = () => ({
    processors: {
      [name]: createLightning(create({ http: localHttp() }), {
        clock: world.clock.now,
        web: server.web,
      }),
    },
    paidTo: async (address: string, receives: string) => {
      const amounts = server.node.paidTo(address.split('@').at(0) ?? '')
      for (const amount of amounts) expect(amount).toBe(msatOf(receives))
      return amounts.length
    },
    goOn: () => server.node.settle(),
  })

  /** Two withdrawals, a run that goes wrong, healthy ones behind it; whether the fault struck at all. */
  const play = async (crew: Crew, run: Round): Promise<boolean> => {
    counts.rounds += 1
    const person = await world.user(`${name}${counts.rounds}`)
    await earn(world, person, EARNED)
    const ids: string[] = []
    for (const payee of ['a', 'b']) {
      const address = `${name}${counts.rounds}${payee}@${WALLET_HOST}`
      ids.push((await requestDirectly(world, person, { method, address, amount: AMOUNT }))._id)
    }
    const healthy = payoutDeps(world, stand().processors)
    const struck = await run({ crew, healthy })
    const hasStruck = struck()
    await recover(world, stand(), ids)
    const { unknown } = await expectExact(world, stand(), { person, ids, earned: EARNED, amount: AMOUNT })
    // What is stored can be looked up as long as it takes, so that nothing stays unknown.
    expect(unknown).toBe(0)
    if (hasStruck) counts.faults += 1
    return hasStruck
  }

  const runTwice = async (crew: Crew, struck: TestDeps, healthy: TestDeps): Promise<void> => {
    await runCrew(crew, struck, healthy)
    server.node.settle()
    await runCrew(crew, struck, healthy)
  }

  const everyStep = async (crew: Crew, run: (at: number) => Round, fewest: number): Promise<void> => {
    if (crew === 'two workers') return stepsBeside(run)
    for (let at = 1; at <= STEPS_AT_MOST; at++) {
      if (!(await play(crew, run(at)))) return expect(at).toBeGreaterThan(fewest)
    }
    throw new Error('the job has more steps than this test strikes')
  }

  /** Which steps a worker does beside another is chance: they are struck in turn until enough have come to pass. */
  const stepsBeside = async (run: (at: number) => Round): Promise<void> => {
    for (let at = 1, struck = 0; struck < FAULTS_BESIDE; at = (at % FAULTS_BESIDE) + 1) {
      if (await play('two workers', run(at))) struck += 1
    }
  }

  // All nodes share the steps of ours: the first meets every crew, the others meet one worker and two.
  const mine = name === 'lnd' ? crews : crews.filter((crew) => crew !== 'the same job twice')
  const cases = mine.flatMap((crew) => manners.flatMap((manner) => moments.map((when) => ({ crew, manner, when }))))

  test.each(cases)(
    'of ours, $manner $when it, with $crew',
    async ({ crew, manner, when }) => {
      const run =
        (at: number): Round =>
        async ({ healthy }) => {
          const { deps, struck } = faulty(healthy, { at, manner, when })
          await runTwice(crew, deps, healthy)
          return struck
        }
      await everyStep(crew, run, 6)
    },
    300_000,
  )

  test.each(faults.map((fault: Fault) => ({ fault })))(
    'of the node or the wallet’s service, where it $fault',
    async ({ fault }) => {
      const run =
        (at: number): Round =>
        async ({ healthy }) => {
          const struck = server.failAt(at, fault)
          await runTwice('one worker', healthy, healthy)
          const has = struck()
          server.failAt(0, fault)
          return () => has
        }
      await everyStep('one worker', run, 1)
    },
    300_000,
  )

  test('that were at least 150 faults, no payment twice and none lost', () => {
    console.info(`${name}: ${counts.faults} faults in ${counts.rounds} rounds, all paid exactly once`)
    expect(counts.faults).toBeGreaterThanOrEqual(150)
  })
})
