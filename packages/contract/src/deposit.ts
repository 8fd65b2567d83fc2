import * as z from 'zod/mini'
import { route } from './route.ts'
import { Id, listing, PositiveUnits, paging, Timestamp, Units } from './values.ts'

/** Who takes a deposit in. */
export const DepositProcessor = z.enum(['sandbox', 'btcpay', 'nowpayments', 'faucetpay'])
export type DepositProcessor = z.infer<typeof DepositProcessor>

/**
 * `opening`: the provider has not answered yet. `waiting`: for the payer. `processing`: seen, not final. `paid`:
 * credited. `expired` and `failed`: nothing was received; a payment that comes late is still credited.
 */
export const DepositStatus = z.enum(['opening', 'waiting', 'processing', 'paid', 'expired', 'failed'])
export type DepositStatus = z.infer<typeof DepositStatus>

/** A way to pay in: a processor, or one coin at a processor. Its id is `processor` or `processor:COIN`. */
export const DepositMethodId = z.string().check(z.regex(/^[a-z]{3,20}(:[A-Z0-9-]{2,12})?$/))

export const DepositMethod = z.object({
  _id: DepositMethodId,
  processor: DepositProcessor,
  /** The coin that it takes; null: the payer chooses at the processor. */
  currency: z.nullable(z.string()),
  minimum: Units,
  maximum: Units,
  /** Basis points that the site keeps of what arrives. */
  feeBasisPoints: z.int(),
})
export type DepositMethod = z.infer<typeof DepositMethod>

export const Deposit = z.object({
  _id: Id,
  method: z.string(),
  processor: DepositProcessor,
  /** What was asked for, what arrived and what of it the site kept, in units. */
  amount: Units,
  received: Units,
  fee: Units,
  status: DepositStatus,
  /** In words: underpaid, overpaid, late; null when it went as expected. */
  note: z.nullable(z.string()),
  /** Where to pay, as long as it can be paid. */
  depositUrl: z.nullable(z.string()),
  expiresAt: Timestamp,
  createdAt: Timestamp,
  paidAt: z.nullable(Timestamp),
})
export type Deposit = z.infer<typeof Deposit>

/** What the payer of the sandbox does: it stands for what happens at a real processor. */
export const SandboxOutcome = z.enum(['pay', 'pay-half', 'pay-double', 'fail', 'expire'])
export type SandboxOutcome = z.infer<typeof SandboxOutcome>

const sandboxParams = z.object({ id: Id })

export const deposit = {
  overview: route({
    method: 'GET',
    path: '/api/deposit',
    summary: 'Deposit methods and the user’s deposits, newest first.',
    access: 'user',
    transaction: 'read',
    query: z.object(paging),
    /** The own deposits stand as every list does, with the rest beside them (SPEC.md §3). */
    answer: z.extend(listing(Deposit), {
      methods: z.array(DepositMethod),
      /** The name that is paid at FaucetPay; empty while the owner has set none. */
      faucetpay: z.string(),
      balance: Units,
      depositBalance: Units,
      exchange: z.object({ minimum: Units, bonusPercent: z.int() }),
    }),
  }),
  open: route({
    method: 'POST',
    path: '/api/deposit',
    summary: 'Opens an invoice at the processor; the response contains its checkout URL.',
    access: 'user',
    transaction: 'none',
    limits: [
      { by: 'user', points: 10, seconds: 600 },
      { by: 'user', points: 50, seconds: 86_400 },
    ],
    body: z.object({ method: DepositMethodId, amount: PositiveUnits }),
    answer: z.object({ depositUrl: z.string(), deposit: Deposit }),
  }),
  one: route({
    method: 'GET',
    path: '/api/deposit/{id}',
    summary: 'One own deposit, for the page that waits for it.',
    access: 'user',
    transaction: 'read',
    params: sandboxParams,
    answer: z.object({ deposit: Deposit }),
  }),
  exchange: route({
    method: 'POST',
    path: '/api/deposit/exchange',
    summary: 'Exchanges earned balance to deposit balance 1:1; this can’t be reversed.',
    access: 'user',
    transaction: 'write',
    idempotent: true,
    limits: [{ by: 'user', points: 30, seconds: 600 }],
    body: z.object({ amount: PositiveUnits }),
    answer: z.object({
      amount: Units,
      bonus: Units,
      balance: Units,
      depositBalance: Units,
      msg: z.optional(z.string()),
    }),
  }),
  sandboxPay: route({
    method: 'POST',
    path: '/api/deposit/sandbox/{id}',
    summary: 'Simulates the payer at the sandbox checkout; refused in production.',
    access: 'user',
    transaction: 'none',
    limits: [{ by: 'user', points: 60, seconds: 60 }],
    params: sandboxParams,
    body: z.object({ outcome: SandboxOutcome }),
    answer: z.object({ deposit: Deposit, msg: z.optional(z.string()) }),
  }),
  webhook: route({
    method: 'POST',
    path: '/api/deposit/webhook/{processor}',
    summary: 'Webhook of a processor: verified over the raw body, then read again at the processor.',
    access: 'anyone',
    transaction: 'none',
    kind: 'raw',
    bodyLimit: 64 * 1_024,
    whileMaintained: true,
    limits: [{ by: 'net', points: 600, seconds: 60 }],
    params: z.object({ processor: DepositProcessor }),
    answer: z.object({ status: z.int(), body: z.string() }),
  }),
} as const
