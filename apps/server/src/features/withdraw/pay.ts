import { later } from '#kernel/clock.ts'

import { lookUpDirect, payDirect } from './direct.ts'
import { dryRun } from './dry-run.ts'
import { followPayments } from './follow.ts'
import { type Outcome, settle } from './outcome.ts'
import { RUN_SECONDS } from './payout-run.ts'
import { type Intent, payoutOf, type PayoutRooms } from './rooms.ts'
import { paySigned } from './signed.ts'
import { payoutsStopped } from './stopped.ts'
import { apart, putOff } from './stuck.ts'
import { leftOvers, takeNext, Untaken } from './take.ts'

/** Pays approved withdrawals one by one, and says what it did. */
export const runPayouts = async (rooms: PayoutRooms): Promise<string> => {
  const { db, clock, settings } = rooms
  const isDry = () => settings.current().payout_dry_run
  const stop = () => payoutsStopped(db.read, settings.current(), clock())
  const left = await takeUpLeftOvers(rooms)
  const ended = await followPayments(rooms, async () => !isDry() && (await stop()) === undefined)
  const rest = `${ended} completed, ${left} leftover attempts settled`
  // Following takes a while: what stops payouts since it began must not cost one more.
  const stopped = await stop()
  if (stopped !== undefined) return `stopped: ${stopped} ${rest}`
  if (isDry()) return `dry run: ${await dryRun(rooms)} would be sent; ${rest}`
  const until = later(clock(), RUN_SECONDS)
  const counts = { done: 0, failed: 0 }
  const passed: string[] = []
  for (let intent = await next(rooms, passed); intent !== undefined; intent = await next(rooms, passed)) {
    counts[(await payOne(rooms, intent)) ? 'done' : 'failed'] += 1
    // What stops payouts must not cost one more; and where several went wrong, it is none of them that is to blame.
    if (counts.failed >= FAILED_AT_MOST || clock() > until || isDry() || (await stop()) !== undefined) break
  }
  const failed = counts.failed === 0 ? '' : `, ${counts.failed} went wrong and are looked at again`
  return `${counts.done} sent${failed}, ${rest}`
}

/** Payouts that one run passes over, at most. */
const PASSED_AT_MOST = 50

/** Takes the next one; one that cannot be taken is put off and told, and the run goes on behind it. */
const next = async (rooms: PayoutRooms, passed: string[]): Promise<Intent | undefined> => {
  for (;;) {
    try {
      return await takeNext(rooms, passed)
    } catch (error) {
      if (!(error instanceof Untaken) || passed.length >= PASSED_AT_MOST) throw error
      passed.push(error.id)
      await putOff(rooms, error)
    }
  }
}

/** Payouts of one run that may go wrong on our side: the next run goes on behind them. */
const FAILED_AT_MOST = 3

/**
 * Pays one that was taken; false where it went wrong on our side. It then says `sending` until it is taken up as a left
 * over one: whether it was sent is for its provider to say.
 */
const payOne = async (rooms: PayoutRooms, intent: Intent): Promise<boolean> => {
  const isDone = await apart(rooms, intent, async () => {
    const outcome = await carryOut(rooms, intent)
    if (outcome !== undefined) await settle(rooms, intent, outcome)
    return true
  })
  return isDone === true
}

/** Has a processor pay; undefined when its payment is on its way and only time tells. */
const carryOut = async (rooms: PayoutRooms, intent: Intent): Promise<Outcome | undefined> => {
  const provider = payoutOf(rooms.payouts, intent.withdrawal.processor)
  if (provider === undefined || provider.way === 'by-hand') {
    return { kind: 'retry', reason: 'The payout processor isn’t configured.' }
  }
  const closed = provider.closed(rooms.settings.current(), intent.method)
  if (closed !== null) return { kind: 'retry', reason: closed, halt: { scope: 'currency', seconds: null } }
  return provider.way === 'signed' ? paySigned(rooms, intent, provider) : payDirect(rooms, intent, provider)
}

/**
 * Settles attempts whose process died between the intent and the outcome. Where a payment is signed first and nothing
 * was stored, nothing was sent; of others only the provider knows.
 */
const takeUpLeftOvers = async (rooms: PayoutRooms): Promise<number> => {
  const until = later(rooms.clock(), LEFT_OVER_SECONDS)
  let settled = 0
  for (const intent of await leftOvers(rooms)) {
    if (rooms.clock() > until) break
    if (await apart(rooms, intent, async () => settle(rooms, intent, await fateOf(rooms, intent)))) settled += 1
  }
  return settled
}

/** How long a run asks what became of them: a provider that hangs must not keep others from being paid. */
const LEFT_OVER_SECONDS = 90

const fateOf = async (rooms: PayoutRooms, intent: Intent): Promise<Outcome> => {
  const provider = payoutOf(rooms.payouts, intent.withdrawal.processor)
  if (provider?.way === 'signed') return { kind: 'retry', reason: 'Interrupted before signing.' }
  return lookUpDirect(rooms, intent, provider?.way === 'automatic' ? provider : undefined)
}
