import type { AdminMethod } from '@runnel/contract/admin'
import type { Contract } from '@runnel/contract'
import type { Input } from '@runnel/contract/route'
import type { PayoutProcessor } from '@runnel/contract/withdraw'

import { findMethod, type Method } from '#features/withdraw/withdraw.ts'
import type { WriteContext } from '#kernel/context.ts'
import type { Tx } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import { refuseField } from '#kernel/refusal.ts'
import { openPlainAccounts, outsideAccount, payoutAccount } from '#money/accounts.ts'
import { plainDecimal } from '#money/amount.ts'

import { audit, byCaller } from './audit.ts'

type Fields = Input<Contract['admin']['addMethod']>['body']
type Changing = Pick<WriteContext, 'tx' | 'now' | 'caller' | 'visitor'>

/** A method as the owner set it up. */
export const methodView = (method: Method): AdminMethod => ({
  _id: method.id,
  currency: method.currency,
  name: method.name,
  processor: method.processor,
  minimum: method.minimum,
  maximum: method.maximum,
  fee: method.fee,
  rate: method.rate,
  rateAt: method.rateAt.toISOString(),
  decimals: method.decimals,
  enabled: method.enabled,
  position: method.position,
})

/** Adds a method, with the accounts that its payouts pass through. */
export const addMethod = async (
  context: Changing,
  { fields, processors }: { fields: Fields; processors: readonly PayoutProcessor[] },
): Promise<AdminMethod> => {
  const { tx, now } = context
  refuseFields(fields, processors)
  const id = newId()
  await tx
    .insertInto('withdraw_methods')
    .values({ id, ...fields, rate_at: now, created_at: now })
    .execute()
  await openAccounts(tx, { id, currency: fields.currency, now })
  const method = methodView(await findMethod(tx, id))
  await audit(tx, { ...byCaller(context), action: 'method.add', target: id, before: undefined, after: fields })
  return method
}

/** Changes a method. Withdrawals that were asked for before keep the rate and fee that their users read. */
export const editMethod = async (
  context: Changing,
  edit: { id: string; changes: Partial<Fields>; processors: readonly PayoutProcessor[] },
): Promise<AdminMethod> => {
  const { tx, now } = context
  const { id, changes, processors } = edit
  const { rateAt: _rateAt, rateSource: _rateSource, id: _id, ...before } = await findMethod(tx, id)
  const after = { ...before, ...changes }
  refuseFields(after, processors)
  if (after.currency !== before.currency) await refuseIfUsed(tx, id)
  const isNewRate = changes.rate !== undefined && plainDecimal(changes.rate) !== before.rate
  await tx
    .updateTable('withdraw_methods')
    .set({ ...after, ...(isNewRate ? { rate_at: now } : {}) })
    .where('id', '=', id)
    .execute()
  await openAccounts(tx, { id, currency: after.currency, now })
  await audit(tx, { ...byCaller(context), action: 'method.edit', target: id, before, after })
  return methodView(await findMethod(tx, id))
}

const openAccounts = (tx: Tx, { id, currency, now }: { id: string; currency: string; now: Date }): Promise<void> =>
  openPlainAccounts(tx, [payoutAccount(id), outsideAccount('payout', currency)], now)

/** Bounds that hold any amount at any such rate inside the numbers of the database. */
const LOWEST_RATE = 0.000001
const HIGHEST_RATE = 1e15

const refuseFields = (fields: Fields, processors: readonly PayoutProcessor[]): void => {
  const { minimum, maximum, fee, rate, processor } = fields
  if (!processors.includes(processor)) {
    refuseField('processor', 'PROCESSOR_MISSING', 'This processor is not available on this site.')
  }
  if (minimum < 1) refuseField('minimum', 'MINIMUM_TOO_SMALL', 'The minimum must be above zero.')
  if (maximum < minimum) refuseField('maximum', 'MAXIMUM_TOO_SMALL', 'The maximum must not be below the minimum.')
  if (fee >= minimum) refuseField('fee', 'FEE_TOO_LARGE', 'The fee must be below the minimum, or nothing would arrive.')
  if (Number(rate) < LOWEST_RATE || Number(rate) > HIGHEST_RATE) {
    refuseField('rate', 'RATE_OUT_OF_RANGE', 'The rate must be between 0.000001 and 1,000,000,000,000,000.')
  }
}

/** The currency of a method with withdrawals stays: its history and expected times speak of it. */
const refuseIfUsed = async (tx: Tx, id: string): Promise<void> => {
  const used = await tx.selectFrom('withdrawals').select('id').where('method_id', '=', id).limit(1).executeTakeFirst()
  if (used !== undefined) {
    refuseField('currency', 'METHOD_USED', 'This method has withdrawals; add a new one for another currency.')
  }
}
