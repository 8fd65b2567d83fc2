import { PaidSource } from '@runnel/contract/outflow'
import type { Settings } from '@runnel/contract/settings/settings'
import { sql } from 'kysely'
import type { ClosedSourcesCache } from '#kernel/cache/closed-sources.ts'
import { type Clock, dayOf, later, secondsBetween } from '#kernel/clock.ts'
import type { Db, Tx } from '#kernel/db.ts'
import { refuse } from '#kernel/refusal.ts'
import type { SettingsStore } from '#kernel/settings.ts'
import { say } from '#kernel/words/say.ts'
import type { Units } from '#money/amount.ts'
import { outflowOf, outflowSince } from '#money/outflow.ts'
import { closedBy } from './closed-source-checks.ts'

/** Thrown by a job that would pay more than the budget of the day has room for: it pays once there is room. */
export class OverBudget extends Error {}

export interface BudgetDeps {
  readonly db: Db
  readonly clock: Clock
  readonly settings: Pick<SettingsStore, 'current'>
  readonly closed: Pick<ClosedSourcesCache, 'announce' | 'current'>
}

const DAY_SECONDS = 86_400

export const midnightBefore = (now: Date): Date => new Date(`${dayOf(now)}T00:00:00.000Z`)
export const midnightAfter = (now: Date): Date => later(midnightBefore(now), DAY_SECONDS)

/**
 * Closes the sources whose budget of the day is used up, and opens those that have one again. No claim counts anything
 * for it: what left is added up here, every two seconds on each node; a budget is overshot by what is claimed in
 * that time and by what was begun before.
 */
export const watchBudgets = async ({ db, clock, settings, closed }: BudgetDeps): Promise<void> => {
  const now = clock()
  const budgets = settings.current().daily_budgets
  const isAny = PaidSource.options.some((source) => budgets[source] > 0)
  const isShut = closed.current().some(({ code }) => code === 'BUDGET_USED_UP')
  if (!isAny && !isShut) return
  const left = isAny ? await outflowSince(db.read, midnightBefore(now)) : []
  const usedUp = PaidSource.options.filter((source) => isUsedUp(budgets, { source, left }))
  const shut = closed.current().filter(({ code, until }) => code === 'BUDGET_USED_UP' && until !== null && until > now)
  const isSame = shut.length === usedUp.length && shut.every(({ source }) => usedUp.some((name) => name === source))
  if (isSame && closed.current().filter(({ code }) => code === 'BUDGET_USED_UP').length === shut.length) return
  await db.write((tx) => keepClosedSince(tx, usedUp, now))
  await closed.announce()
}

/** A payment by a source with a budget. */
export interface Payment {
  readonly source: PaidSource
  readonly amount: Units
  /** How much of it stands in the ledger of this transaction already; unset: nothing. */
  readonly posted?: Units
  /** A job pays it once and whole, and nobody can ask for it again: above the whole budget it would never have room. */
  readonly isIndivisible?: boolean
}

interface BudgetContext {
  readonly tx: Tx
  readonly settings: Settings
  readonly now: Date
}

/** A payment of at most this part of its budget is bounded by `watchBudgets` alone, so that it waits for nobody. */
const SMALL_PART = 100

/** The largest payment so small beside the budget of its source that it never waits and is never refused; null: any. */
export const smallPaymentMax = ({ daily_budgets: budgets }: Settings, source: PaidSource): Units | null =>
  budgets[source] === 0 ? null : Math.floor(budgets[source] / SMALL_PART)

export const isSmallPayment = (settings: Settings, { source, amount }: Payment): boolean =>
  amount <= (smallPaymentMax(settings, source) ?? amount)

/**
 * Whether the budget of the day has room for a payment. Exact for everything that is more than a hundredth of it: such
 * payments of one source take turns until they commit, and each sees what those before it paid. Smaller ones overshoot
 * by what is paid within the two seconds of `watchBudgets`, and by what was begun before the budget was used up.
 * What cannot be divided and is above the whole budget fits a day on which nothing else left by its source, and uses
 * it up. Lock order: users, this, accounts.
 */
export const fitsBudget = async (
  { tx, settings, now }: BudgetContext,
  { source, amount, posted = 0, isIndivisible = false }: Payment,
): Promise<boolean> => {
  if (isSmallPayment(settings, { source, amount })) return true
  const budget = settings.daily_budgets[source]
  if (amount > budget && !isIndivisible) return false
  await sql`SELECT pg_advisory_xact_lock(hashtext('daily budget'), hashtext(${source}))`.execute(tx)
  const before = (await outflowOf(tx, { source, from: midnightBefore(now) })) - posted
  return amount > budget ? before === 0 : before + amount <= budget
}

/** Refuses a payment that the budget of the day has no space for. */
export const refuseOverBudget = async (context: BudgetContext, payment: Payment): Promise<void> => {
  if (await fitsBudget(context, payment)) return
  const { settings, now } = context
  if (payment.amount > settings.daily_budgets[payment.source]) {
    const msg = say('outflow.rewardExceedsSitesDaily')
    refuse('conflict', 'BUDGET_TOO_SMALL', msg)
  }
  const msg = say('outflow.todaysBudgetNoRoom')
  refuse('conflict', 'BUDGET_USED_UP', msg, { retryAfter: secondsBetween(now, midnightAfter(now)) })
}

interface Left {
  readonly source: PaidSource
  readonly left: readonly { readonly source: string; readonly amount: number }[]
}

const isUsedUp = (budgets: Settings['daily_budgets'], { source, left }: Left): boolean => {
  const budget = budgets[source]
  if (budget === 0) return false
  return (left.find((one) => one.source === source)?.amount ?? 0) >= budget
}

/** One that was closed before stays closed since then: what was begun before that moment may still be finished. */
const keepClosedSince = async (tx: Tx, usedUp: readonly PaidSource[], now: Date): Promise<void> => {
  const until = midnightAfter(now)
  await tx
    .deleteFrom('closed_sources')
    .where('code', '=', 'BUDGET_USED_UP')
    .where((is) => is.or([is('until', '<=', now), is('source', 'not in', usedUp.length > 0 ? [...usedUp] : [''])]))
    .execute()
  if (usedUp.length === 0) return
  await tx
    .insertInto('closed_sources')
    .values(usedUp.map((source) => ({ source, code: 'BUDGET_USED_UP' as const, since: now, until })))
    .onConflict((row) => row.columns(['source', 'code']).doNothing())
    .execute()
}

const LOOK_EVERY_MS = 2_000

/** Checks the budgets again and again while the process runs; returns what ends it. */
export const startBudgetWatch = (deps: BudgetDeps, failed: (error: unknown) => void): (() => Promise<void>) => {
  let running: Promise<void> = Promise.resolve()
  let busy = false
  const timer = setInterval(() => {
    if (busy) return
    busy = true
    running = watchBudgets(deps)
      .catch(failed)
      .finally(() => (busy = false))
  }, LOOK_EVERY_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}

/** What jobs that pay by themselves need to know whether they may. */
export interface MayPay {
  readonly db: Pick<Db, 'read' | 'write'>
  readonly settings: Pick<SettingsStore, 'current'>
  readonly closed: Pick<ClosedSourcesCache, 'current'>
}

/** Whether a job may pay by this source right now; what it leaves is paid once there is a budget again. */
export const mayPay = async ({ db, settings, closed }: MayPay, source: PaidSource, now: Date): Promise<boolean> => {
  if (closedBy({ closed: closed.current(), now }, source) !== undefined) return false
  const budgets = settings.current().daily_budgets
  if (budgets[source] === 0) return true
  return !isUsedUp(budgets, { source, left: await outflowSince(db.read, midnightBefore(now)) })
}
