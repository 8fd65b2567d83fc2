import type { AuditAction } from '@runnel/contract/admin/audit-action'
import type { Route } from '@runnel/contract/route'
import type { Role } from '@runnel/contract/values'
import { sql } from 'kysely'
import { later } from './clock.ts'
import type { WriteContext } from './context.ts'
import type { Db, Tx } from './db.ts'
import { newId } from './id.ts'
import { assert } from './refusal.ts'
import type { Caller, Visitor } from './session.ts'

/** One thing that somebody of the staff did. */
export interface AuditEntry {
  /** Whose action it is: an id. */
  readonly actor: string
  /** What was done, such as `withdrawal.approve`. */
  readonly action: AuditAction
  /** To what: an id or a setting's name. */
  readonly target: string
  readonly before: unknown
  readonly after: unknown
  /** What it lets a user get, where one admin alone decided it: such acts add up (admin-limits.ts). */
  readonly gain?: number | null
  readonly visitor: Visitor
  readonly now: Date
}

/** Writes it into the audit log, which nobody can change afterwards: the database refuses it. */
export const audit = (tx: Tx, deed: AuditEntry): Promise<void> => auditAll(tx, [deed])

export const auditAll = async (tx: Tx, deeds: readonly AuditEntry[]): Promise<void> => {
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

/** Who does it, from where and when: the part of an entry that every endpoint takes from its context. */
export const byCaller = ({ caller, visitor, now }: Pick<WriteContext, 'caller' | 'visitor' | 'now'>) => {
  assert(caller !== undefined, 'somebody of the staff is signed in')
  return { actor: caller.id, visitor, now }
}

interface Exported {
  readonly db: Pick<Db, 'write'>
  readonly route: Route
  readonly query: unknown
  readonly caller: Caller | undefined
  readonly visitor: Visitor
  readonly now: Date
}

/** Files of everybody's data; what people take of their own is nobody else's business. */
export const isExport = ({ route, query, caller }: Pick<Exported, 'route' | 'query' | 'caller'>): boolean => {
  if (route.kind !== 'csv' && route.kind !== 'download') return false
  if (route.access === 'moderator' || route.access === 'admin') return true
  const asStaff = typeof query === 'object' && query !== null && 'isByAdmin' in query && query.isByAdmin === 'true'
  return asStaff && caller !== undefined && caller.role !== 'user'
}

/** Writes down which list left as a file, with its filters. */
export const auditExport = async ({ db, route, query, ...by }: Exported): Promise<void> => {
  const deed = {
    action: 'list.export',
    target: route.path.replace(/^\/api\//, ''),
    before: undefined,
    after: query,
  } as const
  await db.write((tx) => audit(tx, { ...byCaller(by), ...deed }))
}

/** Rows an hour of each kind about one account: who tries passwords must not fill the log. */
const REFUSED_AN_HOUR = 10

interface RefusedProof {
  readonly action: 'staff.sign-in-refused' | 'staff.step-up-refused'
  readonly user: { readonly id: string; readonly role: Role }
  readonly step: 'password' | 'code'
}

/** Writes down that a wrong password or code was given for one of the staff; for others nothing is. */
export const recordRefusedProof = (
  { visitor, now, onRollback }: Pick<WriteContext, 'visitor' | 'now' | 'onRollback'>,
  { action, user, step }: RefusedProof,
): void => {
  if (user.role === 'user') return
  onRollback(async (tx) => {
    const { count } = await tx
      .selectFrom('audit')
      .select(sql<number>`count(*)`.as('count'))
      .where('actor', '=', user.id)
      .where('action', '=', action)
      .where('at', '>', later(now, -3_600))
      .executeTakeFirstOrThrow()
    if (Number(count) >= REFUSED_AN_HOUR) return
    await audit(tx, { actor: user.id, action, target: user.id, before: undefined, after: { step }, visitor, now })
  })
}
