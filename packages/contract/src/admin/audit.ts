import * as z from 'zod/mini'
import { route } from '#contract/route.ts'
import { Day, Id, listing, paging, Timestamp } from '#contract/values.ts'
import { csvTwin } from './export.ts'

export const AuditRow = z.object({
  _id: Id,
  at: Timestamp,
  by: z.string(),
  action: z.string(),
  target: z.string(),
  /** The username where the target is a user; else null. */
  targetName: z.nullable(z.string()),
  /** JSON, or a plain word; empty where there was nothing. */
  before: z.string(),
  after: z.string(),
  /** The network that it came from. */
  from: z.string(),
})
export type AuditRow = z.infer<typeof AuditRow>

const filter = {
  /** The username of who did it. */
  actor: z.optional(z.string().check(z.trim(), z.maxLength(40))),
  /** The beginning of an action, such as `user.` or `withdrawal.approve`. */
  action: z.optional(z.string().check(z.trim(), z.regex(/^[a-z0-9.-]{0,60}$/))),
  /** A whole id, the username of an account, or a setting's name. */
  target: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  from: z.optional(Day),
  to: z.optional(Day),
}

const audit = route({
  method: 'GET',
  path: '/api/admin/audit',
  summary: 'All staff actions, newest first. The database refuses to change a row.',
  access: 'admin',
  transaction: 'read',
  mayLag: true,
  query: z.object({ ...paging, ...filter }),
  answer: listing(AuditRow),
})

export const adminAudit = {
  audit,
  auditCsv: csvTwin(audit, 'The audit log'),
} as const
