import type { AuditAction } from '@runnel/contract/audit-action'
import type { CsvFile } from '@runnel/contract/admin-export'

import type { WriteContext } from '#kernel/context.ts'
import { csvOf } from '#kernel/csv.ts'
import type { Read, Tx } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import { countUpTo, offsetOf } from '#kernel/listing.ts'
import { assert } from '#kernel/refusal.ts'
import type { Visitor } from '#kernel/session.ts'

/** One thing that an admin did. */
export interface Deed {
  /** The admin's id. */
  readonly actor: string
  /** What was done, such as `withdrawal.approve`. */
  readonly action: AuditAction
  /** To what: an id or a setting's name. */
  readonly target: string
  readonly before: unknown
  readonly after: unknown
  /** What it lets a user get, where one admin alone decided it: such acts add up (slices.ts). */
  readonly gain?: number | null
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
      deeds.map(({ actor, action, target, before, after, gain = null, visitor, now }) => ({
        id: newId(),
        at: now,
        actor,
        action,
        target,
        before: before === undefined ? null : JSON.stringify(before),
        after: after === undefined ? null : JSON.stringify(after),
        ip_net: visitor.net,
        gain,
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
  const offset = offsetOf({ page, limit })
  const [rows, totalItems] = await Promise.all([
    changesOf(db).limit(limit).offset(offset).execute(),
    countUpTo(db, setUpDeeds(db)),
  ])
  return { items: rows.map(viewOf), totalItems }
}

/** The same as a file. */
export const setUpFile = (db: Read, now: Date): Promise<CsvFile> =>
  csvOf<ReturnType<typeof viewOf>>({
    name: 'set-up-changes',
    now,
    columns: {
      time: (row) => row.at,
      by: (row) => row.by,
      action: (row) => row.action,
      target: (row) => row.target,
      before: (row) => row.before,
      after: (row) => row.after,
      from: (row) => row.from,
    },
    next: async (last, limit) => {
      const changes = changesOf(db).$if(last !== undefined, (query) => query.where('audit.id', '<', last?._id ?? ''))
      return (await changes.limit(limit).execute()).map(viewOf)
    },
  })

const setUpDeeds = (db: Read) => db.selectFrom('audit').where('audit.action', 'in', setUpActions)

const changesOf = (db: Read) =>
  setUpDeeds(db)
    .innerJoin('users', 'users.id', 'audit.actor')
    .select(['audit.id', 'audit.at', 'users.username', 'audit.action', 'audit.target', 'audit.before', 'audit.after'])
    .select('audit.ip_net')
    .orderBy('audit.id', 'desc')

type Change = Awaited<ReturnType<ReturnType<typeof changesOf>['execute']>>[number]

const viewOf = (row: Change) => ({
  _id: row.id,
  at: row.at.toISOString(),
  by: row.username,
  action: row.action,
  target: row.target,
  before: inWords(row.before),
  after: inWords(row.after),
  from: row.ip_net,
})

/** JSON, or a plain word. */
export const inWords = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
