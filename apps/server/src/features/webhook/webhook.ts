import { randomBytes } from 'node:crypto'
import type { Contract } from '@runnel/contract'
import {
  type Webhook,
  type WebhookMessage,
  WEBHOOK_OVERLAP_HOURS,
  WEBHOOKS_MAX,
} from '@runnel/contract/account/webhook'
import { eventsFor, type WebhookAudience, type WebhookEvent } from '@runnel/contract/account/webhook-events'
import { type Selectable, sql } from 'kysely'
import type { DescribedAdapters } from '#adapters/adapters.ts'
import { notifyAndMail } from '#features/user/user.ts'
import { type AuditEntry, audit, byCaller } from '#kernel/audit.ts'
import { later } from '#kernel/clock.ts'
import type { Context, Handlers, WriteContext } from '#kernel/context.ts'
import type { Read } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import { countUpTo, offsetOf } from '#kernel/reads/listing.ts'
import { refuse, refuseField } from '#kernel/refusal.ts'
import type { Secrets } from '#kernel/secrets.ts'
import type { Caller } from '#kernel/session.ts'
import type { Database } from '#kernel/tables/tables.ts'
import { say } from '#kernel/words/say.ts'

type Routes = Contract['webhook']

interface WebhookDeps extends Pick<DescribedAdapters, 'webhooks'> {
  readonly secrets: Secrets
}

/** Endpoints that are sent events of an account, or of the whole site. */
export const webhook = (deps: WebhookDeps): Handlers<Routes> => ({
  list: async ({ query }, { db, caller, now }) => {
    refuseAudience(caller, query.audience)
    const rows = await reachable(db, caller)
      .select(columns)
      .where('audience', '=', query.audience)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute()
    return { webhooks: rows.map((row) => webhookView(row, now)) }
  },

  create: async ({ body: { audience, url, description, events } }, context) => {
    const { tx, caller, now } = context
    refuseAudience(caller, audience)
    refuseUrl(deps, audience, url)
    refuseEvents(audience, events)
    await refuseTooMany(context, audience)
    const secret = newWebhookSecret()
    const row = await tx
      .insertInto('webhook_endpoints')
      .values({
        id: newId(),
        user_id: caller.id,
        audience,
        url,
        description,
        events: [...new Set(events)],
        secret: deps.secrets.seal(secret),
        created_at: now,
      })
      .returning(columns)
      .executeTakeFirstOrThrow()
    await noteDeed(context, row, { action: 'webhook.add', after: factsOf(row) })
    if (audience === 'account') await tellOwner(context, url)
    return { secret, webhook: webhookView(row, now), msg: say('webhook.created') }
  },

  ...changesOf(deps),
  ...logOf,
})

const changesOf = (deps: WebhookDeps): Pick<Handlers<Routes>, 'change' | 'remove' | 'rotate'> => ({
  change: async ({ params, body: { url, description, events, enabled } }, context) => {
    const { tx, caller, now } = context
    const before = await endpointOf(tx, caller, params.id)
    const { audience } = before
    if (url !== undefined) refuseUrl(deps, audience, url)
    if (events !== undefined) refuseEvents(audience, events)
    const change = {
      ...(url !== undefined && { url }),
      ...(description !== undefined && { description }),
      ...(events !== undefined && { events: [...new Set(events)] }),
      ...(enabled === true && { disabled_at: null, disabled_why: null, failing_since: null }),
      ...(enabled === false && { disabled_at: now, disabled_why: 'off' as const }),
    }
    if (Object.keys(change).length === 0) return {}
    const row = await tx
      .updateTable('webhook_endpoints')
      .set(change)
      .where('id', '=', params.id)
      .returning(columns)
      .executeTakeFirstOrThrow()
    await noteDeed(context, row, { action: 'webhook.edit', before: factsOf(before), after: factsOf(row) })
    if (audience === 'account' && row.url !== before.url) await tellOwner(context, row.url)
    return { msg: say('webhook.changed') }
  },

  remove: async ({ params }, context) => {
    const { tx, caller } = context
    const row = await endpointOf(tx, caller, params.id)
    await tx.deleteFrom('webhook_endpoints').where('id', '=', params.id).execute()
    await noteDeed(context, row, { action: 'webhook.remove', before: factsOf(row) })
    return { msg: say('webhook.deleted') }
  },

  rotate: async ({ params }, context) => {
    const { tx, caller, now } = context
    await endpointOf(tx, caller, params.id)
    const secret = newWebhookSecret()
    const row = await tx
      .updateTable('webhook_endpoints')
      .set(({ ref }) => ({
        former_secret: ref('secret'),
        former_until: later(now, WEBHOOK_OVERLAP_HOURS * 3_600),
        secret: deps.secrets.seal(secret),
      }))
      .where('id', '=', params.id)
      .returning(columns)
      .executeTakeFirstOrThrow()
    await noteDeed(context, row, { action: 'webhook.rotate', after: factsOf(row) })
    return { secret, webhook: webhookView(row, now), msg: say('webhook.rotated') }
  },
})

/** What was sent to an endpoint, and what is sent again. */
const logOf: Pick<Handlers<Routes>, 'test' | 'messages' | 'replay'> = {
  test: async ({ params }, { tx, caller, now }) => {
    refuseDisabled(await endpointOf(tx, caller, params.id))
    const body = JSON.stringify({ type: 'webhook.test', timestamp: now.toISOString(), data: { webhookId: params.id } })
    await tx
      .insertInto('webhook_messages')
      .values({
        id: newId(),
        endpoint_id: params.id,
        event: 'webhook.test',
        body,
        created_at: now,
        due_at: now,
      })
      .execute()
    return { msg: say('webhook.queued') }
  },

  messages: async ({ params, query }, { db, caller }) => {
    await endpointOf(db, caller, params.id)
    const matching = db.selectFrom('webhook_messages').where('endpoint_id', '=', params.id)
    const rows = await matching
      .select(['id', 'event', 'body', 'created_at', 'due_at', 'delivered_at'])
      .select(attemptsOf().as('attempts'))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(query.limit)
      .offset(offsetOf(query))
      .execute()
    return { items: rows.map(messageView), totalItems: await countUpTo(db, matching) }
  },

  replay: async ({ params }, { tx, caller, now }) => {
    refuseDisabled(await endpointOf(tx, caller, params.id))
    const { numUpdatedRows } = await tx
      .updateTable('webhook_messages')
      .set({ due_at: now, tries: 0, delivered_at: null })
      .where('id', '=', params.messageId)
      .where('endpoint_id', '=', params.id)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) refuse('notFound', 'NO_SUCH_MESSAGE', say('webhook.messageNotFound'))
    return { msg: say('webhook.queued') }
  },
}

const columns = [
  'id',
  'audience',
  'url',
  'description',
  'events',
  'created_at',
  'disabled_why',
  'failing_since',
  'former_until',
] as const satisfies readonly (keyof Database['webhook_endpoints'])[]

type EndpointRow = Pick<Selectable<Database['webhook_endpoints']>, (typeof columns)[number]>

/** What an admin does to an endpoint of the site stands in the audit log; what people do to their own does not. */
const noteDeed = async (
  context: WriteContext,
  { id, audience }: EndpointRow,
  deed: Pick<AuditEntry, 'action'> & Partial<Pick<AuditEntry, 'before' | 'after'>>,
): Promise<void> => {
  if (audience !== 'site') return
  await audit(context.tx, { ...byCaller(context), target: id, before: undefined, after: undefined, ...deed })
}

/** From now on the endpoint is sent what happens in the account, which its owner should know of. */
const tellOwner = async (context: Context<Routes['create' | 'change']>, url: string): Promise<void> => {
  const { caller, now, notifyLive } = context
  const { host } = new URL(url)
  await notifyAndMail(context, { userId: caller.id, kind: 'webhook-added', values: { host }, now })
  notifyLive(caller.id)
}

const factsOf = ({ url, description, events, disabled_why: why }: EndpointRow) => ({
  url,
  description,
  events,
  enabled: why === null,
})

/** 24 to 64 bytes, as the specification asks. */
const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

/** Every admin runs the endpoints of the site; those of an account are its own. */
const reachable = (db: Read, { id, role }: Caller) =>
  db
    .selectFrom('webhook_endpoints')
    .where(({ and, or, eb }) =>
      or([
        and([eb('audience', '=', 'account'), eb('user_id', '=', id)]),
        ...(role === 'admin' ? [eb('audience', '=', 'site')] : []),
      ]),
    )

const endpointOf = async (db: Read, caller: Caller, id: string) => {
  const row = await reachable(db, caller).select(columns).where('id', '=', id).executeTakeFirst()
  if (row === undefined) return refuse('notFound', 'NO_SUCH_WEBHOOK', say('webhook.notFound'))
  refuseAudience(caller, row.audience)
  return row
}

const refuseAudience = ({ role }: Caller, audience: WebhookAudience): void => {
  if (audience === 'site' && role !== 'admin') refuse('forbidden', 'FORBIDDEN', say('webhook.adminsOnly'))
}

const refuseUrl = ({ webhooks }: WebhookDeps, audience: WebhookAudience, url: string): void => {
  if (webhooks.problem(audience, url) !== null) refuseField('url', 'WEBHOOK_URL', say('webhook.urlRefused'))
}

const refuseEvents = (audience: WebhookAudience, events: readonly WebhookEvent[]): void => {
  const offered = eventsFor(audience)
  if (!events.every((event) => offered.includes(event))) {
    refuseField('events', 'WEBHOOK_EVENT', say('webhook.eventNotOffered'))
  }
}

const refuseDisabled = ({ disabled_why: why }: Pick<EndpointRow, 'disabled_why'>): void => {
  if (why !== null) refuse('conflict', 'WEBHOOK_DISABLED', say('webhook.turnOnFirst'))
}

/** The locked row of the user makes those who create at the same moment count one after another. */
const refuseTooMany = async ({ tx, caller }: Context<Routes['create']>, audience: WebhookAudience): Promise<void> => {
  await tx.selectFrom('users').select('id').where('id', '=', caller.id).forUpdate().execute()
  const rows = await reachable(tx, caller).select('id').where('audience', '=', audience).execute()
  if (rows.length >= WEBHOOKS_MAX)
    refuse('conflict', 'TOO_MANY_WEBHOOKS', say('webhook.tooMany', { most: WEBHOOKS_MAX }))
}

const webhookView = (row: EndpointRow, now: Date): Webhook => ({
  _id: row.id,
  url: row.url,
  description: row.description,
  events: row.events,
  createdAt: row.created_at.toISOString(),
  disabled: row.disabled_why,
  failingSince: row.failing_since?.toISOString() ?? null,
  overlapUntil: row.former_until !== null && row.former_until > now ? row.former_until.toISOString() : null,
})

/** As one column, in the form of the contract but for the moments. */
const attemptsOf = () => sql<{ at: string; status: number | null; answer: string; ms: number }[]>`
  (SELECT coalesce(json_agg(json_build_object('at', a.at, 'status', a.status, 'answer', a.answer, 'ms', a.ms)
    ORDER BY a.at DESC), '[]') FROM (SELECT * FROM webhook_attempts WHERE message_id = webhook_messages.id
    ORDER BY at DESC LIMIT 10) a)`

type MessageRow = Pick<
  Selectable<Database['webhook_messages']>,
  'id' | 'event' | 'body' | 'created_at' | 'due_at' | 'delivered_at'
> & { readonly attempts: { at: string; status: number | null; answer: string; ms: number }[] }

const messageView = (row: MessageRow): WebhookMessage => ({
  _id: row.id,
  event: row.event,
  createdAt: row.created_at.toISOString(),
  state: row.due_at !== null ? 'waiting' : row.delivered_at !== null ? 'delivered' : 'failed',
  dueAt: row.due_at?.toISOString() ?? null,
  body: row.body,
  attempts: row.attempts.map((attempt) => ({ ...attempt, at: new Date(attempt.at).toISOString() })),
})
