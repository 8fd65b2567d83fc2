import type { Settings } from '@runnel/contract/settings/settings'
import { Solvency } from '@runnel/contract/solvency'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { walletsOf, medianPaySeconds } from '#features/withdraw/withdraw.ts'
import { later, dayOf } from '#kernel/clock.ts'
import type { Read, Tx } from '#kernel/db.ts'
import { assert } from '#kernel/refusal.ts'
import { asExecutor } from '#money/accounts.ts'
import { lastReconciliation } from '#money/reconcile.ts'
import { ofOneMoment, paidOutSum, publicSums } from '#money/sums.ts'

/** A wallet that has not told for so long is not known to hold anything: its method may be gone, or its key stolen. */
const SILENT_SECONDS = 86_400

/** What lies in the wallets that pay, as they said themselves; null where none of them tells. */
const walletReserves = async (db: Read, now: Date): Promise<Solvency['holds']> => {
  const since = later(now, -SILENT_SECONDS).toISOString()
  const known = (await walletsOf(db, now)).flatMap(({ currency, balance, units, at }) =>
    balance === null || units === null || at === null || at < since
      ? []
      : [{ currency, amount: balance, units, address: null, at }],
  )
  // As old as the oldest of what was told.
  const [oldest] = known.map(({ at }) => at).toSorted()
  if (oldest === undefined) return null
  return {
    units: known.reduce((sum, { units }) => Math.min(Number.MAX_SAFE_INTEGER, sum + units), 0),
    at: oldest,
    wallets: known.map(({ at: _at, ...wallet }) => wallet),
  }
}

const DAY_SECONDS = 86_400
const DAYS_SHOWN = 30

type Sums = Solvency['paid']

/** Adds the public figures up and keeps them; all of them are of one moment. */
export const addUp = async (tx: Tx, settings: Settings, now: Date): Promise<Solvency> => {
  await ofOneMoment(tx)
  const { days: _before, ...figures } = await figuresNow(tx, settings, now)
  await storeDay(tx, { owed: figures.owed.total, held: figures.holds?.units ?? null }, now)
  const whole = { ...figures, days: await lastDays(tx, now) }
  const kept = { at: now, figures: JSON.stringify(whole) }
  await tx
    .insertInto('solvency')
    .values(kept)
    .onConflict((row) => row.column('only_row').doUpdateSet(kept))
    .execute()
  return whole
}

/**
 * The public figures as the ledger has them right now. All of it comes from the ledger and from what the wallets said
 * of themselves: no setting has a part in it but the name of the currency.
 */
export const figuresNow = async (db: Read, settings: Settings, now: Date): Promise<Solvency> => {
  const { owed, paidOut } = await publicSums(db)
  const holds = await walletReserves(db, now)
  const books = await lastReconciliation(db)
  return {
    at: now.toISOString(),
    currency: settings.site_currency,
    owed,
    holds,
    coverage: holds === null ? null : coverageOf(holds.units, owed.total),
    paid: await paidSums(db, paidOut, now),
    medianPaySeconds: await medianPaySeconds(db, now),
    books: {
      balanced: books?.balanced ?? null,
      provedAt: books?.at.toISOString() ?? null,
      accounts: books?.accounts ?? 0,
      transfers: books?.transfers ?? 0,
    },
    days: await lastDays(db, now),
  }
}

/** Basis points of the debts that are covered; who owes nothing is covered whole, however much there is. */
const coverageOf = (held: number, owed: number): number =>
  owed === 0 ? 10_000 : Math.min(1_000_000, Number((BigInt(held) * 10_000n) / BigInt(owed)))

/** The figures as they were last added up; undefined before the first time. */
export const keptFigures = async (db: Read): Promise<Solvency | undefined> => {
  const row = await db.selectFrom('solvency').select('figures').executeTakeFirst()
  if (row === undefined) return undefined
  const known = z.safeParse(Solvency, row.figures)
  return known.success ? known.data : undefined
}

const paidSums = async (db: Read, ever: number, now: Date): Promise<Sums> => {
  const { rows } = await sql<{ day: number; days: number; month: number; months: number; all: number }>`
    SELECT day.amount AS day, day.count AS days, month.amount AS month, month.count AS months,
      (SELECT count(*) FROM withdrawals WHERE status = 'paid') AS all
    FROM (${paidSince(now, 1)}) day, (${paidSince(now, DAYS_SHOWN)}) month`.execute(asExecutor(db))
  const [row] = rows
  assert(row !== undefined, 'a sum gives one row')
  return {
    day: { amount: row.day, count: row.days },
    month: { amount: row.month, count: row.months },
    ever: { amount: ever, count: row.all },
  }
}

const paidSince = (now: Date, days: number) => sql`SELECT ${paidOutSum} AS amount, count(*) AS count
  FROM withdrawals WHERE status = 'paid' AND paid_at > ${later(now, -days * DAY_SECONDS)}`

/** What was owed and held at the end of each day: the row of a day that is over stays as it last was. */
const storeDay = async (tx: Tx, { owed, held }: { owed: number; held: number | null }, now: Date): Promise<void> => {
  const day = dayOf(now)
  await sql`
    INSERT INTO solvency_days (day, owed, held, paid) VALUES (${day}, ${owed}, ${held}, 0)
    ON CONFLICT (day) DO UPDATE SET owed = EXCLUDED.owed, held = EXCLUDED.held`.execute(tx)
  // Yesterday's last payouts come after its last look.
  await sql`
    UPDATE solvency_days d SET paid = (SELECT ${paidOutSum} FROM withdrawals
      WHERE status = 'paid' AND paid_at >= d.day::timestamp AT TIME ZONE 'UTC'
        AND paid_at < (d.day + 1)::timestamp AT TIME ZONE 'UTC')
    WHERE d.day >= ${day}::date - 1`.execute(tx)
}

const lastDays = async (db: Read, now: Date): Promise<Solvency['days']> =>
  db
    .selectFrom('solvency_days')
    .select(['day', 'owed', 'held', 'paid'])
    .where('day', '>', dayOf(later(now, -DAYS_SHOWN * DAY_SECONDS)))
    .where('day', '<=', dayOf(now))
    .orderBy('day')
    .execute()
