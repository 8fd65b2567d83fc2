import { type Selectable, sql } from 'kysely'
import type { Tx } from '#kernel/db.ts'
import type { OfferRow } from '#kernel/tables/earning.ts'
import type { Units } from '#money/amount.ts'

/** What credits of a user at a wall are locked under: one by hand and a postback never pass each other unseen. */
export const creditsOf = (userId: string): string => `credits of ${userId}`

type Offer = Selectable<OfferRow>

interface Postback {
  readonly wallId: string
  readonly userId: string
  readonly txId: string
  /** The click that it gives back; undefined: none of this user. */
  readonly clickId: string | undefined
  readonly offer: string
  readonly amount: Units
  /** What the wall told, exactly: a reversal of a part is measured by it. */
  readonly told: { readonly told_amount: string | null; readonly told_usd: string | null }
}

/**
 * `repeated`: this very transaction was credited, or settled a credit by hand, before. `paid` of it was credited by
 * hand, out of `whole`.
 */
export type Settled = 'repeated' | { readonly paid: Units; readonly whole: Units } | undefined

/**
 * What of a postback an admin credited by hand before it came. It settles the oldest such credit that it may be meant
 * for: of its click; or of the same offer; or, as it gives no click back, any of this user at this wall.
 */
export const settleHandCredit = async (tx: Tx, postback: Postback): Promise<Settled> => {
  const { wallId, userId, txId, clickId, offer, amount, told } = postback
  const known = await tx
    .selectFrom('offers')
    .select('id')
    .where('wall_id', '=', wallId)
    .where(({ eb, or, and }) => or([eb('tx_id', '=', txId), and([eb('ref_id', '=', txId), eb('by_hand', '=', true)])]))
    .limit(1)
    .executeTakeFirst()
  if (known !== undefined) return 'repeated'
  const open = await tx
    .selectFrom('offers')
    .select(['id', 'amount'])
    .where('wall_id', '=', wallId)
    .where('user_id', '=', userId)
    .where('by_hand', '=', true)
    .where('ref_id', 'is', null)
    .where('status', '<>', 'charged-back')
    .$if(clickId !== undefined, (query) =>
      query.where(({ eb, or }) =>
        or([eb('click_id', '=', clickId ?? ''), eb(sql`lower(offer)`, '=', offer.toLowerCase())]),
      ),
    )
    .orderBy(sql`click_id = ${clickId ?? null}::uuid`, (order) => order.desc().nullsLast())
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  if (open === undefined) return undefined
  await tx
    .updateTable('offers')
    .set({ ...told, ref_id: txId })
    .where('id', '=', open.id)
    .execute()
  return { paid: Math.min(open.amount, amount), whole: open.amount }
}

/** An offer of a transaction, and what of it was not taken back yet. */
export interface CreditedOffer {
  readonly offer: Offer
  readonly left: Units
}

/** What was credited of the transaction of an offer: by its postback, and by an admin before that came. */
export const creditOf = async (tx: Tx, offer: Offer): Promise<readonly CreditedOffer[]> => {
  const wallId = offer.wall_id
  const other = offer.by_hand
    ? offer.ref_id !== null && (await postbackCreditFor(tx, { wallId, txId: offer.ref_id }))
    : await handCreditFor(tx, { wallId, txId: offer.tx_id })
  const both = other ? [offer, other].toSorted((a, b) => Number(a.by_hand) - Number(b.by_hand)) : [offer]
  const credited: CreditedOffer[] = []
  for (const one of both) credited.push({ offer: one, left: await leftOf(tx, one) })
  return credited
}

/** What of an offer was not taken back yet. Of one from before parts were kept nothing more is taken. */
const leftOf = async (tx: Tx, offer: Offer): Promise<Units> => {
  if (offer.status !== 'charged-back') return offer.amount
  const unknown = await tx
    .selectFrom('offer_charge_backs')
    .select('id')
    .where('offer_id', '=', offer.id)
    .where('mark', 'is', null)
    .executeTakeFirst()
  return unknown === undefined ? offer.amount - (offer.taken ?? 0) - (offer.debt ?? 0) : 0
}

/** The credit by hand that a transaction of the wall settled. */
const handCreditFor = (tx: Tx, { wallId, txId }: Pick<Postback, 'wallId' | 'txId'>): Promise<Offer | undefined> =>
  tx
    .selectFrom('offers')
    .selectAll()
    .where('wall_id', '=', wallId)
    .where('ref_id', '=', txId)
    .where('by_hand', '=', true)
    .forUpdate()
    .executeTakeFirst()

/** The credit of a transaction by its postback, where it brought more than an admin had credited. */
const postbackCreditFor = (tx: Tx, { wallId, txId }: Pick<Postback, 'wallId' | 'txId'>): Promise<Offer | undefined> =>
  tx
    .selectFrom('offers')
    .selectAll()
    .where('wall_id', '=', wallId)
    .where('tx_id', '=', txId)
    .where('by_hand', '=', false)
    .forUpdate()
    .executeTakeFirst()

/** How many credits there were for a click, whatever became of them later. */
export const creditsFor = async (tx: Tx, clickId: string): Promise<number> => {
  const rows = await tx.selectFrom('offers').select('id').where('click_id', '=', clickId).execute()
  return rows.length
}
