import type { WriteContext } from '#kernel/context.ts'
import type { Read, Tx } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import { assert } from '#kernel/refusal.ts'
import type { Visitor } from '#kernel/session.ts'

/** One thing that an admin did. */
export interface Deed {
  /** The admin's id. */
  readonly actor: string
  /** What was done, such as `withdrawal.approve`. */
  readonly action: string
  /** To what: an id or a setting's name. */
  readonly target: string
  readonly before: unknown
  readonly after: unknown
  readonly visitor: Visitor
  readonly now: Date
}

/** Writes it into the audit log, which nobody can change afterwards: the database refuses it. */
export const audit = (tx: Tx, deed: Deed): Promise<void> => auditAll(tx, [deed])

export const auditAll = async (tx: Tx, deeds: readonly Deed[]): Promise<void> => {
  if (deeds.length === 0) return
  await tx
    .insertInto('audit')
    .values(
      deeds.map(({ actor, action, target, before, after, visitor, now }) => ({
        id: newId(),
        at: now,
        actor,
        action,
        target,
        before: before === undefined ? null : JSON.stringify(before),
        after: after === undefined ? null : JSON.stringify(after),
        ip_net: visitor.net,
      })),
    )
    .execute()
}

/** Who does it, from where and when: the part of a deed that every endpoint takes from its context. */
export const byCaller = ({ caller, visitor, now }: Pick<WriteContext, 'caller' | 'visitor' | 'now'>) => {
  assert(caller !== undefined, 'an admin is signed in')
  return { actor: caller.id, visitor, now }
}

/** Deeds that changed how the site is set up. */
const setUpActions = [
  'setting.save',
  'method.add',
  'method.edit',
  'wall.add',
  'wall.edit',
  'wall.remove',
  'link.add',
  'link.edit',
  'link.remove',
  'challenge.add',
  'challenge.edit',
  'challenge.remove',
  'coupon.add',
  'coupon.add-batch',
  'coupon.edit',
  'coupon.remove',
  'task-category.add',
  'task-category.edit',
]

/** A page of what admins changed in the set-up, newest first. */
export const setUpAudit = async (db: Read, { page, limit }: { page: number; limit: number }) => {
  const matching = db
    .selectFrom('audit')
    .innerJoin('users', 'users.id', 'audit.actor')
    .where('audit.action', 'in', setUpActions)
  const [rows, counted] = await Promise.all([
    matching
      .select(['audit.id', 'audit.at', 'users.username', 'audit.action', 'audit.target', 'audit.before', 'audit.after'])
      .select('audit.ip_net')
      .orderBy('audit.id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    matching.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ])
  const items = rows.map((row) => ({
    _id: row.id,
    at: row.at.toISOString(),
    by: row.username,
    action: row.action,
    target: row.target,
    before: inWords(row.before),
    after: inWords(row.after),
    from: row.ip_net,
  }))
  return { items, totalItems: counted.count }
}

const inWords = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
