import type { AdminMethod } from '@runnel/contract/admin/method'
import type { Withdrawal } from '@runnel/contract/withdraw'
import { expect } from 'vitest'
import type { PayoutProcessors } from '#adapters/payout/payout.ts'
import { runPayouts } from '#features/withdraw/payout/pay.ts'
import type { PayoutDeps } from '#features/withdraw/payout/payout-deps.ts'
import { reconcileUnknownPayouts } from '#features/withdraw/payout/reconcile-payouts.ts'
import { withdraw } from '#features/withdraw/withdraw.ts'
import { inEnglish } from '#kernel/words/render.ts'
import { balancesOf } from '#money/accounts.ts'
import { auditBooks } from '#money/reconcile.ts'
import type { Person, World } from '#test/world.ts'
import { payoutDeps } from './withdrawing.ts'

export interface Wish {
  readonly method: AdminMethod
  readonly address: string
  readonly amount?: number
}

/** Asks for a withdrawal as the route does, without the captcha before it: hundreds are needed. */
export const requestDirectly = (world: World, person: Person, { method, address, amount = 10_000 }: Wish) => {
  const { request } = withdraw({ ...payoutDeps(world), publicUrl: '' })
  return world.db.write(async (tx): Promise<Withdrawal> => {
    if (method.processor === 'faucetpay') {
      // As the preview before it would have left it.
      const checked = { user_id: person.id, processor: 'faucetpay', destination: address.toLowerCase() }
      const account = { account: address.toLowerCase(), checked_at: world.clock.now() }
      await tx
        .insertInto('payout_accounts')
        .values({ ...checked, ...account })
        .onConflict((row) => row.columns(['user_id', 'processor', 'destination']).doUpdateSet(account))
        .execute()
    }
    const nothing = () => undefined
    const writing = {
      tx,
      enqueue: async () => undefined,
      notifyLive: nothing,
      afterCommit: nothing,
      onRollback: nothing,
    }
    const base = { now: world.clock.now(), settings: world.deps.settings.current() }
    const body = { address, amount, captcha: { id: 'solved' } }
    const input = { params: { methodId: method._id }, query: undefined, headers: undefined, body }
    // The rule reads nothing else of its context than what stands here.
    const context = { ...base, ...writing, caller: { id: person.id } } as unknown as Parameters<typeof request>[1]
    return (await request(input, context)).withdrawal as Withdrawal
  })
}

/** A withdrawal's row, with its reason in English. */
export const rowOf = async (world: World, id: string) => {
  const row = await world.db.read
    .selectFrom('withdrawals')
    .select(['id', 'status', 'reason', 'tx_id as txId', 'address', 'receives', 'not_before as notBefore'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...row, reason: row.reason === null ? null : inEnglish(row.reason) }
}

/** A processor with the world that it pays into, as a test of faults looks at them. */
export interface Stand {
  readonly processors: PayoutProcessors
  /** How many payments of exactly the right amount went to an address, and no other amounts. */
  readonly paidTo: (address: string, receives: string) => Promise<number>
  /** Lets the world outside go on: makes blocks. */
  readonly goOn: () => Promise<unknown> | void
}

const ENDED = ['paid', 'failed', 'rejected', 'unknown']
/** Rounds until every payout must have come to its end; the pauses between tries become longer. */
const PAUSES = [0, 31, 121, 61, 121, 241, 481, 961, 1_921] as const

/** The result of each try to pay them, for the message of a test that waited in vain. */
const attemptsOf = async (world: World, ids: readonly string[]): Promise<string> =>
  JSON.stringify(
    await world.db.raw(
      `SELECT w.id, w.status, w.not_before, a.outcome, a.detail FROM withdrawals w
       LEFT JOIN payout_attempts a ON a.withdrawal_id = w.id WHERE w.id = ANY($1) ORDER BY w.id, a.id`,
      [ids],
    ),
  )

/** Lets healthy runs follow, at once and after every waiting call has timed out, until all have ended. */
export const recover = async (world: World, stand: Stand, ids: readonly string[]): Promise<void> => {
  const deps = payoutDeps(world, stand.processors)
  let haveEnded = false
  for (const seconds of PAUSES) {
    world.clock.turn(seconds)
    await stand.goOn()
    await runPayouts(deps)
    const rows = await Promise.all(ids.map((id) => rowOf(world, id)))
    haveEnded = rows.every(({ status }) => ENDED.includes(status))
    if (haveEnded) break
  }
  if (!haveEnded) throw new Error(`payouts without an end after healthy runs: ${await attemptsOf(world, ids)}`)
  world.clock.turn(301)
  await reconcileUnknownPayouts(deps)
}

/** Who works when the fault strikes. */
export type Crew = 'one worker' | 'two workers' | 'the same job twice'

/** Runs the job with one of the crews; what its faults throw is for the queue. */
export const runCrew = async (crew: Crew, struck: PayoutDeps, healthy: PayoutDeps): Promise<void> => {
  const second = { 'one worker': [], 'two workers': [healthy], 'the same job twice': [struck] }[crew]
  await Promise.allSettled([struck, ...second].map((deps) => runPayouts(deps)))
}

export interface ExpectedTotals {
  readonly person: Person
  readonly ids: readonly string[]
  /** What the person had before. */
  readonly earned: number
  readonly amount: number
}

/**
 * Nothing was paid twice and nothing was lost: each row is paid or unknown with a reason, every paid one stands on a
 * payment of its own, no more payments went out than were asked for, and the ledger agrees.
 */
export const expectExact = async (world: World, stand: Stand, ending: ExpectedTotals): Promise<{ unknown: number }> => {
  const { person, ids, earned, amount } = ending
  const rows = await Promise.all(ids.map((id) => rowOf(world, id)))
  for (const { status, reason } of rows) {
    expect(['paid', 'unknown']).toContain(status)
    expect(status === 'unknown').toBe(reason !== null)
  }
  for (const [address, group] of Map.groupBy(rows, (row) => row.address)) {
    const payments = await stand.paidTo(address, group[0]?.receives ?? '0')
    const paid = group.filter(({ status }) => status === 'paid').length
    expect(payments).toBeGreaterThanOrEqual(paid)
    expect(payments).toBeLessThanOrEqual(group.length)
  }
  expect((await balancesOf(world.db.read, person.id)).main).toBe(earned - amount * ids.length)
  expect((await auditBooks(world.db.read)).mismatches).toEqual([])
  return { unknown: rows.filter(({ status }) => status === 'unknown').length }
}
