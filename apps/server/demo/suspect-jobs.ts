import { sql } from 'kysely'
import { updateUserBalances } from '#features/admin/user/user-balances.ts'
import { checkOutflow } from '#features/outflow/outflow.ts'
import { addUp } from '#features/solvency/solvency.ts'
import { suspectWorkers } from '#features/suspect/suspect.job.ts'
import { later } from '#kernel/clock.ts'
import { newId } from '#kernel/id.ts'
import { assert } from '#kernel/refusal.ts'
import { rollOutflow } from '#money/outflow.ts'
import type { Occasion, Today } from './demo-world.ts'
import { asOwner } from './desk.ts'
import { act, type DemoHarness } from './harness.ts'
import { depsAt } from './rules.ts'
import { credit } from './wall.ts'

const nothing = { params: undefined, query: undefined, headers: undefined, body: undefined }
const HOUR_SECONDS = 3_600

/** What the jobs about people do: where they were seen, who belongs together, and what follows from it. */
export const runSuspectJobs = async (stage: DemoHarness, now: Date): Promise<void> => {
  await stage.db.write((tx) =>
    sql`UPDATE device_users d SET last_seen_at = u.last_claim_at FROM users u
      WHERE u.id = d.user_id AND u.last_claim_at > d.last_seen_at`.execute(tx),
  )
  const workers = suspectWorkers(depsAt(stage, now))
  for (const name of ['suspects.look', 'suspects.sync', 'suspects.judge', 'suspects.judge']) {
    await workers.find(({ job }) => job.name === name)?.run({}, newId())
  }
}

/** Whoever claims has solved something first: how fast, the guard writes down day by day. */
export const recordClaims = async ({ db }: DemoHarness, { from, to }: { from: Date; to: Date }): Promise<void> => {
  const rows = await db.raw(
    `SELECT substr(t.credit, 6)::uuid AS user_id, (t.at AT TIME ZONE 'UTC')::date::text AS day,
      array_agg((floor(extract(epoch FROM t.at) * 10)::bigint % 864000)::integer ORDER BY t.at) AS tenths,
      array_agg((CASE WHEN u.username LIKE 'quickdoge%' THEN 2300 ELSE 3200 END
        + extract(epoch FROM t.at)::bigint * 7919 % 4100 / CASE WHEN u.username LIKE 'quickdoge%' THEN 10 ELSE 1 END
        )::integer ORDER BY t.at) AS solve_ms
    FROM transfers t JOIN users u ON u.id = substr(t.credit, 6)::uuid
    WHERE t.kind = 'faucet' AND t.credit LIKE 'main:%' AND t.at >= $1 AND t.at < $2 GROUP BY 1, 2`,
    [from, to],
  )
  await db.write(async (tx) => {
    for (const row of rows) {
      const [user_id, day] = [String(row['user_id']), String(row['day'])]
      // The statement above makes whole numbers of both.
      const [tenths, solve_ms] = [row['tenths'] as number[], row['solve_ms'] as number[]]
      await tx
        .insertInto('claim_days')
        .values({ user_id, day, tenths, solve_ms })
        .onConflict((known) => known.columns(['user_id', 'day']).doUpdateSet({ tenths, solve_ms }))
        .execute()
    }
  })
}

/** What is added up so that looking at it costs nothing. */
export const addUpDay = async (stage: DemoHarness, now: Date): Promise<void> => {
  await stage.db.write((tx) => rollOutflow(tx, now))
  await stage.db.write((tx) => addUp(tx, stage.settings.current(), now))
  await updateUserBalances(stage.db, now)
}

/** The owner bounds what may leave: budgets of a day, and an hour of the wall. */
const setLimits = async (today: Today): Promise<void> => {
  const { daily_budgets: budgets, outflow_limits: limits } = today.stage.settings.current()
  const body = {
    daily_budgets: { ...budgets, faucet: 90_000, bonus: 60_000, link: 60_000, coupon: 20_000 },
    outflow_limits: { ...limits, offerwall: { ...limits.offerwall, hourAmount: 30_000 } },
  }
  await asOwner(today, today.from, (rules, context) => rules.saveSettings({ ...nothing, query: {}, body }, context))
}

/** A wall that credits as never before: the breaker stops it, and payouts with it. */
const flood = async (today: Today): Promise<void> => {
  const { stage, from, members } = today
  if (today.town.wall.id === '') return
  for (const [index, member] of members
    .filter(({ lockedAt }) => lockedAt === null)
    .slice(1, 10)
    .entries()) {
    await credit(today, { member, amount: 4_400, at: later(from, 60 * index) })
  }
  const now = later(from, 600)
  const settings = stage.settings.current()
  const found = await act(stage, now, ({ tx, enqueue }) => checkOutflow({ tx, enqueue }, { settings, now }))
  assert(
    found.some(({ source }) => source === 'offerwall'),
    'so much in an hour is noticed',
  )
}

const resume = async (today: Today): Promise<void> => {
  const open = await today.stage.db.read.selectFrom('outflow_trips').select('id').where('state', '=', 'open').execute()
  for (const { id } of open) {
    const body = { note: 'The wall has a promotion until Sunday; its own report says the same.' }
    const given = { ...nothing, params: { id }, body }
    await asOwner(today, later(today.from, HOUR_SECONDS / 2), (rules, context) => rules.resumeOutflow(given, context))
  }
}

/** Limits, and a day on which one was crossed. */
export const watching: readonly Occasion[] = [
  { when: 0.4, happens: setLimits },
  { when: -100, happens: flood },
  { when: -99, happens: resume },
]
