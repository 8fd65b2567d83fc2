import type { Contract } from '@runnel/contract'
import type { CsvFile } from '@runnel/contract/admin/export'
import type { OutflowTrip } from '@runnel/contract/admin/outflow'
import { OutflowSource } from '@runnel/contract/outflow'
import type { Input } from '@runnel/contract/route'
import type { Settings } from '@runnel/contract/settings/settings'
import * as z from 'zod/mini'
import { payoutStopReason } from '#features/withdraw/withdraw.ts'
import { allowLoosening } from '#guard/approval/second-admin.ts'
import { audit, auditAll, byCaller } from '#kernel/audit.ts'
import type { ClosedSourcesCache } from '#kernel/cache/closed-sources.ts'
import type { Handlers, WriteContext } from '#kernel/context.ts'
import type { Read } from '#kernel/db.ts'
import { csvOf } from '#kernel/reads/csv.ts'
import { countUpTo, offsetOf } from '#kernel/reads/listing.ts'
import { assert, refuse } from '#kernel/refusal.ts'
import { say, together } from '#kernel/words/say.ts'
import {
  checkOutflow,
  openTrip,
  openTrips,
  outflowRows,
  resumeTrip,
  sourceName,
  syncClosed,
  tripRows,
  tripView,
} from './outflow.ts'

type Admin = Contract['admin']
type Outflow = Pick<Handlers<Admin>, 'outflow' | 'trips' | 'tripsCsv' | 'resumeOutflow' | 'stopOutflow' | 'lookOutflow'>

const PAST_SHOWN = 10

/** What the owner sees and decides of what leaves the site; the rules stand in the outflow feature. */
export const outflow = (deps: { readonly closed: Pick<ClosedSourcesCache, 'announce'> }): Outflow => ({
  outflow: async (_input, { db, settings, closed, now }) => {
    const [sources, summary, past] = await Promise.all([
      outflowRows(db, settings, { closed, now }),
      outflowSummary(db, settings, now),
      tripRows(db)
        .where('outflow_trips.state', '<>', 'open')
        .orderBy('outflow_trips.id', 'desc')
        .limit(PAST_SHOWN)
        .execute(),
    ])
    return { at: now.toISOString(), ...summary, sources, past: past.map(tripView) }
  },

  trips: ({ query }, { db }) => tripPage(db, query),

  tripsCsv: ({ query }, { db, now }) => tripFile(db, { query, now }),

  resumeOutflow: async ({ params, body }, context) => {
    const { tx, now, afterCommit } = context
    const by = byCaller(context)
    const note = body.note === undefined || body.note === '' ? null : body.note
    const before = await tx
      .selectFrom('outflow_trips')
      .select(['source', 'cause', 'why', 'state', 'by_user as byUser'])
      .where('id', '=', params.id)
      .executeTakeFirst()
    if (before === undefined) return refuse('notFound', 'NOT_FOUND', say('owner.outflow.stopFound'))
    // What somebody stopped by hand they let run again by hand; one that is over already is refused below.
    const isLooser = before.state === 'open' && (before.cause !== 'owner' || before.byUser !== by.actor)
    const sentence = say('owner.outflow.resume', {
      sourceName: sourceName(z.parse(OutflowSource, before.source)),
      why: before.why,
    })
    await allowLoosening(context, { isLooser, sentence, ref: params.id })
    const { source } = await resumeTrip(tx, { id: params.id, byUser: by.actor, note, now })
    await syncClosed(tx, now)
    afterCommit(deps.closed.announce)
    const after = { source, state: 'resumed', note }
    await audit(tx, { ...by, action: 'outflow.resume', target: params.id, before: { state: 'open' }, after })
    const trip = await tripOf(tx, params.id)
    return { trip, msg: say('owner.outflow.resumed', { name: sourceName(trip.source) }) }
  },

  stopOutflow: async ({ body }, context) => {
    const trips = await stop(context, body)
    context.afterCommit(deps.closed.announce)
    const msg =
      trips.length === 0
        ? say('owner.outflow.everythingSelectedAlreadyStopped')
        : say('owner.outflow.stoppedAdminMustResume')
    return { trips, msg }
  },

  lookOutflow: async (_input, context) => {
    const { settings, now, afterCommit } = context
    const found = await checkOutflow(context, { settings, now })
    afterCommit(deps.closed.announce)
    const msg =
      found.length === 0 ? say('owner.outflow.allSourcesWithinTheir') : together(...found.map(({ why }) => why))
    return { tripped: found.length, msg }
  },
})

/** Whether payouts leave and what is stopped, as the overview shows it too. */
export const outflowSummary = async (db: Read, settings: Settings, now: Date) => ({
  payoutsStopped: (await payoutStopReason(db, settings, now)) ?? null,
  dryRun: settings.outflow_dry_run,
  open: await openTrips(db),
})

interface StopInput {
  readonly sources: readonly OutflowSource[]
  readonly payouts: boolean
  readonly reason: string
}

/** Stops by hand. It is felt in a dry run too: a person who says stop means it. */
const stop = async (context: WriteContext, { sources, payouts, reason }: StopInput): Promise<OutflowTrip[]> => {
  const { tx, now } = context
  const by = byCaller(context)
  const names = [...new Set<OutflowSource>(payouts ? [...sources, 'payout'] : sources)]
  const why = say('owner.outflow.stoppedManually', { reason })
  const found = { cause: 'owner', measured: 0, limit: 0, usual: null, why, byUser: by.actor, isDry: false } as const
  const ids: string[] = []
  for (const source of names) {
    const id = await openTrip(tx, { ...found, source, stopsPayouts: source === 'payout' }, now)
    if (id !== undefined) ids.push(id)
  }
  await syncClosed(tx, now)
  const trips = await Promise.all(ids.map((id) => tripOf(tx, id)))
  await auditAll(
    tx,
    trips.map(({ _id, source }) => ({
      ...by,
      action: 'outflow.stop',
      target: _id,
      before: undefined,
      after: { source, reason },
    })),
  )
  return trips
}

const tripOf = async (db: Read, id: string): Promise<OutflowTrip> => {
  const row = await tripRows(db).where('outflow_trips.id', '=', id).executeTakeFirst()
  assert(row !== undefined, 'a trip that was just written is there')
  return tripView(row)
}

type Query = Omit<Input<Admin['trips']>['query'], 'page' | 'limit'>

const matching = (db: Read, { source, state }: Query) =>
  db
    .selectFrom('outflow_trips')
    .$if(source !== undefined, (query) => query.where('outflow_trips.source', '=', source ?? ''))
    .$if(state !== undefined, (query) => query.where('outflow_trips.state', '=', state ?? 'open'))

const listed = (db: Read, { source, state }: Query) =>
  tripRows(db)
    .$if(source !== undefined, (query) => query.where('outflow_trips.source', '=', source ?? ''))
    .$if(state !== undefined, (query) => query.where('outflow_trips.state', '=', state ?? 'open'))
    .orderBy('outflow_trips.id', 'desc')

const tripPage = async (db: Read, query: Input<Admin['trips']>['query']) => {
  const offset = offsetOf(query)
  const [rows, totalItems] = await Promise.all([
    listed(db, query).limit(query.limit).offset(offset).execute(),
    countUpTo(db, matching(db, query)),
  ])
  return { items: rows.map(tripView), totalItems }
}

const tripFile = (db: Read, { query, now }: { query: Query; now: Date }): Promise<CsvFile> =>
  csvOf<OutflowTrip>({
    name: 'trips',
    now,
    columns: {
      time: (trip) => trip.at,
      source: (trip) => trip.source,
      cause: (trip) => trip.cause,
      state: (trip) => trip.state,
      measured: (trip) => trip.measured,
      limit: (trip) => trip.limit,
      usual: (trip) => trip.usual,
      why: (trip) => trip.why,
      by: (trip) => trip.by,
      resumed_at: (trip) => trip.resumedAt,
      resumed_by: (trip) => trip.resumedBy,
      note: (trip) => trip.note,
    },
    next: async (last, limit) => {
      const rows = listed(db, query).$if(last !== undefined, (list) =>
        list.where('outflow_trips.id', '<', last?._id ?? ''),
      )
      return (await rows.limit(limit).execute()).map(tripView)
    },
  })
