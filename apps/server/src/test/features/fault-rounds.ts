import type { AdminMethod } from '@runnel/contract/admin/method'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { balancesOf } from '#money/accounts.ts'
import { decimalText } from '#money/amount.ts'
import type { Fault, Provider } from '#test/fakes/provider.ts'
import type { Person, World } from '#test/world.ts'
import { type Crew, expectExact, recover, requestDirectly, runCrew, type Stand } from './paying.ts'
import { type FaultKind, faultKinds, faulty, type Strike } from './payout-faults.ts'
import { addMethod, earn, payoutDeps } from './withdrawing.ts'

/** A stand with the server behind it, and where the next two withdrawals of a round go. */
export interface FaultStand extends Stand {
  readonly provider: Pick<Provider, 'failAt'>
  readonly method: Parameters<typeof addMethod>[1]
  readonly places: (round: number) => readonly [string, string]
  /** Whether a payment that was signed is stored, so that nothing may ever stay unknown. */
  readonly isCertain: boolean
  readonly close: () => Promise<void>
}

/** How many there are, all of which must be of the amount that was meant. */
export const countEqual = (amounts: readonly bigint[], meant: bigint, decimals = 8): number => {
  for (const amount of amounts) expect(decimalText(amount, decimals)).toBe(decimalText(meant, decimals))
  return amounts.length
}

const STEPS_AT_MOST = 90
const FAULTS_BESIDE = 8
const EARNED = 10_000_000
const AMOUNT = 10_000

type TestDeps = ReturnType<typeof payoutDeps>
/** A run in which one step goes wrong; whether it did. */
type Round = (healthy: TestDeps) => Promise<boolean>

interface FaultPlan {
  readonly name: string
  readonly open: () => Promise<FaultStand>
  /** How many faults must have struck. */
  readonly fewest: number
  /** How the provider itself fails. */
  readonly faults?: readonly Fault[]
  /** The faults while two jobs work beside each other. */
  readonly beside?: readonly CrewFault[]
}

interface CrewFault extends FaultKind {
  readonly crew: Crew
}

const ALONE = faultKinds.map((kind): CrewFault => ({ crew: 'one worker', ...kind }))
/** Every step of both fails once, beside a job that goes on; and a job dies while another lives on. */
const EVERY_STEP_BESIDE: readonly CrewFault[] = [
  { crew: 'the same job twice', manner: 'fault', when: 'before' },
  { crew: 'the same job twice', manner: 'fault', when: 'after' },
  { crew: 'two workers', manner: 'death', when: 'after' },
]
/** For a rail whose steps of ours another rail shares, see `payout.ts`: it may answer two jobs in a way of its own. */
export const SOME_STEPS_BESIDE: readonly CrewFault[] = [
  { crew: 'two workers', manner: 'fault', when: 'after' },
  { crew: 'two workers', manner: 'death', when: 'after' },
]

/**
 * A rail can tell these apart (see `HttpAnswer`): nothing was done and no answer came, nothing was done and the answer
 * says so, all was done and no answer came.
 */
const FAULTS = ['drops before', 'fails before', 'hangs after'] as const
/** For one rail of each kind: here a rail is told the same of a broken connection as of a late answer. */
export const EVERY_FAULT = [...FAULTS, 'drops after', 'hangs'] as const

/** The tests of one rail: a fault at every step of the job and every call of its provider, each paid exactly once. */
export const testEveryFault = (world: World, plan: FaultPlan): void => {
  const { name, open, fewest, faults = FAULTS, beside = EVERY_STEP_BESIDE } = plan
  describe(`${name}: a fault at every step in turn`, () => {
    const rounds = createRounds(world, name)
    // The node of a chain may be slow to start.
    beforeAll(async () => rounds.begin(await open()), 300_000)
    afterAll(() => rounds.place().close())

    test.each([...ALONE, ...beside])(
      'of ours, $manner $when it, with $crew',
      ({ crew, ...kind }) => rounds.everyStep(crew, (at) => ofOurs(rounds, { crew, at, ...kind }), 6),
      300_000,
    )

    test.each(faults.map((fault) => ({ fault })))(
      'of the provider, where it $fault',
      ({ fault }) => rounds.everyStep('one worker', (at) => ofProvider(rounds, { at, fault }), 1),
      300_000,
    )

    test('those were many, and few of them left a payout unknown', () => {
      const { faults: struck, played, unknown } = rounds.counts
      console.info(`${name}: ${struck} faults in ${played} rounds, ${unknown} payouts left unknown`)
      expect(struck).toBeGreaterThanOrEqual(fewest)
    })
  })
}

type Rounds = ReturnType<typeof createRounds>

const ofOurs =
  (rounds: Rounds, { crew, ...strike }: Strike & { readonly crew: Crew }): Round =>
  async (healthy) => {
    const { deps, struck } = faulty(healthy, strike)
    await rounds.runTwice(crew, deps, healthy)
    return struck()
  }

const ofProvider =
  (rounds: Rounds, { at, fault }: { readonly at: number; readonly fault: Fault }): Round =>
  async (healthy) => {
    const { provider } = rounds.place()
    const struck = provider.failAt(at, fault)
    await rounds.runTwice('one worker', healthy, healthy)
    const hasStruck = struck()
    // What did not come to pass must not strike a healthy run.
    provider.failAt(0, fault)
    return hasStruck
  }

const createRounds = (world: World, name: string) => {
  const counts = { played: 0, faults: 0, unknown: 0 }
  let stand: FaultStand | undefined
  let method: AdminMethod
  const place = (): FaultStand => {
    if (stand === undefined) throw new Error('the stand is open before the first round')
    return stand
  }

  /** Two withdrawals, a run that goes wrong, healthy ones behind it; whether the fault struck at all. */
  const play = async (person: Person, run: Round): Promise<boolean> => {
    counts.played += 1
    const { main: earned } = await balancesOf(world.db.read, person.id)
    const ids: string[] = []
    for (const address of place().places(counts.played)) {
      ids.push((await requestDirectly(world, person, { method, address, amount: AMOUNT }))._id)
    }
    const hasStruck = await run(payoutDeps(world, place().processors))
    await recover(world, place(), ids)
    const { unknown } = await expectExact(world, place(), { person, ids, earned, amount: AMOUNT })
    if (place().isCertain) expect(unknown).toBe(0)
    counts.unknown += unknown
    if (hasStruck) counts.faults += 1
    return hasStruck
  }

  return {
    counts,
    place,
    begin: async (opened: FaultStand): Promise<void> => {
      stand = opened
      method = await addMethod(await world.owner(), opened.method)
    },
    /** The second run, when the world outside has gone on, brings what the first began to its end. */
    runTwice: async (crew: Crew, struck: TestDeps, healthy: TestDeps): Promise<void> => {
      await runCrew(crew, struck, healthy)
      await place().goOn()
      await runCrew(crew, struck, healthy)
    },
    /**
     * Strikes each step in turn, until there is none left. Which steps a worker does beside another is chance, but it
     * always has a first one: there they are struck from the beginning again, until so many faults have come to pass.
     */
    everyStep: async (crew: Crew, run: (at: number) => Round, leastSteps: number): Promise<void> => {
      const person = await world.user(`${name}${counts.played}`)
      await earn(world, person, EARNED)
      if (crew === 'two workers') {
        for (let at = 1, struck = 0; struck < FAULTS_BESIDE; at = (at % FAULTS_BESIDE) + 1) {
          if (await play(person, run(at))) struck += 1
        }
        return
      }
      for (let at = 1; at <= STEPS_AT_MOST; at++) {
        if (!(await play(person, run(at)))) return expect(at).toBeGreaterThan(leastSteps)
      }
      throw new Error('the job has more steps than this test strikes')
    },
  }
}
