import type { AdminMethod } from '@runnel/contract/admin-method'
import type { Contract } from '@runnel/contract'
import type { Input } from '@runnel/contract/route'
import type { Settings } from '@runnel/contract/settings'

import type { PayoutProcessors } from '#adapters/payout/payout.ts'
import { closedForOwner, findMethod, holdMethod, type Method, ratesRun } from '#features/withdraw/withdraw.ts'
import type { WriteContext } from '#kernel/context.ts'
import type { Tx } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import { refuseField } from '#kernel/refusal.ts'
import { openPlainAccounts, outsideAccount, payoutAccount } from '#money/accounts.ts'
import { plainDecimal, scaled } from '#money/amount.ts'

import { audit, byCaller } from './audit.ts'
import { adminsOf } from './proposals.ts'

type Fields = Input<Contract['admin']['addMethod']>['body']
type Changing = Pick<WriteContext, 'tx' | 'now' | 'caller' | 'visitor' | 'settings' | 'enqueue'>

interface Site {
  readonly payouts: PayoutProcessors
  readonly settings: Settings
  readonly now: Date
}

/** A method as the owner set it up. */
export const methodView = (method: Method, site: Site): AdminMethod => ({
  _id: method.id,
  currency: method.currency,
  name: method.name,
  processor: method.processor,
  minimum: method.minimum,
  maximum: method.maximum,
  fee: method.fee,
  rate: method.rate,
  rateAt: method.rateAt.toISOString(),
  rateSource: method.rateSource,
  options: method.options,
  closed: closedForOwner(method, site),
  decimals: method.decimals,
  enabled: method.enabled,
  position: method.position,
})

/** Adds a method, with the accounts that its payouts pass through. */
export const addMethod = async (
  context: Changing,
  { fields, payouts }: { fields: Fields; payouts: PayoutProcessors },
): Promise<AdminMethod> => {
  const { tx, now } = context
  refuseFields(fields, payouts)
  const { rateSource, options, ...rest } = fields
  const isTwo = await asksForTwo(context)
  if (isTwo && rateSource === 'fixed') refuseCheaper(fields.rate, await lowestRate(tx, fields.currency))
  // Otherwise the given rate counts until the sources told one.
  const isOpen = rateSource === 'fixed' || !isTwo
  const id = newId()
  await tx
    .insertInto('withdraw_methods')
    .values({
      id,
      ...rest,
      rate_source: rateSource,
      options: JSON.stringify(options),
      created_at: now,
      rate_at: isOpen ? now : NEVER,
    })
    .execute()
  await openAccounts(tx, { id, currency: fields.currency, now })
  if (rateSource === 'feed') await context.enqueue(ratesRun, {})
  await audit(tx, { ...byCaller(context), action: 'method.add', target: id, before: undefined, after: fields })
  return methodView(await findMethod(tx, id), { ...context, payouts })
}

/** Changes a method. Withdrawals that were asked for before keep the rate and fee that their users read. */
export const editMethod = async (
  context: Changing,
  edit: { id: string; changes: Partial<Fields>; payouts: PayoutProcessors },
): Promise<AdminMethod> => {
  const { tx, now } = context
  const { id, changes, payouts } = edit
  const { rateAt, rateJump: _rateJump, id: _id, ...before } = await holdMethod(tx, id)
  const merged = { ...before, ...changes }
  const isOtherCoin = merged.currency !== before.currency
  // A form that was open for a while must not put an old rate in the place of the one that the sources gave.
  const isFed = before.rateSource === 'feed' && merged.rateSource === 'feed' && !isOtherCoin
  const after = isFed ? { ...merged, rate: before.rate } : merged
  refuseFields(after, payouts)
  if (isOtherCoin) await refuseIfUsed(tx, id)
  if (!isFed && (await asksForTwo(context))) {
    refuseCheaper(after.rate, isOtherCoin ? await lowestRate(tx, after.currency) : before.rate)
  }
  const isNewRate = plainDecimal(after.rate) !== before.rate || (before.rateSource === 'feed' && !isFed)
  // What one coin costs is no rate of another: until the sources told that one, nobody is paid by it.
  const isForeign = isOtherCoin && after.rateSource === 'feed'
  const { rateSource, options, ...rest } = after
  await tx
    .updateTable('withdraw_methods')
    .set({
      ...rest,
      rate_source: rateSource,
      options: JSON.stringify(options),
      rate_at: isForeign ? NEVER : isNewRate ? now : rateAt,
      ...(isFed ? {} : { rate_jump: null, rate_jump_seen: 0 }),
    })
    .where('id', '=', id)
    .execute()
  await openAccounts(tx, { id, currency: after.currency, now })
  if (rateSource === 'feed' && !isFed) await context.enqueue(ratesRun, {})
  await audit(tx, { ...byCaller(context), action: 'method.edit', target: id, before, after })
  return methodView(await findMethod(tx, id), { ...context, payouts })
}

const NEVER = new Date(0)

const openAccounts = (tx: Tx, { id, currency, now }: { id: string; currency: string; now: Date }): Promise<void> =>
  openPlainAccounts(tx, [payoutAccount(id), outsideAccount('payout', currency)], now)

/** Bounds that hold any amount at any such rate inside the numbers of the database. */
const LOWEST_RATE = 0.000001
const HIGHEST_RATE = 1e15

const refuseFields = (fields: Fields, payouts: PayoutProcessors): void => {
  const { minimum, maximum, fee, rate, processor } = fields
  if (payouts[processor] === undefined) {
    refuseField('processor', 'PROCESSOR_MISSING', 'This processor is not available on this site.')
  }
  if (minimum < 1) refuseField('minimum', 'MINIMUM_TOO_SMALL', 'The minimum must be above zero.')
  if (maximum < minimum) refuseField('maximum', 'MAXIMUM_TOO_SMALL', 'The maximum must not be below the minimum.')
  if (fee >= minimum) refuseField('fee', 'FEE_TOO_LARGE', 'The fee must be below the minimum, or nothing would arrive.')
  if (Number(rate) < LOWEST_RATE || Number(rate) > HIGHEST_RATE) {
    refuseField('rate', 'RATE_OUT_OF_RANGE', 'The rate must be between 0.000001 and 1,000,000,000,000,000.')
  }
}

/** Whether two admins are asked for what is large, and there are two. */
const asksForTwo = async ({ tx, settings }: Pick<Changing, 'tx' | 'settings'>): Promise<boolean> =>
  settings.four_eyes && (await adminsOf(tx)) >= 2

/** At a lower rate a small amount is a large payout; how large one may be is for two to decide. */
const refuseCheaper = (rate: string, known: string | undefined): void => {
  if (known === undefined || scaled(rate) >= scaled(known)) return
  const msg =
    'A lower rate pays more coins for the same amount. Switch the rule of two admins off for it, or follow sources.'
  refuseField('rate', 'FOUR_EYES', msg)
}

/** The lowest rate of a currency that is known here; undefined where nobody was ever paid in it. */
const lowestRate = async (tx: Tx, currency: string): Promise<string | undefined> => {
  const row = await tx
    .selectFrom('withdraw_methods')
    .select('rate')
    .where('currency', '=', currency)
    .orderBy('rate')
    .limit(1)
    .executeTakeFirst()
  return row?.rate
}

/** The currency of a method with withdrawals stays: its history and expected times speak of it. */
const refuseIfUsed = async (tx: Tx, id: string): Promise<void> => {
  const used = await tx.selectFrom('withdrawals').select('id').where('method_id', '=', id).limit(1).executeTakeFirst()
  if (used !== undefined) {
    refuseField('currency', 'METHOD_USED', 'This method has withdrawals; add a new one for another currency.')
  }
}
