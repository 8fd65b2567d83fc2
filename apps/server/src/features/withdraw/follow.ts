import type { SignedPayout, Standing } from '#adapters/payout/payout.ts'
import { later } from '#kernel/clock.ts'

import { type Outcome, settle } from './outcome.ts'
import { type Intent, inTime, orderOf, payoutOf, type PayoutRooms } from './rooms.ts'
import { give, paymentsOf, storeReplacement, type StoredPayment } from './signed.ts'
import { apart } from './stuck.ts'
import { underway } from './take.ts'

/** Whether payments may be sent, asked right before each: while payouts are stopped, they are only looked at. */
export type MaySend = () => Promise<boolean>

/** How long a run looks at what is on its way: a node that hangs must not keep others from being paid. */
const FOLLOW_SECONDS = 90

/** Brings stored payments to their end: confirmed ones are paid, unknown ones are sent again. Tells how many ended. */
export const followPayments = async (rooms: PayoutRooms, maySend: MaySend): Promise<number> => {
  let ended = 0
  const until = later(rooms.clock(), FOLLOW_SECONDS)
  for (const intent of await underway(rooms)) {
    // The longest not looked at come first, so that the next run goes on with the rest.
    if (rooms.clock() > until) break
    if (await apart(rooms, intent, () => followOne(rooms, intent, maySend))) ended += 1
  }
  return ended
}

/** Looks at one payment; true when that ended it. */
export const followOne = async (rooms: PayoutRooms, intent: Intent, maySend: MaySend): Promise<boolean> => {
  const provider = payoutOf(rooms.payouts, intent.withdrawal.processor)
  if (provider?.way !== 'signed') {
    // It may come back; until then the others must not wait behind this one.
    await noteLook(rooms, intent)
    return false
  }
  const payments = await paymentsOf(rooms.db.read, intent.withdrawal.id)
  const standing = await standingOf(rooms, { intent, provider, payments })
  await noteLook(rooms, intent)
  const outcome = outcomeOf(standing)
  if (outcome !== undefined) return settle(rooms, intent, outcome)
  const last = payments.at(-1)
  if (standing.kind === 'lost' || last === undefined || 'isMined' in standing || !(await maySend())) return false
  const offered = await outbid(rooms, { intent, provider, payments })
  if (standing.kind === 'waiting' && offered === undefined) return false
  const said = await give(rooms, { intent, provider, payment: offered ?? last })
  // One that waits at the network may arrive at any time, whatever becomes of what was offered in its place.
  if (said.kind !== 'rejected' || standing.kind === 'waiting' || !isGivenUp(rooms, payments)) return false
  return settle(rooms, intent, { kind: 'lost', detail: `The network rejects the payment: ${said.answer}` })
}

interface Looking {
  readonly intent: Intent
  readonly provider: SignedPayout
  readonly payments: readonly StoredPayment[]
}

/** How the payments of a withdrawal stand; `lost` when nobody could be asked. */
export const standingOf = async (rooms: PayoutRooms, looking: Looking): Promise<Standing> => {
  const { intent, provider, payments } = looking
  const order = { ...orderOf(intent), payments }
  return inTime(provider.look(order, rooms.settings.current())).catch((error: unknown): Standing => ({
    kind: 'lost',
    answer: String(error),
  }))
}

/** What a standing settles; undefined while it settles nothing. */
const outcomeOf = (standing: Standing): Outcome | undefined => {
  if (standing.kind === 'paid') return standing
  if (standing.kind === 'reverted') return { kind: 'refused', reason: standing.reason }
  return standing.kind === 'conflict' ? { kind: 'lost', detail: standing.reason } : undefined
}

/** Remembers when its provider was last asked. */
export const noteLook = ({ db, clock }: PayoutRooms, { withdrawal }: Intent): Promise<unknown> =>
  db.write((tx) => tx.updateTable('withdrawals').set({ looked_at: clock() }).where('id', '=', withdrawal.id).execute())

/** Stores a payment that offers more, when the last one has waited long enough; undefined when there is none. */
const outbid = async (rooms: PayoutRooms, { intent, provider, payments }: Looking) => {
  const { payout_evm_bump_minutes: minutes } = rooms.settings.current()
  const last = payments.at(-1)
  if (minutes === 0 || provider.outbid === undefined || last === undefined) return undefined
  if (last.createdAt > later(rooms.clock(), -minutes * 60)) return undefined
  const order = { ...orderOf(intent), payments }
  const offer = await inTime(provider.outbid(order, rooms.settings.current())).catch(() => null)
  return offer !== null && (await storeReplacement(rooms, intent, offer)) ? offer : undefined
}

/** How long a payment is offered to a network that does not want it, before a person is asked. */
const OFFERED_SECONDS = 6 * 3_600

const isGivenUp = ({ clock }: PayoutRooms, [first]: readonly StoredPayment[]): boolean =>
  first !== undefined && first.createdAt < later(clock(), -OFFERED_SECONDS)
