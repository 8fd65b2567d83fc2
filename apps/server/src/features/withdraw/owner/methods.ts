import type { Contract } from '@runnel/contract'
import { type AdminMethod, faucetpayCoins } from '@runnel/contract/admin/method'
import type { Input } from '@runnel/contract/route'
import type { Settings } from '@runnel/contract/settings/settings'
import type { DescribedAdapters } from '#adapters/adapters.ts'
import {
  allMethods,
  closedForOwner,
  findMethod,
  hasRate,
  lockMethodRow,
  type Method,
  NEVER,
  ratesJob,
} from '#features/withdraw/withdraw.ts'
import { needsTwoAdmins } from '#guard/approval/rules.ts'
import { audit, byCaller } from '#kernel/audit.ts'
import type { Handlers, WriteContext } from '#kernel/context.ts'
import type { Tx } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import { refuseField } from '#kernel/refusal.ts'
import { say } from '#kernel/words/say.ts'
import { openPlainAccounts, outsideAccount, payoutAccount } from '#money/accounts.ts'
import { plainDecimal } from '#money/amount.ts'
import {
  accepted,
  type Agreed,
  agreedAlone,
  type MethodFields,
  proposeEdit,
  type Waits,
  pendingEdits,
} from './method-approval.ts'

type Routes = Contract['admin']
type Fields = Input<Routes['addMethod']>['body']

export type MethodDeps = Pick<DescribedAdapters, 'payouts'>

/** The ways to be paid, as the owner sets them up. */
export const methods = ({ payouts }: MethodDeps): Pick<Handlers<Routes>, 'methods' | 'addMethod' | 'editMethod'> => ({
  methods: async (_input, { db, settings, now }) => {
    const [all, waiting, needsSecond] = await Promise.all([
      allMethods(db),
      pendingEdits(db, now),
      needsTwoAdmins({ tx: db, settings }),
    ])
    const site = { payouts, settings, now }
    return { methods: all.map((method) => methodView(method, site, waiting.get(method.id))), needsSecond }
  },

  addMethod: async ({ body }, context) => {
    const id = await addMethod(context, { fields: body, payouts })
    return saved(context, { id, payouts, done: 'added' })
  },

  editMethod: async ({ params: { id }, body }, context) => {
    await editMethod(context, { id, changes: body, payouts })
    return saved(context, { id, payouts, done: 'saved' })
  },
})

/** A method after it was saved; whoever saved it learns what of it waits. */
const saved = async (
  { tx, settings, now }: WriteContext,
  { id, payouts, done }: MethodDeps & { id: string; done: 'added' | 'saved' },
): Promise<{ method: AdminMethod; msg: string }> => {
  const waits = (await pendingEdits(tx, now)).get(id)
  const method = methodView(await findMethod(tx, id), { payouts, settings, now }, waits)
  return {
    method,
    msg:
      waits === undefined
        ? say('owner.withdraw.methodSaved', { done })
        : say('owner.withdraw.methodSavedWaits', { done, waits: waitingPart(waits) }),
  }
}

const waitingPart = ({ rate, contract }: Waits): string =>
  contract === undefined ? 'rate' : rate === undefined ? 'contract' : 'both'

interface Site extends MethodDeps {
  readonly settings: Settings
  readonly now: Date
}

/** A method as the owner set it up. */
const methodView = (method: Method, site: Site, waits: Waits | undefined): AdminMethod => ({
  _id: method.id,
  currency: method.currency,
  name: method.name,
  processor: method.processor,
  minimum: method.minimum,
  maximum: method.maximum,
  fee: method.fee,
  rate: method.rate,
  rateAt: hasRate(method) ? method.rateAt.toISOString() : null,
  rateSource: method.rateSource,
  options: method.options,
  closed: closedNow(method, site, waits),
  decimals: method.decimals,
  enabled: method.enabled,
  position: method.position,
  waiting: waits === undefined ? null : { rate: waits.rate ?? null, contract: waits.contract ?? null },
})

const closedNow = (method: Method, site: Site, waits: Waits | undefined): string | null => {
  if (method.rateSource === 'feed' || hasRate(method)) return closedForOwner(method, site)
  return waits?.rate === undefined
    ? say('owner.withdraw.noSecondAdminApprovedRate')
    : say('owner.withdraw.rateWaitingSecondAdmin')
}

/** Adds a method, with the accounts that its payouts pass through. */
const addMethod = async (
  context: WriteContext,
  { fields: wanted, payouts }: MethodDeps & { readonly fields: Fields },
): Promise<string> => {
  const { tx, now } = context
  refuseFields(wanted, payouts)
  const { fields, rateAt, waits } = await agreedAlone(context, { before: undefined, wanted })
  const { rateSource, options, ...rest } = fields
  const id = newId()
  await tx
    .insertInto('withdraw_methods')
    .values({
      id,
      ...rest,
      rate_source: rateSource,
      options: JSON.stringify(options),
      created_at: now,
      rate_at: rateAt === 'never' ? NEVER : now,
    })
    .execute()
  await openAccounts(tx, { id, currency: fields.currency, now })
  if (rateSource === 'feed') await context.enqueue(ratesJob, {})
  await audit(tx, { ...byCaller(context), action: 'method.add', target: id, before: undefined, after: fields })
  await proposeEdit(context, { method: await findMethod(tx, id), waits })
  return id
}

type Edit = MethodDeps & { readonly id: string; readonly changes: Partial<Fields> }

/** Changes a method. Withdrawals that were asked for before keep the rate and fee that their users read. */
const editMethod = async (context: WriteContext, { id, changes, payouts }: Edit): Promise<void> => {
  const { tx } = context
  const before = await lockMethodRow(tx, id)
  const merged = { ...fieldsOf(before), ...changes }
  // A form that was open for a while must not put an old rate in the place of the one that the sources gave.
  const wanted = isFed(before, merged) ? { ...merged, rate: before.rate } : merged
  refuseFields(wanted, payouts)
  if (wanted.currency !== before.currency) await refuseIfUsed(tx, id)
  const agreed = await agreedAlone(context, { before, wanted })
  await store(context, before, agreed)
  await proposeEdit(context, { method: await findMethod(tx, id), waits: agreed.waits })
}

type AcceptEditInput = MethodDeps & { readonly id: string; readonly payload: object }

/** Changes a method as another admin proposed, in the world as it is now; returns the reason where that is over. */
export const acceptEdit = async (
  context: WriteContext,
  { id, payload, payouts }: AcceptEditInput,
): Promise<string | undefined> => {
  const before = await lockMethodRow(context.tx, id)
  const agreed = accepted(before, payload)
  if (typeof agreed === 'string') return agreed
  refuseFields(agreed.fields, payouts)
  await store(context, before, agreed)
  return undefined
}

/** Writes a method down whose row is held. */
const store = async (context: WriteContext, before: Method, agreed: Omit<Agreed, 'waits'>): Promise<void> => {
  const { tx, now } = context
  const { id } = before
  const { rateSource, options, ...rest } = agreed.fields
  const stays = isFed(before, agreed.fields)
  await tx
    .updateTable('withdraw_methods')
    .set({
      ...rest,
      rate_source: rateSource,
      options: JSON.stringify(options),
      rate_at: rateAtOf(before, agreed, now),
      ...(stays ? {} : { rate_jump: null, rate_jump_seen: 0 }),
    })
    .where('id', '=', id)
    .execute()
  await openAccounts(tx, { id, currency: rest.currency, now })
  if (rateSource === 'feed' && !stays) await context.enqueue(ratesJob, {})
  const deed = { action: 'method.edit', target: id, before: fieldsOf(before), after: agreed.fields } as const
  await audit(tx, { ...byCaller(context), ...deed })
}

/** Whether the rate is the sources' before and after. */
const isFed = (before: Method, { rateSource, currency }: MethodFields): boolean =>
  before.rateSource === 'feed' && rateSource === 'feed' && currency === before.currency

/** Since when the rate of a method counts that is written down now. */
const rateAtOf = (before: Method, { fields, rateAt }: Omit<Agreed, 'waits'>, now: Date): Date => {
  if (isFed(before, fields) || rateAt === 'kept') return before.rateAt
  // What one coin costs is no rate of another: until the sources told that one, nobody is paid by it.
  const isForeign = fields.rateSource === 'feed' && fields.currency !== before.currency
  if (isForeign || rateAt === 'never') return NEVER
  const isSame = plainDecimal(fields.rate) === before.rate && before.rateSource === 'fixed'
  return isSame && hasRate(before) ? before.rateAt : now
}

const fieldsOf = ({ id: _id, rateAt: _rateAt, rateJump: _rateJump, ...fields }: Method): MethodFields => fields

const openAccounts = (tx: Tx, { id, currency, now }: { id: string; currency: string; now: Date }): Promise<void> =>
  openPlainAccounts(tx, [payoutAccount(id), outsideAccount('payout', currency)], now)

/** Bounds that hold any amount at any such rate inside the numbers of the database. */
const LOWEST_RATE = 0.000001
const HIGHEST_RATE = 1e15

const refuseFields = (fields: MethodFields, payouts: MethodDeps['payouts']): void => {
  const { minimum, maximum, fee, rate, processor, currency } = fields
  if (payouts[processor] === undefined) {
    refuseField('processor', 'PROCESSOR_MISSING', say('owner.withdraw.payoutProcessorAvailableSite'))
  }
  if (processor !== 'faucetpay' && faucetpayCoins.some((coin) => coin === currency)) {
    refuseField('processor', 'FAUCETPAY_ONLY', say('owner.withdraw.onlyFaucetpayPay', { currency }))
  }
  if (minimum < 1) refuseField('minimum', 'MINIMUM_TOO_SMALL', say('owner.withdraw.minimumMustGreaterThan'))
  if (maximum < minimum) refuseField('maximum', 'MAXIMUM_TOO_SMALL', say('owner.withdraw.maximumBelowMinimum'))
  if (fee >= minimum) refuseField('fee', 'FEE_TOO_LARGE', say('owner.withdraw.feeMustBelowMinimum'))
  if (Number(rate) < LOWEST_RATE || Number(rate) > HIGHEST_RATE) {
    refuseField('rate', 'RATE_OUT_OF_RANGE', say('owner.withdraw.rateMustBetween0'))
  }
}

/** The currency of a method with withdrawals stays: its history and expected times speak of it. */
const refuseIfUsed = async (tx: Tx, id: string): Promise<void> => {
  const used = await tx.selectFrom('withdrawals').select('id').where('method_id', '=', id).limit(1).executeTakeFirst()
  if (used !== undefined) {
    refuseField('currency', 'METHOD_USED', say('owner.withdraw.methodAlreadyWithdrawalsCurrency'))
  }
}
