import { at } from '#features/admin/shared/example.ts'
import { idOf } from '#web/test/samples.ts'
import type { AdminUserDetail, AdminUserRow, UserMovement } from './users.ts'

/** Somebody as the server tells of them, for tests of the pages. */
export const bob: AdminUserRow = {
  _id: idOf(1),
  username: 'bob',
  email: 'bob@example.com',
  role: 'user',
  status: 'active',
  balance: 12_500,
  depositBalance: 4_000,
  heldBalance: 300,
  debt: 0,
  totalEarned: 90_000,
  level: 4,
  joinedAt: at,
  lastSeenAt: at,
  emailVerified: true,
  lockedAt: null,
  lockedUntil: null,
  lockReason: null,
  country: 'NO',
  score: 42,
}

export const carol: AdminUserRow = {
  ...bob,
  _id: idOf(2),
  username: 'carol',
  email: 'carol@example.com',
  status: 'locked',
  lockedAt: at,
  lockReason: 'A program made claims.',
  country: null,
  score: 0,
  depositBalance: 0,
  heldBalance: 0,
  debt: 700,
}

export const olga: AdminUserRow = { ...bob, _id: idOf(3), username: 'olga', email: 'olga@example.com', role: 'admin' }

export const detail: AdminUserDetail = {
  user: {
    ...bob,
    exp: 420,
    faucetClaim: 12,
    tz: 'Europe/Oslo',
    notifyByMail: true,
    hideName: false,
    hasSetPassword: true,
    twoStep: true,
    ageConfirmed: { years: 18, at },
    note: 'Wrote twice.',
    cooldown: null,
  },
  bounce: null,
  referrer: { _id: idOf(4), username: 'dave' },
  referred: 3,
  trust: {
    level: 'known',
    next: [
      { need: 'days', have: 7, wanted: 10 },
      { need: 'review', have: 1, wanted: 1 },
    ],
    grants: 1,
  },
  sessions: [{ _id: idOf(11), device: 'Firefox on Linux', place: 'Norway', createdAt: at, lastSeenAt: at }],
  devices: [
    {
      _id: idOf(21),
      device: 'Chrome on Windows',
      network: '203.0.113.0/24',
      firstSeenAt: at,
      lastSeenAt: at,
      others: 2,
    },
  ],
  networks: [{ network: '198.51.100.0/24', lastSeenAt: at, others: 0 }],
  risk: [{ family: 'payout', points: 42, sentence: 'Withdrawal address shared by 2 accounts.', at }],
  counters: [{ source: 'faucet', count: 12, earned: 90_000 }],
  withdrawals: { count: 2, open: 5_000, paid: 20_000, refunded: 0, lastAt: at },
  campaigns: { count: 1, running: 1 },
  tasks: { count: 0, running: 0 },
  submissions: { count: 4, accepted: 3, denied: 1 },
  measures: [
    {
      _id: idOf(31),
      at,
      by: 'olga',
      action: 'user.edit',
      before: '{"hide_name":true}',
      after: '{"hide_name":false}',
    },
  ],
}

export const claim: UserMovement = {
  _id: idOf(41),
  kind: 'faucet',
  account: 'main',
  amount: 250,
  balanceAfter: 12_500,
  ref: null,
  createdAt: at,
  reversible: true,
}

export const payout: UserMovement = {
  ...claim,
  _id: idOf(42),
  kind: 'withdraw-request',
  amount: -5_000,
  reversible: false,
}
