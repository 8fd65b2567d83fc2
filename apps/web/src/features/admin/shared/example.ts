import type { admin as contract } from '@runnel/contract/admin/admin'
import type { AdminWithdrawal } from '@runnel/contract/admin/withdrawal'
import type { Result } from '@runnel/contract/route'
import { defaults } from '@runnel/contract/settings/settings'
import type { Overview } from '#features/admin/admin.ts'

/** What the server says to its owner, for tests of the pages. */
export const at = '2026-01-01T12:00:00.000Z'

export const inReview: AdminWithdrawal = {
  _id: '01890000-0000-7000-8000-000000000001',
  currency: 'DOGE',
  method: 'Dogecoin',
  methodId: '01890000-0000-7000-8000-0000000000aa',
  processor: 'sandbox',
  address: 'D98vPHui1bxG9xPKpyyzRBv4BgkSsdc7sY',
  amount: 20_000,
  fee: 200,
  receives: '1.98',
  status: 'review',
  reason: null,
  txId: null,
  txUrl: null,
  notBefore: null,
  createdAt: at,
  paidAt: null,
  user: { _id: '01890000-0000-7000-8000-0000000000bb', username: 'bob', joinedAt: at, level: 2, score: 72.5, debt: 0 },
  reviewReasons: ['All withdrawals are reviewed manually.'],
  earned: [
    { source: 'offerwall', amount: 9_000 },
    { source: 'faucet', amount: 3_600 },
  ],
  network: { accounts: 8, newAddresses: 7 },
  risk: [{ family: 'payout', points: 30, sentence: 'Withdrawal address shared by 2 accounts.', at }],
  sharedAddress: 1,
  attempts: [],
  canMarkPaid: false,
  history: [{ status: 'review', at, by: null, note: null }],
}

export const byHand: AdminWithdrawal = {
  ...inReview,
  _id: '01890000-0000-7000-8000-000000000002',
  user: { ...inReview.user, username: 'carol', score: 0 },
  processor: 'manual',
  status: 'approved',
  canMarkPaid: true,
  sharedAddress: 0,
  risk: [],
}

export const unknown: AdminWithdrawal = {
  ...inReview,
  _id: '01890000-0000-7000-8000-000000000003',
  user: { ...inReview.user, username: 'dave' },
  status: 'unknown',
  canMarkPaid: true,
  attempts: [
    {
      startedAt: at,
      finishedAt: at,
      outcome: 'unknown',
      txId: null,
      detail: 'The provider did not answer in time.',
      transactions: [
        { txId: 'ab'.repeat(32), nonce: 7, fee: '0.0004', createdAt: at, sentAt: at, answer: 'Not seen.' },
      ],
    },
  ],
}

export const paid: AdminWithdrawal = {
  ...inReview,
  _id: '01890000-0000-7000-8000-000000000004',
  user: { ...inReview.user, username: 'erin' },
  status: 'paid',
  txId: 'f'.repeat(64),
  paidAt: at,
}

const owed = { main: 1_100_000, deposit: 40_000, held: 2_000, inFlight: 15_000, escrow: 25_000, total: 1_182_000 }

export const overview: Overview = {
  overview: {
    earned: 1_386_000,
    paid: 201_000,
    owed,
    claimsToday: 7,
    claimsEarnedToday: 210,
    faucetBudget: 1_000,
    earnedToday: 2_100,
    paidToday: 0,
  },
  allUser: 8,
  user: { today: 2, verified: 6, locked: 1 },
  activeUsers: 3,
  activeBefore: { yesterday: 4, dayBefore: 5 },
  deposit: { balance: 40_000, escrow: 25_000, today: 10_000 },
  days: [
    { day: '2025-12-31', earned: 4_200, paid: 0, deposited: 10_000, margin: 900, owed: 500, users: 1, claims: 9 },
    {
      day: '2026-01-01',
      earned: 2_100,
      paid: 1_000,
      deposited: 10_000,
      margin: -2_100,
      owed: -700,
      users: 2,
      claims: 7,
    },
  ],
  books: { balanced: true, checkedAt: at, accounts: 30, transfers: 200, mismatches: [] },
  queue: {
    review: 4,
    unknown: 1,
    approved: 0,
    contact: 2,
    campaigns: 3,
    links: 2,
    tasks: 2,
    disputes: 1,
    suspects: 1,
    appeals: 1,
    approvals: 0,
    trips: 1,
  },
  jobs: [{ name: 'payout.run', lastRunAt: at, ok: false, note: 'stopped: the books do not balance' }],
  warnings: [{ code: 'NO_METHOD', msg: 'There is no open way to withdraw yet.' }],
  outflow: { payoutsStopped: null, dryRun: false, open: [] },
  providers: [
    { kind: 'link', name: 'Otter Links', state: 'ok', msg: 'Responding.', at },
    { kind: 'wallet', name: 'evm ETH', state: 'down', msg: 'The node does not answer.', at },
  ],
}

export const wallets: Result<typeof contract.wallets> = {
  differences: [],
  dryRun: false,
  stopped: null,
  wallets: [
    {
      processor: 'faucetpay',
      currency: 'DOGE',
      balance: '120.5',
      units: 1_205_000,
      owed: 40_000,
      owedCoins: '4',
      todayCoins: '12.5',
      dayMax: '50',
      at,
      error: null,
      low: false,
      stale: false,
      halted: null,
      uncompared: { since: at, error: 'The list of the wallet is too long.' },
    },
    {
      processor: 'evm',
      currency: 'ETH',
      balance: null,
      units: null,
      owed: 0,
      owedCoins: '0',
      todayCoins: '0',
      dayMax: null,
      at: null,
      error: 'The node does not answer.',
      low: false,
      stale: true,
      halted: null,
      uncompared: { since: at, error: 'The node does not answer.' },
    },
  ],
}

export const settings = {
  settings: defaults,
  defaults,
  secretsSet: ['captcha_secret'],
  waiting: [],
  closedDeposits: [{ processor: 'faucetpay', msg: 'FaucetPay needs the merchant’s username.' }],
  hasSandbox: true,
  version: 'none',
} as const

/** What is answered to who saves these settings. */
export const savedSettings = (body: unknown) => ({
  settings: { ...defaults, ...Object(body), captcha_secret: '' },
  closedDeposits: [],
  waiting: [],
  version: '01890000-0000-7000-8000-0000000000cc',
  msg: 'Saved.',
})
