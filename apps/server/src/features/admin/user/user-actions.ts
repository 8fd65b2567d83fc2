import type { Contract } from '@runnel/contract'
import { banAccounts, refuseStaff, unbanAccounts } from '#features/suspect/owner.ts'
import { disableTwoStep } from '#features/two-step/two-step.ts'
import { mailReset } from '#features/user/user.ts'
import { changeNeedsSecond, oneAtATime } from '#guard/approval/limits.ts'
import { requestApproval } from '#guard/approval/rules.ts'
import { grantTrust, trustLevelAt } from '#guard/trust/trust.ts'
import { audit, byCaller } from '#kernel/audit.ts'
import { later } from '#kernel/clock.ts'
import type { Handlers, WriteContext } from '#kernel/context.ts'
import { assert, refuse } from '#kernel/refusal.ts'
import { endSessions } from '#kernel/session.ts'
import { money, say } from '#kernel/words/say.ts'
import { noSuchUser } from './user-detail.ts'
import { userRows } from './user-list.ts'
import { adjust, newAct, ownedView, refuseOwn, refuseWrongAdjustment, undoable, undoTransfer } from './user-money.ts'

type Acts = Pick<
  Handlers<Contract['admin']>,
  | 'banUser'
  | 'unban'
  | 'banUsers'
  | 'unbanUsers'
  | 'cooldownUser'
  | 'trustUser'
  | 'adjustUser'
  | 'reverseTransfer'
  | 'endUserSessions'
  | 'endUserSession'
  | 'resetUserPassword'
  | 'dropTwoStep'
>

/** What an admin does to a user. Signing in as one is not among it. */
export const userActs: Acts = {
  banUser: async ({ params: { id }, body: { reason, until } }, context) => {
    refuseStaff(await lockUserRow(context, id))
    const { done } = await banAccounts(context, { ids: [id], reason, until: momentOf(until) })
    const msg = done.length === 0 ? say('owner.settings.noChangesSave') : say('owner.users.accountLockedUserSees')
    return { user: await shown(context, id), msg }
  },

  unban: async ({ params: { id } }, context) => {
    await lockUserRow(context, id)
    const { done } = await unbanAccounts(context, [id])
    return {
      user: await shown(context, id),
      msg: done.length === 0 ? say('owner.users.accountLocked') : say('owner.users.unlocked'),
    }
  },

  banUsers: async ({ body: { ids, reason, until } }, context) => {
    const { done, skipped } = await banAccounts(context, { ids, reason, until: momentOf(until) })
    return { done: done.length, skipped, msg: say('owner.users.lockedSkipped', { count: done.length, skipped }) }
  },

  unbanUsers: async ({ body: { ids } }, context) => {
    const { done, skipped } = await unbanAccounts(context, ids)
    return { done: done.length, skipped, msg: say('owner.users.unlockedSkipped', { count: done.length, skipped }) }
  },

  cooldownUser: async ({ params: { id }, body: { minutes, reason } }, context) => {
    const { tx, now, notifyLive } = context
    const user = await lockUserRow(context, id)
    refuseStaff(user)
    const until = minutes === 0 ? null : later(now, minutes * 60)
    const set = { cooldown_until: until, cooldown_reason: until === null ? null : reason }
    await tx.updateTable('users').set(set).where('id', '=', id).execute()
    const before = { until: user.cooldown_until?.toISOString() ?? null, reason: user.cooldown_reason }
    const after = { until: until?.toISOString() ?? null, reason }
    await audit(tx, { ...byCaller(context), action: 'user.cooldown', target: id, before, after })
    notifyLive(id)
    return {
      user: await shown(context, id),
      msg: until === null ? say('owner.users.cooldownEnded') : say('owner.users.cooldownSet'),
    }
  },

  trustUser: async ({ params: { id }, body: { grants, reason } }, context) => {
    const { tx, now, notifyLive } = context
    const user = await lockUserRow(context, id)
    refuseGone(user)
    const level = await grantTrust(tx, { userId: id, grants, now })
    const before = { grants: user.trust_grants, level: trustLevelAt(user.trust_level) }
    const after = { grants, level, reason }
    await audit(tx, { ...byCaller(context), action: 'user.trust', target: id, before, after })
    notifyLive(id)
    return { user: await shown(context, id), msg: say('owner.users.trustGrantSaved') }
  },

  adjustUser: async ({ params: { id }, body }, context) => {
    const { tx, settings } = context
    const { account, amount, reason, asDebt = false } = body
    await oneAtATime(context)
    refuseGone(await lockUserRow(context, id))
    refuseWrongAdjustment(context, { ...body, userId: id })
    if (await changeNeedsSecond(context, { userId: id, amount: Math.abs(amount) })) {
      const payload = { account, amount, asDebt }
      const proposal = {
        kind: 'user.adjust',
        user_id: id,
        ref: null,
        amount: Math.abs(amount),
        reason,
        payload,
      } as const
      return { approval: await requestApproval(context, proposal), ...(await ownedView(tx, id)), msg: WAITS }
    }
    await adjust(context, { userId: id, account, amount, reason, asDebt, key: newAct() })
    const sum = money(Math.abs(amount), settings.site_currency)
    const msg = amount > 0 ? say('owner.users.added', { sum }) : say('owner.users.deducted', { sum })
    return { approval: null, ...(await ownedView(tx, id)), msg }
  },

  reverseTransfer: async ({ params: { id }, body: { transferId, reason } }, context) => {
    const { tx } = context
    await oneAtATime(context)
    refuseGone(await lockUserRow(context, id))
    refuseOwn(context.caller.id, id)
    const { amount } = await undoable(tx, { userId: id, transferId })
    if (await changeNeedsSecond(context, { userId: id, amount })) {
      const proposal = { kind: 'user.reverse', user_id: id, ref: transferId, amount, reason, payload: {} } as const
      return { approval: await requestApproval(context, proposal), ...(await ownedView(tx, id)), msg: WAITS }
    }
    await undoTransfer(context, { userId: id, transferId, reason })
    return { approval: null, ...(await ownedView(tx, id)), msg: say('owner.users.undone') }
  },

  endUserSessions: async ({ params: { id } }, context) => {
    const { tx, now } = context
    await lockUserRow(context, id)
    const ended = await endSessions(tx, { userId: id, now })
    const after = { ended }
    await audit(tx, { ...byCaller(context), action: 'user.end-sessions', target: id, before: undefined, after })
    return { ended, msg: say('owner.users.sessionsEnded', { ended }) }
  },

  endUserSession: async ({ params: { id, sessionId } }, context) => {
    const { tx } = context
    await lockUserRow(context, id)
    const gone = await tx
      .deleteFrom('sessions')
      .where('id', '=', sessionId)
      .where('user_id', '=', id)
      .returning(['user_agent', 'ip_net'])
      .executeTakeFirst()
    if (gone === undefined) return refuse('notFound', 'NO_SUCH_SESSION', say('owner.users.sessionAlreadyEnded'))
    const before = { sessionId, device: gone.user_agent, from: gone.ip_net }
    await audit(tx, { ...byCaller(context), action: 'user.end-session', target: id, before, after: undefined })
    return { msg: say('owner.users.sessionEnded') }
  },

  resetUserPassword: async ({ params: { id } }, context) => {
    const { tx, enqueue } = context
    refuseGone(await lockUserRow(context, id))
    await enqueue(mailReset, { userId: id })
    await audit(tx, {
      ...byCaller(context),
      action: 'user.password-reset',
      target: id,
      before: undefined,
      after: undefined,
    })
    return { msg: say('owner.users.passwordResetEmailSent') }
  },

  dropTwoStep: async ({ params: { id }, body: { reason } }, context) => {
    const { tx, notifyLive } = context
    const user = await lockUserRow(context, id)
    refuseGone(user)
    // Their own stands on the account page, where the second step itself is asked for; and whoever drops that of
    // another admin is halfway into their account.
    refuseOwn(context.caller.id, id)
    if (user.role === 'admin') {
      refuse('conflict', 'IS_STAFF', say('owner.users.resetTwoFactorAuthentication'))
    }
    if (user.two_step_at === null) refuse('conflict', 'NO_TWO_STEP', say('owner.users.twoFactorAuthenticationTurned'))
    await disableTwoStep(tx, id)
    const deed = { before: { twoStep: true }, after: { twoStep: false, reason } }
    await audit(tx, { ...byCaller(context), action: 'user.drop-two-step', target: id, ...deed })
    notifyLive(id)
    return { msg: say('owner.users.twoFactorAuthenticationDisabled') }
  },
}

const WAITS = say('owner.users.secondAdminMustApprove')

const momentOf = (until: string | undefined): Date | null => (until === undefined ? null : new Date(until))

/** Locks a user's row. */
export const lockUserRow = async ({ tx }: Pick<WriteContext, 'tx'>, id: string) => {
  const user = await tx.selectFrom('users').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  return user ?? noSuchUser()
}

/** Nothing is left of one who has gone. */
const refuseGone = ({ deleted_at: deletedAt }: { readonly deleted_at: Date | null }): void => {
  if (deletedAt !== null) refuse('conflict', 'USER_DELETED', say('owner.users.accountDeletedUser'))
}

/** A user as the list shows them. */
export const shown = async ({ tx, now }: Pick<WriteContext, 'tx' | 'now'>, id: string) => {
  const [user] = await userRows(tx, [id], now)
  assert(user !== undefined, `there is a user ${id}`)
  return user
}
