import type { Contract } from '@runnel/contract'
import { PUSH_DEVICES } from '@runnel/contract/account/push'
import type { Input } from '@runnel/contract/route'
import type { DescribedAdapters } from '#adapters/adapters.ts'
import { deviceLabel } from '#features/user/user.ts'
import type { Context, Handlers } from '#kernel/context.ts'
import type { Tx } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import { refuse, refuseField } from '#kernel/refusal.ts'
import type { Secrets } from '#kernel/secrets.ts'
import { say } from '#kernel/words/say.ts'
import { pushKeys } from './keys.ts'

type Routes = Contract['push']

interface PushDeps extends Pick<DescribedAdapters, 'push'> {
  readonly secrets: Secrets
}

/** Push notifications: which devices of somebody are told, of what, and when not. */
export const push = (deps: PushDeps): Handlers<Routes> => ({
  settings: async (_input, context) => {
    const { tx, caller } = context
    const { publicKey } = await pushKeys(tx, { ...deps, now: context.now })
    const wishes = await tx
      .selectFrom('push_settings')
      .select(['kinds_off', 'quiet_from', 'quiet_until'])
      .where('user_id', '=', caller.id)
      .executeTakeFirst()
    const { quiet_from: from = null, quiet_until: until = null, kinds_off: kindsOff = [] } = wishes ?? {}
    const quiet = from === null || until === null ? null : { from, until }
    return { publicKey, devices: await devicesOf(context), kindsOff, quiet }
  },

  subscribe: async ({ body }, context) => {
    const problem = deps.push.problem(body.endpoint)
    if (problem !== null) refuseField('endpoint', 'ENDPOINT_REFUSED', say('push.endpointRefused'))
    await subscribe(context, body)
    return { msg: say('push.on') }
  },

  change: async ({ body: { kindsOff, quiet } }, { tx, caller }) => {
    const change = {
      ...(kindsOff !== undefined && { kinds_off: [...new Set(kindsOff)] }),
      ...(quiet !== undefined && { quiet_from: quiet?.from ?? null, quiet_until: quiet?.until ?? null }),
    }
    if (Object.keys(change).length === 0) return {}
    await tx
      .insertInto('push_settings')
      .values({ user_id: caller.id, kinds_off: [], quiet_from: null, quiet_until: null, ...change })
      .onConflict((row) => row.column('user_id').doUpdateSet(change))
      .execute()
    return {}
  },

  remove: async ({ params }, { tx, caller }) => {
    const gone = await tx
      .deleteFrom('push_subscriptions')
      .where('id', '=', params.id)
      .where('user_id', '=', caller.id)
      .executeTakeFirst()
    if (gone.numDeletedRows === 0n) refuse('notFound', 'NO_SUCH_DEVICE', say('push.deviceNotFound'))
    return { msg: say('push.off') }
  },
})

const devicesOf = async ({ tx, caller, now }: Context<Routes['settings']>) => {
  const rows = await tx
    .selectFrom('push_subscriptions as subscribed')
    .innerJoin('sessions', 'sessions.id', 'subscribed.session_id')
    .select(['subscribed.id', 'subscribed.session_id', 'subscribed.created_at', 'sessions.user_agent'])
    .where('subscribed.user_id', '=', caller.id)
    .where('sessions.expires_at', '>', now)
    .orderBy('subscribed.id', 'desc')
    .execute()
  return rows.map((row) => ({
    _id: row.id,
    device: deviceLabel(row.user_agent),
    current: row.session_id === caller.sessionId,
    createdAt: row.created_at.toISOString(),
  }))
}

/** A browser has one subscription: it belongs to whoever is signed in there now. */
const subscribe = async (
  { tx, caller, now }: Context<Routes['subscribe']>,
  { endpoint, p256dh, auth }: Input<Routes['subscribe']>['body'],
): Promise<void> => {
  const mine = { user_id: caller.id, session_id: caller.sessionId, p256dh, auth, created_at: now }
  await tx.deleteFrom('push_subscriptions').where('endpoint', '=', endpoint).where('user_id', '<>', caller.id).execute()
  await tx
    .insertInto('push_subscriptions')
    .values({ id: newId(), endpoint, ...mine })
    .onConflict((row) => row.column('endpoint').doUpdateSet(mine))
    .execute()
  await forgetOldest(tx, caller.id)
}

const forgetOldest = async (tx: Tx, userId: string): Promise<void> => {
  const kept = tx
    .selectFrom('push_subscriptions')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(PUSH_DEVICES)
  await tx.deleteFrom('push_subscriptions').where('user_id', '=', userId).where('id', 'not in', kept).execute()
}
