import * as z from 'zod/mini'
import { CaptchaAnswer } from '#contract/check/captcha.ts'
import { route } from './route.ts'
import { Decimal, Done, Id, line, listing, paging, PositiveUnits, Timestamp, Units } from './values.ts'

/** Who carries a payout out. */
export const PayoutProcessor = z.enum([
  'manual',
  'faucetpay',
  'bitcoind',
  'evm',
  'solana',
  'tron',
  'ton',
  'lnd',
  'cln',
  'lnbits',
  'btcpay',
  'sandbox',
])
export type PayoutProcessor = z.infer<typeof PayoutProcessor>

/** Processors that pay over Lightning, to a Lightning address or an invoice. */
export const lightningProcessors = ['lnd', 'cln', 'lnbits', 'btcpay'] as const satisfies readonly PayoutProcessor[]
export const isLightning = (processor: string): boolean => lightningProcessors.some((known) => known === processor)

export const WithdrawalStatus = z.enum(['review', 'approved', 'sending', 'paid', 'rejected', 'failed', 'unknown'])
export type WithdrawalStatus = z.infer<typeof WithdrawalStatus>

/** A Lightning invoice is the longest; every other address ends after 128 characters. */
export const Address = line(1, 1_000)

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
  /** Whether a Lightning wallet can hand over its invoice by scanning a QR code. */
  scan: z.boolean(),
})
export type WithdrawMethod = z.infer<typeof WithdrawMethod>

/** What arrives for an amount, told before the user confirms. */
/** What a network takes for a payout at most; the site pays it. */
export const NetworkCost = z.object({
  currency: z.string(),
  amount: Decimal,
  /** Of TRON: what of it the amount is for, before what the wallet staked is taken off. */
  energy: z.nullable(z.int()),
  bytes: z.nullable(z.int()),
})
export type NetworkCost = z.infer<typeof NetworkCost>

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
  /** Absent where the network takes nothing worth telling, or can't be asked right now. */
  networkCost: z.optional(NetworkCost),
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
  /** Where the transaction can be looked up; null where it is in no chain. */
  txUrl: z.nullable(z.string()),
  /** Before this it isn’t paid, also when it is approved: its address is new, or a payout is retried. */
  notBefore: z.nullable(Timestamp),
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
  txUrl: z.nullable(z.string()),
  paidAt: Timestamp,
})
export type PublicPayout = z.infer<typeof PublicPayout>

/** An address that somebody keeps to be paid at. */
export const SavedAddress = z.object({
  _id: Id,
  methodId: Id,
  label: z.string(),
  address: z.string(),
  /** From when on it is paid without a wait; null: now. */
  readyAt: z.nullable(Timestamp),
})
export type SavedAddress = z.infer<typeof SavedAddress>

/** Addresses that one user keeps, at most. */
export const SAVED_ADDRESSES_MAX = 50

/** Of an account that was never paid. */
export const FirstWithdrawal = z.object({
  emailVerified: z.boolean(),
  /** While little is known of the account a person looks at it: until so many captchas are solved, or this moment. */
  review: z.nullable(z.object({ solved: z.int(), needed: z.int(), until: Timestamp })),
})

/** A QR code for Lightning wallets. */
export const InvoiceScan = z.object({
  _id: Id,
  /** In bech32 (LUD-01), upper case: what the QR code holds. */
  lnurl: z.string(),
  expiresAt: Timestamp,
})
export type InvoiceScan = z.infer<typeof InvoiceScan>

/** What stands in the code of one scan: 32 random bytes. */
const K1 = z.string().check(z.regex(/^[0-9a-f]{64}$/))
/** How LNURL says no; wallets read the body, whatever the status. */
const LnurlError = z.object({ status: z.literal('ERROR'), reason: z.string() })

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
      /** What the way to the first withdrawal still asks for; null once one was paid. */
      first: z.nullable(FirstWithdrawal),
      payouts: z.array(PublicPayout),
      medianPaySeconds: z.nullable(z.int()),
    }),
  }),
  preview: route({
    method: 'POST',
    path: '/api/withdraw/{methodId}/preview',
    summary: 'Checks address and amount, also with FaucetPay, and returns the amount after fee and rate.',
    access: 'user',
    transaction: 'none',
    closedTo: 'withdraw',
    limits: [{ by: 'user', points: 60, seconds: 60 }],
    params: z.object({ methodId: Id }),
    body: z.object({ address: Address, amount: PositiveUnits }),
    answer: WithdrawPreview,
  }),
  request: route({
    method: 'POST',
    path: '/api/withdraw/{methodId}',
    summary: 'Requests a withdrawal: the amount is deducted immediately. Never pays less than `expected`.',
    bodyLimit: 10_240,
    access: 'user',
    transaction: 'write',
    closedTo: 'withdraw',
    checks: ['captcha'],
    idempotent: true,
    limits: [{ by: 'user', points: 20, seconds: 600 }],
    params: z.object({ methodId: Id }),
    body: request,
    answer: z.object({ withdrawal: Withdrawal, balance: Units, msg: z.optional(z.string()) }),
  }),
  addresses: route({
    method: 'GET',
    path: '/api/withdraw/address',
    summary: "The user's saved payout addresses.",
    access: 'user',
    transaction: 'read',
    answer: z.object({ addresses: z.array(SavedAddress).check(z.maxLength(SAVED_ADDRESSES_MAX)) }),
  }),
  saveAddress: route({
    method: 'POST',
    path: '/api/withdraw/{methodId}/address',
    summary: 'Saves a payout address with a label; the same address again changes its label.',
    access: 'user',
    transaction: 'write',
    limits: [{ by: 'user', points: 20, seconds: 3_600 }],
    params: z.object({ methodId: Id }),
    body: z.object({ address: Address, label: line(1, 40) }),
    answer: z.object({ address: SavedAddress, msg: z.optional(z.string()) }),
  }),
  removeAddress: route({
    method: 'DELETE',
    path: '/api/withdraw/address/{id}',
    summary: 'Deletes a saved payout address.',
    access: 'user',
    transaction: 'write',
    params: z.object({ id: Id }),
    answer: Done,
  }),
  scan: route({
    method: 'POST',
    path: '/api/withdraw/{methodId}/scan',
    summary:
      'Makes an LNURL-withdraw code: the wallet that scans it sends an invoice for the amount. Nothing is paid yet.',
    access: 'user',
    transaction: 'write',
    closedTo: 'withdraw',
    limits: [{ by: 'user', points: 20, seconds: 600 }],
    params: z.object({ methodId: Id }),
    body: z.object({ amount: PositiveUnits }),
    answer: InvoiceScan,
  }),
  scanned: route({
    method: 'GET',
    path: '/api/withdraw/scan/{id}',
    summary: 'The invoice that a wallet sent for an LNURL-withdraw code, if any.',
    access: 'user',
    transaction: 'read',
    limits: [{ by: 'user', points: 600, seconds: 600 }],
    params: z.object({ id: Id }),
    answer: z.object({ invoice: z.nullable(z.string()) }),
  }),
  lnurl: route({
    method: 'GET',
    path: '/api/lnurl/{k1}',
    summary: 'The withdraw request of a scanned LNURL-withdraw code (LUD-03).',
    access: 'anyone',
    transaction: 'read',
    limits: [{ by: 'net', points: 60, seconds: 60 }],
    params: z.object({ k1: K1 }),
    answer: z.union([
      z.object({
        tag: z.literal('withdrawRequest'),
        callback: z.string(),
        k1: z.string(),
        defaultDescription: z.string(),
        /** Thousandths of a satoshi, both the same. */
        minWithdrawable: z.int(),
        maxWithdrawable: z.int(),
      }),
      LnurlError,
    ]),
  }),
  lnurlInvoice: route({
    method: 'GET',
    path: '/api/lnurl/{k1}/invoice',
    summary: 'Takes the invoice of the wallet that scanned an LNURL-withdraw code. The same one again is taken again.',
    access: 'anyone',
    transaction: 'write',
    limits: [{ by: 'net', points: 60, seconds: 60 }],
    params: z.object({ k1: K1 }),
    query: z.object({ k1: z.optional(K1), pr: Address }),
    answer: z.union([z.object({ status: z.literal('OK') }), LnurlError]),
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
