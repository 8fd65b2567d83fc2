import * as z from 'zod/mini'
import { CaptchaAnswer } from '#contract/check/captcha.ts'
import { route } from './route.ts'
import { Decimal, Id, line, listing, paging, PositiveUnits, Timestamp, Units } from './values.ts'

/** Who carries a payout out. */
export const PayoutProcessor = z.enum(['manual', 'faucetpay', 'bitcoind', 'evm', 'sandbox'])
export type PayoutProcessor = z.infer<typeof PayoutProcessor>

export const WithdrawalStatus = z.enum(['review', 'approved', 'sending', 'paid', 'rejected', 'failed', 'unknown'])
export type WithdrawalStatus = z.infer<typeof WithdrawalStatus>

export const Address = line(1, 128)

export const WithdrawMethod = z.object({
  _id: Id,
  currency: z.string(),
  name: z.string(),
  processor: PayoutProcessor,
  minimum: Units,
  maximum: Units,
  /** Fixed fee in units, taken from the amount. */
  fee: Units,
  /** Units that one coin costs; how much of the coin a unit is worth is its inverse. */
  rate: Decimal,
  /** Null while nobody is paid by the rate yet. */
  rateAt: z.nullable(Timestamp),
  /** Decimals of the coin. */
  decimals: z.int(),
  /** Expected time to be paid, in seconds; null when nobody has been paid by it yet. */
  eta: z.nullable(z.int()),
  /** Why it cannot be used right now; null when it can. */
  closed: z.nullable(z.string()),
  /** What an address of it looks like. */
  addressHint: z.string(),
})
export type WithdrawMethod = z.infer<typeof WithdrawMethod>

/** What arrives for an amount, told before the user confirms. */
export const WithdrawPreview = z.object({
  amount: Units,
  fee: Units,
  net: Units,
  receives: Decimal,
  currency: z.string(),
  rate: Decimal,
  rateAt: Timestamp,
  eta: z.nullable(z.int()),
  /** In words: why this one will wait for a person, or null when it is paid by itself. */
  review: z.nullable(z.string()),
})
export type WithdrawPreview = z.infer<typeof WithdrawPreview>

export const Withdrawal = z.object({
  _id: Id,
  currency: z.string(),
  method: z.string(),
  address: z.string(),
  amount: Units,
  fee: Units,
  receives: Decimal,
  status: WithdrawalStatus,
  reason: z.nullable(z.string()),
  txId: z.nullable(z.string()),
  createdAt: Timestamp,
  paidAt: z.nullable(Timestamp),
})
export type Withdrawal = z.infer<typeof Withdrawal>

/** A payout as everybody may see it: the proof that this site pays. */
export const PublicPayout = z.object({
  amount: Units,
  receives: Decimal,
  currency: z.string(),
  txId: z.string(),
  paidAt: Timestamp,
})
export type PublicPayout = z.infer<typeof PublicPayout>

const request = z.object({
  address: Address,
  amount: PositiveUnits,
  captcha: CaptchaAnswer,
  /** What the preview told would arrive, of the coin. Where it would be less by now, the request is refused. */
  expected: z.optional(Decimal),
})

export const withdraw = {
  methods: route({
    method: 'GET',
    path: '/api/withdraw',
    summary: 'Withdrawal methods with fees, recent payouts and open requirements.',
    access: 'user',
    transaction: 'read',
    answer: z.object({
      methods: z.array(WithdrawMethod),
      balance: Units,
      /** What must still happen before the first withdrawal, in words; empty when nothing. */
      requirements: z.array(z.object({ code: z.string(), msg: z.string() })),
      payouts: z.array(PublicPayout),
      medianPaySeconds: z.nullable(z.int()),
    }),
  }),
  preview: route({
    method: 'POST',
    path: '/api/withdraw/{methodId}/preview',
    summary: 'Checks address and amount, and returns the amount after fee and rate.',
    access: 'user',
    transaction: 'read',
    limits: [{ by: 'user', points: 60, seconds: 60 }],
    params: z.object({ methodId: Id }),
    body: z.object({ address: Address, amount: PositiveUnits }),
    answer: WithdrawPreview,
  }),
  request: route({
    method: 'POST',
    path: '/api/withdraw/{methodId}',
    summary: 'Requests a withdrawal: the amount is deducted immediately. Never pays less than `expected`.',
    access: 'user',
    transaction: 'write',
    checks: ['captcha'],
    idempotent: true,
    limits: [{ by: 'user', points: 20, seconds: 600 }],
    params: z.object({ methodId: Id }),
    body: request,
    answer: z.object({ withdrawal: Withdrawal, balance: Units, msg: z.optional(z.string()) }),
  }),
  history: route({
    method: 'GET',
    path: '/api/withdraw/history',
    summary: "The user's own withdrawals, newest first.",
    access: 'user',
    transaction: 'read',
    query: z.object({ ...paging, status: z.optional(WithdrawalStatus) }),
    answer: listing(Withdrawal),
  }),
} as const
