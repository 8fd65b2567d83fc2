import type { Contract } from '@runnel/contract'
import type { Input } from '@runnel/contract/route'
import type { Selectable, Updateable } from 'kysely'
import { isRetired, refuseReserved, refuseTakenName, refuseUsernameTaken } from '#features/auth/auth.ts'
import { emailKey, mailEmailChanged, mailVerify, timezoneOf, voidLinks } from '#features/user/user.ts'
import { audit, byCaller } from '#kernel/audit.ts'
import type { Handlers, WriteContext } from '#kernel/context.ts'
import { refuse, refuseField } from '#kernel/refusal.ts'
import { requireFreshProof } from '#kernel/step-up.ts'
import type { UserRow } from '#kernel/tables/tables.ts'
import { say } from '#kernel/words/say.ts'
import { lockUserRow, shown, userActs } from './user-actions.ts'
import { userDetail } from './user-detail.ts'
import { userFile, userPage } from './user-list.ts'
import { userStatement, userStatementFile } from './user-statement.ts'

type Routes = Contract['admin']
type Users = Pick<
  Handlers<Routes>,
  'users' | 'usersCsv' | 'userDetail' | 'userStatement' | 'userStatementCsv' | 'editUser' | keyof typeof userActs
>

export interface UsersDeps {
  /** Usernames that hold the special roles. */
  readonly reservedNames: readonly string[]
}

/** The people of the site: finding one, all about them, and what is done to them. */
export const users = ({ reservedNames }: UsersDeps): Users => ({
  users: ({ query }, { db, now }) => userPage(db, query, now),

  usersCsv: ({ query }, { db, now }) => userFile(db, query, now),

  userDetail: ({ params }, { db, now }) => userDetail(db, params.id, now),

  userStatement: ({ params, query }, { db }) => userStatement(db, params.id, query),

  userStatementCsv: ({ params, query }, { db, now }) => userStatementFile(db, { userId: params.id, query, now }),

  editUser: async ({ params, body }, context) => {
    // With the mailbox goes the account: who sits at a screen left open must not move it to their own.
    if (body.data.email !== undefined || body.data.emailVerified !== undefined) requireFreshProof(context)
    const changed = await editUser(context, { id: params.id, data: body.data, reservedNames })
    return { user: await shown(context, params.id), msg: changed ? say('saved') : say('owner.settings.noChangesSave') }
  },

  ...userActs,
})

interface EditUserInput extends UsersDeps {
  readonly id: string
  readonly data: Input<Routes['editUser']>['body']['data']
}

/** Changes a profile; returns whether anything was different. */
const editUser = async (context: WriteContext, { id, data, reservedNames }: EditUserInput): Promise<boolean> => {
  const { tx, notifyLive, enqueue } = context
  const before = await lockUserRow(context, id)
  if (before.deleted_at !== null) refuse('conflict', 'USER_DELETED', say('owner.users.accountDeletedUser'))
  refuseMailboxTakeover(before, data)
  const wanted = wantedOf(context, before, data)
  if (wanted.username !== undefined) refuseName(before, wanted.username, reservedNames)
  if (wanted.username !== undefined && (await isRetired(tx, wanted.username))) refuseUsernameTaken()
  const names = changedNames(before, wanted)
  if (names.length === 0) return false
  await tx.updateTable('users').set(wanted).where('id', '=', id).execute().catch(refuseTakenName)
  if (wanted.email !== undefined) {
    await voidLinks(tx, id)
    if (wanted.email_verified_at === null) await enqueue(mailVerify, { userId: id })
    await enqueue(mailEmailChanged, { userId: id, formerEmail: before.email })
  }
  const after = { ...before, ...wanted }
  const deed = { before: partOf(before, names), after: partOf(after as Selectable<UserRow>, names) }
  await audit(tx, { ...byCaller(context), action: 'user.edit', target: id, ...deed })
  notifyLive(id)
  return true
}

type Changes = Updateable<UserRow> & { readonly email?: string; readonly username?: string }

const wantedOf = ({ now }: WriteContext, before: Selectable<UserRow>, data: EditUserInput['data']): Changes => {
  const { username, email, emailVerified, tz, hideName, note } = data
  const zone = timezoneOf(tz)
  if (tz !== undefined && zone === undefined) refuseField('tz', 'TZ_UNKNOWN', say('owner.users.unknownTimeZone'))
  const moves = email !== undefined && email !== before.email
  const isVerified = emailVerified ?? (moves ? false : before.email_verified_at !== null)
  const proof = before.email_verified_at !== null && !moves ? before.email_verified_at : now
  return {
    ...(username === undefined || username === before.username ? {} : { username }),
    ...(moves ? { email, email_key: emailKey(email) } : {}),
    ...(emailVerified === undefined && !moves ? {} : { email_verified_at: isVerified ? proof : null }),
    ...(zone === undefined ? {} : { tz: zone }),
    ...(hideName === undefined ? {} : { hide_name: hideName }),
    ...(note === undefined ? {} : { admin_note: note }),
  }
}

/**
 * Whoever holds the mailbox of an account can get into it: with that of another admin one could be both halves of an
 * act that needs two. The people of the site look after their own.
 */
const refuseMailboxTakeover = ({ role }: { role: string }, { email, emailVerified }: EditUserInput['data']): void => {
  if (role === 'user' || (email === undefined && emailVerified === undefined)) return
  refuseField('email', 'IS_STAFF', say('owner.users.staffMustChangeTheir'))
}

/** Roles go by names: nobody gets one, or loses one, by a new name. */
const refuseName = ({ role }: { role: string }, name: string, special: readonly string[]) => {
  if (role !== 'user') refuseField('username', 'IS_STAFF', say('owner.users.staffUsernamesSetServer'))
  refuseReserved(name, special)
}

const shownColumns = ['username', 'email', 'email_verified_at', 'tz', 'hide_name', 'admin_note'] as const
type Column = (typeof shownColumns)[number]

const changedNames = (before: Selectable<UserRow>, wanted: Changes): Column[] =>
  shownColumns.filter((name) => wanted[name] !== undefined && String(wanted[name]) !== String(before[name]))

/** What the audit log keeps for ever: of an address only enough to know it again. */
const partOf = (user: Selectable<UserRow>, names: readonly Column[]) =>
  Object.fromEntries(names.map((name) => [name, name === 'email' ? masked(user.email) : user[name]]))

const masked = (email: string): string => email.replace(/^(.).*@/, '$1…@')
