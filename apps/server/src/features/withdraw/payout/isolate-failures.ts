import { sql } from 'kysely'
import { alertOwner } from '#features/outflow/outflow.ts'
import { systemActor, recordStatus } from '#features/withdraw/transition.ts'
import { later } from '#kernel/clock.ts'
import type { Read } from '#kernel/db.ts'
import { codeOf, coins, say, type Words } from '#kernel/words/say.ts'
import { asExecutor } from '#money/accounts.ts'
import { plainDecimal } from '#money/amount.ts'
import type { PayoutClaimError } from './claim-payout.ts'
import type { PayoutIntent, PayoutDeps } from './payout-deps.ts'
import { sanitizeLine } from './sanitize-line.ts'

/**
 * Does a step with one payout. Where that goes wrong the reason is written down, and it is tried again by a later run,
 * so that one stops no other; undefined then. It says nothing about what was sent: what nobody knows stays unknown.
 */
export const isolateFailure = async <T>(
  deps: PayoutDeps,
  intent: PayoutIntent,
  step: () => Promise<T>,
): Promise<T | undefined> => {
  try {
    const done = await step()
    if (intent.trouble !== null) await clearStuck(deps, intent)
    return done
  } catch (error) {
    const { id } = intent.withdrawal
    deps.log.error({ withdrawal: id, err: String(error) }, 'could not process a payout')
    const noting = recordStuck(deps, intent, error instanceof Error ? error.message : String(error))
    await noting.catch((again: unknown) =>
      deps.log.error({ withdrawal: id, err: String(again) }, 'could not record the failure of a payout'),
    )
    return undefined
  }
}

const recordStuck = ({ db, clock, enqueue }: PayoutDeps, { attemptId, withdrawal }: PayoutIntent, error: string) =>
  db.write(async (tx): Promise<void> => {
    const now = clock()
    // The longest not checked come first, so that this one gives way to the others.
    const { status } = await tx
      .updateTable('withdrawals')
      .set({ looked_at: now })
      .where('id', '=', withdrawal.id)
      .returning('status')
      .executeTakeFirstOrThrow()
    const attempt = await tx
      .selectFrom('payout_attempts')
      .select(['outcome', 'detail', 'prepared_at'])
      .where('id', '=', attemptId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    // Whatever went wrong after it was settled keeps nobody waiting.
    if (status !== 'sending' && status !== 'unknown') return
    const reason = sanitizeLine(error, 300)
    await tx
      .updateTable('payout_attempts')
      .set({ detail: say('owner.withdraw.stuck', { reason }), ...(isUnsigned(attempt) ? { queue: null } : {}) })
      .where('id', '=', attemptId)
      .execute()
    if (attempt.detail?.startsWith(codeOf('owner.withdraw.stuck')) !== true) return
    const { id, receives, currency, address } = withdrawal
    const payout = { coins: coins(plainDecimal(receives), currency), address, reason, id }
    await alertOwner(
      { tx, enqueue: (job, payload, options) => enqueue(tx, job, payload, options) },
      { what: `payout-stuck:${id}`, sentence: say('owner.withdraw.payoutStuck', payout), now },
    )
  })

const PUT_OFF_SECONDS = 300

/** Lets others go before one that cannot be taken, and tells the owner why, in its history too. */
export const deferPayout = async (deps: PayoutDeps, { id, message }: PayoutClaimError): Promise<void> => {
  const { db, clock, enqueue, log } = deps
  log.error({ withdrawal: id, err: message }, 'could not start a payout')
  const reason = sanitizeLine(message, 300)
  const putting = db.write(async (tx) => {
    const now = clock()
    const row = await tx
      .updateTable('withdrawals')
      .set({ not_before: later(now, PUT_OFF_SECONDS) })
      .where('id', '=', id)
      .where('status', '=', 'approved')
      .returning('id')
      .executeTakeFirst()
    if (row === undefined) return
    const isNews = await alertOwner(
      { tx, enqueue: (job, payload, options) => enqueue(tx, job, payload, options) },
      {
        what: `payout-stuck:${id}`,
        sentence: say('owner.withdraw.payoutDeferred', { id, reason }),
        now,
      },
    )
    if (!isNews) return
    const note = say('owner.withdraw.paidRightNow', { reason })
    await recordStatus(tx, { withdrawalId: id, status: 'approved', by: systemActor, now, note })
  })
  await putting.catch((error: unknown) =>
    log.error({ withdrawal: id, err: String(error) }, 'could not postpone a payout'),
  )
}

/**
 * Nothing was stored that could be sent, and who would still store something finds its queue gone (see
 * `pay-on-chain.ts`): the next of its queue may begin.
 */
const isUnsigned = (attempt: { readonly outcome: string | null; readonly prepared_at: Date | null }): boolean =>
  attempt.outcome === null && attempt.prepared_at === null

/** Takes the reason away again, since a later step went well. */
const clearStuck = ({ db }: PayoutDeps, { attemptId }: PayoutIntent): Promise<unknown> =>
  db.write((tx) =>
    tx
      .updateTable('payout_attempts')
      .set({ detail: null })
      .where('id', '=', attemptId)
      .where('outcome', 'is', null)
      .execute(),
  )

interface Stuck {
  readonly processor: string
  readonly currency: string
  readonly count: number
  readonly id: string
  readonly reason: string | null
}

const OPEN_SECONDS = 86_400
const TRIES = 5

/** Payouts that do not come to their end, in sentences for the owner: by processor and currency, with one reason. */
export const stuckPayouts = async (db: Read, now: Date): Promise<Words[]> => {
  const open = await sql<Stuck>`
    SELECT w.processor, w.currency, count(*) AS count, (array_agg(w.id ORDER BY a.id))[1] AS id,
      (array_agg(coalesce(a.detail, t.answer) ORDER BY a.id))[1] AS reason
    FROM payout_attempts a JOIN withdrawals w ON w.id = a.withdrawal_id
    LEFT JOIN LATERAL (SELECT answer FROM payout_transactions WHERE attempt_id = a.id ORDER BY id DESC LIMIT 1) t
      ON true
    WHERE a.outcome IS NULL AND (a.detail IS NOT NULL OR a.started_at < ${later(now, -OPEN_SECONDS)})
    GROUP BY w.processor, w.currency ORDER BY w.processor, w.currency`.execute(asExecutor(db))
  const repeated = await sql<Stuck>`
    SELECT processor, currency, count(*) AS count, (array_agg(id ORDER BY id))[1] AS id,
      (array_agg(reason ORDER BY id))[1] AS reason
    FROM (SELECT w.id, w.processor, w.currency, (array_agg(a.detail ORDER BY a.id DESC))[1] AS reason
      FROM withdrawals w JOIN payout_attempts a ON a.withdrawal_id = w.id
      WHERE w.status = 'approved' AND a.outcome = 'retry' GROUP BY w.id HAVING count(*) >= ${TRIES}) tried
    GROUP BY processor, currency ORDER BY processor, currency`.execute(asExecutor(db))
  return [
    ...open.rows.map((row) => say('owner.withdraw.payoutsOpen', stuckValues(row))),
    ...repeated.rows.map((row) => say('owner.withdraw.payoutsRepeated', { ...stuckValues(row), tries: TRIES })),
  ]
}

const stuckValues = ({ processor, currency, count, id, reason }: Stuck) => {
  const last = reason === null ? say('owner.withdraw.noReasonKnown') : say('owner.withdraw.lastMessage', { reason })
  return { count, currency, processor, id, last }
}
