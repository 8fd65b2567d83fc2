import type { Settings } from '@runnel/contract/settings/settings'
import { sql } from 'kysely'
import { fitsBudget, type MayPay, mayPay, OverBudget } from '#features/outflow/outflow.ts'
import { recordRiskSignal } from '#guard/trap.ts'
import { dayOf, later } from '#kernel/clock.ts'
import { createErrorCollector, type ErrorCollector } from '#kernel/collect-errors.ts'
import type { Db, Tx } from '#kernel/db.ts'
import type { EventBus } from '#kernel/event-bus.ts'
import { money, onDay, say, together, type Words } from '#kernel/words/say.ts'
import { PARTS_PER_UNIT, type Units } from '#money/amount.ts'
import { reward } from '#money/reward.ts'
import { earnedSum, exactCommission, ownSources, wallSource } from './commission.ts'
import { suspicions, type WithheldReason, withheldBy } from './withheld.ts'

/** What settling depends on. */
export interface SettleDeps extends MayPay {
  readonly db: Db
  readonly live: Pick<EventBus, 'notify'>
}

const DAY_SECONDS = 86_400
const DAYS_AT_ONCE = 62
const REFERRERS_AT_ONCE = 100
const PATIENCE = '300s'
const NET_DAYS = 30
const SUSPICION_POINTS = 25

const sources = [...ownSources, wallSource]

/** Settles every day that is over and not settled yet, the oldest first. Returns what it did. */
export const payReferralCommission = async (deps: SettleDeps, now: Date): Promise<Words> => {
  const notes: Words[] = []
  const run = createErrorCollector()
  let isLeftOver = false
  for (const day of await unsettledDays(deps.db, now)) {
    const settled = await settleReferrers(deps, { day, now, run })
    if (settled !== 'all' && !isLeftOver) notes.push(say('owner.job.commissionPaused', { day: onDay(day) }))
    if (settled === 'stopped') return run.end(together(...notes))
    isLeftOver ||= settled === 'over'
    // Somebody is left over, and is found again only while the day is open, and with it those that came after it.
    if (isLeftOver || run.failed() > 0) continue
    const { referrers, commission } = await closeDay(deps.db, day, now)
    const amount = money(commission, deps.settings.current().site_currency)
    notes.push(say('owner.job.commissionPaid', { day: onDay(day), amount, referrers }))
  }
  return run.end(notes.length === 0 ? say('owner.job.nothingToPay') : together(...notes))
}

/** A site that never settled begins with yesterday. */
const unsettledDays = async (db: Db, now: Date): Promise<string[]> => {
  const today = dayOf(now)
  const last = await db.read
    .selectFrom('referral_settlements')
    .select('day')
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()
  const days: string[] = []
  let day = last === undefined ? dayAfter(today, -1) : dayAfter(last.day, 1)
  for (; day < today && days.length < DAYS_AT_ONCE; day = dayAfter(day, 1)) days.push(day)
  return days
}

const dayAfter = (day: string, days: number): string => dayOf(later(new Date(`${day}T00:00:00Z`), days * DAY_SECONDS))

interface Settled {
  readonly referrers: number
  readonly commission: Units
}

interface Day {
  readonly day: string
  readonly now: Date
  readonly run: ErrorCollector
}

/** `stopped`: nothing more is paid now; `over`: for somebody there was too little budget, which may do for others. */
type SettleResult = 'all' | 'over' | 'stopped'

/** A few referrers at a time, each of them once. */
const settleReferrers = async (deps: SettleDeps, { day, now, run }: Day): Promise<SettleResult> => {
  const { db, settings, live } = deps
  const all = await referrersOf(db, day)
  let result: SettleResult = 'all'
  const pay = async (referrers: readonly string[]): Promise<void> => {
    const paid = await db.write((tx) => settleSome(tx, { day, referrers, settings: settings.current(), now }))
    for (const userId of paid) live.notify(userId)
  }
  const payAlone = (one: string): Promise<void> =>
    pay([one]).catch((error: unknown) => {
      if (!(error instanceof OverBudget)) throw error
      result = 'over'
    })
  for (let at = 0; at < all.length; at += REFERRERS_AT_ONCE) {
    // Who is left without today is paid for this day once there is a budget again.
    if (!(await mayPay(deps, 'referral', now))) return 'stopped'
    const referrers = all.slice(at, at + REFERRERS_AT_ONCE)
    const isPaid = await pay(referrers).then(
      () => true,
      () => false,
    )
    // One of them is in the way of the others, so that each is paid alone.
    if (!isPaid) for (const one of referrers) await run.try(() => payAlone(one))
  }
  return result
}

const closeDay = (db: Db, day: string, now: Date): Promise<Settled> =>
  db.write(async (tx) => {
    const { rows } = await sql<Settled>`
      SELECT count(*) FILTER (WHERE commission > 0) AS referrers, coalesce(sum(commission), 0)::bigint AS commission
      FROM referral_sums WHERE day = ${day}`.execute(tx)
    const settled = rows[0] ?? { referrers: 0, commission: 0 }
    await tx
      .insertInto('referral_settlements')
      .values({ day, settled_at: now, ...settled })
      .onConflict((row) => row.column('day').doNothing())
      .execute()
    return settled
  })

/** Who referred somebody that earned on this day. */
const referrersOf = (db: Db, day: string): Promise<string[]> =>
  db.write(async (tx) => {
    await sql`SELECT set_config('statement_timeout', ${PATIENCE}, true)`.execute(tx)
    const { rows } = await sql<{ id: string }>`
      SELECT DISTINCT u.referrer_id AS id FROM day_counters c JOIN users u ON u.id = c.user_id
      WHERE c.day = ${day} AND c.source = ANY (${sources}::text[]) AND u.referrer_id IS NOT NULL
      ORDER BY id`.execute(tx)
    return rows.map(({ id }) => id)
  })

interface PayDayInput {
  readonly day: string
  readonly referrers: readonly string[]
  readonly settings: Settings
  readonly now: Date
}

interface Brought {
  readonly referrer_id: string
  readonly referred_id: string
  readonly commission: Units
  readonly withheld: WithheldReason | null
}

/** Pays these referrers what the day brought them, in one transfer each. Gives those that were paid. */
const settleSome = async (tx: Tx, input: PayDayInput): Promise<string[]> => {
  const { day, now } = input
  const mine = await claimReferrers(tx, input)
  if (mine.length === 0) return []
  const brought = Map.groupBy(await recordDay(tx, { ...input, referrers: mine }), (row) => row.referrer_id)
  const paid: string[] = []
  let sum = 0
  for (const userId of mine) {
    const { commission, withheld, reason } = sumsOf(brought.get(userId) ?? [])
    await tx
      .updateTable('referral_sums')
      .set({ commission, withheld })
      .where('referrer_id', '=', userId)
      .where('day', '=', day)
      .execute()
    await addTotals(tx, { userId, commission, withheld, reason })
    if (commission === 0) continue
    const key = `referral:${userId}:${day}`
    await reward(tx, { userId, source: 'referral', amount: commission, exp: 0, key, ref: day }, now)
    paid.push(userId)
    sum += commission
  }
  // Several together are paid one by one where they have no room; one alone cannot be divided.
  const payment = { source: 'referral', amount: sum, posted: sum, isIndivisible: mine.length === 1 } as const
  if (!(await fitsBudget({ tx, settings: input.settings, now }, payment))) throw new OverBudget()
  await recordReferrals(tx, { day, referrers: mine })
  await suspect(tx, [...brought.values()].flat(), now)
  return paid
}

/** Those of the referrers whom nobody has settled for this day: of two nodes, the second finds them taken. */
const claimReferrers = async (tx: Tx, { day, referrers }: PayDayInput): Promise<string[]> => {
  const rows = await tx
    .insertInto('referral_sums')
    .values(referrers.map((referrer_id) => ({ referrer_id, day })))
    .onConflict((row) => row.columns(['referrer_id', 'day']).doNothing())
    .returning('referrer_id')
    .execute()
  return rows.map(({ referrer_id }) => referrer_id).toSorted()
}

/**
 * Writes down what each person brought. The fractions of all of them are the referrer's together: in the order of the
 * people each brings the whole units that the sum reaches with them, and what is left then waits for the next day.
 * What is withheld is added up apart.
 */
const recordDay = async (tx: Tx, { day, referrers, settings, now }: PayDayInput): Promise<Brought[]> => {
  const since = later(now, -NET_DAYS * DAY_SECONDS)
  const { rows } = await sql<Brought>`
    WITH p AS MATERIALIZED (
      SELECT u.referrer_id, u.id AS referred_id, ${earnedSum} AS earned, ${exactCommission(settings)} AS exact
      FROM users u JOIN day_counters c ON c.user_id = u.id AND c.day = ${day}::date
        AND c.source = ANY (${sources}::text[])
      WHERE u.referrer_id = ANY (${[...referrers]}::uuid[]) GROUP BY u.referrer_id, u.id
    ), judged AS MATERIALIZED (
      SELECT p.*, ${withheldBy({ since, now })} AS withheld FROM p
    ), totals AS (
      INSERT INTO referral_totals AS t (referrer_id, fraction, withheld_fraction)
        SELECT referrer_id, coalesce(sum(exact) FILTER (WHERE withheld IS NULL), 0) % ${PARTS_PER_UNIT},
          coalesce(sum(exact) FILTER (WHERE withheld IS NOT NULL), 0) % ${PARTS_PER_UNIT}
        FROM judged GROUP BY referrer_id ORDER BY referrer_id
      ON CONFLICT (referrer_id) DO UPDATE SET fraction = (t.fraction + EXCLUDED.fraction) % ${PARTS_PER_UNIT},
        withheld_fraction = (t.withheld_fraction + EXCLUDED.withheld_fraction) % ${PARTS_PER_UNIT}
      RETURNING referrer_id, fraction, withheld_fraction
    ), placed AS (
      SELECT j.*, sum(exact) OVER (mine ORDER BY referred_id) - exact + fraction_before(
        CASE WHEN withheld IS NULL THEN t.fraction ELSE t.withheld_fraction END, (sum(exact) OVER mine)::bigint
      ) AS before
      FROM judged j JOIN totals t USING (referrer_id) WINDOW mine AS (PARTITION BY referrer_id, withheld IS NULL)
    )
    INSERT INTO referral_days (referrer_id, referred_id, day, earned, commission, withheld)
      SELECT referrer_id, referred_id, ${day}::date, earned,
        div(before + exact, ${PARTS_PER_UNIT}) - div(before, ${PARTS_PER_UNIT}), withheld FROM placed
    RETURNING referrer_id, referred_id, commission, withheld`.execute(tx)
  return rows
}

interface Sums {
  readonly commission: Units
  readonly withheld: Units
  readonly reason: WithheldReason | null
}

const sumsOf = (rows: readonly Brought[]): Sums => {
  const kept = rows.filter(({ withheld }) => withheld !== null)
  const sum = (some: readonly Brought[]): Units => some.reduce((total, { commission }) => total + commission, 0)
  return { commission: sum(rows) - sum(kept), withheld: sum(kept), reason: kept.at(0)?.withheld ?? null }
}

const addTotals = async (
  tx: Tx,
  { userId, commission, withheld, reason }: Sums & { readonly userId: string },
): Promise<void> => {
  await sql`
    INSERT INTO referral_totals AS t (referrer_id, earning, withheld, withheld_reason)
      VALUES (${userId}, ${commission}, ${withheld}, ${reason})
    ON CONFLICT (referrer_id) DO UPDATE SET earning = t.earning + EXCLUDED.earning,
      withheld = t.withheld + EXCLUDED.withheld,
      withheld_reason = coalesce(EXCLUDED.withheld_reason, t.withheld_reason)`.execute(tx)
}

const recordReferrals = async (tx: Tx, { day, referrers }: Pick<PayDayInput, 'day' | 'referrers'>): Promise<void> => {
  await sql`
    INSERT INTO referral_people AS p (referrer_id, referred_id, earning, last_day, withheld)
      SELECT referrer_id, referred_id, CASE WHEN withheld IS NULL THEN commission ELSE 0 END, day, withheld IS NOT NULL
      FROM referral_days WHERE day = ${day}::date AND referrer_id = ANY (${[...referrers]}::uuid[])
      ORDER BY referred_id
    ON CONFLICT (referred_id) DO UPDATE SET earning = p.earning + EXCLUDED.earning,
      last_day = greatest(p.last_day, EXCLUDED.last_day), withheld = EXCLUDED.withheld`.execute(tx)
}

/** One who refers accounts of their own is marked, and so is each of these. */
const suspect = async (tx: Tx, brought: readonly Brought[], now: Date): Promise<void> => {
  for (const { referrer_id, referred_id, withheld } of brought) {
    if (withheld === null || withheld === 'locked') continue
    for (const [userId, other] of [
      [referrer_id, referred_id],
      [referred_id, referrer_id],
    ] as const) {
      const detail = suspicions[withheld]
      await recordRiskSignal(tx, {
        userId,
        family: 'referral',
        reason: `referral-${withheld}:${other}`,
        points: SUSPICION_POINTS,
        detail,
        now,
      })
    }
  }
}
