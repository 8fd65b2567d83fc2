import type { OutflowTrip } from '@runnel/contract/admin/outflow'
import { OutflowSource } from '@runnel/contract/outflow'
import { type Selectable, sql } from 'kysely'
import type { Read, Tx } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import { refuse } from '#kernel/refusal.ts'
import type { OutflowTripRow } from '#kernel/tables/outflow.ts'
import { say } from '#kernel/words/say.ts'

/** What the breaker, or a person, found. */
export interface TripFinding {
  readonly source: OutflowSource
  readonly cause: OutflowTripRow['cause']
  readonly measured: number
  readonly limit: number
  readonly usual: number | null
  readonly why: string
  readonly stopsPayouts: boolean
  readonly byUser: string | null
  readonly isDry: boolean
}

/** Writes a trip down; undefined where the source is stopped already. `syncClosed` makes it felt. */
export const openTrip = async (tx: Tx, found: TripFinding, now: Date): Promise<string | undefined> => {
  const row = await tx
    .insertInto('outflow_trips')
    .values({
      id: newId(),
      source: found.source,
      cause: found.cause,
      state: found.isDry ? 'dry' : 'open',
      stops_payouts: found.stopsPayouts,
      measured: found.measured,
      limit: found.limit,
      usual: found.usual,
      why: found.why,
      at: now,
      by_user: found.byUser,
    })
    // Only the index of open trips can be in the way.
    .onConflict((known) => known.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Ends a trip: what it stopped runs again, unless another one stops it too. */
export const resumeTrip = async (
  tx: Tx,
  { id, byUser, note, now }: { id: string; byUser: string; note: string | null; now: Date },
): Promise<Selectable<OutflowTripRow>> => {
  const row = await tx
    .updateTable('outflow_trips')
    .set({ state: 'resumed', resumed_at: now, resumed_by: byUser, note })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .returningAll()
    .executeTakeFirst()
  return row ?? refuse('conflict', 'NOT_STOPPED', say('owner.outflow.sourceAlreadyRunning'))
}

/** Makes what is closed to every claim exactly what the open trips say; nodes learn of it by `announce`. */
export const syncClosed = async (tx: Tx, now: Date): Promise<void> => {
  const open = await tx
    .selectFrom('outflow_trips')
    .select(['source', 'stops_payouts as stopsPayouts', 'at'])
    .where('state', '=', 'open')
    .execute()
  const stopped = new Set(open.map(({ source }) => source))
  if (open.some(({ stopsPayouts }) => stopsPayouts)) stopped.add('payout')
  const names = [...stopped]
  await tx
    .deleteFrom('closed_sources')
    .where('code', '=', 'PAUSED_FOR_CHECK')
    .where('source', 'not in', names.length > 0 ? names : [''])
    .execute()
  if (names.length === 0) return
  await tx
    .insertInto('closed_sources')
    .values(names.map((source) => ({ source, code: 'PAUSED_FOR_CHECK' as const, since: now, until: null })))
    .onConflict((row) => row.columns(['source', 'code']).doNothing())
    .execute()
}

/** Why no payout may leave because of the breaker, in a sentence; undefined where it stops none. */
export const payoutStop = async (db: Read): Promise<string | undefined> =>
  (await stopsOf(db).orderBy('id').limit(1).executeTakeFirst())?.why

/** Whether payouts are stopped; who resumes them waits until this transaction is over. */
export const lockPayoutStop = async (tx: Tx): Promise<boolean> => (await stopsOf(tx).forShare().execute()).length > 0

const stopsOf = (db: Read) =>
  db
    .selectFrom('outflow_trips')
    .select('why')
    .where('state', '=', 'open')
    .where((is) => is.or([is('stops_payouts', '=', true), is('source', '=', 'payout')]))

/** When each source was last let run again, since a moment: its windows count from then on. */
export const resumedSince = async (db: Read, from: Date): Promise<Map<string, Date>> => {
  const { rows } = await sql<{ source: string; at: Date }>`
    SELECT source, max(resumed_at) AS at FROM outflow_trips WHERE state = 'resumed' AND resumed_at >= ${from}
    GROUP BY source`.execute(executorOf(db))
  return new Map(rows.map(({ source, at }) => [source, at]))
}

/** Raw SQL needs Kysely's executor, which every handle to the database carries. */
const executorOf = (db: Read): Parameters<ReturnType<typeof sql>['execute']>[0] => db

/** Trips with the names of the people in them. */
export const tripRows = (db: Read) =>
  db
    .selectFrom('outflow_trips')
    .leftJoin('users as stopper', 'stopper.id', 'outflow_trips.by_user')
    .leftJoin('users as resumer', 'resumer.id', 'outflow_trips.resumed_by')
    .selectAll('outflow_trips')
    .select(['stopper.username as by_name', 'resumer.username as resumed_name'])

export type NamedTrip = Selectable<OutflowTripRow> & { by_name: string | null; resumed_name: string | null }

export const tripView = (row: NamedTrip): OutflowTrip => ({
  _id: row.id,
  source: sourceOf(row.source),
  cause: row.cause,
  state: row.state,
  stopsPayouts: row.stops_payouts,
  measured: row.measured,
  limit: row.limit,
  usual: row.usual,
  why: row.why,
  at: row.at.toISOString(),
  by: row.by_name,
  resumedAt: row.resumed_at?.toISOString() ?? null,
  resumedBy: row.resumed_name,
  note: row.note,
})

const sourceOf = (text: string): OutflowSource => OutflowSource.options.find((source) => source === text) ?? 'faucet'

/** The trips that stop something right now, oldest first. */
export const openTrips = async (db: Read): Promise<OutflowTrip[]> =>
  (await tripRows(db).where('outflow_trips.state', '=', 'open').orderBy('outflow_trips.id').execute()).map(tripView)
