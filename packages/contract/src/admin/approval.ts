import * as z from 'zod/mini'
import { route } from '#contract/route.ts'
import { Id, line, listing, paging, Timestamp, Units } from '#contract/values.ts'
import { csvTwin } from './export.ts'

export const ApprovalState = z.enum(['pending', 'accepted', 'denied', 'expired', 'failed'])
export type ApprovalState = z.infer<typeof ApprovalState>

/** What an act is called that waits for a second admin (`actGuards`). */
export const ApprovalKind = z.enum([
  'user.adjust',
  'user.reverse',
  'withdrawal.approve',
  'withdrawal.refund',
  'setting.save',
  'method.edit',
  'coupon.add',
  'coupon.edit',
  'challenge.add',
  'challenge.edit',
  'link.add',
  'link.edit',
  'link.pay',
  'wall.add',
  'wall.edit',
  'report.credit',
  'outflow.resume',
  'suspect.release',
  'suspect.end-measure',
  'suspect.delete-mark',
  'appeal.answer',
])
export type ApprovalKind = z.infer<typeof ApprovalKind>

/** An act that waits for a second admin. */
export const Approval = z.object({
  _id: Id,
  kind: ApprovalKind,
  state: ApprovalState,
  /** What would happen, in one sentence. */
  sentence: z.string(),
  /** Units that move, or that somebody could get by it; null where that is not known beforehand. */
  amount: z.nullable(Units),
  /** Whom it is about; null for what is about nobody. */
  user: z.nullable(z.object({ _id: Id, username: z.string() })),
  /** The withdrawal, the movement, the method or the other thing that it is about; null where there is none yet. */
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
  summary: 'Approval requests: pending ones and earlier ones with their outcome.',
  access: 'admin',
  transaction: 'read',
  query: z.object({ ...paging, state: z.optional(ApprovalState) }),
  answer: listing(Approval),
})

export const adminApproval = {
  approvals,
  approvalsCsv: csvTwin(approvals, 'Approval requests'),
  acceptApproval: route({
    method: 'POST',
    path: '/api/admin/approval/{id}/accept',
    summary: 'Approves and runs another admin’s request; everything is validated again.',
    access: 'admin',
    transaction: 'write',
    params,
    answer: z.object({ approval: Approval, msg: z.optional(z.string()) }),
  }),
  denyApproval: route({
    method: 'POST',
    path: '/api/admin/approval/{id}/deny',
    summary: 'Rejects another admin’s request, or cancels the caller’s own.',
    access: 'admin',
    transaction: 'write',
    params,
    body: z.object({ reason: line(3, 300) }),
    answer: z.object({ approval: Approval, msg: z.optional(z.string()) }),
  }),
} as const
