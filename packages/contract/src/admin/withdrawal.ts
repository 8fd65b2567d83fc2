import * as z from 'zod/mini'
import { PayoutAttempt } from '#contract/payout.ts'
import { RiskReason } from '#contract/risk.ts'
import { Id, Timestamp, Units } from '#contract/values.ts'
import { PayoutProcessor, Withdrawal, WithdrawalStatus } from '#contract/withdraw.ts'

/** A withdrawal with everything that a person needs to decide. */
export const AdminWithdrawal = z.extend(Withdrawal, {
  methodId: Id,
  processor: PayoutProcessor,
  user: z.object({
    _id: Id,
    username: z.string(),
    joinedAt: Timestamp,
    level: z.int(),
    score: z.number(),
    /** Nobody who owes is paid: such a withdrawal can only be rejected, which repays. */
    debt: Units,
  }),
  /** Why it waits for a person. */
  reviewReasons: z.array(z.string()),
  risk: z.array(RiskReason),
  /** Other accounts that ever asked to be paid to the same address. */
  sharedAddress: z.int(),
  /** Where the account's earnings of the last 30 days came from, most first. */
  earned: z.array(z.object({ source: z.string(), amount: Units })),
  /**
   * Accounts of one of its networks that asked for a withdrawal on the same UTC day, this one among them, and how many
   * of their addresses were new that day. Null: none but this account.
   */
  network: z.nullable(z.object({ accounts: z.int(), newAddresses: z.int() })),
  /** Every try to pay it, the first one first. */
  attempts: z.array(PayoutAttempt),
  /** It can be marked as paid: an automatic one only while payouts are stopped and no attempt is recorded. */
  canMarkPaid: z.boolean(),
  history: z.array(
    z.object({
      status: WithdrawalStatus,
      at: Timestamp,
      by: z.nullable(z.string()),
      note: z.nullable(z.string()),
    }),
  ),
})
export type AdminWithdrawal = z.infer<typeof AdminWithdrawal>

/** Withdrawals in review of accounts that are tied to each other: one case, one decision. */
export const WithdrawalCase = z.object({
  accounts: z.int(),
  amount: Units,
  /** What the site has from what these accounts earned. */
  revenue: Units,
  /** What ties them, the most telling first. */
  ties: z.array(z.string()),
  withdrawals: z.array(AdminWithdrawal),
})
export type WithdrawalCase = z.infer<typeof WithdrawalCase>
