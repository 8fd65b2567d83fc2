import type { WithdrawalStatus } from '@runnel/contract/withdraw'
import type { Tx } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import { assert, refuse } from '#kernel/refusal.ts'
import { say } from '#kernel/words/say.ts'
import { canTransition } from './status.ts'

/** Who decided: the payout job, or the admin with this id. */
export type TransitionActor = { readonly mover: 'machine' } | { readonly mover: 'admin'; readonly id: string }

export const systemActor: TransitionActor = { mover: 'machine' }

export interface Transition {
  readonly withdrawal: { readonly id: string; readonly status: WithdrawalStatus }
  readonly to: WithdrawalStatus
  readonly by: TransitionActor
  readonly now: Date
  /** What the history says beside the new status; only people with the role read it. */
  readonly note?: string
  readonly set?: {
    readonly reason?: string
    readonly tx_id?: string
    readonly approved_by?: string
    readonly not_before?: Date
  }
}

/** The only way that a withdrawal changes its status. The caller holds its row locked. */
export const transitionWithdrawal = async (tx: Tx, move: Transition): Promise<void> => {
  const { withdrawal, to, by, now, note, set } = move
  if (!canTransition(withdrawal.status, to, by.mover)) {
    assert(by.mover === 'admin', `the machine never moves a withdrawal from ${withdrawal.status} to ${to}`)
    refuse('conflict', 'WITHDRAWAL_STATE', say('owner.withdraw.cannotMark', { from: withdrawal.status, to }))
  }
  const { numUpdatedRows } = await tx
    .updateTable('withdrawals')
    .set({ ...set, status: to, updated_at: now, ...(to === 'paid' ? arrived(now) : {}) })
    .where('id', '=', withdrawal.id)
    .where('status', '=', withdrawal.status)
    .executeTakeFirstOrThrow()
  assert(numUpdatedRows === 1n, 'a withdrawal is moved by who holds its row')
  await recordStatus(tx, { withdrawalId: withdrawal.id, status: to, by, now, note })
}

/** What its user read while nobody knew is over. */
const arrived = (now: Date) => ({ paid_at: now, reason: null })

export interface StatusRecord {
  readonly withdrawalId: string
  readonly status: WithdrawalStatus
  readonly by: TransitionActor
  readonly now: Date
  readonly note?: string | undefined
}

/** Writes a line of a withdrawal's history. */
export const recordStatus = async (tx: Tx, record: StatusRecord): Promise<void> => {
  const { withdrawalId, status, by, now, note } = record
  await tx
    .insertInto('withdrawal_events')
    .values({
      id: newId(),
      withdrawal_id: withdrawalId,
      status,
      at: now,
      by_user: by.mover === 'admin' ? by.id : null,
      note: note ?? null,
    })
    .execute()
}
