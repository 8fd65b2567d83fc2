import type { Contract } from '@runnel/contract'
import type { Input } from '@runnel/contract/route'
import { type StepUpDeps, verifyStepUp } from '#features/two-step/two-step.ts'
import { mailAccountDeleted } from '#features/user/user.ts'
import type { Context } from '#kernel/context.ts'
import type { Tx } from '#kernel/db.ts'
import { refuse, refuseField } from '#kernel/refusal.ts'
import { balancesOf } from '#money/accounts.ts'
import { erase } from './anonymize.ts'
import { forfeitBalance } from './forfeit.ts'

type RemoveContext = Context<Contract['ownData']['remove']>

/** Deletes the account of its caller, at once and for good. */
export const deleteAccount = async (
  deps: StepUpDeps,
  context: RemoveContext,
  { username, waive, password, code }: Input<Contract['ownData']['remove']>['body'],
): Promise<void> => {
  const { tx, caller, now, enqueue } = context
  const user = await lockUser(tx, caller.id)
  if (username !== user.username) refuseField('username', 'NAME_DIFFERS', 'Wrong username.')
  if (user.role !== 'user') {
    refuse('forbidden', 'STAFF_STAYS', 'Staff accounts can’t be deleted here. Ask the site administrator.')
  }
  await verifyStepUp(deps, context, { password, code })
  await refuseOpen(tx, user.id)
  if (!waive) await refuseOwned(tx, user.id)
  await forfeitBalance(tx, user.id, now)
  await erase(tx, { id: user.id, username: user.username, now })
  await enqueue(mailAccountDeleted, { email: user.email, username: user.username })
}

const lockUser = async (tx: Tx, userId: string) => {
  const user = await tx
    .selectFrom('users')
    .select(['id', 'username', 'email', 'role'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return user ?? refuse('noSession', 'SESSION_ENDED', 'Your session has ended. Please sign in again.')
}

/** What still runs in somebody's name would have nobody to answer for it. */
const refuseOpen = async (tx: Tx, userId: string): Promise<void> => {
  const withdrawal = await tx
    .selectFrom('withdrawals')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', 'in', ['review', 'approved', 'sending', 'unknown'])
    .executeTakeFirst()
  if (withdrawal !== undefined) {
    refuse('conflict', 'WITHDRAWAL_OPEN', 'You have a withdrawal in progress. Wait until it is completed.')
  }
  const deposit = await tx
    .selectFrom('deposits')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', '=', 'processing')
    .executeTakeFirst()
  if (deposit !== undefined) {
    refuse('conflict', 'DEPOSIT_OPEN', 'You have a deposit that isn’t confirmed yet. Wait until it is completed.')
  }
  const campaign = await tx
    .selectFrom('campaigns')
    .select('title')
    .where('user_id', '=', userId)
    .where('status', 'in', ['pending', 'active', 'paused'])
    .executeTakeFirst()
  if (campaign !== undefined) {
    refuse('conflict', 'CAMPAIGN_OPEN', `Your campaign “${campaign.title}” is still active. Delete it first.`)
  }
  const task = await tx
    .selectFrom('tasks')
    .select('title')
    .where('user_id', '=', userId)
    .where((is) => is.or([is('status', 'in', ['pending', 'active', 'paused']), is('held', '>', 0)]))
    .executeTakeFirst()
  if (task !== undefined) {
    const msg = `Your task “${task.title}” is still open or has submissions to review. Close it first.`
    refuse('conflict', 'TASK_OPEN', msg)
  }
}

const refuseOwned = async (tx: Tx, userId: string): Promise<void> => {
  const { main, deposit, held } = await balancesOf(tx, userId)
  if (main + deposit + held === 0) return
  const msg = 'You still have a balance. Withdraw it or confirm that you give it up.'
  refuse('conflict', 'BALANCE_LEFT', msg)
}
