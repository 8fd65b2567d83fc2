import * as z from 'zod/mini'
import { Email } from '#contract/account/email.ts'
import type { TransferKind } from '#contract/account/user-kinds.ts'
import { StatementLine, statementFilter } from '#contract/account/user.ts'
import { trustLevels, TrustProgress } from '#contract/check/trust.ts'
import { RiskReason } from '#contract/risk.ts'
import { route } from '#contract/route.ts'
import { Day, Id, listing, paging, prose, Role, Timestamp, Units, wholeNumber } from '#contract/values.ts'
import { csvTwin } from './export.ts'

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

export const AdminUserDetail = z.object({
  user: z.extend(AdminUserRow, {
    exp: z.int(),
    faucetClaim: z.int(),
    tz: z.string(),
    notifyByMail: z.boolean(),
    hideName: z.boolean(),
    hasSetPassword: z.boolean(),
    twoStep: z.boolean(),
    /** The age that was confirmed at registration; null where the site asked for none. */
    ageConfirmed: z.nullable(z.object({ years: z.int(), at: Timestamp })),
    /** What admins wrote down about this account; its user never sees it. */
    note: z.string(),
    cooldown: z.nullable(z.object({ until: Timestamp, reason: z.string() })),
  }),
  /** Its mail server refused the last mail for good: when, what it said, and how often. */
  bounce: z.nullable(z.object({ at: Timestamp, reason: z.string(), count: z.int() })),
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
  /** How far it is trusted, what the next level asks for, and how many levels reviewers have granted. */
  trust: z.object({ level: z.enum(trustLevels), next: z.array(TrustProgress), grants: z.int() }),
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
/** A user after something was done to them. */
export const ShownUser = z.object({ user: AdminUserRow, msg: z.optional(z.string()) })

const users = route({
  method: 'GET',
  path: '/api/user/list',
  summary: 'All users, filtered, searched and sorted in the database.',
  access: 'admin',
  transaction: 'read',
  cost: 25,
  query: z.object({ ...paging, ...userFilter }),
  answer: listing(AdminUserRow),
})

const userStatement = route({
  method: 'GET',
  path: '/api/admin/user/{id}/statement',
  summary: 'Every transaction on one user’s accounts, newest first, and whether it can still be reversed.',
  access: 'admin',
  transaction: 'read',
  cost: 20,
  params,
  query: z.object({ ...paging, ...statementFilter }),
  answer: listing(z.extend(StatementLine, { reversible: z.boolean() })),
})

export const adminUser = {
  users,
  usersCsv: csvTwin(users, 'Users'),
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
  userStatementCsv: csvTwin(userStatement, 'Transactions of a user'),
  editUser: route({
    method: 'PATCH',
    path: '/api/admin/user/{id}',
    summary: 'Changes the profile of a user or the note about them.',
    access: 'admin',
    transaction: 'write',
    params,
    bodyLimit: 16 * 1_024,
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
    answer: ShownUser,
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
