import type { WithdrawalStatus } from '@runnel/contract/withdraw'

/** Who moves a withdrawal on: the payout job, or a person in the admin area. */
export type StatusActor = 'machine' | 'admin'

type Moves = { readonly [From in WithdrawalStatus]: { readonly [To in WithdrawalStatus]?: readonly StatusActor[] } }

/**
 * From each status to each that may follow, and who may decide it. Nothing leaves `paid`, `rejected` and `failed`.
 * What is `unknown` is never sent again: only a proof that it arrived or a person's decision ends it.
 */
export const transitions: Moves = {
  review: { approved: ['admin'], rejected: ['admin'] },
  approved: { sending: ['machine'], review: ['admin', 'machine'], rejected: ['admin'], paid: ['admin'] },
  sending: { paid: ['machine'], failed: ['machine'], approved: ['machine'], unknown: ['machine'] },
  unknown: { paid: ['machine', 'admin'], failed: ['admin'] },
  paid: {},
  rejected: {},
  failed: {},
}

/** Whether this move is one of the table's. */
export const canTransition = (from: WithdrawalStatus, to: WithdrawalStatus, by: StatusActor): boolean =>
  transitions[from][to]?.includes(by) ?? false
