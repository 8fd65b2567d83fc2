import type { Contract } from '@runnel/contract'
import type { MailKind } from '@runnel/contract/admin/job-name'
import type { QueuedMail } from '@runnel/contract/admin/system'
import { sql } from 'kysely'
import { audit, byCaller } from '#kernel/audit.ts'
import type { Handlers } from '#kernel/context.ts'
import type { Queue } from '#kernel/queue.ts'
import { countUpTo, offsetOf } from '#kernel/reads/listing.ts'
import { refuse } from '#kernel/refusal.ts'
import { say } from '#kernel/words/say.ts'
import { asExecutor } from '#money/accounts.ts'

export interface MailDeps {
  readonly queue: Pick<Queue, 'retryFailed'>
}

interface Row extends Omit<QueuedMail, 'kind' | 'user' | 'createdAt' | 'nextAt'> {
  readonly kind: MailKind
  readonly userId: string | null
  readonly username: string | null
  readonly createdAt: Date
  readonly nextAt: Date | null
}

/** Mails that are not sent yet. What a job carries and the mail itself, which may hold a link, are never read out. */
const unsent = sql`pgboss.job WHERE name LIKE 'mail.%' AND state IN ('created', 'retry', 'active', 'failed')`

/** Somebody who asked so long ago has asked again, or wonders who did. */
const RESET_HOURS = 24
const isOld = sql`(name = 'mail.reset' AND created_on < now() - make_interval(hours => ${RESET_HOURS}))`

/** As many as one transaction queues; a further press takes the next. */
const AT_ONCE = 1_000

export const mails = ({
  queue,
}: MailDeps): Pick<Handlers<Contract['admin']>, 'mails' | 'sendMailAgain' | 'sendMailsAgain'> => ({
  mails: async ({ query: { page, limit, state } }, { db }) => {
    const offset = offsetOf({ page, limit })
    const wanted = state === undefined ? sql`` : sql`AND (state = 'failed') = ${state === 'failed'}`
    const [{ rows }, totalItems] = await Promise.all([
      sql<Row>`
        SELECT j.id AS _id, j.name AS kind,
          CASE j.state WHEN 'failed' THEN 'failed' WHEN 'active' THEN 'sending' ELSE 'waiting' END AS state,
          coalesce(u.email, c.email, j.data ->> 'formerEmail', j.data ->> 'email') AS "to",
          u.id AS "userId", u.username, j.retry_count AS retries, j.created_on AS "createdAt",
          CASE WHEN j.state IN ('created', 'retry') THEN j.start_after END AS "nextAt",
          coalesce(j.output ->> 'message', j.output -> 'value' ->> 'message') AS error
        FROM (SELECT * FROM ${unsent} ${wanted} ORDER BY created_on DESC, id DESC LIMIT ${limit} OFFSET ${offset}) j
        LEFT JOIN notifications n ON n.id = (j.data ->> 'notificationId')::uuid
        LEFT JOIN contact_answers a ON a.id = (j.data ->> 'answerId')::uuid
        LEFT JOIN contact_messages c ON c.id = a.message_id
        LEFT JOIN users u ON u.id = coalesce(n.user_id, c.user_id, (j.data ->> 'userId')::uuid)
        ORDER BY j.created_on DESC, j.id DESC`.execute(asExecutor(db)),
      countUpTo(db, sql`(SELECT FROM ${unsent} ${wanted})`),
    ])
    return { items: rows.map(viewOf), totalItems }
  },

  sendMailAgain: async ({ params: { id } }, context) => {
    const { tx } = context
    const { rows } = await sql<{ kind: string; isFailed: boolean; isOld: boolean }>`
      SELECT name AS kind, state = 'failed' AS "isFailed",
        ${isOld} AS "isOld"
      FROM pgboss.job WHERE id = ${id} AND name LIKE 'mail.%'`.execute(tx)
    const [mail] = rows
    if (mail === undefined) return refuse('notFound', 'NO_SUCH_MAIL', say('owner.mails.gone'))
    if (mail.isOld) return refuse('conflict', 'MAIL_EXPIRED', say('owner.mails.expired'))
    // Of two admins at once, the second finds it waiting.
    const queued = await queue.retryFailed(tx, { ids: [id], name: mail.kind })
    if (queued === 0) return refuse('conflict', 'MAIL_NOT_FAILED', say('owner.mails.notFailed'))
    const after = { kind: mail.kind }
    await audit(tx, { ...byCaller(context), action: 'mail.again', target: id, before: undefined, after })
    return { msg: say('owner.mails.queued') }
  },

  sendMailsAgain: async (_input, context) => {
    const { tx } = context
    const { rows } = await sql<{ kind: string; ids: string[] }>`
      SELECT name AS kind, array_agg(id) AS ids FROM (
        SELECT name, id FROM pgboss.job WHERE name LIKE 'mail.%' AND state = 'failed' AND NOT ${isOld}
        ORDER BY created_on LIMIT ${AT_ONCE}) failed
      GROUP BY name ORDER BY name`.execute(tx)
    let count = 0
    for (const { kind, ids } of rows) count += await queue.retryFailed(tx, { ids, name: kind })
    await audit(tx, {
      ...byCaller(context),
      action: 'mail.again',
      target: 'failed',
      before: undefined,
      after: { count },
    })
    return { msg: say('owner.mails.queuedAll', { count }) }
  },
})

const viewOf = ({ userId, username, createdAt, nextAt, ...row }: Row): QueuedMail => ({
  ...row,
  user: userId === null || username === null ? null : { _id: userId, username },
  createdAt: createdAt.toISOString(),
  nextAt: nextAt?.toISOString() ?? null,
})
