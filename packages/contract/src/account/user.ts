import * as z from 'zod/mini'
import { ReferralDay } from '#contract/earn/referral.ts'
import { route } from '#contract/route.ts'
import {
  BasisPoints,
  Day,
  Done,
  Id,
  listing,
  paging,
  Role,
  SignedUnits,
  Timestamp,
  Units,
  wholeNumber,
} from '#contract/values.ts'
import { NewPassword, Password } from './auth.ts'
import { Email } from './email.ts'
import { LocaleTag, NotificationKind, OptionalMail, TransferKind } from './user-kinds.ts'

/** How far an account is on its level, and what the next one gives. */
export const Level = z.object({
  level: z.int(),
  exp: z.int(),
  /** Exp at which this level began, and at which the next begins. */
  levelExp: z.int(),
  nextLevelExp: z.int(),
  bonusPercent: z.int(),
  nextBonusPercent: z.int(),
})

export const User = z.object({
  _id: Id,
  username: z.string(),
  email: z.string(),
  role: Role,
  balance: Units,
  depositBalance: Units,
  heldBalance: Units,
  /** Units that were taken back after they had been spent; later earnings repay them first. */
  debt: Units,
  totalEarned: Units,
  joinedAt: Timestamp,
  level: z.int(),
  progress: Level,
  faucetClaim: z.int(),
  emailVerified: z.boolean(),
  /** Present: the last email to this address was refused for good, so the address may be wrong. */
  emailRefused: z.optional(z.boolean()),
  tz: z.string(),
  /** The language that the account was set to; absent: what the browser asks for. */
  locale: z.optional(LocaleTag),
  /** Whether any optional mail goes out, and the kinds that do not even then. */
  notifyByMail: z.boolean(),
  mailsOff: z.array(OptionalMail),
  lockedAt: z.nullable(Timestamp),
  lockedUntil: z.nullable(Timestamp),
  lockReason: z.nullable(z.string()),
})
export type User = z.infer<typeof User>

export const Notification = z.object({
  _id: Id,
  kind: NotificationKind,
  /** Values that the words take: amounts in units, names, reasons. */
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  createdAt: Timestamp,
  read: z.boolean(),
})
export type Notification = z.infer<typeof Notification>

const Notifications = z.object({ unread: z.int(), notifications: z.array(Notification) })

export const Session = z.object({
  _id: Id,
  current: z.boolean(),
  device: z.string(),
  place: z.string(),
  createdAt: Timestamp,
  lastSeenAt: Timestamp,
  /** When it ends if nobody uses it until then. */
  expiresAt: Timestamp,
  /** When it ends however often it is used: then one signs in again. */
  endsAt: Timestamp,
})

export const StatementLine = z.object({
  _id: Id,
  kind: TransferKind,
  account: z.enum(['main', 'deposit', 'held']),
  /** Positive: came in. Negative: went out. */
  amount: SignedUnits,
  balanceAfter: Units,
  ref: z.nullable(z.string()),
  createdAt: Timestamp,
})

export const statementFilter = {
  kind: z.optional(TransferKind),
  from: z.optional(Day),
  to: z.optional(Day),
}

export const Cooldown = z.nullable(z.object({ until: Timestamp, reason: z.string() }))

export const user = {
  me: route({
    method: 'GET',
    path: '/api/user/me',
    summary: 'The profile of the signed-in user.',
    access: 'user',
    transaction: 'read',
    beforeInit: true,
    whileLocked: true,
    answer: z.object({
      user: User,
      ptcCount: z.int(),
      taskCount: z.int(),
      linkCount: z.int(),
      /** Pollfish client signature; empty while the owner has set no Pollfish wall up. */
      signature: z.string(),
      /** CPX Research wall hash; empty while the owner has set no CPX wall up. */
      cpxHash: z.string(),
      notification: Notifications,
      hasSetPassword: z.boolean(),
      /** A username must be chosen at `/app/account/init` before anything else. */
      needsInit: z.boolean(),
      currencies: z.array(z.string()),
      cooldown: Cooldown,
    }),
  }),
  refresh: route({
    method: 'GET',
    path: '/api/user/refresh',
    summary: 'Values that change while a page is open: balance, counts, notifications, cooldown.',
    access: 'user',
    transaction: 'read',
    beforeInit: true,
    whileLocked: true,
    answer: z.object({
      user: User,
      ptcCount: z.int(),
      linkCount: z.int(),
      notification: Notifications,
      cooldown: Cooldown,
    }),
  }),
  live: route({
    method: 'GET',
    path: '/api/user/live',
    summary: 'A stream of events for the signed-in user: `refresh` whenever balance or notifications changed.',
    access: 'user',
    transaction: 'read',
    beforeInit: true,
    kind: 'events',
    answer: z.object({ event: z.enum(['refresh', 'ping']) }),
  }),
  profile: route({
    method: 'PATCH',
    path: '/api/user/profile',
    summary: 'Changes the profile; a new email address requires the password and is verified again.',
    access: 'user',
    transaction: 'write',
    limits: [{ by: 'user', points: 30, seconds: 3_600 }],
    body: z
      .object({
        email: z.optional(Email),
        currentPassword: z.optional(Password),
        tz: z.optional(z.string().check(z.maxLength(64))),
        /** The language of pages, answers and mails; null: what the browser asks for. */
        locale: z.optional(z.nullable(LocaleTag)),
        notifyByMail: z.optional(z.boolean()),
        /** All kinds that are not wanted, in the place of those before. */
        mailsOff: z.optional(z.array(OptionalMail).check(z.maxLength(OptionalMail.options.length))),
      })
      .check(
        z.refine((body) => body.email === undefined || body.currentPassword !== undefined, {
          path: ['currentPassword'],
          error: 'validation.passwordForEmail',
        }),
      ),
    answer: z.object({ user: User, msg: z.optional(z.string()) }),
  }),
  password: route({
    method: 'POST',
    path: '/api/user/password',
    summary: 'Changes the password and ends all other sessions.',
    access: 'user',
    transaction: 'write',
    cost: 40,
    limits: [{ by: 'user', points: 10, seconds: 3_600 }],
    /** The current one is asked of everybody who has one; who has none needs a fresh proof. */
    body: z.object({ currentPassword: z.optional(Password), password: NewPassword }),
    answer: Done,
  }),
  readNotifications: route({
    method: 'POST',
    path: '/api/user/notification/read',
    summary: 'Sets notifications to read: the given ones, or all.',
    access: 'user',
    transaction: 'write',
    body: z.object({ ids: z.optional(z.array(Id).check(z.maxLength(100))) }),
    answer: Notifications,
  }),
  resend: route({
    method: 'POST',
    path: '/api/user/resend',
    summary: 'Resends the verification email: once a minute, five times a day.',
    access: 'user',
    transaction: 'write',
    limits: [
      { by: 'user', points: 1, seconds: 60 },
      { by: 'user', points: 5, seconds: 86_400 },
    ],
    answer: Done,
  }),
  sessions: route({
    method: 'GET',
    path: '/api/user/session',
    summary: 'The sessions that are signed in to this account.',
    access: 'user',
    transaction: 'read',
    answer: z.object({ sessions: z.array(Session) }),
  }),
  endSession: route({
    method: 'DELETE',
    path: '/api/user/session/{id}',
    summary: 'Ends one session of this account.',
    access: 'user',
    transaction: 'write',
    params: z.object({ id: Id }),
    answer: Done,
  }),
  stats: route({
    method: 'GET',
    path: '/api/user/stats',
    summary: 'The user’s earnings: per source, per day in the last 30 days, and total.',
    access: 'user',
    transaction: 'read',
    answer: z.object({
      today: z.object({ earned: Units, claims: z.int() }),
      totalEarned: Units,
      progress: Level,
      days: z.array(z.object({ day: Day, source: z.string(), count: z.int(), earned: Units })),
      /** What referring people brought (SPEC.md §3): by day of the last 30, in all, how many people, and the rate. */
      stats: z.array(ReferralDay),
      earning: Units,
      refCount: z.int(),
      referralCommission: BasisPoints,
    }),
  }),
  statement: route({
    method: 'GET',
    path: '/api/user/statement',
    summary: 'Every transaction on the user’s accounts, newest first.',
    access: 'user',
    transaction: 'read',
    query: z.object({ ...paging, ...statementFilter }),
    answer: listing(StatementLine),
  }),
  statementCsv: route({
    method: 'GET',
    path: '/api/user/statement.csv',
    summary: 'The statement as a CSV file.',
    access: 'user',
    transaction: 'read',
    kind: 'csv',
    limits: [{ by: 'user', points: 20, seconds: 3_600 }],
    query: z.object(statementFilter),
    answer: z.object({ filename: z.string(), rows: z.array(z.array(z.string())) }),
  }),
  yearStatementCsv: route({
    method: 'GET',
    path: '/api/user/year-statement.csv',
    summary:
      'Totals of one UTC year as a CSV file: each kind of transaction, and the paid withdrawals with their fees.',
    access: 'user',
    transaction: 'read',
    kind: 'csv',
    cost: 25,
    limits: [{ by: 'user', points: 20, seconds: 3_600 }],
    query: z.object({ year: wholeNumber(2000, 2999) }),
    answer: z.object({ filename: z.string(), rows: z.array(z.array(z.string())) }),
  }),
  accessible: route({
    method: 'POST',
    path: '/api/user/accessible',
    summary: 'Chooses how the captchas of this account look: images, simple images, or none (accessibility mode).',
    access: 'user',
    transaction: 'write',
    limits: [{ by: 'user', points: 20, seconds: 3_600 }],
    /** What is left out stays as it was. */
    body: z.object({ withoutPictures: z.boolean(), simpleImages: z.optional(z.boolean()) }),
    answer: z.object({ withoutPictures: z.boolean(), simpleImages: z.boolean(), msg: z.optional(z.string()) }),
  }),
} as const
