import { later } from '#kernel/clock.ts'

import { lookUpDirect, payDirect } from './direct.ts'
import { dryRun } from './dry-run.ts'
import { followPayments } from './follow.ts'
import { type Outcome, settle } from './outcome.ts'
import { RUN_SECONDS } from './payout-run.ts'
import { type Intent, payoutOf, type PayoutRooms } from './rooms.ts'
import { paySigned } from './signed.ts'
import { payoutsStopped } from './stopped.ts'
import { leftOvers, takeNext } from './take.ts'

/** Pays approved withdrawals one by one, and says what it did. */
export const runPayouts = async (rooms: PayoutRooms): Promise<string> => {
  const { db, clock, settings } = rooms
  const isDry = () => settings.current().payout_dry_run
  const stop = () => payoutsStopped(db.read, settings.current(), clock())
  const left = await takeUpLeftOvers(rooms)
  const ended = await followPayments(rooms, async () => !isDry() && (await stop()) === undefined)
  const rest = `${ended} came to their end, ${left} left over attempts settled`
  // Following takes a while: what stops payouts since it began must not cost one more.
  const stopped = await stop()
  if (stopped !== undefined) return `stopped: ${stopped} ${rest}`
  if (isDry()) return `dry run: ${await dryRun(rooms)} would be sent; ${rest}`
  const until = later(clock(), RUN_SECONDS)
  let done = 0
  for (let intent = await takeNext(rooms); intent !== undefined; intent = await takeNext(rooms)) {
    const outcome = await carryOut(rooms, intent)
    if (outcome !== undefined) await settle(rooms, intent, outcome)
    done += 1
    // What stops payouts must not cost one more.
    if (clock() > until || isDry() || (await stop()) !== undefined) break
  }
  return `${done} sent, ${rest}`
}

/** Has a processor pay; undefined when its payment is on its way and only time tells. */
const carryOut = async (rooms: PayoutRooms, intent: Intent): Promise<Outcome | undefined> => {
  const provider = payoutOf(rooms.payouts, intent.withdrawal.processor)
  if (provider === undefined || provider.way === 'by-hand') {
    return { kind: 'retry', reason: 'The processor is not set up.' }
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
  const intents = await leftOvers(rooms)
  for (const intent of intents) await settle(rooms, intent, await fateOf(rooms, intent))
  return intents.length
}

const fateOf = async (rooms: PayoutRooms, intent: Intent): Promise<Outcome> => {
  const provider = payoutOf(rooms.payouts, intent.withdrawal.processor)
  if (provider?.way === 'signed') return { kind: 'retry', reason: 'It was interrupted before anything was signed.' }
  return lookUpDirect(rooms, intent, provider?.way === 'automatic' ? provider : undefined)
}
