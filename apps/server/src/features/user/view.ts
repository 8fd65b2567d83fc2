import type { Notification, User } from '@runnel/contract/account/user'
import { NotificationKind, OptionalMail } from '@runnel/contract/account/user-kinds'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { isLocked } from '#kernel/account-lock.ts'
import type { Read } from '#kernel/db.ts'
import { assert } from '#kernel/refusal.ts'
import { ownedSql } from '#money/accounts.ts'
import { progressOf } from '#money/level.ts'

const columns = [
  'id',
  'username',
  'email',
  'role',
  'joined_at',
  'exp',
  'level',
  'total_earned',
  'faucet_claim',
  'email_verified_at',
  'tz',
  'locale',
  'notify_by_mail',
  'mails_off',
  'locked_at as lockedAt',
  'locked_until as lockedUntil',
  'lock_reason',
] as const

interface OwnView {
  readonly user: User
  readonly hasSetPassword: boolean
}

/** A user as the contract shows them to themselves, with what they own; one round trip. */
export const userView = async (db: Read, of: { userId: string; now: Date }): Promise<User> =>
  (await ownView(db, of)).user

/** The same with what only the first page asks for. */
export const ownView = async (db: Read, { userId, now }: { userId: string; now: Date }): Promise<OwnView> => {
  const row = await db
    .selectFrom('users')
    .innerJoinLateral(ownedSql(sql.ref('users.id')).as('owned'), (join) => join.onTrue())
    .select(columns)
    .select(['owned.main', 'owned.deposit', 'owned.held', 'owned.debt'])
    .select(({ eb }) => eb('password_hash', 'is not', null).as('hasSetPassword'))
    .select(sql<boolean>`EXISTS (SELECT FROM mail_bounces b WHERE b.email = lower(users.email))`.as('emailRefused'))
    .where('id', '=', userId)
    .executeTakeFirst()
  assert(row !== undefined, `there is a user ${userId}`)
  const locked = isLocked(row, now)
  const user: User = {
    _id: row.id,
    username: row.username,
    email: row.email,
    role: row.role,
    balance: row.main,
    depositBalance: row.deposit,
    heldBalance: row.held,
    debt: row.debt,
    totalEarned: row.total_earned,
    joinedAt: row.joined_at.toISOString(),
    level: row.level,
    progress: progressOf(row.exp, row.level),
    faucetClaim: row.faucet_claim,
    emailVerified: row.email_verified_at !== null,
    ...(row.emailRefused && { emailRefused: true }),
    tz: row.tz,
    ...(row.locale !== null && { locale: row.locale }),
    notifyByMail: row.notify_by_mail,
    mailsOff: OptionalMail.options.filter((kind) => row.mails_off.includes(kind)),
    lockedAt: locked ? (row.lockedAt?.toISOString() ?? null) : null,
    lockedUntil: locked ? (row.lockedUntil?.toISOString() ?? null) : null,
    lockReason: locked ? row.lock_reason : null,
  }
  return { user, hasSetPassword: Boolean(row.hasSetPassword) }
}

/** As many as the bell shows. */
const NEWEST = 20

export interface Notifications {
  readonly unread: number
  readonly notifications: Notification[]
}

/** The newest notifications and how many of all are unread, in one round trip. */
export const notificationsOf = async (db: Read, userId: string): Promise<Notifications> => {
  const rows = await db
    .selectFrom('notifications')
    .select(['id', 'kind', 'values', 'created_at', 'read_at'])
    .select((of) =>
      of
        .selectFrom('notifications as other')
        .select((count) => count.fn.countAll<number>().as('unread'))
        .where('other.user_id', '=', userId)
        .where('other.read_at', 'is', null)
        .as('unread'),
    )
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(NEWEST)
    .execute()
  return {
    unread: rows[0]?.unread ?? 0,
    notifications: rows.map((row) => ({
      _id: row.id,
      kind: z.parse(NotificationKind, row.kind),
      values: row.values,
      createdAt: row.created_at.toISOString(),
      read: row.read_at !== null,
    })),
  }
}
