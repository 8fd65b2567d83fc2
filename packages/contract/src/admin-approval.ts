import * as z from 'zod/mini'

import { csvTwin } from './admin-export.ts'
import { route } from './route.ts'
import { Id, line, listing, paging, Timestamp, Units } from './values.ts'

export const ApprovalState = z.enum(['pending', 'accepted', 'denied', 'expired', 'failed'])
export type ApprovalState = z.infer<typeof ApprovalState>

/** An act that waits for a second admin. */
export const Approval = z.object({
  _id: Id,
  kind: z.enum([
    'user.adjust',
    'user.reverse',
    'withdrawal.approve',
    'withdrawal.refund',
    'setting.save',
    'method.edit',
  ]),
  state: ApprovalState,
  /** What would happen, in one sentence. */
  sentence: z.string(),
  /** Null for settings and methods. */
  amount: z.nullable(Units),
  /** Whom it is about; null for settings and methods. */
  user: z.nullable(z.object({ _id: Id, username: z.string() })),
  /** The withdrawal, the movement or the method that it is about; null for an adjustment and for settings. */
  ref: z.nullable(z.string()),
  reason: z.string(),
  proposedBy: z.string(),
  proposedAt: Timestamp,
  expiresAt: Timestamp,
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(Timestamp),
  /** Why it was denied, or why it could not be carried out any more. */
  outcome: z.nullable(z.string()),
  /** Whether this admin proposed it, who can take it back but not accept it. */
  mine: z.boolean(),
})
export type Approval = z.infer<typeof Approval>

const params = z.object({ id: Id })

const approvals = route({
  method: 'GET',
  path: '/api/admin/approval',
  summary: 'Acts that wait for a second admin, and what became of earlier ones.',
  access: 'admin',
  transaction: 'read',
  query: z.object({ ...paging, state: z.optional(ApprovalState) }),
  answer: listing(Approval),
})

export const adminApproval = {
  approvals,
  approvalsCsv: csvTwin(approvals, 'Acts for a second admin'),
  acceptApproval: route({
    method: 'POST',
    path: '/api/admin/approval/{id}/accept',
    summary: 'Carries out what another admin proposed, with everything checked again as it is now.',
    access: 'admin',
    transaction: 'write',
    stepUp: true,
    params,
    answer: z.object({ approval: Approval, msg: z.optional(z.string()) }),
  }),
  denyApproval: route({
    method: 'POST',
    path: '/api/admin/approval/{id}/deny',
    summary: 'Denies what another admin proposed, or takes an own proposal back.',
    access: 'admin',
    transaction: 'write',
    params,
    body: z.object({ reason: line(3, 300) }),
    answer: z.object({ approval: Approval, msg: z.optional(z.string()) }),
  }),
} as const
