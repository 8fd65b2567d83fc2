import type { Selectable } from 'kysely'
import type { PostbackContext } from '#features/offerwall/postback/postback-context.ts'
import { type PostbackOutcome, toValidUnicode } from '#features/offerwall/postback/postback-log.ts'
import { revenueOf, absolute, type PostbackValues } from '#features/offerwall/postback/postback-values.ts'
import { closedBy, fitsBudget } from '#features/outflow/outflow.ts'
import { notify } from '#features/user/user.ts'
import { later } from '#kernel/clock.ts'
import { newId } from '#kernel/id.ts'
import type { OfferClickRow } from '#kernel/tables/earning.ts'
import { say, together } from '#kernel/words/say.ts'
import { houseAccount, userAccount } from '#money/accounts.ts'
import { decimalText, type Units } from '#money/amount.ts'
import { post } from '#money/ledger.ts'
import { clickOf } from './click.ts'
import { creditsOf, settleHandCredit } from './hand-credit.ts'
import { lockTransactionIds } from './offer-lock.ts'
import { payOffer } from './pay.ts'
import { closeReport } from './report/close-report.ts'
import type { WallRow } from './wall.ts'

interface CreditOfferInput {
  readonly wall: WallRow
  readonly told: PostbackValues
  readonly userId: string
  readonly amount: Units
}

const DAY_SECONDS = 86_400
const OFFER_LENGTH = 200

/** Credits an offer once: at once, or for the days of its wall into what the user has but cannot spend yet. */
export const creditOffer = async (
  context: PostbackContext,
  { wall, told, userId, amount: toldUnits }: CreditOfferInput,
): Promise<Pick<PostbackOutcome, 'verdict' | 'detail'>> => {
  const { tx, now } = context
  const names = [told.txId, told.refId].filter((name) => name !== '')
  await lockTransactionIds(tx, wall.id, [...names, creditsOf(userId)])
  const reversed = await tx
    .selectFrom('offer_reversals')
    .select('tx_id')
    .where('wall_id', '=', wall.id)
    .where('tx_id', 'in', names)
    .executeTakeFirst()
  if (reversed !== undefined) {
    return { verdict: 'charged-back-first', detail: say('owner.offerwall.chargedBackBeforeArrived') }
  }
  const click = await clickOf(tx, { id: told.clickId, wallId: wall.id, userId })
  const same = { wallId: wall.id, userId, txId: told.txId, clickId: click?.id, offer: told.offer }
  const settled = await settleHandCredit(tx, { ...same, amount: toldUnits, told: exactlyTold(told) })
  if (settled === 'repeated') return { verdict: 'duplicate', detail: say('owner.offerwall.transactionAlreadyCredited') }
  const amount = toldUnits - (settled?.paid ?? 0)
  if (settled !== undefined && amount === 0) {
    return { verdict: 'settled', detail: say('owner.offerwall.creditedHandBeforeNothing') }
  }
  const credited = await storeOffer(context, { wall, told, userId, amount, click })
  if (credited.verdict !== 'duplicate' && click !== undefined) await closeReport(tx, click.id, now)
  if (settled === undefined) return credited
  return {
    ...credited,
    detail: together(say('owner.offerwall.unitsCreditedHandBefore', { paid: settled.paid }), credited.detail),
  }
}

interface StoreOfferInput extends CreditOfferInput {
  readonly click: Pick<Selectable<OfferClickRow>, 'id' | 'at'> | undefined
  /** By an admin, not by a postback. */
  readonly byHand?: true
}

/** Stores a credit under its transaction, once, and pays or holds it. The names are locked by the caller. */
export const storeOffer = async (
  context: PostbackContext,
  { wall, told, userId, amount, click, byHand }: StoreOfferInput,
): Promise<Pick<PostbackOutcome, 'verdict' | 'detail'>> => {
  const { tx, now, notifyLive } = context
  const isStopped = closedBy(context, 'offerwall')?.code === 'PAUSED_FOR_CHECK'
  // It cannot be refused, as its user has done it already; what a budget has no space for can be spent a day later.
  const isOver = !isStopped && !(await fitsBudget(context, { source: 'offerwall', amount }))
  const isHeld = isStopped || isOver || (wall.hold_days > 0 && amount > wall.hold_above)
  // What comes while walls are stopped waits a day at least; nothing is released before they run again.
  const days = isStopped || isOver ? Math.max(1, wall.hold_days) : wall.hold_days
  const offer = toValidUnicode(told.offer.slice(0, OFFER_LENGTH)) || wall.name
  const made = await tx
    .insertInto('offers')
    .values({
      id: newId(),
      wall_id: wall.id,
      tx_id: told.txId,
      ref_id: told.refId === '' ? null : told.refId,
      user_id: userId,
      offer,
      amount,
      ...exactlyTold(told),
      revenue: revenueOf(told),
      status: isHeld ? 'held' : 'credited',
      held_until: isHeld ? later(now, days * DAY_SECONDS) : null,
      created_at: now,
      credited_at: isHeld ? null : now,
      click_id: click?.id ?? null,
      clicked_at: click?.at ?? null,
      by_hand: byHand ?? false,
    })
    .onConflict((known) => known.columns(['wall_id', 'tx_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made === undefined) return { verdict: 'duplicate', detail: say('owner.offerwall.transactionAlreadyCredited') }
  notifyLive(userId)
  const credited = { id: made.id, userId, amount, wall: wall.name, offer }
  if (isHeld) {
    await holdOffer(context, { ...credited, days })
    const overWords = isOver && say('owner.offerwall.budgetHadNoRoom')
    const why = isStopped ? say('owner.offerwall.wallsStopped') : overWords
    return { verdict: 'held', detail: together(say('owner.offerwall.heldDays', { days }), why) }
  }
  await payOffer(context, { ...credited, from: 'house' })
  await notify(tx, { userId, kind: 'offer-credited', values: { wall: wall.name, offer, amount }, now })
  return { verdict: 'credited', detail: '' }
}

const exactlyTold = (told: PostbackValues) => ({ told_amount: exactly(told.amount), told_usd: exactly(told.usd) })

const SCALE = 18
const exactly = (amount: bigint | undefined): string | null =>
  amount === undefined ? null : decimalText(absolute(amount), SCALE)

interface HoldOfferInput {
  readonly id: string
  readonly userId: string
  readonly amount: Units
  readonly wall: string
  readonly offer: string
  readonly days: number
}

const holdOffer = async (
  { tx, now }: PostbackContext,
  { id, userId, amount, wall, offer, days }: HoldOfferInput,
): Promise<void> => {
  const accounts = { debit: houseAccount('offerwall'), credit: userAccount(userId, 'held') }
  const key = `offerwall-hold:${id}`
  await post(tx, [{ kind: 'offerwall-hold', ...accounts, amount, key, ref: id, meta: { wall, offer } }], now)
  await notify(tx, { userId, kind: 'offer-held', values: { wall, offer, amount, days }, now })
}
