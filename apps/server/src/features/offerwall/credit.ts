import type { Selectable } from 'kysely'
import type { PostbackContext } from '#features/offerwall/postback/postback-context.ts'
import { type PostbackOutcome, toValidUnicode } from '#features/offerwall/postback/postback-log.ts'
import { revenueOf, absolute, type PostbackValues } from '#features/offerwall/postback/postback-values.ts'
import { closedBy, fitsBudget } from '#features/outflow/outflow.ts'
import { newId } from '#kernel/id.ts'
import { callIn } from '#kernel/postgres/statements.ts'
import { assert } from '#kernel/refusal.ts'
import type { OfferClickRow } from '#kernel/tables/earning.ts'
import { say, together, type Words } from '#kernel/words/say.ts'
import { decimalText, type Units } from '#money/amount.ts'
import { clickOf } from './click.ts'
import { creditsOf, settleHandCredit } from './hand-credit.ts'
import { lockTransactionIds } from './offer-lock.ts'
import type { WallRow } from './wall.ts'

interface CreditOfferInput {
  readonly wall: WallRow
  readonly told: PostbackValues
  readonly userId: string
  readonly amount: Units
}

const OFFER_LENGTH = 200

/** Credits an offer once: at once, or for the days of its wall into what the user has but cannot spend yet. */
export const creditOffer = async (
  context: PostbackContext,
  { wall, told, userId, amount: toldUnits }: CreditOfferInput,
): Promise<Pick<PostbackOutcome, 'verdict' | 'detail'>> => {
  const { tx } = context
  const names = [told.txId, told.refId].filter((name) => name !== '')
  await lockTransactionIds(tx, wall.id, creditNames({ told, userId }))
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
  const credited = await storeOffer(context, { wall, told, userId, amount, click, settled: settled?.whole })
  if (settled === undefined) return credited
  return {
    ...credited,
    detail: together(say('owner.offerwall.unitsCreditedHandBefore', { paid: settled.paid }), credited.detail),
  }
}

/** An offer as a postback tells it. */
export interface ToldOffer extends CreditOfferInput {
  /** How long it is held; undefined: it is paid at once. */
  readonly holdDays: number | undefined
}

/** What `offer_credit` and `postback_credit` take of an offer, in their order. */
export const offerArgs = (
  { settings, now }: Pick<PostbackContext, 'settings' | 'now'>,
  { wall, told, userId, amount, holdDays }: ToldOffer,
): readonly unknown[] => {
  const ids = [newId(), newId(), newId(), newId()]
  const { told_amount: toldAmount, told_usd: toldUsd } = exactlyTold(told)
  const offer = toValidUnicode(told.offer.slice(0, OFFER_LENGTH)) || wall.name
  const amounts = [amount, toldAmount, toldUsd, revenueOf(told), holdDays]
  const refId = told.refId === '' ? null : told.refId
  const { referral_offerwall_commission: commission, offerwall_exp: exp } = settings
  return [...ids, wall.id, wall.name, userId, told.txId, refId, offer, ...amounts, commission, exp, now]
}

/** The names that a credit is locked under: its transaction, what a reversal may name, and its user at the wall. */
export const creditNames = ({ told, userId }: Pick<CreditOfferInput, 'told' | 'userId'>): readonly string[] => [
  told.txId,
  told.refId,
  creditsOf(userId),
]

/** How long an offer is held that is neither stopped nor over the budget. */
export const holdDaysOf = (wall: WallRow, amount: Units): number | undefined =>
  wall.hold_days > 0 && amount > wall.hold_above ? wall.hold_days : undefined

export const heldWords = (days: number): Words => say('owner.offerwall.heldDays', { days })

interface StoreOfferInput extends CreditOfferInput {
  readonly click: Pick<Selectable<OfferClickRow>, 'id' | 'at'> | undefined
  /** By an admin, not by a postback. */
  readonly byHand?: true
  /** What was credited by hand before this postback came. */
  readonly settled?: Units | undefined
}

/** Stores a credit under its transaction, once, and pays or holds it. The names are locked by the caller. */
export const storeOffer = async (
  context: PostbackContext,
  { click, byHand, settled, ...credit }: StoreOfferInput,
): Promise<Pick<PostbackOutcome, 'verdict' | 'detail'>> => {
  const { tx, notifyLive } = context
  const { wall, userId, amount } = credit
  const isStopped = closedBy(context, 'offerwall')?.code === 'PAUSED_FOR_CHECK'
  // It cannot be refused, as its user has done it already; what a budget has no space for can be spent a day later.
  const isOver = !isStopped && !(await fitsBudget(context, { source: 'offerwall', amount }))
  // What comes while walls are stopped waits a day at least; nothing is released before they run again.
  const holdDays = isStopped || isOver ? Math.max(1, wall.hold_days) : holdDaysOf(wall, amount)
  const by = [click?.id ?? null, click?.at ?? null, byHand ?? false, settled ?? 0]
  const args = [...offerArgs(context, { ...credit, holdDays }), ...by]
  const [stored] = await callIn<{ is_new: boolean }>(tx, { name: 'offer_credit', args })
  assert(stored !== undefined, 'a credit has an answer')
  if (!stored.is_new) return { verdict: 'duplicate', detail: say('owner.offerwall.transactionAlreadyCredited') }
  notifyLive(userId)
  if (holdDays === undefined) return { verdict: 'credited', detail: '' }
  const overWords = isOver && say('owner.offerwall.budgetHadNoRoom')
  const why = isStopped ? say('owner.offerwall.wallsStopped') : overWords
  return { verdict: 'held', detail: together(heldWords(holdDays), why) }
}

const exactlyTold = (told: PostbackValues) => ({ told_amount: exactly(told.amount), told_usd: exactly(told.usd) })

const SCALE = 18
const exactly = (amount: bigint | undefined): string | null =>
  amount === undefined ? null : decimalText(absolute(amount), SCALE)
