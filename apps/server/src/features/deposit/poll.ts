import { type Selectable, sql } from 'kysely'
import type { DepositProcessor } from '#adapters/deposit/deposit.ts'
import { later } from '#kernel/clock.ts'
import { createErrorCollector, type ErrorCollector } from '#kernel/collect-errors.ts'
import type { DepositRow } from '#kernel/tables/advertising.ts'
import { say, type Words } from '#kernel/words/say.ts'
import type { DepositDeps } from './deposit-deps.ts'
import { configOf, processorOf } from './methods.ts'
import { pollInvoice, questionsOf, unreadOf } from './poll-invoice.ts'
import { firstPollAt, nextPollAt } from './poll-schedule.ts'
import { alertUnread } from './unread.ts'

type Deposit = Selectable<DepositRow>

const CLAIMED_AT_ONCE = 5
/** Longer than one look can take, so that a process that died leaves a deposit unseen for minutes only. */
const CLAIM_SECONDS = 600
const RUN_MS = 45_000
const LOOKS_AT_MOST = 500
/** Questions of one run about tokens that anybody could have named. */
const QUESTIONS_AT_MOST = 30

interface Run {
  readonly errors: ErrorCollector
  /** How many are left. */
  questions: number
}

/** Checks the deposits that are due, a few at a time and for less than a minute, and says what it found. */
export const pollDeposits = async (deps: DepositDeps): Promise<Words> => {
  const until = performance.now() + RUN_MS
  const run: Run = { errors: createErrorCollector(), questions: QUESTIONS_AT_MOST }
  let looks = 0
  let credited = 0
  for (let due = await claim(deps); due.length > 0; due = await claim(deps)) {
    const found = await Promise.all(due.map((deposit) => pollDeposit(deps, run, deposit)))
    looks += due.length
    credited += found.filter((units) => units > 0).length
    if (looks >= LOOKS_AT_MOST || performance.now() > until) break
  }
  return run.errors.end(say('owner.job.depositsChecked', { checked: looks, credited }))
}

/** Takes deposits for this run by moving their next look forward, so that no other process looks at them too. */
const claim = ({ db, clock }: DepositDeps): Promise<Deposit[]> =>
  db.write(async (tx) => {
    const now = clock()
    const due = await tx
      .selectFrom('deposits')
      .select('id')
      .where('poll_at', '<=', now)
      .orderBy('poll_at')
      .limit(CLAIMED_AT_ONCE)
      .forUpdate()
      .skipLocked()
      .execute()
    if (due.length === 0) return []
    return tx
      .updateTable('deposits')
      .set(({ eb }) => ({ poll_at: later(now, CLAIM_SECONDS), polls: eb('polls', '+', 1) }))
      .where(
        'id',
        'in',
        due.map(({ id }) => id),
      )
      .returningAll()
      .execute()
  })

/** Checks one deposit; returns the units that are new. One that goes wrong must not stop the others. */
const pollDeposit = async (deps: DepositDeps, run: Run, deposit: Deposit): Promise<number> => {
  const processor = processorOf(deps.deposits, deposit.processor)
  const credited = await run.errors.try(async () => {
    try {
      if (processor === undefined) return await postpone(deps, deposit, nextPollAt(deposit, deps.clock()))
      const questions = questionsOf(processor, deposit)
      if (questions > run.questions) return await postpone(deps, deposit, firstPollAt(deps.clock()))
      run.questions -= questions
      const asked = isInvoiceUnknown(processor, deposit) ? await findInvoice(deps, processor, deposit) : deposit
      if (asked === undefined) return 0
      const { state, credited: units } = await pollInvoice(deps, processor, asked)
      const reason = unreadOf(state)
      if (reason !== undefined) await alertUnread(deps, deposit, reason)
      return units
    } catch (error) {
      deps.log.error({ deposit: deposit.id, err: String(error) }, 'could not check a deposit')
      throw error
    }
  })
  return credited ?? 0
}

/** Of a processor that this site does not run any more, which may come back, or that was asked enough for now. */
const postpone = async ({ db }: DepositDeps, { id }: Deposit, until: Date | null): Promise<number> => {
  await db.write((tx) => tx.updateTable('deposits').set({ poll_at: until }).where('id', '=', id).execute())
  return 0
}

/** The answer to its opening never came, so nobody knows where it is paid. A notice may have told of it meanwhile. */
const isInvoiceUnknown = ({ find }: DepositProcessor, { status, deposit_url: url }: Deposit): boolean =>
  status === 'opening' || (status === 'waiting' && url === null && find !== undefined)

/**
 * The invoice of a deposit whose opening had no answer. Where there is none, or nobody can be asked, the deposit has
 * failed: nobody ever learned where to pay it. Undefined when there is nothing to look at.
 */
const findInvoice = async (
  deps: DepositDeps,
  processor: DepositProcessor,
  deposit: Deposit,
): Promise<Deposit | undefined> => {
  const { db, clock, live } = deps
  const found = await invoiceOf(deps, processor, deposit)
  const now = clock()
  if (found !== null && found !== 'no answer') {
    const place = { provider_id: found.providerId, deposit_url: found.depositUrl, updated_at: now }
    const set = { ...place, status: sql<'waiting'>`CASE status WHEN 'opening' THEN 'waiting' ELSE status END` }
    await db.write((tx) => tx.updateTable('deposits').set(set).where('id', '=', deposit.id).execute())
    live.notify(deposit.user_id)
    return { ...deposit, ...place }
  }
  if (deposit.status !== 'opening') return deposit
  if (found === 'no answer' && now < deposit.expires_at) {
    await postpone(deps, deposit, nextPollAt(deposit, now))
    return undefined
  }
  const over = { status: 'failed', poll_at: null, updated_at: now } as const
  await db.write((tx) =>
    tx.updateTable('deposits').set(over).where('id', '=', deposit.id).where('status', '=', 'opening').execute(),
  )
  live.notify(deposit.user_id)
  return undefined
}

const invoiceOf = async (deps: DepositDeps, processor: DepositProcessor, { id }: Deposit) => {
  if (processor.find === undefined) return null
  try {
    return await processor.find(configOf(deps.settings.current()), { depositId: id })
  } catch (error) {
    deps.log.warn({ deposit: id, processor: processor.name, err: String(error) }, 'could not search for an invoice')
    return 'no answer' as const
  }
}
