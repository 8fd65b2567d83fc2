import * as z from 'zod/mini'

import { csvTwin } from './admin-export.ts'
import { Email } from './auth.ts'
import { RiskReason } from './risk.ts'
import { route } from './route.ts'
import { StatementLine, statementFilter } from './user.ts'
import { TransferKind } from './user-kinds.ts'
import {
  Day,
  Done,
  Id,
  line,
  listing,
  paging,
  prose,
  Role,
  SignedUnits,
  Timestamp,
  Units,
  wholeNumber,
} from './values.ts'

/** How an account stands; one that is locked and has left is only `deleted`. */
export const UserStatus = z.enum(['active', 'locked', 'cooldown', 'unverified', 'deleted'])
export type UserStatus = z.infer<typeof UserStatus>

/** What the list is sorted by, the greatest first. Balance, earned and score are sorted as of some minutes ago. */
export const UserSort = z.enum(['joined', 'lastSeen', 'earned', 'balance', 'score'])
export type UserSort = z.infer<typeof UserSort>

export const AdminUserRow = z.object({
  _id: Id,
  username: z.string(),
  email: z.string(),
  role: Role,
  status: UserStatus,
  balance: Units,
  depositBalance: Units,
  heldBalance: Units,
  debt: Units,
  totalEarned: Units,
  level: z.int(),
  joinedAt: Timestamp,
  lastSeenAt: Timestamp,
  emailVerified: z.boolean(),
  /** All three are null for an account that is not locked now; without an end it is locked for ever. */
  lockedAt: z.nullable(Timestamp),
  lockedUntil: z.nullable(Timestamp),
  lockReason: z.nullable(z.string()),
  /** Two letters, of the newest session that still lives; null when unknown. */
  country: z.nullable(z.string()),
  score: z.number(),
})
export type AdminUserRow = z.infer<typeof AdminUserRow>

const Country = z.string().check(z.regex(/^[A-Z]{2}$/))

export const userFilter = {
  /** The beginning of a username or an e-mail address, or a whole id. */
  search: z.optional(z.string().check(z.trim(), z.maxLength(254))),
  role: z.optional(Role),
  status: z.optional(UserStatus),
  country: z.optional(Country),
  minLevel: z.optional(wholeNumber(1, 100_000)),
  /** The username of who referred them. */
  referrer: z.optional(z.string().check(z.trim(), z.maxLength(40))),
  joinedFrom: z.optional(Day),
  joinedTo: z.optional(Day),
  scoreFrom: z.optional(wholeNumber(1, 1_000)),
  sort: z._default(UserSort, 'joined'),
}

const Reason = line(3, 300)
/** When it ends by itself; leave it out for a ban without an end. */
const Until = z.optional(Timestamp)

export const AdminUserDetail = z.object({
  user: z.extend(AdminUserRow, {
    exp: z.int(),
    faucetClaim: z.int(),
    tz: z.string(),
    notifyByMail: z.boolean(),
    hideName: z.boolean(),
    hasSetPassword: z.boolean(),
    twoStep: z.boolean(),
    /** What admins wrote down about this account; its user never sees it. */
    note: z.string(),
    cooldown: z.nullable(z.object({ until: Timestamp, reason: z.string() })),
  }),
  referrer: z.nullable(z.object({ _id: Id, username: z.string() })),
  referred: z.int(),
  sessions: z.array(
    z.object({ _id: Id, device: z.string(), place: z.string(), createdAt: Timestamp, lastSeenAt: Timestamp }),
  ),
  /** `others`: further accounts on the same device or in the same network. At most 50 of each. */
  devices: z.array(
    z.object({
      _id: Id,
      device: z.string(),
      network: z.string(),
      firstSeenAt: Timestamp,
      lastSeenAt: Timestamp,
      others: z.int(),
    }),
  ),
  networks: z.array(z.object({ network: z.string(), lastSeenAt: Timestamp, others: z.int() })),
  risk: z.array(RiskReason),
  /** What it did and earned in all, by source (`faucet`, `ptc`, `link`, `task` …). */
  counters: z.array(z.object({ source: z.string(), count: z.int(), earned: Units })),
  withdrawals: z.object({ count: z.int(), open: Units, paid: Units, refunded: Units, lastAt: z.nullable(Timestamp) }),
  campaigns: z.object({ count: z.int(), running: z.int() }),
  tasks: z.object({ count: z.int(), running: z.int() }),
  submissions: z.object({ count: z.int(), accepted: z.int(), denied: z.int() }),
  /** What admins did to this account, newest first; at most 50. `before` and `after` as in the audit log. */
  measures: z.array(
    z.object({
      _id: Id,
      at: Timestamp,
      by: z.string(),
      action: z.string(),
      before: z.string(),
      after: z.string(),
    }),
  ),
})
export type AdminUserDetail = z.infer<typeof AdminUserDetail>

const params = z.object({ id: Id })
const Ids = z.array(Id).check(z.minLength(1), z.maxLength(100))
const BulkResult = z.object({ done: z.int(), skipped: z.int(), msg: z.optional(z.string()) })
const Shown = z.object({ user: AdminUserRow, msg: z.optional(z.string()) })

/** Takes something from a balance or gives to it; a moved sum is never zero. */
const Difference = SignedUnits.check(
  z.minimum(-1_000_000_000_000),
  z.maximum(1_000_000_000_000),
  z.refine((amount) => amount !== 0, { error: 'Say how much to give or to take.' }),
)

const users = route({
  method: 'GET',
  path: '/api/user/list',
  summary: 'All users, filtered, searched and sorted in the database.',
  access: 'admin',
  transaction: 'read',
  query: z.object({ ...paging, ...userFilter }),
  answer: listing(AdminUserRow),
})

const userStatement = route({
  method: 'GET',
  path: '/api/admin/user/{id}/statement',
  summary: "Every movement on one user's accounts, newest first, and whether it can still be undone.",
  access: 'admin',
  transaction: 'read',
  params,
  query: z.object({ ...paging, ...statementFilter }),
  answer: listing(z.extend(StatementLine, { reversible: z.boolean() })),
})

export const adminUser = {
  users,
  usersCsv: csvTwin(users, 'The users'),
  userDetail: route({
    method: 'GET',
    path: '/api/admin/user/{id}',
    summary: 'Everything about one user.',
    access: 'admin',
    transaction: 'read',
    params,
    answer: AdminUserDetail,
  }),
  userStatement,
  userStatementCsv: csvTwin(userStatement, "One user's movements"),
  editUser: route({
    method: 'PATCH',
    path: '/api/admin/user/{id}',
    summary: 'Changes the profile of a user or the note about them.',
    access: 'admin',
    transaction: 'write',
    params,
    body: z.object({
      data: z.object({
        username: z.optional(z.string().check(z.trim(), z.toLowerCase(), z.regex(/^[a-z0-9_]{3,20}$/))),
        email: z.optional(Email),
        emailVerified: z.optional(z.boolean()),
        tz: z.optional(z.string().check(z.maxLength(64))),
        hideName: z.optional(z.boolean()),
        note: z.optional(prose(0, 4_000)),
      }),
    }),
    answer: Shown,
  }),
  banUser: route({
    method: 'POST',
    path: '/api/admin/user/{id}/ban',
    summary: 'Locks an account until a day or for ever; its user reads the reason.',
    access: 'admin',
    transaction: 'write',
    stepUp: true,
    params,
    body: z.object({ reason: Reason, until: Until }),
    answer: Shown,
  }),
  unban: route({
    method: 'POST',
    path: '/api/user/{id}/unban',
    summary: 'Unlocks an account.',
    access: 'admin',
    transaction: 'write',
    stepUp: true,
    params,
    answer: Shown,
  }),
  banUsers: route({
    method: 'POST',
    path: '/api/admin/user/ban',
    summary: 'Locks many accounts; staff, and who is locked already, are skipped.',
    access: 'admin',
    transaction: 'write',
    stepUp: true,
    body: z.object({ ids: Ids, reason: Reason, until: Until }),
    answer: BulkResult,
  }),
  unbanUsers: route({
    method: 'POST',
    path: '/api/admin/user/unban',
    summary: 'Unlocks many accounts.',
    access: 'admin',
    transaction: 'write',
    stepUp: true,
    body: z.object({ ids: Ids }),
    answer: BulkResult,
  }),
  cooldownUser: route({
    method: 'POST',
    path: '/api/admin/user/{id}/cooldown',
    summary: 'Sends a user to the waiting room for some minutes; 0 ends the wait.',
    access: 'admin',
    transaction: 'write',
    params,
    body: z.object({ minutes: z.int().check(z.minimum(0), z.maximum(7 * 1_440)), reason: Reason }),
    answer: Shown,
  }),
  adjustUser: route({
    method: 'POST',
    path: '/api/admin/user/{id}/adjust',
    summary: 'Gives units to a balance or takes them, with a reason; large sums may wait for another admin.',
    access: 'admin',
    transaction: 'write',
    stepUp: true,
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
    summary: 'Undoes one movement of a user, once.',
    access: 'admin',
    transaction: 'write',
    stepUp: true,
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
    summary: 'Mails a user the link that chooses a new password.',
    access: 'admin',
    transaction: 'write',
    params,
    answer: Done,
  }),
  dropTwoStep: route({
    method: 'POST',
    path: '/api/admin/user/{id}/drop-two-step',
    summary: 'Switches the 2-step login of a user off, for one who has lost the device.',
    access: 'admin',
    transaction: 'write',
    stepUp: true,
    params,
    body: z.object({ reason: Reason }),
    answer: Done,
  }),
} as const

/** Kinds of movement that an admin can undo by hand; all others are undone where they belong. */
export const reversibleKinds = [
  'faucet',
  'bonus',
  'challenge',
  'coupon',
  'link',
  'referral',
  'leaderboard',
  'exchange-bonus',
  'adjustment',
  'import',
] as const satisfies readonly z.infer<typeof TransferKind>[]
