import * as z from 'zod/mini'
import { route } from '#contract/route.ts'
import { Timestamp } from '#contract/values.ts'

/** How much waits for a person of the site. */
export const PendingCounts = z.object({
  /** Withdrawals to decide, payouts whose outcome nobody knows, and such as are approved and not paid yet. */
  review: z.int(),
  unknown: z.int(),
  approved: z.int(),
  contact: z.int(),
  campaigns: z.int(),
  /** Visits of shortlinks that are held for a person. */
  links: z.int(),
  /** Tasks to approve and changes of tasks to decide. */
  tasks: z.int(),
  disputes: z.int(),
  /** Acts that wait for a second admin. */
  approvals: z.int(),
  /** Accounts that the system has locked, at which nobody has looked yet. */
  suspects: z.int(),
  appeals: z.int(),
  /** Sources and payouts that the breaker or an admin has stopped. */
  trips: z.int(),
})
export type PendingCounts = z.infer<typeof PendingCounts>

/** Who closed the site to everybody but the staff, and since when; null where the audit log does not tell. */
const Maintained = z.object({ by: z.nullable(z.string()), since: z.nullable(Timestamp) })

/** Part of `admin`. */
export const adminWaiting = {
  waiting: route({
    method: 'GET',
    path: '/api/admin/waiting',
    summary:
      'Number of items that need attention (moderators see only tasks and disputes), and whether the site is in ' +
      'maintenance.',
    access: 'moderator',
    transaction: 'read',
    answer: z.extend(PendingCounts, { maintenance: z.nullable(Maintained) }),
  }),
} as const
