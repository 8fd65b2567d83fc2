import type { Contract } from '@runnel/contract'
import type { Input } from '@runnel/contract/route'
import { type StepUpDeps, verifyStepUp } from '#features/two-step/two-step.ts'
import { mailAccountDeleted } from '#features/user/user.ts'
import type { Context } from '#kernel/context.ts'
import type { Tx } from '#kernel/db.ts'
import { refuse, refuseField } from '#kernel/refusal.ts'
import { say } from '#kernel/words/say.ts'
import { balancesOf } from '#money/accounts.ts'
import { erase, lockEmptied } from './anonymize.ts'
import { forfeitBalance } from './forfeit.ts'

type RemoveContext = Context<Contract['ownData']['remove']>

/** Deletes the account of its caller, at once and for good. */
export const deleteAccount = async (
  deps: StepUpDeps,
  context: RemoveContext,
  { username, waive, password, code }: Input<Contract['ownData']['remove']>['body'],
): Promise<void> => {
  const { tx, caller, now, enqueue } = context
  await lockEmptied(tx, caller.id)
  const user = await lockUser(tx, caller.id)
  if (username !== user.username) refuseField('username', 'NAME_DIFFERS', say('ownData.wrongUsername'))
  if (user.role !== 'user') {
    refuse('forbidden', 'STAFF_STAYS', say('ownData.staffAccountsDeletedHere'))
  }
  await verifyStepUp(deps, context, { password, code })
  await refuseOpen(tx, user.id)
  if (!waive) await refuseOwned(tx, user.id)
  await forfeitBalance(tx, user.id, now)
  await erase(tx, { id: user.id, username: user.username, now })
  await enqueue(mailAccountDeleted, { email: user.email, username: user.username, locale: user.locale })
}

const lockUser = async (tx: Tx, userId: string) => {
  const user = await tx
    .selectFrom('users')
    .select(['id', 'username', 'email', 'role', 'locale'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return user ?? refuse('noSession', 'SESSION_ENDED', say('ownData.sessionEndedPleaseSign'))
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
    refuse('conflict', 'WITHDRAWAL_OPEN', say('ownData.withdrawalProgressWaitUntil'))
  }
  const deposit = await tx
    .selectFrom('deposits')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', '=', 'processing')
    .executeTakeFirst()
  if (deposit !== undefined) {
    refuse('conflict', 'DEPOSIT_OPEN', say('ownData.depositConfirmedYetWait'))
  }
  const campaign = await tx
    .selectFrom('campaigns')
    .select('title')
    .where('user_id', '=', userId)
    .where('status', 'in', ['pending', 'active', 'paused'])
    .executeTakeFirst()
  if (campaign !== undefined) {
    refuse('conflict', 'CAMPAIGN_OPEN', say('ownData.campaignStillActiveDelete', { title: campaign.title }))
  }
  const task = await tx
    .selectFrom('tasks')
    .select('title')
    .where('user_id', '=', userId)
    .where((is) => is.or([is('status', 'in', ['pending', 'active', 'paused']), is('held', '>', 0)]))
    .executeTakeFirst()
  if (task !== undefined) {
    const msg = say('ownData.taskStillOpenSubmissions', { title: task.title })
    refuse('conflict', 'TASK_OPEN', msg)
  }
}

const refuseOwned = async (tx: Tx, userId: string): Promise<void> => {
  const { main, deposit, held } = await balancesOf(tx, userId)
  if (main + deposit + held === 0) return
  const msg = say('ownData.stillBalanceWithdrawConfirm')
  refuse('conflict', 'BALANCE_LEFT', msg)
}
