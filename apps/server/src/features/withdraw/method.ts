import { currencies } from '@runnel/contract/admin/method'
import { MethodOptions } from '@runnel/contract/payout'
import type { Settings } from '@runnel/contract/settings/settings'
import { isLightning, PayoutProcessor, type WithdrawMethod } from '@runnel/contract/withdraw'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { DescribedAdapters } from '#adapters/adapters.ts'
import { later } from '#kernel/clock.ts'
import type { Read, Tx } from '#kernel/db.ts'
import { coalescedRead } from '#kernel/reads/coalesced-read.ts'
import { assert, refuse } from '#kernel/refusal.ts'
import { say, type Words } from '#kernel/words/say.ts'
import { asExecutor } from '#money/accounts.ts'
import { plainDecimal, type Units } from '#money/amount.ts'
import { destinationHint, type Currency } from './address.ts'

/** A way to be paid, as the owner set it up. */
export interface Method {
  readonly id: string
  readonly currency: Currency
  readonly name: string
  readonly processor: PayoutProcessor
  readonly minimum: Units
  readonly maximum: Units
  readonly fee: Units
  readonly rate: string
  readonly rateAt: Date
  readonly rateSource: 'fixed' | 'feed'
  /** What the sources say instead, too far from the rate to be believed at once. */
  readonly rateJump: string | null
  readonly decimals: number
  readonly options: MethodOptions
  readonly enabled: boolean
  readonly position: number
}

const columns = [
  'id',
  'currency',
  'name',
  'processor',
  'minimum',
  'maximum',
  'fee',
  'rate',
  'rate_at as rateAt',
  'rate_source as rateSource',
  'rate_jump as rateJump',
  'decimals',
  'options',
  'enabled',
  'position',
] as const

/** All methods in the owner's order. */
export const allMethods = async (db: Read): Promise<Method[]> => {
  const rows = await db.selectFrom('withdraw_methods').select(columns).orderBy('position').orderBy('id').execute()
  return rows.map(toMethod)
}

/** A method by its id; 404 when there is none. */
export const findMethod = async (db: Read, id: string): Promise<Method> => known(await byId(db, id).executeTakeFirst())

/** The same for who changes it: of two at once, each sees what the other did. */
export const lockMethodRow = async (tx: Tx, id: string): Promise<Method> =>
  known(await byId(tx, id).forUpdate().executeTakeFirst())

const byId = (db: Read, id: string) => db.selectFrom('withdraw_methods').select(columns).where('id', '=', id)

const known = (row: Row | undefined): Method =>
  row === undefined ? refuse('notFound', 'NOT_FOUND', say('withdraw.withdrawalMethodFound')) : toMethod(row)

type Row = Omit<Method, 'currency' | 'processor'> & { readonly currency: string; readonly processor: string }

const toMethod = (row: Row): Method => {
  const currency = currencies.find((known) => known === row.currency)
  assert(currency !== undefined, `the currency ${row.currency} of a method is known`)
  const processor = z.parse(PayoutProcessor, row.processor)
  return { ...row, currency, processor, options: z.parse(MethodOptions, row.options), rate: plainDecimal(row.rate) }
}

/** What this site can do right now, as far as methods depend on it. */
export interface MethodWorld extends Pick<DescribedAdapters, 'payouts'> {
  readonly settings: Settings
  readonly now: Date
}

/** Why a method cannot be used right now, in words; null when it can. */
export const closedReason = (method: Method, { payouts, settings, now }: MethodWorld): Words | null => {
  if (!method.enabled) return say('withdraw.methodCurrentlyDisabled')
  const payout = payouts[method.processor]
  if (payout === undefined) return say('withdraw.methodAvailableSite')
  // What exactly is missing is for the owner to read.
  if (payout.closed(settings, method) !== null) return say('withdraw.methodCurrentlyUnavailable')
  if (method.rateSource === 'feed' && method.rateJump !== null) {
    return say('withdraw.rateCurrencyChangingQuickly')
  }
  if (method.rateSource === 'fixed' && !hasRate(method)) {
    return say('withdraw.rateCurrencyAvailableYet')
  }
  if (isOldRate(method, settings, now)) {
    return say('withdraw.rateCurrencyOutdatedTry')
  }
  return null
}

/** When a rate began to count by which nobody may be paid yet: no source told it, or no second admin accepted it. */
export const NEVER = new Date(0)

/** Whether the rate of a method ever counted. */
export const hasRate = ({ rateAt }: Pick<Method, 'rateAt'>): boolean => rateAt > NEVER

/** Whether somebody could be paid by the rate of a method right now, were it open. */
export const isRateInForce = (method: Method, settings: Settings, now: Date): boolean =>
  hasRate(method) && !isOldRate(method, settings, now) && (method.rateSource === 'fixed' || method.rateJump === null)

/** A rate that the owner fixed is what the owner means to pay, however long ago it was written down. */
export const isOldRate = ({ rateSource, rateAt }: Method, settings: Settings, now: Date): boolean =>
  rateSource === 'feed' && rateAt < later(now, -settings.rate_max_age_minutes * 60)

/** Why people cannot use a method, in words for the owner. */
export const closedForOwner = (method: Method, world: MethodWorld): string | null =>
  (method.enabled ? world.payouts[method.processor]?.closed(world.settings, method) : null) ??
  closedReason(method, world)

/** A method as users see it. */
export const methodView = (method: Method, world: MethodWorld, eta: number | null): WithdrawMethod => ({
  _id: method.id,
  currency: method.currency,
  name: method.name,
  processor: method.processor,
  minimum: method.minimum,
  maximum: method.maximum,
  fee: method.fee,
  rate: method.rate,
  rateAt: hasRate(method) ? method.rateAt.toISOString() : null,
  decimals: method.decimals,
  eta,
  closed: closedReason(method, world),
  addressHint: destinationHint(method),
  scan: canScan(method, world.settings),
})

/** A wallet's invoice is a new address each time, and is valid for too short a time to wait for as long as one. */
export const canScan = ({ processor }: Pick<Method, 'processor'>, settings: Settings): boolean =>
  isLightning(processor) && settings.payout_address_wait_hours === 0

const ETA_DAYS = 30

/** A median over every payout of a month moves slowly, and every withdrawal page asks for it. */
const MEDIAN_SECONDS = 60

/** Median seconds from request to payment of the last 30 days, by method; at most a minute old. */
export const payTimes = coalescedRead(MEDIAN_SECONDS, async (db, now): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await sql<{ method: string; seconds: number }>`
    SELECT method_id AS method,
      ceil(percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM paid_at - created_at)))::integer AS seconds
    FROM withdrawals WHERE status = 'paid' AND paid_at >= ${later(now, -ETA_DAYS * 86_400)}
    GROUP BY method_id`.execute(asExecutor(db))
  return new Map(rows.map(({ method, seconds }) => [method, seconds]))
})

/** Median seconds from request to payment of the last 30 days, over all methods; null when nobody was paid. */
export const medianPaySeconds = coalescedRead(MEDIAN_SECONDS, async (db, now): Promise<number | null> => {
  const { rows } = await sql<{ seconds: number | null }>`
    SELECT ceil(percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM paid_at - created_at)))::integer
      AS seconds
    FROM withdrawals WHERE status = 'paid' AND paid_at >= ${later(now, -ETA_DAYS * 86_400)}`.execute(asExecutor(db))
  return rows[0]?.seconds ?? null
})
