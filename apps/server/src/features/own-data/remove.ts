import type { Contract } from '@runnel/contract'
import type { Input } from '@runnel/contract/route'

import { type ProofRooms, proveSelf } from '#features/two-step/two-step.ts'
import { mailGone } from '#features/user/user.ts'
import type { Context } from '#kernel/context.ts'
import type { Tx } from '#kernel/db.ts'
import { refuse, refuseField } from '#kernel/refusal.ts'
import { balancesOf } from '#money/accounts.ts'

import { erase } from './erase.ts'
import { waiveRest } from './waive.ts'

type Removing = Context<Contract['ownData']['remove']>

/** Deletes the account of its caller, at once and for good. */
export const removeAccount = async (
  rooms: ProofRooms,
  context: Removing,
  { username, waive, password, code }: Input<Contract['ownData']['remove']>['body'],
): Promise<void> => {
  const { tx, caller, now, enqueue } = context
  const user = await lockUser(tx, caller.id)
  if (username !== user.username) refuseField('username', 'NAME_DIFFERS', 'This is not your username.')
  if (user.role !== 'user') {
    refuse('forbidden', 'STAFF_STAYS', 'An account with a role at the site cannot delete itself. Ask the owner.')
  }
  await proveSelf(rooms, context, { password, code })
  await refuseOpen(tx, user.id)
  if (!waive) await refuseOwned(tx, user.id)
  await waiveRest(tx, user.id, now)
  await erase(tx, { id: user.id, username: user.username, now })
  await enqueue(mailGone, { email: user.email, username: user.username })
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
    refuse('conflict', 'WITHDRAWAL_OPEN', 'A withdrawal of yours is still on its way. Please wait until it is done.')
  }
  const deposit = await tx
    .selectFrom('deposits')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', '=', 'processing')
    .executeTakeFirst()
  if (deposit !== undefined) {
    refuse('conflict', 'DEPOSIT_OPEN', 'A payment of yours is seen and not final yet. Please wait until it is done.')
  }
  const campaign = await tx
    .selectFrom('campaigns')
    .select('title')
    .where('user_id', '=', userId)
    .where('status', 'in', ['pending', 'active', 'paused'])
    .executeTakeFirst()
  if (campaign !== undefined) {
    refuse('conflict', 'CAMPAIGN_OPEN', `Your campaign “${campaign.title}” still runs. Please delete it first.`)
  }
  const task = await tx
    .selectFrom('tasks')
    .select('title')
    .where('user_id', '=', userId)
    .where((is) => is.or([is('status', 'in', ['pending', 'active', 'paused']), is('held', '>', 0)]))
    .executeTakeFirst()
  if (task !== undefined) {
    const msg = `Your task “${task.title}” is not over, or work for it waits for your review. Please end it first.`
    refuse('conflict', 'TASK_OPEN', msg)
  }
}

const refuseOwned = async (tx: Tx, userId: string): Promise<void> => {
  const { main, deposit, held } = await balancesOf(tx, userId)
  if (main + deposit + held === 0) return
  const msg = 'There is something left on your balances. Withdraw it, or say that you give it up.'
  refuse('conflict', 'BALANCE_LEFT', msg)
}
