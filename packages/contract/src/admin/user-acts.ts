import * as z from 'zod/mini'
import { TRUST_GRANTS_MAX } from '#contract/check/trust.ts'
import { route } from '#contract/route.ts'
import { Done, Id, line, SignedUnits, Timestamp, Units } from '#contract/values.ts'
import { ShownUser } from './user.ts'

const Reason = line(3, 300)
/** When it ends by itself; leave it out for a ban without an end. */
const Until = z.optional(Timestamp)

const params = z.object({ id: Id })
const Ids = z.array(Id).check(z.minLength(1), z.maxLength(100))
const BulkResult = z.object({ done: z.int(), skipped: z.int(), msg: z.optional(z.string()) })

/** Takes something from a balance or gives to it; a moved sum is never zero. */
const Difference = SignedUnits.check(
  z.minimum(-1_000_000_000_000),
  z.maximum(1_000_000_000_000),
  z.refine((amount) => amount !== 0, { error: 'validation.amountToMove' }),
)

export const adminUserActs = {
  banUser: route({
    method: 'POST',
    path: '/api/admin/user/{id}/ban',
    summary: 'Locks an account until a date or permanently; its user sees the reason.',
    access: 'admin',
    transaction: 'write',
    params,
    body: z.object({ reason: Reason, until: Until }),
    answer: ShownUser,
  }),
  unban: route({
    method: 'POST',
    path: '/api/user/{id}/unban',
    summary: 'Unlocks an account.',
    access: 'admin',
    transaction: 'write',
    params,
    answer: ShownUser,
  }),
  banUsers: route({
    method: 'POST',
    path: '/api/admin/user/ban',
    summary: 'Locks many accounts; staff and accounts already locked are skipped.',
    access: 'admin',
    transaction: 'write',
    body: z.object({ ids: Ids, reason: Reason, until: Until }),
    answer: BulkResult,
  }),
  unbanUsers: route({
    method: 'POST',
    path: '/api/admin/user/unban',
    summary: 'Unlocks many accounts.',
    access: 'admin',
    transaction: 'write',
    body: z.object({ ids: Ids }),
    answer: BulkResult,
  }),
  cooldownUser: route({
    method: 'POST',
    path: '/api/admin/user/{id}/cooldown',
    summary: 'Sets a cooldown of some minutes for a user; 0 ends it.',
    access: 'admin',
    transaction: 'write',
    params,
    body: z.object({ minutes: z.int().check(z.minimum(0), z.maximum(7 * 1_440)), reason: Reason }),
    answer: ShownUser,
  }),
  trustUser: route({
    method: 'POST',
    path: '/api/admin/user/{id}/trust',
    summary: 'Sets how many trust levels are granted to a user instead of earnings, and judges its level again.',
    access: 'admin',
    transaction: 'write',
    params,
    body: z.object({ grants: z.int().check(z.minimum(0), z.maximum(TRUST_GRANTS_MAX)), reason: Reason }),
    answer: ShownUser,
  }),
  adjustUser: route({
    method: 'POST',
    path: '/api/admin/user/{id}/adjust',
    summary: 'Adds units to a balance or deducts them, with a reason; large amounts may need a second admin.',
    access: 'admin',
    transaction: 'write',
    idempotent: true,
    params,
    body: z.object({
      account: z.enum(['main', 'deposit']),
      amount: Difference,
      reason: Reason,
      /** What is taken beyond the earned balance becomes a debt; else such an amount is refused. */
      asDebt: z.optional(z.boolean()),
    }),
    /** `approval`: nothing has moved; another admin has to accept this act first. */
    answer: z.object({
      approval: z.nullable(Id),
      balance: Units,
      depositBalance: Units,
      debt: Units,
      msg: z.optional(z.string()),
    }),
  }),
  reverseTransfer: route({
    method: 'POST',
    path: '/api/admin/user/{id}/reverse',
    summary: 'Reverses one transaction of a user, once.',
    access: 'admin',
    transaction: 'write',
    params,
    body: z.object({ transferId: Id, reason: Reason }),
    answer: z.object({ approval: z.nullable(Id), balance: Units, depositBalance: Units, msg: z.optional(z.string()) }),
  }),
  endUserSessions: route({
    method: 'POST',
    path: '/api/admin/user/{id}/end-sessions',
    summary: 'Ends all sessions of a user.',
    access: 'admin',
    transaction: 'write',
    params,
    answer: z.object({ ended: z.int(), msg: z.optional(z.string()) }),
  }),
  endUserSession: route({
    method: 'DELETE',
    path: '/api/admin/user/{id}/session/{sessionId}',
    summary: 'Ends one session of a user.',
    access: 'admin',
    transaction: 'write',
    params: z.object({ id: Id, sessionId: Id }),
    answer: Done,
  }),
  resetUserPassword: route({
    method: 'POST',
    path: '/api/admin/user/{id}/password-reset',
    summary: 'Sends a user a password reset link.',
    access: 'admin',
    transaction: 'write',
    params,
    answer: Done,
  }),
  dropTwoStep: route({
    method: 'POST',
    path: '/api/admin/user/{id}/drop-two-step',
    summary: 'Disables two-factor authentication for a user who lost the device.',
    access: 'admin',
    transaction: 'write',
    params,
    body: z.object({ reason: Reason }),
    answer: Done,
  }),
} as const
