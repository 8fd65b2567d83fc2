import { type Selectable, sql } from 'kysely'
import type { PostbackContext } from '#features/offerwall/postback/postback-context.ts'
import type { PostbackOutcome } from '#features/offerwall/postback/postback-log.ts'
import { absolute, type PostbackValues } from '#features/offerwall/postback/postback-values.ts'
import { notify } from '#features/user/user.ts'
import type { Tx } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import { assert } from '#kernel/refusal.ts'
import type { OfferRow } from '#kernel/tables/earning.ts'
import { say, together } from '#kernel/words/say.ts'
import { houseAccount, userAccount } from '#money/accounts.ts'
import { scaled, type Units } from '#money/amount.ts'
import { clawBack, revenueLost, uncountReward } from '#money/claw-back.ts'
import { type Leg, post } from '#money/ledger.ts'
import { creditOf, type CreditedOffer } from './hand-credit.ts'
import { lockTransactionIds } from './offer-lock.ts'
import { payHeld } from './pay.ts'
import type { WallRow } from './wall.ts'

type Offer = Selectable<OfferRow>

interface ChargeBackInput {
  readonly wall: WallRow
  readonly told: PostbackValues
  /** Whom the call names; null: nobody of this site. */
  readonly userId: string | null
}

/**
 * Takes an offer back, from the user whom it was credited to: whole, or in parts, each of them once and all together
 * never more than was credited. One that comes before its credit is remembered, so that the credit is never paid.
 */
export const chargeBackOffer = async (
  context: PostbackContext,
  { wall, told, userId }: ChargeBackInput,
): Promise<PostbackOutcome> => {
  const { tx, now } = context
  const name = told.refId === '' ? told.txId : told.refId
  const named = { userId, txId: told.txId, amount: null }
  await lockTransactionIds(tx, wall.id, [told.txId, told.refId])
  const mark = chargeBackKey(told)
  const taker = await takenBefore(tx, wall.id, mark)
  if (taker !== undefined) {
    return { ...named, userId: taker, verdict: 'duplicate', detail: say('owner.offerwall.alreadyChargedBack') }
  }
  const offer = await offerNamed(tx, { wallId: wall.id, name, txId: told.txId })
  if (offer === undefined) {
    const isFirst = await rememberReversal(tx, { wallId: wall.id, name, now })
    if (!isFirst) return { ...named, verdict: 'duplicate', detail: say('owner.offerwall.alreadyChargedBackWithout') }
    const detail = say('owner.offerwall.thereNoCreditYet')
    return { ...named, verdict: 'charged-back-first', detail }
  }
  const credit = await creditOf(tx, offer)
  const left = credit.reduce((sum, one) => sum + one.left, 0)
  if (left === 0) {
    return {
      ...named,
      userId: offer.user_id,
      verdict: 'duplicate',
      detail: say('owner.offerwall.alreadyFullyChargedBack'),
    }
  }
  await rememberReversal(tx, { wallId: wall.id, name, now })
  const { part, note } = wall.rules.partialReversals ? partOf(credit, told, left) : wholeOf(left)
  const [taken, debt] = await takeFrom(context, credit, { wall, part, mark })
  const stranger = userId !== offer.user_id && say('owner.offerwall.containsDifferentUserThan')
  const recovered = say('owner.offerwall.unitsRecoveredAddedDebt', { taken, debt })
  const detail = together(stranger, note, recovered)
  return { verdict: 'charged-back', detail, userId: offer.user_id, txId: told.txId, amount: -part }
}

/**
 * Takes a part of what a transaction was credited, of each offer as large a share as of the whole: its revenue goes by
 * that. Returns what was there, and what is owed.
 */
const takeFrom = async (
  context: PostbackContext,
  credit: readonly CreditedOffer[],
  { wall, part: whole, mark }: Pick<TakeBackInput, 'wall' | 'part' | 'mark'>,
): Promise<readonly [taken: Units, debt: Units]> => {
  let [rest, taken, debt] = [whole, 0, 0]
  let among = credit.reduce((sum, one) => sum + one.left, 0)
  for (const { offer, left } of credit.filter((one) => one.left > 0)) {
    // Rounded up for each but the last, which is what is left: all of them are the whole part, to the unit.
    const part = Number((BigInt(rest) * BigInt(left) + BigInt(among) - 1n) / BigInt(among))
    among -= left
    if (part === 0) continue
    // The first bears the mark by which the whole is known when it comes again.
    const own = rest === whole ? mark : `hand ${mark}`
    const done = await takeBack(context, { wall, offer, part, isLast: part === left, mark: own })
    rest -= part
    taken += done.taken
    debt += done.debt
  }
  return [taken, debt]
}

type TakeBackInput = Omit<ClawBackInput, 'id' | 'reason'> & { readonly mark: string }

/** Takes a part of an offer back, from where it is, and tells its user. */
const takeBack = async (
  context: PostbackContext,
  { wall, offer, part, isLast, mark }: TakeBackInput,
): Promise<ClawBackResult> => {
  const { tx, now, notifyLive } = context
  const reason = say('offerwall.reversedReward', { name: wall.name })
  const input = { id: newId(), wall, offer, part, isLast, reason }
  const done = await (offer.status === 'held' ? fromHeld : fromMain)(context, input)
  await storeChargeBack(tx, { taking: input, done, mark, now })
  const values = { wall: wall.name, offer: offer.offer, amount: part, reason }
  await notify(tx, { userId: offer.user_id, kind: 'offer-charged-back', values, now })
  notifyLive(offer.user_id)
  return done
}

/**
 * What tells a charge-back from every other of its wall. One that names the credit apart has a transaction of its own;
 * one that comes under the credit's is told from the next part by its amount, or else by its dollars.
 */
const chargeBackKey = ({ txId, refId, amount, usd }: PostbackValues): string =>
  refId !== '' && refId !== txId ? `own ${txId}` : `part ${txId} ${absolute(amount ?? usd ?? 0n)}`

/** From whom this very charge-back was taken; undefined when it is new. */
const takenBefore = async (tx: Tx, wallId: string, mark: string): Promise<string | undefined> => {
  const row = await tx
    .selectFrom('offer_charge_backs')
    .innerJoin('offers', 'offers.id', 'offer_charge_backs.offer_id')
    .select('offers.user_id')
    .where('offer_charge_backs.wall_id', '=', wallId)
    .where('offer_charge_backs.mark', '=', mark)
    .executeTakeFirst()
  return row?.user_id
}

interface OfferKey {
  readonly wallId: string
  readonly name: string
  readonly txId: string
}

/**
 * The offer that a reversal names, the one of the same transaction first and then whole ones; its row is held until
 * the end of the transaction.
 */
const offerNamed = (tx: Tx, { wallId, name, txId }: OfferKey): Promise<Offer | undefined> =>
  tx
    .selectFrom('offers')
    .selectAll()
    .where('wall_id', '=', wallId)
    .where((offer) => offer.or([offer('tx_id', '=', name), offer('ref_id', '=', name)]))
    .orderBy(sql`(tx_id = ${txId})`, 'desc')
    .orderBy(sql`(status = 'charged-back')`)
    .orderBy(sql`(tx_id = ${name})`, 'desc')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()

interface EarlyChargeBack {
  readonly wallId: string
  readonly name: string
  readonly now: Date
}

/** Returns whether this was not known yet. */
const rememberReversal = async (tx: Tx, { wallId, name, now }: EarlyChargeBack): Promise<boolean> => {
  const made = await tx
    .insertInto('offer_reversals')
    .values({ wall_id: wallId, tx_id: name, at: now })
    .onConflict((known) => known.columns(['wall_id', 'tx_id']).doNothing())
    .returning('tx_id')
    .executeTakeFirst()
  return made !== undefined
}

/** Most walls take an offer back whole; another amount is another rate of theirs, not a part. */
const wholeOf = (left: Units): { part: Units; note: string } => ({ part: left, note: '' })

/** How much is taken: never more than is left, and a part where the wall tells that it wants only a part. */
const partOf = (credit: readonly CreditedOffer[], told: PostbackValues, left: Units): { part: Units; note: string } => {
  // Both tell what the postback told.
  const [credited, wanted] = credit[0] === undefined ? [0n, 0n] : comparableAmounts(credit[0].offer, told)
  if (credited === 0n || wanted === 0n || wanted === credited) return { part: left, note: '' }
  if (wanted > credited) return { part: left, note: say('owner.offerwall.moreThanCredited') }
  // Rounded up: the site pays the whole of it.
  const whole = credit.reduce((sum, { offer }) => sum + offer.amount, 0)
  const part = Number((BigInt(whole) * wanted + credited - 1n) / credited)
  if (part > left) return { part: left, note: say('owner.offerwall.moreThanLeft') }
  return { part, note: say('owner.offerwall.requestsOnlyPart') }
}

/** Credit and reversal by the same measure, whichever both tell of; zeros: none. */
const comparableAmounts = (offer: Offer, told: PostbackValues): readonly [credited: bigint, wanted: bigint] => {
  if (offer.told_amount !== null && told.amount !== undefined) return [scaled(offer.told_amount), absolute(told.amount)]
  if (offer.told_usd !== null && told.usd !== undefined) return [scaled(offer.told_usd), absolute(told.usd)]
  return [0n, 0n]
}

interface ClawBackInput {
  /** Of the charge-back. */
  readonly id: string
  readonly wall: WallRow
  readonly offer: Offer
  readonly part: Units
  /** Whether nothing of the offer is left after it. */
  readonly isLast: boolean
  readonly reason: string
}

interface ClawBackResult {
  readonly taken: Units
  readonly debt: Units
  readonly credited_at: Date | null
}

const legOf = ({ id, offer, part, reason }: ClawBackInput, account: 'held' | 'main'): Leg => ({
  kind: 'offerwall-charge-back',
  debit: userAccount(offer.user_id, account),
  credit: houseAccount('offerwall'),
  amount: part,
  key: `offerwall-charge-back:${id}`,
  ref: offer.id,
  meta: { reason },
})

/** What is held is still there. What the wall does not want back is the user's at once: the wall has had its word. */
const fromHeld = async (context: PostbackContext, input: ClawBackInput): Promise<ClawBackResult> => {
  const { tx, now } = context
  const { offer, part } = input
  const rest = offer.amount - part
  if (rest > 0) await payHeld(context, { id: offer.id, amount: rest })
  await post(tx, [legOf(input, 'held')], now)
  return { taken: part, debt: 0, credited_at: rest > 0 ? now : null }
}

interface StoreChargeBackInput {
  readonly taking: ClawBackInput
  readonly done: ClawBackResult
  readonly mark: string
  readonly now: Date
}

/** Writes down what was taken now, and on the offer what was taken of it in all. */
const storeChargeBack = async (tx: Tx, { taking: input, done, mark, now }: StoreChargeBackInput): Promise<void> => {
  const { id, wall, offer, reason } = input
  const { taken, debt, credited_at } = done
  await tx
    .insertInto('offer_charge_backs')
    .values({ id, wall_id: wall.id, offer_id: offer.id, mark, taken, debt, at: now })
    .execute()
  await tx
    .updateTable('offers')
    .set({
      status: 'charged-back',
      charged_back_at: now,
      charge_reason: reason,
      held_until: null,
      credited_at,
      taken: (offer.taken ?? 0) + taken,
      debt: (offer.debt ?? 0) + debt,
    })
    .where('id', '=', offer.id)
    .execute()
}

const fromMain = async ({ tx, now }: PostbackContext, input: ClawBackInput): Promise<ClawBackResult> => {
  const { offer, part, reason } = input
  const leg = legOf(input, 'main')
  const before = offer.amount - (offer.taken ?? 0) - (offer.debt ?? 0)
  const credit = { key: `offerwall:${offer.id}`, source: 'offerwall', before, after: before - part } as const
  const revenue = await revenueLost(tx, credit)
  const { isNew, taken, becameDebt } = await clawBack(tx, { leg, userId: offer.user_id, reason, now, revenue })
  assert(isNew, `offer ${offer.id} is taken back once`)
  assert(offer.credited_at !== null, 'a credited offer has its moment')
  const counted = { userId: offer.user_id, source: 'offerwall', at: offer.credited_at }
  await uncountReward(tx, { ...counted, amount: part, isWhole: input.isLast })
  return { taken, debt: becameDebt, credited_at: offer.credited_at }
}
