import type { Contract } from '@runnel/contract'
import type { ContactMessage } from '@runnel/contract/admin/contact'
import type { Input } from '@runnel/contract/route'
import { type RawBuilder, sql } from 'kysely'
import { answerMessage, closeMessage, closeMessages, reopenMessage, stateOf } from '#features/contact/contact.ts'
import { lockedSql } from '#kernel/account-lock.ts'
import { audit, auditAll, byCaller } from '#kernel/audit.ts'
import type { Handlers, WriteContext } from '#kernel/context.ts'
import type { Read } from '#kernel/db.ts'
import { startsWith } from '#kernel/prefix-match.ts'
import { csvOf } from '#kernel/reads/csv.ts'
import { containing, countUpTo, offsetOf } from '#kernel/reads/listing.ts'
import { assert } from '#kernel/refusal.ts'
import { say } from '#kernel/words/say.ts'
import { asExecutor } from '#money/accounts.ts'

type Routes = Contract['admin']
type Filter = Input<Routes['contactCsv']>['query']
type Contact = Pick<
  Handlers<Routes>,
  'contactMessages' | 'contactCsv' | 'answerContact' | 'closeContact' | 'reopenContact' | 'closeContacts'
>

/** What people wrote to the owner; the rules stand in the contact feature, the audit rows here. */
export const contactDesk: Contact = {
  contactMessages: async ({ query: { page, limit, ...filter } }, { db, now }) => {
    const offset = offsetOf({ page, limit })
    const [items, totalItems] = await Promise.all([
      messagesOf(db, { where: matching(filter), rest: sql`LIMIT ${limit} OFFSET ${offset}`, now }),
      countUpTo(db, sql`(SELECT FROM contact_messages c WHERE ${matching(filter)})`),
    ])
    return { items, totalItems }
  },

  contactCsv: ({ query }, { db, now }) =>
    csvOf<ContactMessage>({
      name: 'contact-messages',
      now,
      columns: {
        time: (row) => row.createdAt,
        state: (row) => row.state,
        email: (row) => row.email,
        username: (row) => row.user?.username,
        subject: (row) => row.subject,
        message: (row) => row.message,
        answers: (row) => row.answers.map(({ by, message }) => `${by}: ${message}`).join('\n\n'),
        id: (row) => row._id,
      },
      next: (last, limit) => {
        const behind = last === undefined ? sql`` : sql`AND c.id < ${last._id}`
        return messagesOf(db, { where: sql`${matching(query)} ${behind}`, rest: sql`LIMIT ${limit}`, now })
      },
    }),

  answerContact: async ({ params: { id }, body: { message } }, context) => {
    const held = await answerMessage(context, { id, message })
    const deed = { before: { state: stateOf(held) }, after: { state: 'answered', length: message.length } }
    await audit(context.tx, { ...byCaller(context), action: 'contact.answer', target: id, ...deed })
    return { message: await shownMessage(context, id), msg: say('contact.replySent') }
  },

  closeContact: async ({ params: { id } }, context) => {
    await closeMessage(context, id)
    await audit(context.tx, { ...byCaller(context), action: 'contact.close', target: id, ...closing })
    return { message: await shownMessage(context, id), msg: say('contact.closedWithoutReply') }
  },

  reopenContact: async ({ params: { id } }, context) => {
    const before = { state: await reopenMessage(context, id) }
    const deed = { action: 'contact.reopen', target: id, before, after: { state: 'open' } } as const
    await audit(context.tx, { ...byCaller(context), ...deed })
    return { message: await shownMessage(context, id), msg: say('contact.messageReopened') }
  },

  closeContacts: async ({ body: { ids } }, context) => {
    const closed = await closeMessages(context, ids)
    const deeds = closed.map((target) => ({
      ...byCaller(context),
      action: 'contact.close' as const,
      target,
      ...closing,
    }))
    await auditAll(context.tx, deeds)
    const skipped = new Set(ids).size - closed.length
    return { done: closed.length, skipped, msg: say('contact.closedSkipped', { count: closed.length, skipped }) }
  },
}

const closing = { before: { state: 'open' }, after: { state: 'closed' } } as const

interface Row {
  readonly id: string
  readonly userId: string | null
  readonly username: string | null
  readonly locked: boolean
  readonly email: string
  readonly subject: string
  readonly message: string
  readonly created_at: Date
  readonly answered_at: Date | null
  readonly closed: boolean
}

interface Asked {
  readonly where: RawBuilder<unknown>
  readonly rest: RawBuilder<unknown>
  readonly now: Date
}

const messagesOf = async (db: Read, { where, rest, now }: Asked): Promise<ContactMessage[]> => {
  const { rows } = await sql<Row>`
    SELECT c.id, u.id AS "userId", u.username, ${lockedSql('u', now)} AS locked,
      c.email, c.subject, c.message, c.created_at, c.answered_at, c.closed
    FROM contact_messages c LEFT JOIN users u ON u.id = c.user_id AND u.deleted_at IS NULL
    WHERE ${where} ORDER BY c.id DESC ${rest}`.execute(asExecutor(db))
  const answers = await answersOf(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    _id: row.id,
    user: row.userId === null ? null : { _id: row.userId, username: row.username ?? '', locked: row.locked },
    email: row.email,
    subject: row.subject,
    message: row.message,
    createdAt: row.created_at.toISOString(),
    state: stateOf(row),
    answers: answers.get(row.id) ?? [],
  }))
}

const answersOf = async (db: Read, ids: readonly string[]): Promise<ReadonlyMap<string, ContactMessage['answers']>> => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('contact_answers')
    .innerJoin('users', 'users.id', 'contact_answers.by_user')
    .select(['contact_answers.id', 'contact_answers.message_id as of', 'contact_answers.message'])
    .select(['contact_answers.at', 'users.username'])
    .where('contact_answers.message_id', 'in', [...ids])
    .orderBy('contact_answers.id')
    .execute()
  const grouped = Map.groupBy(rows, (row) => row.of)
  const views = [...grouped].map(([id, found]): [string, ContactMessage['answers']] => [
    id,
    found.map((row) => ({ _id: row.id, by: row.username, message: row.message, at: row.at.toISOString() })),
  ])
  return new Map(views)
}

const shownMessage = async ({ tx, now }: Pick<WriteContext, 'tx' | 'now'>, id: string): Promise<ContactMessage> => {
  const [message] = await messagesOf(tx, { where: sql`c.id = ${id}`, rest: sql``, now })
  assert(message !== undefined, `there is a message ${id}`)
  return message
}

const states = {
  open: sql`c.answered_at IS NULL`,
  answered: sql`c.answered_at IS NOT NULL AND NOT c.closed`,
  closed: sql`c.closed`,
} as const

const matching = ({ state, search, from, to }: Filter): RawBuilder<unknown> => {
  const wanted: RawBuilder<unknown>[] = [sql`true`]
  if (state !== undefined) wanted.push(states[state])
  if (search !== undefined && search !== '') {
    const text = search.toLowerCase()
    const writers = sql`SELECT w.id FROM users w WHERE ${startsWith(sql`w.username`, text)} LIMIT 1000`
    wanted.push(sql`(${startsWith(sql`lower(c.email)`, text)} OR c.user_id IN (${writers})
      OR c.subject ILIKE ${containing(search)})`)
  }
  if (from !== undefined) wanted.push(sql`c.created_at >= ${from}::date::timestamp AT TIME ZONE 'UTC'`)
  if (to !== undefined) wanted.push(sql`c.created_at < (${to}::date + 1)::timestamp AT TIME ZONE 'UTC'`)
  return sql.join(wanted, sql` AND `)
}
