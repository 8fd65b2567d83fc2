import type { Deposit, DepositMethod } from '@runnel/contract/deposit'
import type { Overview } from './deposit.ts'

/** What the server says about deposits, for tests of the pages. */
export const at = '2026-01-01T12:00:00.000Z'
export const depositId = '01890000-0000-7000-8000-000000000011'

export const sandbox: DepositMethod = {
  _id: 'sandbox',
  processor: 'sandbox',
  currency: null,
  minimum: 10_000,
  maximum: 10_000_000,
  feeBasisPoints: 0,
}

export const bitcoin: DepositMethod = {
  ...sandbox,
  _id: 'btcpay:BTC',
  processor: 'btcpay',
  currency: 'BTC',
  minimum: 100_000,
  feeBasisPoints: 150,
}

export const waiting: Deposit = {
  _id: depositId,
  method: 'sandbox',
  processor: 'sandbox',
  amount: 200_000,
  received: 0,
  fee: 0,
  status: 'waiting',
  note: null,
  depositUrl: `https://example.com/app/deposit/sandbox/${depositId}`,
  expiresAt: at,
  createdAt: at,
  paidAt: null,
}

export const paid: Deposit = {
  ...waiting,
  received: 100_000,
  fee: 1_500,
  status: 'paid',
  note: 'underpaid',
  depositUrl: null,
  paidAt: at,
}

export const overview: Overview = {
  methods: [sandbox, bitcoin],
  items: [],
  totalItems: 0,
  faucetpay: '',
  balance: 40_000,
  depositBalance: 5_000,
  exchange: { minimum: 1_000, bonusPercent: 0 },
}
