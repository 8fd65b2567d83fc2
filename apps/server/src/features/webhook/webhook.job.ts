import type { WebhookAudience } from '@runnel/contract/account/webhook-events'
import { sql } from 'kysely'
import type { WebhookAnswer, Webhooks } from '#adapters/webhook/webhook.ts'
import { notify } from '#features/user/user.ts'
import { lockedSql } from '#kernel/account-lock.ts'
import { type Clock, later } from '#kernel/clock.ts'
import type { Db, Tx } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import { defineJob, type Worker, worker } from '#kernel/queue.ts'
import type { Secrets } from '#kernel/secrets.ts'
import { say, type Words } from '#kernel/words/say.ts'

interface WebhookJobDeps {
  readonly db: Db
  readonly clock: Clock
  readonly secrets: Secrets
  readonly webhooks: Webhooks
}

export const webhookSend = defineJob('webhook.send', { cron: '* * * * *', expireSeconds: 300 })

export const webhookWorkers = (deps: WebhookJobDeps): readonly Worker[] => [worker(webhookSend, () => sendAll(deps))]

/** Minutes after each attempt that failed, as docs/webhooks.md names them; with the last of them a day is over. */
const PAUSES = [1, 5, 30, 120, 300, 480, 500]
/** The job runs once a minute: its first run after the pause less this is the one of that minute. */
const EARLY_SECONDS = 30
/** A receiver may ask for more patience than the plan has, up to this. */
const LATER_MAX_SECONDS = 86_400
/** After so long without anything that arrived an endpoint is turned off. */
const FAILING_SECONDS = 3 * 86_400
/** Whoever took a message and fell has it taken from him after this; an attempt lasts 10 seconds. */
const LEASE_SECONDS = 300
const ENDPOINTS = 20
const OF_ONE = 5

interface Waiting {
  readonly id: string
  readonly endpoint_id: string
  readonly body: string
  readonly tries: number
  readonly audience: WebhookAudience
  readonly url: string
  readonly user_id: string
  readonly secret: string
  readonly former_secret: string | null
  readonly former_until: Date | null
  readonly failing_since: Date | null
}

const sendAll = async (deps: WebhookJobDeps): Promise<Words> => {
  const { db, clock } = deps
  const counts = { delivered: 0, failed: 0 }
  for (let due = await takeDue(db, clock()); due.length > 0; due = await takeDue(db, clock())) {
    for (const ok of await Promise.all(due.map((one) => deliver(deps, one)))) counts[ok ? 'delivered' : 'failed'] += 1
  }
  return say('owner.job.webhooksSent', counts)
}

/**
 * Takes what is due, so that no other node sends it meanwhile: a few messages of each endpoint, first of those that
 * take what they are sent, so that one that hangs keeps no other waiting. Who is locked, or no admin any more, is sent
 * nothing.
 */
const takeDue = (db: Db, now: Date): Promise<readonly Waiting[]> =>
  db.write(async (tx) => {
    const { rows } = await sql<Waiting>`
      UPDATE webhook_messages AS taken SET due_at = ${later(now, LEASE_SECONDS)}, tries = taken.tries + 1
      FROM (
        SELECT m.id, e.audience, e.url, e.user_id, e.secret, e.former_secret, e.former_until, e.failing_since
        FROM (SELECT e.* FROM webhook_endpoints e JOIN users u ON u.id = e.user_id
          WHERE e.disabled_at IS NULL AND NOT ${lockedSql('u', now)}
            AND (e.audience = 'account' OR u.role = 'admin')
            AND EXISTS (SELECT FROM webhook_messages w WHERE w.endpoint_id = e.id AND w.due_at <= ${now})
          ORDER BY e.failing_since IS NOT NULL,
            (SELECT min(w.due_at) FROM webhook_messages w WHERE w.endpoint_id = e.id) LIMIT ${ENDPOINTS}) e
        CROSS JOIN LATERAL (SELECT id FROM webhook_messages WHERE endpoint_id = e.id AND due_at <= ${now}
          ORDER BY due_at LIMIT ${OF_ONE} FOR UPDATE SKIP LOCKED) m) AS due
      WHERE taken.id = due.id
      RETURNING taken.id, taken.endpoint_id, taken.body, taken.tries, due.audience, due.url, due.user_id, due.secret,
        due.former_secret, due.former_until, due.failing_since`.execute(tx)
    return rows
  })

const deliver = async ({ db, clock, secrets, webhooks }: WebhookJobDeps, one: Waiting): Promise<boolean> => {
  const at = clock()
  const begun = performance.now()
  const answer = await webhooks.send({
    audience: one.audience,
    url: one.url,
    id: `msg_${one.id}`,
    at,
    body: one.body,
    secrets: signers(secrets, one, at),
  })
  const ms = Math.round(performance.now() - begun)
  const ok = answer.status !== null && answer.status >= 200 && answer.status < 300
  await db.write(async (tx) => {
    // Before the messages, in the order in which `disable` takes them.
    if (!ok || one.failing_since !== null) await lockEndpoint(tx, one)
    await record(tx, { one, answer, at, ms })
    await (ok ? noteDelivery(tx, one, at) : noteFailure(tx, { one, answer, at }))
  })
  return ok
}

/** A secret that another key of the site sealed is lost: what it would sign is not sent unsigned, but fails there. */
const signers = (secrets: Secrets, one: Waiting, now: Date): string[] => {
  const isBoth = one.former_secret !== null && one.former_until !== null && one.former_until > now
  const sealed = isBoth ? [one.secret, one.former_secret] : [one.secret]
  return sealed.flatMap((each) => secrets.open(each ?? '') ?? [])
}

const lockEndpoint = (tx: Tx, { endpoint_id: id }: Waiting): Promise<unknown> =>
  tx.selectFrom('webhook_endpoints').select('id').where('id', '=', id).forNoKeyUpdate().execute()

interface Attempt {
  readonly one: Waiting
  readonly answer: WebhookAnswer
  readonly at: Date
}

const record = (tx: Tx, { one, answer, at, ms }: Attempt & { readonly ms: number }): Promise<unknown> =>
  sql`
    INSERT INTO webhook_attempts (id, message_id, at, status, answer, ms)
    SELECT ${newId()}, id, ${at}, ${answer.status}, ${answer.answer}, ${ms}
    FROM webhook_messages WHERE id = ${one.id}`.execute(tx)

const noteDelivery = async (tx: Tx, one: Waiting, at: Date): Promise<void> => {
  await tx.updateTable('webhook_messages').set({ due_at: null, delivered_at: at }).where('id', '=', one.id).execute()
  if (one.failing_since === null) return
  await tx.updateTable('webhook_endpoints').set({ failing_since: null }).where('id', '=', one.endpoint_id).execute()
}

const noteFailure = async (tx: Tx, { one, answer, at }: Attempt): Promise<void> => {
  const isGone = answer.status === 410
  const pause = PAUSES[one.tries - 1]
  const asked = Math.min(answer.laterSeconds ?? 0, LATER_MAX_SECONDS)
  const due = isGone || pause === undefined ? null : later(at, Math.max(pause * 60 - EARLY_SECONDS, asked))
  await tx.updateTable('webhook_messages').set({ due_at: due }).where('id', '=', one.id).execute()
  await tx
    .updateTable('webhook_endpoints')
    .set({ failing_since: at })
    .where('id', '=', one.endpoint_id)
    .where('failing_since', 'is', null)
    .execute()
  if (isGone || isFailingLong(one, at)) await disable(tx, { one, why: isGone ? 'gone' : 'failing', at })
}

const isFailingLong = ({ failing_since: since }: Waiting, at: Date): boolean =>
  since !== null && later(since, FAILING_SECONDS) <= at

/** One of several attempts at once turns it off, and tells its user. */
const disable = async (
  tx: Tx,
  { one, why, at }: { readonly one: Waiting; readonly why: 'failing' | 'gone'; readonly at: Date },
): Promise<void> => {
  const { numUpdatedRows } = await tx
    .updateTable('webhook_endpoints')
    .set({ disabled_at: at, disabled_why: why })
    .where('id', '=', one.endpoint_id)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  await tx.updateTable('webhook_messages').set({ due_at: null }).where('endpoint_id', '=', one.endpoint_id).execute()
  await notify(tx, { userId: one.user_id, kind: 'webhook-disabled', values: { host: new URL(one.url).host }, now: at })
}
