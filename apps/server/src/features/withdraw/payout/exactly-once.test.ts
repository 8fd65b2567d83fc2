import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBitcoind } from '#adapters/payout/bitcoind.ts'
import { createEvm } from '#adapters/payout/evm.ts'
import { createFaucetpay } from '#adapters/payout/faucetpay.ts'
import { createSolana } from '#adapters/payout/solana/solana.ts'
import { tokenAccountOf } from '#adapters/payout/solana/transaction.ts'
import { createTron } from '#adapters/payout/tron/tron.ts'
import { decimalText, scaled } from '#money/amount.ts'
import { startBitcoind } from '#test/fakes/bitcoind.ts'
import { OWNER_KEY, startEvm } from '#test/fakes/evm.ts'
import { startFaucetpayPayouts } from '#test/fakes/faucetpay-payouts.ts'
import type { Fault, Provider } from '#test/fakes/provider.ts'
import * as wallets from '#test/fakes/solana-accounts.ts'
import { startSolana } from '#test/fakes/solana.ts'
import * as atTron from '#test/fakes/tron.ts'
import { requestDirectly, type Crew, crews, expectExact, recover, runCrew, type Stand } from '#test/features/paying.ts'
import { faulty, manners, moments } from '#test/features/payout-faults.ts'
import { openTonStand } from '#test/features/ton-stand.ts'
import { addMethod, dogePlace, earn, openHanded, payoutDeps } from '#test/features/withdrawing.ts'
import { localHttp } from '#test/local-http.ts'
import { type Person, useWorld } from '#test/world.ts'

const TIMEOUT_MS = 120
const world = useWorld({ connections: 30, settings: openHanded })

/** A stand with the server behind it, and where the next two withdrawals of a round go. */
interface Place extends Stand {
  readonly provider: Pick<Provider, 'failAt'>
  readonly method: Parameters<typeof addMethod>[1]
  readonly places: (round: number) => readonly [string, string]
  /** Whether a payment that was signed is stored, so that nothing may ever stay unknown. */
  readonly isCertain: boolean
  readonly close: () => Promise<void>
}

const faucetpay = async (): Promise<Place> => {
  const server = await startFaucetpayPayouts(world.clock.now)
  await world.settings({ payout_faucetpay_key: server.key })
  const http = localHttp({ timeoutMs: TIMEOUT_MS })
  return {
    provider: server,
    processors: { faucetpay: createFaucetpay({ http, url: `${server.url}/api/v1` }) },
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

const bitcoind = async (): Promise<Place> => {
  const node = await startBitcoind({ isOld: true, errorsAsHttp: true })
  node.fund(...Array.from({ length: 40 }, () => 100))
  await world.settings({ payout_bitcoind_doge_url: node.address })
  return {
    provider: node,
    processors: { bitcoind: createBitcoind({ http: localHttp(), timeoutMs: TIMEOUT_MS }) },
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

const evm = async (): Promise<Place> => {
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

const solana = async (): Promise<Place> => {
  const { OWNER, OWNER_KEY, OWNER_USDC, USDC, walletOf } = wallets
  const chain = await startSolana(world.clock.now)
  chain.give(OWNER, 1_000_000_000_000n)
  chain.setTokens({ account: OWNER_USDC, owner: OWNER, mint: USDC, amount: 10n ** 15n })
  await world.settings({ payout_solana_url: chain.url, payout_solana_key: OWNER_KEY })
  let times = 0
  return {
    provider: chain,
    processors: { solana: createSolana({ http: localHttp(), timeoutMs: TIMEOUT_MS }) },
    method: { processor: 'solana', currency: 'USDC-SOLANA', decimals: 6, options: { createAccounts: true } },
    places: (round) => [walletOf(2 * round), walletOf(2 * round + 1)],
    paidTo: async (address, receives) => {
      const one = scaled(receives) / 10n ** 12n
      const held = chain.tokensOf(tokenAccountOf(address, USDC))
      expect(held % one).toBe(0n)
      return Number(held / one)
    },
    // In turn what is sent becomes final, and what is not has expired and is signed again.
    goOn: () => {
      times += 1
      chain.mine(times % 2 === 0 ? 40 : 200)
    },
    isCertain: true,
    close: chain.close,
  }
}

const tron = async (): Promise<Place> => {
  const chain = await atTron.startTron()
  chain.give(atTron.OWNER, 10n ** 15n)
  chain.giveTokens(atTron.OWNER, 10n ** 15n)
  await world.settings({ payout_tron_url: chain.url, payout_tron_key: atTron.OWNER_KEY })
  let times = 0
  return {
    provider: chain,
    processors: { tron: createTron({ http: localHttp(), timeoutMs: TIMEOUT_MS }) },
    method: { processor: 'tron', currency: 'USDT-TRC20', decimals: 6 },
    places: (round) => [atTron.placeOf(2 * round), atTron.placeOf(2 * round + 1)],
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

const ton = (): Promise<Place> => openTonStand(world, 2_000)

/** How many there are, all of which must be of the amount that was meant. */
const countEqual = (amounts: readonly bigint[], meant: bigint, decimals = 8): number => {
  for (const amount of amounts) expect(decimalText(amount, decimals)).toBe(decimalText(meant, decimals))
  return amounts.length
}

const counts = { faults: 0, rounds: 0, unknown: 0 }
const faultsOf = new Map<string, number>()
const STEPS_AT_MOST = 90
const FAULTS_BESIDE = 8
const EARNED = 1_000_000
const AMOUNT = 10_000

type TestDeps = ReturnType<typeof payoutDeps>
type Round = (deps: { crew: Crew; healthy: TestDeps }) => Promise<() => boolean>

describe.each([
  { name: 'faucetpay', open: faucetpay, faults: ['drops before', 'drops after', 'fails before', 'hangs'] as const },
  { name: 'bitcoind', open: bitcoind, faults: ['drops before', 'drops after', 'fails before', 'hangs'] as const },
  { name: 'evm', open: evm, faults: ['drops before', 'drops after', 'fails before'] as const },
  { name: 'tron', open: tron, faults: ['drops before', 'drops after', 'fails before', 'hangs'] as const },
  { name: 'ton', open: ton, faults: ['drops before', 'drops after', 'fails before', 'hangs'] as const },
  { name: 'solana', open: solana, faults: ['drops before', 'drops after', 'fails before', 'hangs'] as const },
])('$name: a fault at every step in turn', ({ name, open, faults }) => {
  let place: Place
  let method: Awaited<ReturnType<typeof addMethod>>
  let round = 0
  beforeAll(async () => {
    place = await open()
    method = await addMethod(await world.owner(), place.method)
  })
  afterAll(() => place.close())

  /** Two withdrawals, a run that goes wrong, healthy ones behind it; whether the fault struck at all. */
  const play = async (crew: Crew, run: Round): Promise<boolean> => {
    round += 1
    const person: Person = await world.user(`${name}${round}`)
    await earn(world, person, EARNED)
    const ids: string[] = []
    for (const address of place.places(counts.rounds * 7 + round)) {
      ids.push((await requestDirectly(world, person, { method, address, amount: AMOUNT }))._id)
    }
    const healthy = payoutDeps(world, place.processors)
    const struck = await run({ crew, healthy })
    const hasStruck = struck()
    await recover(world, place, ids)
    const { unknown } = await expectExact(world, place, { person, ids, earned: EARNED, amount: AMOUNT })
    if (place.isCertain) expect(unknown).toBe(0)
    counts.rounds += 1
    counts.unknown += unknown
    if (hasStruck) {
      counts.faults += 1
      faultsOf.set(name, (faultsOf.get(name) ?? 0) + 1)
    }
    return hasStruck
  }

  /** The second run, when the world outside has gone on, brings what the first began to its end. */
  const runTwice = async (crew: Crew, struck: TestDeps, healthy: TestDeps): Promise<void> => {
    await runCrew(crew, struck, healthy)
    await place.goOn()
    await runCrew(crew, struck, healthy)
  }

  /** Strikes each step in turn, until there is none left. */
  const everyStep = async (crew: Crew, run: (at: number) => Round, fewest: number): Promise<void> => {
    if (crew === 'two workers') return stepsBeside(run)
    for (let at = 1; at <= STEPS_AT_MOST; at++) {
      if (!(await play(crew, run(at)))) return expect(at).toBeGreaterThan(fewest)
    }
    throw new Error('the job has more steps than this test strikes')
  }

  /**
   * Which steps a worker does beside another is chance, but it always has a first one: so the steps are struck in turn
   * and from the beginning again, until so many faults have come to pass.
   */
  const stepsBeside = async (run: (at: number) => Round): Promise<void> => {
    for (let at = 1, struck = 0; struck < FAULTS_BESIDE; at = (at % FAULTS_BESIDE) + 1) {
      if (await play('two workers', run(at))) struck += 1
    }
  }

  const isFew = name === 'evm'
  const cases = crews
    .filter((crew) => !isFew || crew !== 'the same job twice')
    .flatMap((crew) => manners.flatMap((manner) => moments.map((when) => ({ crew, manner, when }))))

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
    'of the provider, where it $fault',
    async ({ fault }) => {
      const run =
        (at: number): Round =>
        async ({ healthy }) => {
          const struck = place.provider.failAt(at, fault)
          await runTwice('one worker', healthy, healthy)
          const has = struck()
          // What did not come to pass must not strike a healthy run.
          place.provider.failAt(0, fault)
          return () => has
        }
      await everyStep('one worker', run, 1)
    },
    300_000,
  )
})

test('that were more than five hundred faults, and few of them left a payout unknown', () => {
  console.info(Object.fromEntries(faultsOf))
  for (const name of ['solana', 'tron', 'ton']) expect(faultsOf.get(name)).toBeGreaterThanOrEqual(150)
  console.info(`${counts.faults} faults in ${counts.rounds} rounds, ${counts.unknown} payouts left unknown`)
  expect(counts.faults).toBeGreaterThanOrEqual(500)
})
