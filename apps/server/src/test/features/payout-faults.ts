import type { AnyPayout, PayoutProcessors } from '#adapters/payout/payout.ts'
import type { PayoutDeps } from '#features/withdraw/payout/payout-deps.ts'
import type { Db } from '#kernel/db.ts'

export interface FaultKind {
  /** How a fault strikes: the call fails once and the process lives on, or nothing after it works any more. */
  readonly manner: 'fault' | 'death'
  /** Whether the step had its whole effect when it failed. */
  readonly when: 'before' | 'after'
}

/** Death before a step is death after the one before it: between them nothing has an effect. */
export const faultKinds: readonly FaultKind[] = [
  { manner: 'fault', when: 'before' },
  { manner: 'fault', when: 'after' },
  { manner: 'death', when: 'after' },
]

export interface Strike extends FaultKind {
  readonly at: number
}

/**
 * The same dependencies, in which the `at`-th step goes wrong, before it has any effect or after it had its whole
 * effect. Steps are the transactions and the calls of the provider: everything of the job that has an effect or waits.
 */
export const faulty = (sound: PayoutDeps, { at, manner, when }: Strike) => {
  let step = 0
  let struck = false
  const strike = async <T>(work: () => Promise<T>): Promise<T> => {
    step += 1
    if (manner === 'death' && struck) throw new Error('the process is dead')
    const mine = step === at
    if (mine) struck = true
    if (mine && when === 'before') throw new Error('a fault before the step')
    const result = await work()
    if (mine) throw new Error('a fault after the step')
    return result
  }
  const write: Db['write'] = (work) => strike(() => sound.db.write(work))
  const deps: PayoutDeps = {
    ...sound,
    db: { ...sound.db, write },
    payouts: Object.fromEntries(
      Object.entries(sound.payouts).map(([name, payout]) => [name, struckPayout(payout, strike)]),
    ) satisfies PayoutProcessors,
  }
  return { deps, struck: () => struck }
}

type Struck = <T>(work: () => Promise<T>) => Promise<T>

const struckPayout = (payout: AnyPayout, strike: Struck): AnyPayout => {
  if (payout.way === 'automatic') {
    return {
      ...payout,
      send: (order, settings) => strike(() => payout.send(order, settings)),
      find: (question, settings) => strike(() => payout.find(question, settings)),
    }
  }
  if (payout.way === 'by-hand') return payout
  const { bumpFee } = payout
  return {
    ...payout,
    sign: (order, held, settings) => strike(() => payout.sign(order, held, settings)),
    broadcast: (method, payment, settings) => strike(() => payout.broadcast(method, payment, settings)),
    checkStatus: (order, settings) => strike(() => payout.checkStatus(order, settings)),
    ...(bumpFee === undefined ? {} : { bumpFee: (order, settings) => strike(() => bumpFee(order, settings)) }),
  }
}
