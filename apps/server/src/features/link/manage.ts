import type { Contract } from '@runnel/contract'
import { type AdminLink, LinkApi } from '@runnel/contract/admin/link'
import type { Input } from '@runnel/contract/route'
import { type Selectable, sql } from 'kysely'
import * as z from 'zod/mini'
import type { Context } from '#kernel/context.ts'
import type { Read, Tx } from '#kernel/db.ts'
import { newId, newSecret } from '#kernel/id.ts'
import { assert, refuse, refuseField } from '#kernel/refusal.ts'
import type { Caller } from '#kernel/session.ts'
import { keyAfter } from '#kernel/stored-key.ts'
import type { LinkProviderRow } from '#kernel/tables/earning.ts'
import { say, together } from '#kernel/words/say.ts'
import { asExecutor } from '#money/accounts.ts'
import { recordProviderSuccess } from './circuit-breaker.ts'
import { dayBounds } from './offers.ts'
import { callable, type LinkDeps, returnAddress } from './provider.ts'

type Routes = Contract['admin']
type Fields = Input<Routes['addLink']>['body']
type Changes = Input<Routes['editLink']>['body']

/** Providers in the owner's order, as the owner sees them; with an id only that one. */
export const providerViews = async (db: Read, now: Date, id?: string): Promise<AdminLink[]> => {
  const rows = await db
    .selectFrom('link_providers')
    .selectAll()
    .select(
      sql<boolean>`EXISTS (SELECT FROM link_visits v
        WHERE v.provider_id = link_providers.id AND v.status NOT IN ('opening', 'failed'))`.as('used'),
    )
    .where('removed_at', 'is', null)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .orderBy('position')
    .orderBy('id')
    .execute()
  const today = await todayOf(db, now)
  return rows.map((row) => ({
    _id: row.id,
    ...fieldsOf(row),
    keySet: row.api_key_sealed !== '',
    learnt:
      row.median_seconds === null || row.floor_seconds === null
        ? null
        : { median: row.median_seconds, floor: row.floor_seconds, visits: row.learnt_from },
    outUntil: row.out_until !== null && row.out_until > now ? row.out_until.toISOString() : null,
    lastError: row.last_error,
    used: row.used,
    today: today.get(row.id) ?? { opened: 0, completed: 0, cost: 0 },
    position: row.position,
  }))
}

const fieldsOf = (row: Selectable<LinkProviderRow>) => ({
  name: row.name,
  api: z.parse(LinkApi, row.api),
  apiUrl: row.api_url,
  reward: row.reward,
  maxView: row.max_view,
  priority: row.priority,
  minSeconds: row.min_seconds,
  expectedSeconds: row.expected_seconds,
  countries: row.countries,
  enabled: row.enabled,
})

const todayOf = async (db: Read, now: Date): Promise<ReadonlyMap<string, AdminLink['today']>> => {
  const { start } = dayBounds(now)
  const { rows } = await sql<AdminLink['today'] & { id: string }>`
    SELECT p.id, count(v.id) AS opened, count(v.id) FILTER (WHERE v.status = 'paid') AS completed,
      coalesce(sum(v.reward) FILTER (WHERE v.status = 'paid'), 0)::bigint AS cost
    FROM link_providers p JOIN link_visits v ON v.provider_id = p.id AND v.opened_at >= ${start}
      AND v.status NOT IN ('opening', 'failed')
    GROUP BY p.id`.execute(asExecutor(db))
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}

/** One provider as the owner sees it. */
const providerView = async (db: Read, { id, now }: { id: string; now: Date }): Promise<AdminLink> => {
  const [view] = await providerViews(db, now, id)
  assert(view !== undefined, `there is a provider ${id}`)
  return view
}

interface ManageContext {
  readonly deps: LinkDeps
  readonly now: Date
  /** How long a visit may take at most. */
  readonly visitMinutes: number
}

/** Adds a provider behind the others. */
export const addProvider = async (
  tx: Tx,
  { deps, now, visitMinutes }: ManageContext,
  fields: Fields,
): Promise<AdminLink> => {
  refuseUnfit(deps, fields)
  refuseTooSlow(fields, visitMinutes)
  const id = newId()
  const { last } = await tx
    .selectFrom('link_providers')
    .select(({ fn }) => fn.max('position').as('last'))
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('link_providers')
    .values({
      id,
      ...columnsOf(fields),
      api_key_sealed: sealed(deps, fields.apiKey),
      position: (last ?? -1) + 1,
      out_until: null,
      median_seconds: null,
      floor_seconds: null,
      last_error: null,
      removed_at: null,
      created_at: now,
    })
    .execute()
  return providerView(tx, { id, now })
}

const sealed = ({ secrets }: LinkDeps, key: string): string => (key === '' ? '' : secrets.seal(key))

type Plain = Omit<Fields, 'apiKey'>

const columnsOf = ({ apiUrl, maxView, minSeconds, expectedSeconds, ...rest }: Plain) => {
  const { name, api, reward, priority, countries, enabled } = rest
  return {
    name,
    api,
    api_url: apiUrl,
    reward,
    max_view: maxView,
    priority,
    min_seconds: minSeconds,
    expected_seconds: expectedSeconds,
    countries,
    enabled,
  }
}

export interface EditedProvider {
  readonly before: Plain
  readonly after: Plain
  readonly link: AdminLink
  readonly key: ReturnType<typeof keyAfter>
}

/** Changes a provider. Another address, key or way to ask it gets a fresh chance; a new address removes the key. */
export const editProvider = async (
  tx: Tx,
  { deps, now, caller, visitMinutes }: ManageContext & { readonly caller: Caller | undefined },
  { id, changes: { apiKey = '', ...changes } }: { id: string; changes: Changes },
): Promise<EditedProvider> => {
  const row = await lockProvider(tx, id)
  const before = fieldsOf(row)
  const after = { ...before, ...changes }
  const isMoved = after.api !== before.api || after.apiUrl !== before.apiUrl
  const key = keyAfter({ caller, now, stored: row.api_key_sealed, typed: apiKey, isMoved })
  refuseUnfit(deps, after)
  if (after.minSeconds !== before.minSeconds || (after.enabled && !before.enabled)) refuseTooSlow(after, visitMinutes)
  await tx
    .updateTable('link_providers')
    .set({
      ...columnsOf(after),
      ...(key === 'kept' ? {} : { api_key_sealed: sealed(deps, apiKey) }),
      ...(key === 'replaced' || isMoved ? { failures: 0, out_until: null, last_error: null } : {}),
    })
    .where('id', '=', id)
    .execute()
  return { before, after, link: await providerView(tx, { id, now }), key }
}

const lockProvider = async (tx: Tx, id: string): Promise<Selectable<LinkProviderRow>> => {
  const row = await tx
    .selectFrom('link_providers')
    .selectAll()
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row ?? refuseUnknown()
}

const refuseUnknown = (): never => refuse('notFound', 'LINK_UNKNOWN', say('owner.link.providerFound'))

const refuseUnfit = ({ shortener }: LinkDeps, fields: Plain): void => {
  const problem = shortener.problem(fields)
  if (problem !== null) refuseField(fields.api === 'sandbox' ? 'api' : 'apiUrl', 'PROVIDER_UNFIT', together(problem))
  if (fields.expectedSeconds < fields.minSeconds) {
    const msg = say('owner.link.expectedTimeBelowMinimum')
    refuseField('expectedSeconds', 'EXPECTED_TOO_SMALL', msg)
  }
}

/** A visit that comes back as soon as it may must still be in time. */
const refuseTooSlow = ({ minSeconds: seconds }: Plain, minutes: number): void => {
  if (seconds < minutes * 60) return
  refuseField('minSeconds', 'MINIMUM_ABOVE_VISIT', say('owner.link.minimumAboveVisit', { seconds, minutes }))
}

/** Refuses a time limit of visits that is no longer than the minimum of an enabled provider. */
export const refuseVisitLimit = async (tx: Tx, minutes: number): Promise<void> => {
  const slowest = await tx
    .selectFrom('link_providers')
    .select(['name', 'min_seconds'])
    .where('removed_at', 'is', null)
    .where('enabled', '=', true)
    .where('min_seconds', '>=', minutes * 60)
    .orderBy('min_seconds', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (slowest === undefined) return
  const { name, min_seconds: seconds } = slowest
  const msg = say('owner.settings.visitBelowMinimum', { minutes, name, seconds })
  refuseField('link_visit_minutes', 'VISIT_BELOW_MINIMUM', msg)
}

/** Removes a provider; one with visits is kept for their sake. */
export const deleteProvider = async (tx: Tx, { id, now }: { id: string; now: Date }): Promise<{ name: string }> => {
  const { name } = await lockProvider(tx, id)
  const used = await tx.selectFrom('link_visits').select('id').where('provider_id', '=', id).limit(1).executeTakeFirst()
  if (used === undefined) await tx.deleteFrom('link_providers').where('id', '=', id).execute()
  else {
    // Nobody calls it any more, so its key has no business here.
    const set = { removed_at: now, enabled: false, api_key_sealed: '' }
    await tx.updateTable('link_providers').set(set).where('id', '=', id).execute()
  }
  return { name }
}

/** Puts providers into an order; those that are not named keep their places behind. */
export const orderProviders = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  const known = await tx
    .selectFrom('link_providers')
    .select('id')
    .where('removed_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .forUpdate()
    .execute()
  const all = known.map(({ id }) => id)
  if (ids.some((id) => !all.includes(id))) refuseUnknown()
  const order = [...new Set([...ids, ...all])]
  await sql`UPDATE link_providers p SET position = o.place::integer
    FROM unnest(${order}::uuid[]) WITH ORDINALITY o (id, place) WHERE p.id = o.id`.execute(tx)
}

/** Asks a provider for a short address of a visit that nobody has; its breaker closes when it gives one. */
export const testProvider = async (deps: LinkDeps, { db, adapters }: Context<Routes['testLink']>, id: string) => {
  const row = await db.read
    .selectFrom('link_providers')
    .select(['api', 'api_url', 'api_key_sealed'])
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) return refuseUnknown()
  const from = performance.now()
  const target = returnAddress(deps.publicUrl, newSecret(16))
  const said = await adapters.shortener.shorten(callable(row, deps.secrets), target)
  const milliseconds = Math.round(performance.now() - from)
  if (said.kind !== 'ok') {
    const set = { last_error: said.reason }
    await db.write((tx) => tx.updateTable('link_providers').set(set).where('id', '=', id).execute())
    return { ok: false, milliseconds, result: null, msg: said.reason }
  }
  await recordProviderSuccess(db, id)
  return { ok: true, milliseconds, result: said.url, msg: say('owner.link.testPassed') }
}
