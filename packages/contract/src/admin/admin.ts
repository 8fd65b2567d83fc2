import * as z from 'zod/mini'
import { DepositProcessor } from '#contract/deposit.ts'
import { adminChallenge } from '#contract/earn/challenge.ts'
import { adminCoupon } from '#contract/earn/coupon.ts'
import { ContentName } from '#contract/home.ts'
import { adminNews } from '#contract/news.ts'
import { adminPayout } from '#contract/payout.ts'
import { route } from '#contract/route.ts'
import { Settings } from '#contract/settings/settings.ts'
import { Owed } from '#contract/solvency.ts'
import { Day, Done, Id, line, listing, paging, prose, SignedUnits, Timestamp, Units } from '#contract/values.ts'
import { Address, WithdrawalStatus } from '#contract/withdraw.ts'
import { adminAppeal } from './appeal.ts'
import { adminApproval } from './approval.ts'
import { adminAudit } from './audit.ts'
import { adminContact } from './contact.ts'
import { csvTwin } from './export.ts'
import { adminImport } from './import.ts'
import { JobName } from './job-name.ts'
import { adminLink } from './link.ts'
import { adminMethod, Currency } from './method.ts'
import { adminPlace } from './network-device.ts'
import { adminOfferwall } from './offerwall.ts'
import { adminOutflow, OutflowSummary } from './outflow.ts'
import { adminWaiting, PendingCounts } from './pending.ts'
import { adminPtc } from './ptc.ts'
import { adminSavedView } from './saved-view.ts'
import { adminStatistic, ProviderHealth } from './statistic.ts'
import { adminSuspect } from './suspect.ts'
import { adminSystem } from './system.ts'
import { adminTask } from './task.ts'
import { adminText } from './text.ts'
import { adminTrap } from './trap.ts'
import { adminUserActs } from './user-acts.ts'
import { adminUser } from './user.ts'
import { AdminWithdrawal, WithdrawalCase } from './withdrawal.ts'

export const Reconciliation = z.object({
  /** Null until the first proof. */
  balanced: z.nullable(z.boolean()),
  checkedAt: z.nullable(Timestamp),
  accounts: z.int(),
  transfers: z.int(),
  /** Accounts whose balance is not the sum of their transfers; at most 20 are named. */
  mismatches: z.array(z.object({ account: z.string(), balance: SignedUnits, sum: SignedUnits })),
})
export type Reconciliation = z.infer<typeof Reconciliation>

const Ids = z.array(Id).check(z.minLength(1), z.maxLength(100))
const BulkResult = z.object({ done: z.int(), skipped: z.int(), msg: z.optional(z.string()) })

/** Offered ways to pay in that cannot be used as the site is set up, and why. */
const ClosedDeposits = z.array(z.object({ processor: DepositProcessor, msg: z.string() }))

/** Which change of a setting was the last one that was seen; `none` before the first. */
const SettingsVersion = z.union([Id, z.literal('none')])

const withdrawals = route({
  method: 'GET',
  path: '/api/admin/withdrawal',
  summary: 'All withdrawals with risk reasons and history.',
  access: 'admin',
  transaction: 'read',
  cost: 15,
  query: z.object({
    ...paging,
    status: z.optional(WithdrawalStatus),
    username: z.optional(z.string().check(z.maxLength(40))),
    currency: z.optional(Currency),
    address: z.optional(Address),
  }),
  answer: listing(AdminWithdrawal),
})

const settingAudit = route({
  method: 'GET',
  path: '/api/admin/setting/audit',
  summary: 'Changes of settings: actor, date, old and new value.',
  access: 'admin',
  transaction: 'read',
  query: z.object(paging),
  answer: listing(
    z.object({
      _id: Id,
      at: Timestamp,
      by: z.string(),
      action: z.string(),
      target: z.string(),
      before: z.string(),
      after: z.string(),
      from: z.string(),
    }),
  ),
})

export const admin = {
  stats: route({
    method: 'GET',
    path: '/api/admin/stats',
    summary: 'The overview: users, earned, paid, owed, the ledger and items that need attention.',
    access: 'admin',
    transaction: 'read',
    cost: 35,
    answer: z.object({
      overview: z.object({
        /** By users from all sources, less what was taken back. */
        earned: Units,
        /** What reached wallets: amounts without fees. */
        paid: Units,
        owed: Owed,
        claimsToday: z.int(),
        /** What these claims brought. */
        claimsEarnedToday: Units,
        /** What claims may pay in a day; 0: no budget. */
        faucetBudget: Units,
        earnedToday: Units,
        paidToday: Units,
      }),
      allUser: z.int(),
      user: z.object({ today: z.int(), verified: z.int(), locked: z.int() }),
      activeUsers: z.int(),
      /** How many did something that counts, on the last two whole days. */
      activeBefore: z.object({ yesterday: z.int(), dayBefore: z.int() }),
      /** What users hold for advertising, what escrows hold, and what came in from outside. */
      deposit: z.object({ balance: Units, escrow: Units, today: Units }),
      days: z.array(
        z.object({
          day: Day,
          earned: Units,
          paid: Units,
          deposited: Units,
          /** Fees and what walls pay, less what the site credited; shortlinks and banners pay elsewhere. */
          margin: SignedUnits,
          /** By how much what is owed to users rose, debts of users apart. */
          owed: SignedUnits,
          users: z.int(),
          claims: z.int(),
        }),
      ),
      books: Reconciliation,
      queue: PendingCounts,
      jobs: z.array(z.object({ name: JobName, lastRunAt: z.nullable(Timestamp), ok: z.boolean(), note: z.string() })),
      warnings: z.array(z.object({ code: z.string(), msg: z.string() })),
      /** What the breaker has stopped. */
      outflow: OutflowSummary,
      providers: z.array(ProviderHealth),
    }),
  }),
  reconcile: route({
    method: 'POST',
    path: '/api/admin/reconcile',
    summary:
      'Starts a full ledger verification: every balance equals the sum of its transfers, and all accounts ' +
      'sum to zero. A job runs it; the overview shows the result.',
    access: 'admin',
    transaction: 'write',
    limits: [{ by: 'user', points: 10, seconds: 60 }],
    /** Proved once `books.checkedAt` of the overview is as late; its job `books.reconcile` tells of a failure. */
    answer: z.object({ askedAt: Timestamp }),
  }),
  withdrawals,
  withdrawalsCsv: csvTwin(withdrawals, 'Withdrawals'),
  withdrawalCases: route({
    method: 'GET',
    path: '/api/admin/withdrawal/cases',
    summary: 'Withdrawals in review of accounts that are tied to each other, one case for each cluster.',
    access: 'admin',
    transaction: 'read',
    answer: z.object({ cases: z.array(WithdrawalCase) }),
  }),
  approveWithdrawals: route({
    method: 'POST',
    path: '/api/admin/withdrawal/approve',
    summary: 'Approves withdrawals in review; the payout job takes them from there.',
    access: 'admin',
    transaction: 'write',
    body: z.object({ ids: Ids }),
    /** `proposed`: so many are large, and wait for a second admin. */
    answer: z.extend(BulkResult, { proposed: z.int() }),
  }),
  rejectWithdrawals: route({
    method: 'POST',
    path: '/api/admin/withdrawal/reject',
    summary: 'Rejects withdrawals in review or not yet sent, with a reason shown to the user; fully refunded.',
    access: 'admin',
    transaction: 'write',
    body: z.object({ ids: Ids, reason: line(3, 300) }),
    answer: BulkResult,
  }),
  markPaid: route({
    method: 'POST',
    path: '/api/admin/withdrawal/{id}/paid',
    summary: 'Marks a withdrawal as paid manually, an unknown one as arrived, or one as paid before a restore.',
    access: 'admin',
    transaction: 'write',
    params: z.object({ id: Id }),
    body: z.object({ txId: line(1, 200) }),
    answer: Done,
  }),
  refundUnknown: route({
    method: 'POST',
    path: '/api/admin/withdrawal/{id}/refund',
    summary: 'Refunds an unknown payout that was never sent; large ones may need a second admin.',
    access: 'admin',
    transaction: 'write',
    params: z.object({ id: Id }),
    body: z.object({ reason: line(3, 300) }),
    /** `approval`: nothing was given back; another admin has to accept this act first. */
    answer: z.extend(Done, { approval: z.nullable(Id) }),
  }),
  settings: route({
    method: 'GET',
    path: '/api/admin/setting',
    summary: 'All settings, their defaults, and which secrets are set.',
    access: 'admin',
    transaction: 'read',
    answer: z.object({
      settings: Settings,
      defaults: Settings,
      secretsSet: z.array(z.string()),
      closedDeposits: ClosedDeposits,
      /** Names of settings of which a change waits for a second admin. */
      waiting: z.array(z.string()),
      /** Whether deposits, payouts and shortlinks can be tried without coins: in development and in the demo. */
      hasSandbox: z.boolean(),
      version: SettingsVersion,
    }),
  }),
  saveSettings: route({
    method: 'PATCH',
    path: '/api/admin/setting',
    summary:
      'Changes settings; takes effect on every node at once and leaves an audit row for each. With the version that ' +
      'was read, 409 SETTINGS_CHANGED if one of them was changed since; its errors show who set it to what.',
    access: 'admin',
    transaction: 'write',
    cost: 250,
    checks: ['captcha-keys'],
    query: z.object({ version: z.optional(SettingsVersion) }),
    // The page sends one part of the settings at a time, never all of them at their longest.
    bodyLimit: 256 * 1_024,
    body: z.partial(Settings),
    answer: z.object({
      settings: Settings,
      closedDeposits: ClosedDeposits,
      waiting: z.array(z.string()),
      version: SettingsVersion,
      msg: z.optional(z.string()),
    }),
  }),
  settingAudit,
  settingAuditCsv: csvTwin(settingAudit, 'Settings changes'),
  previewContent: route({
    method: 'POST',
    path: '/api/admin/content/preview',
    summary: 'Previews Markdown of a content page; empty text shows the default text.',
    access: 'admin',
    transaction: 'read',
    cost: 250,
    limits: [{ by: 'user', points: 60, seconds: 300 }],
    bodyLimit: 180 * 1_024,
    body: z.object({ name: ContentName, markdown: prose(0, 60_000) }),
    /** `markdown` is what was shown: the given text, or the one that comes with Runnel. */
    answer: z.object({ title: z.string(), html: z.string(), markdown: z.string() }),
  }),
  ...adminMethod,
  ...adminPayout,
  ...adminUser,
  ...adminUserActs,
  ...adminContact,
  ...adminText,
  ...adminAudit,
  ...adminWaiting,
  ...adminSavedView,
  ...adminApproval,
  ...adminImport,
  ...adminPtc,
  ...adminSuspect,
  ...adminAppeal,
  ...adminPlace,
  ...adminTrap,
  ...adminSystem,
  ...adminTask,
  ...adminOfferwall,
  ...adminLink,
  ...adminOutflow,
  ...adminStatistic,
  ...adminNews,
  ...adminChallenge,
  ...adminCoupon,
} as const
