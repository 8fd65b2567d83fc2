import * as z from 'zod/mini'
import { ExplorerTemplate } from './explorer.ts'
import { route } from './route.ts'
import { Decimal, Done, Id, line, Timestamp, Units } from './values.ts'
import { PayoutProcessor, WithdrawalStatus } from './withdraw.ts'

/** Chains of the `evm` processor; each has one wallet. */
export const EvmNetwork = z.enum(['ethereum', 'bsc', 'polygon'])
export type EvmNetwork = z.infer<typeof EvmNetwork>

/** Where a method's rate comes from: the owner, or the price sources of the settings. */
export const RateOrigin = z.enum(['fixed', 'feed'])
export type RateOrigin = z.infer<typeof RateOrigin>

/** What a processor has to know of a method beyond its currency; what it does not use is left away. */
export const MethodOptions = z.object({
  /** Chain, for `evm`. */
  network: z.optional(EvmNetwork),
  /** For a test chain of `evm`; otherwise the network's own (1, 56, 137). */
  chainId: z.optional(z.int().check(z.minimum(1), z.maximum(4_294_967_295))),
  /** Contract of an ERC-20 token; without one the chain's own coin is sent. */
  contract: z.optional(z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))),
  /** Opens the account of a payee who has none, at the wallet’s cost: tokens of `solana` and `ton`, TRX of `tron`. */
  createAccounts: z.optional(z.boolean()),
  /** Most that its wallet pays of the currency in a UTC day; the rest waits for the next one. */
  dayMax: z.optional(Decimal),
  /** Blocks on top of a payout before it counts as paid; for `bitcoind` and `evm`. */
  confirmations: z.optional(z.int().check(z.minimum(1), z.maximum(1_000))),
  /** Most that the network may take for one payout, in the chain's own coin; dearer ones wait. */
  feeMax: z.optional(Decimal),
  /** Where a payout’s transaction can be looked up; without one the usual explorer of the currency. */
  explorer: z.optional(ExplorerTemplate),
})
export type MethodOptions = z.infer<typeof MethodOptions>

/** A source of prices. `json` is any API that answers with one number: `url` and `path` may hold {coin}, {currency}. */
export const RateSource = z.object({
  kind: z.enum(['coingecko', 'coinbase', 'kraken', 'json']),
  enabled: z.boolean(),
  /** Empty: the source's own address. */
  url: z.union([z.literal(''), line(8, 300).check(z.regex(/^https?:\/\//))]),
  /** Where the number stands in the answer, such as `data.amount`; for `json` only. */
  path: line(0, 200),
})
export type RateSource = z.infer<typeof RateSource>

/** One try to pay a withdrawal, as the admin sees it. */
export const PayoutAttempt = z.object({
  startedAt: Timestamp,
  finishedAt: z.nullable(Timestamp),
  /** Null while it runs. */
  outcome: z.nullable(z.enum(['paid', 'refused', 'retry', 'unknown'])),
  txId: z.nullable(z.string()),
  detail: z.nullable(z.string()),
  /** Transactions that were signed for it; only one of them can ever count. */
  transactions: z.array(
    z.object({
      txId: z.string(),
      nonce: z.nullable(z.int()),
      fee: z.nullable(Decimal),
      createdAt: Timestamp,
      /** When it was last given to the network; null before the first time. */
      sentAt: z.nullable(Timestamp),
      /** What the network last said of it. */
      answer: z.nullable(z.string()),
    }),
  ),
})
export type PayoutAttempt = z.infer<typeof PayoutAttempt>

/** What a processor holds of one currency to pay with. */
export const AdminWallet = z.object({
  processor: PayoutProcessor,
  currency: z.string(),
  /** Null while it could never be asked for. */
  balance: z.nullable(Decimal),
  /** The balance at the current rate; null without a balance or a rate. */
  units: z.nullable(Units),
  /** What waits to be paid or is being paid by it. */
  owed: Units,
  owedCoins: Decimal,
  /** What it paid or is paying since midnight UTC, and the lowest limit of its methods; null without a limit. */
  todayCoins: Decimal,
  dayMax: z.nullable(Decimal),
  /** When it last answered. */
  at: z.nullable(Timestamp),
  /** What went wrong at the last try; null when nothing did. */
  error: z.nullable(z.string()),
  /** Less than what is owed. */
  low: z.boolean(),
  /** The balance is older than half an hour, or was never known. */
  stale: z.boolean(),
  /** Why payouts by it are stopped; null when they are not. */
  halted: z.nullable(z.string()),
  /** Since when it wasn’t compared with the ledger as a whole, and why; null when the last comparison did. */
  uncompared: z.nullable(z.object({ since: Timestamp, error: z.string() })),
})
export type AdminWallet = z.infer<typeof AdminWallet>

/** A payment that a wallet and the books don’t agree on. */
export const WalletDifference = z.object({
  _id: Id,
  processor: PayoutProcessor,
  currency: z.string(),
  /** `unbooked`: it left the wallet and isn’t in the ledger. `missing`: it is paid there, and the wallet has none. */
  kind: z.enum(['unbooked', 'missing']),
  withdrawalId: z.nullable(Id),
  txId: z.nullable(z.string()),
  address: z.nullable(z.string()),
  amount: z.nullable(z.string()),
  at: z.nullable(Timestamp),
  /** When it was found, or last changed. */
  foundAt: Timestamp,
  /** Who looked into it and what they found; null: nobody yet. */
  dismissed: z.nullable(z.object({ at: Timestamp, by: z.nullable(z.string()), note: z.string() })),
})
export type WalletDifference = z.infer<typeof WalletDifference>

export const adminPayout = {
  wallets: route({
    method: 'GET',
    path: '/api/admin/wallet',
    summary: 'Balance, pending payouts and problems of each processor, and payments that aren’t in the ledger.',
    access: 'admin',
    transaction: 'read',
    answer: z.object({
      wallets: z.array(AdminWallet),
      differences: z.array(WalletDifference),
      dryRun: z.boolean(),
      stopped: z.nullable(z.string()),
    }),
  }),
  dismissDifference: route({
    method: 'POST',
    path: '/api/admin/wallet/difference/{id}/dismiss',
    summary: 'Notes what an admin found out about a difference; it stays listed, and shows up again if it changes.',
    access: 'admin',
    transaction: 'write',
    params: z.object({ id: Id }),
    /** `foundAt` as it was read: one that changed since is refused with `DIFFERENCE_CHANGED`. */
    body: z.object({ note: line(3, 300), foundAt: Timestamp }),
    answer: Done,
  }),
  lookUpWithdrawal: route({
    method: 'POST',
    path: '/api/admin/withdrawal/{id}/look-up',
    summary: 'Checks the status of a payout with the processor; settles confirmed results, and never sends.',
    access: 'admin',
    transaction: 'none',
    limits: [{ by: 'user', points: 30, seconds: 60 }],
    params: z.object({ id: Id }),
    answer: z.extend(Done, { status: WithdrawalStatus }),
  }),
} as const
