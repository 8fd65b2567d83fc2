import { type MethodOptions, RateOrigin } from '@runnel/contract/payout'
import { Decimal } from '@runnel/contract/values'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { hasRate, isRateInForce, type Method, NEVER } from '#features/withdraw/withdraw.ts'
import { needsTwoAdmins, requestApproval } from '#guard/approval/rules.ts'
import { later } from '#kernel/clock.ts'
import type { WriteContext } from '#kernel/context.ts'
import type { Read, Tx } from '#kernel/db.ts'
import { say, together } from '#kernel/words/say.ts'
import { asExecutor } from '#money/accounts.ts'
import { plainDecimal, scaled } from '#money/amount.ts'

/** What a method says that its owner may write. */
export type MethodFields = Omit<Method, 'id' | 'rateAt' | 'rateJump'>

/** What of a saved method another admin has to accept first. */
export interface Waits {
  readonly rate?: string
  readonly contract?: string
}

/** A method as it may be stored at once, and what of it waits. */
export interface Agreed {
  readonly fields: MethodFields
  readonly rateAt: 'now' | 'kept' | 'never'
  readonly waits: Waits
}

interface MethodChange {
  /** Undefined for a new one. */
  readonly before: Method | undefined
  readonly wanted: MethodFields
}

/**
 * While two admins are asked for, one alone lets no coin be cheaper: at a lower rate a small amount is a large payout.
 * A rate that the sources tell is theirs, so that only a fixed one is proposed to the other admin.
 */
export const agreedAlone = async (
  context: Pick<WriteContext, 'tx' | 'settings' | 'now'>,
  { before, wanted }: MethodChange,
): Promise<Agreed> => {
  if (!(await needsTwoAdmins(context))) return { fields: wanted, rateAt: 'now', waits: {} }
  const contract = await contractOf(context.tx, { before, wanted })
  const fields = { ...wanted, options: contract.options }
  const fate = await rateApproval(context, { before, wanted })
  const isFixed = wanted.rateSource === 'fixed'
  const waits = { ...contract.waits, ...(isFixed && fate !== 'agreed' ? { rate: plainDecimal(wanted.rate) } : {}) }
  if (fate === 'agreed') return { fields, rateAt: 'now', waits }
  if (fate === 'unheard' || before === undefined) return { fields, rateAt: 'never', waits }
  const { rate } = before
  return { fields: { ...fields, rate, rateSource: isFixed ? before.rateSource : 'feed' }, rateAt: 'kept', waits }
}

/** Agreed: it counts. Kept: the former one goes on. Unheard: nobody is paid by it before it is accepted, or told. */
type Fate = 'agreed' | 'kept' | 'unheard'

const rateApproval = async (
  context: Pick<WriteContext, 'tx' | 'settings' | 'now'>,
  { before, wanted }: MethodChange,
): Promise<Fate> => {
  const same = before?.currency === wanted.currency ? before : undefined
  const isOwn = same !== undefined && isRateInForce(same, context.settings, context.now) && hasPaidBy(same, wanted)
  const own = isOwn ? same.rate : undefined
  // A method that was put away long ago may still say what its coin cost then, and another wallet is another method.
  const isOther = before?.enabled === false || before?.processor !== wanted.processor
  const isOpened = wanted.rateSource === 'fixed' && wanted.enabled && isOther
  const others = own === undefined || isOpened ? await rateOfOthers(context, { before, wanted }) : undefined
  const isAbove = others !== undefined && (own === undefined || scaled(others) > scaled(own))
  const floor = isAbove ? others : own
  if (floor !== undefined && scaled(wanted.rate) >= scaled(floor)) return 'agreed'
  if (same?.rateSource === 'feed') return 'kept'
  return own === undefined || isAbove ? 'unheard' : 'kept'
}

/** What the sandbox pays is no coin, so that nobody had a reason to look at a fixed rate of it. */
const hasPaidBy = ({ rateSource, processor }: Method, wanted: MethodFields): boolean =>
  rateSource === 'feed' || processor !== 'sandbox' || wanted.processor === 'sandbox'

/**
 * What the other methods pay a coin at: the lowest rate of those that are open, and the highest of all where none is,
 * since closing them must not leave an old one behind. Undefined for a coin that no method pays yet: its wallet may
 * hold some for fees.
 */
const rateOfOthers = async (
  { tx, settings, now }: Pick<WriteContext, 'tx' | 'settings' | 'now'>,
  { before, wanted }: MethodChange,
): Promise<string | undefined> => {
  const fresh = later(now, -settings.rate_max_age_minutes * 60)
  const { rows } = await sql<{ rate: string }>`
    SELECT rate FROM withdraw_methods
    WHERE currency = ${wanted.currency} AND id IS DISTINCT FROM ${before?.id ?? null}::uuid AND rate_at > ${NEVER}
      AND (rate_source = 'fixed' OR (rate_at >= ${fresh} AND rate_jump IS NULL))
      AND (rate_source = 'feed' OR processor <> 'sandbox' OR ${wanted.processor} = 'sandbox')
    ORDER BY enabled DESC, CASE WHEN enabled THEN rate ELSE -rate END LIMIT 1`.execute(asExecutor(tx))
  return rows[0]?.rate
}

/** Another contract is another coin, which may be worth more. One that was accepted for this currency is known. */
const contractOf = async (
  tx: Tx,
  { before, wanted }: MethodChange,
): Promise<{ options: MethodOptions; waits: Pick<Waits, 'contract'> }> => {
  const { contract, ...options } = wanted.options
  if (contract === undefined || (await isKnown(tx, { contract, currency: wanted.currency }))) {
    return { options: wanted.options, waits: {} }
  }
  const former = before?.currency === wanted.currency ? before.options.contract : undefined
  return { options: former === undefined ? options : { ...options, contract: former }, waits: { contract } }
}

const isKnown = async (tx: Tx, { contract, currency }: { contract: string; currency: string }): Promise<boolean> => {
  const { rows } = await sql`
    SELECT FROM withdraw_methods
    WHERE currency = ${currency} AND lower(options ->> 'contract') = lower(${contract}) LIMIT 1`.execute(asExecutor(tx))
  return rows.length > 0
}

/** An edit that waits, with what the method said when it was proposed. */
const MethodEdit = z.object({
  name: z.string(),
  currency: z.string(),
  /** The rate is null where nobody was paid by one. */
  from: z.object({ rateSource: RateOrigin, rate: z.nullable(Decimal) }),
  rate: z.optional(Decimal),
  contract: z.optional(z.string()),
})
type MethodEdit = z.infer<typeof MethodEdit>

/** Proposes what waits, unless that does already. */
export const proposeEdit = async (
  context: WriteContext,
  { method, waits }: { method: Method; waits: Waits },
): Promise<void> => {
  const { tx, now } = context
  if (waits.rate === undefined && waits.contract === undefined) return
  const waiting = (await pendingEdits(tx, now)).get(method.id)
  if (waiting?.rate === waits.rate && waiting?.contract === waits.contract) return
  const { id, name, currency, rateSource, rate } = method
  const from = { rateSource, rate: hasRate(method) ? rate : null }
  const payload: MethodEdit = { name, currency, from, ...waits }
  const reason =
    waits.rate === undefined
      ? say('owner.withdraw.anotherContractAnotherToken')
      : from.rate === null
        ? say('owner.withdraw.noSecondAdminApproved')
        : say('owner.withdraw.lowerRatePaysMore')
  await requestApproval(context, { kind: 'method.edit', user_id: null, ref: id, amount: null, reason, payload })
}

/** What waits for a second admin, by method. */
export const pendingEdits = async (db: Read, now: Date): Promise<ReadonlyMap<string, Waits>> => {
  const rows = await db
    .selectFrom('pending_acts')
    .select(['ref', 'payload'])
    .where('kind', '=', 'method.edit')
    .where('state', '=', 'pending')
    .where('expires_at', '>', now)
    .execute()
  return new Map(rows.flatMap(({ ref, payload }) => (ref === null ? [] : [[ref, z.parse(MethodEdit, payload)]])))
}

/** The method as it becomes when a second admin accepts, or why there is nothing to accept any more. */
export const accepted = (before: Method, payload: object): Omit<Agreed, 'waits'> | string => {
  const { currency, from, rate, contract } = z.parse(MethodEdit, payload)
  const { id: _id, rateAt: _rateAt, rateJump: _rateJump, ...fields } = before
  if (before.currency !== currency) return say('owner.withdraw.methodNowPaysAnother')
  const options = contract === undefined ? before.options : { ...before.options, contract }
  if (rate === undefined) return { fields: { ...fields, options }, rateAt: 'kept' }
  if (before.rateSource !== from.rateSource) return say('owner.withdraw.rateSourceChangedMeantime')
  const isLower = before.rateSource === 'feed' || !hasRate(before) || scaled(rate) < scaled(before.rate)
  if (!isLower) return say('owner.withdraw.rateAlreadyLow')
  return { fields: { ...fields, options, rate, rateSource: 'fixed' }, rateAt: 'now' }
}

export const textOfEdit = (payload: object): string => {
  const { name, currency, from, rate, contract } = z.parse(MethodEdit, payload)
  const token = contract === undefined ? [] : [say('owner.withdraw.payTokenContract', { currency, name, contract })]
  if (rate === undefined) return together(...token)
  const was = from.rateSource === 'fixed' && from.rate === null ? 'none' : from.rateSource
  return together(say('owner.withdraw.setRate', { name, rate, currency, was, instead: from.rate ?? '' }), ...token)
}
