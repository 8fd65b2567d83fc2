import type { Contract } from '@runnel/contract'
import { API_KEYS_MAX, type ApiKey, type ApiKeyScope } from '@runnel/contract/account/api-key'
import type { Selectable } from 'kysely'
import { notifyAndMail } from '#features/user/user.ts'
import { later } from '#kernel/clock.ts'
import type { Context, Handlers } from '#kernel/context.ts'
import { newId } from '#kernel/id.ts'
import { newApiKey } from '#kernel/key/api-key.ts'
import { refuse, refuseField } from '#kernel/refusal.ts'
import { sha256 } from '#kernel/secrets.ts'
import { type Caller, refuseEndedSession } from '#kernel/session.ts'
import type { Database } from '#kernel/tables/tables.ts'
import { say } from '#kernel/words/say.ts'

type Routes = Contract['apiKey']

/** Keys of programs that act for an account. What a key may call is said in the route table. */
export const apiKey: Handlers<Routes> = {
  list: async (_input, { db, caller }) => {
    const rows = await db
      .selectFrom('api_keys')
      .select(columns)
      .where('user_id', '=', caller.id)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute()
    return { keys: rows.map(keyView) }
  },

  create: async ({ body }, context) => {
    const { tx, caller, now, notifyLive } = context
    refuseScopes(caller, body.scopes)
    await refuseTooManyKeys(context)
    const token = newApiKey()
    const made = await tx
      .insertInto('api_keys')
      .values({
        id: newId(),
        user_id: caller.id,
        name: body.name,
        token_hash: sha256(token),
        tail: token.slice(-4),
        scopes: [...new Set(body.scopes)],
        per_minute: body.perMinute,
        created_at: now,
        expires_at: body.days === null ? null : later(now, body.days * 86_400),
      })
      .onConflict((conflict) => conflict.columns(['user_id', 'name']).doNothing())
      .returning(columns)
      .executeTakeFirst()
    if (made === undefined) return refuse('conflict', 'API_KEY_NAME', say('apiKey.nameTaken', { name: body.name }))
    await notifyAndMail(context, { userId: caller.id, kind: 'api-key-added', values: { name: body.name }, now })
    notifyLive(caller.id)
    return { token, key: keyView(made), msg: say('apiKey.created') }
  },

  revoke: async ({ params }, { tx, caller }) => {
    const { numDeletedRows } = await tx
      .deleteFrom('api_keys')
      .where('id', '=', params.id)
      .where('user_id', '=', caller.id)
      .executeTakeFirst()
    if (numDeletedRows === 0n) refuse('notFound', 'NO_SUCH_KEY', say('apiKey.alreadyRevoked'))
    return { msg: say('apiKey.revoked') }
  },
}

const columns = [
  'id',
  'name',
  'tail',
  'scopes',
  'per_minute',
  'created_at',
  'expires_at',
  'last_used_at',
] as const satisfies readonly (keyof Database['api_keys'])[]

const keyView = (row: Pick<Selectable<Database['api_keys']>, (typeof columns)[number]>): ApiKey => ({
  _id: row.id,
  name: row.name,
  tail: row.tail,
  scopes: row.scopes,
  perMinute: row.per_minute,
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at?.toISOString() ?? null,
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
})

/** The role decides with each call; a key that could do nothing is refused when it is made. */
const refuseScopes = ({ role }: Caller, scopes: readonly ApiKeyScope[]): void => {
  if (role === 'user' && scopes.includes('admin-read')) refuseField('scopes', 'API_KEY_ROLE', say('apiKey.staffOnly'))
}

/** The locked row of the user makes those who create at the same moment count one after another. */
const refuseTooManyKeys = async ({ tx, caller }: Context<Routes['create']>): Promise<void> => {
  const user = await tx
    .selectFrom('users')
    .select('deleted_at')
    .where('id', '=', caller.id)
    .forUpdate()
    .executeTakeFirst()
  refuseEndedSession(user)
  const keys = await tx.selectFrom('api_keys').select('id').where('user_id', '=', caller.id).execute()
  if (keys.length >= API_KEYS_MAX) refuse('conflict', 'TOO_MANY_KEYS', say('apiKey.tooMany', { most: API_KEYS_MAX }))
}
