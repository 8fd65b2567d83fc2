import type { Contract } from '@runnel/contract'
import type { UserStatus } from '@runnel/contract/admin/user'
import type { Input } from '@runnel/contract/route'
import { Id } from '@runnel/contract/values'
import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import { bannedSql, lockedSql } from '#kernel/account-lock.ts'
import { startsWith } from '#kernel/prefix-match.ts'

export type UserFilter = Input<Contract['admin']['usersCsv']>['query']

/** Whether a user `u`, with the score `s` where one is asked for, is one of a filter. */
export const matching = (filter: UserFilter, now: Date): RawBuilder<unknown> => {
  const { search, role, status, country, minLevel, referrer, joinedFrom, joinedTo, scoreFrom } = filter
  const wanted: RawBuilder<unknown>[] = [sql`true`]
  if (search !== undefined && search !== '') wanted.push(searched(search))
  if (role !== undefined) wanted.push(sql`u.role = ${role}`)
  if (status !== undefined) wanted.push(userStatusSql(now)[status])
  if (country !== undefined) {
    wanted.push(sql`EXISTS (SELECT FROM sessions c WHERE c.user_id = u.id AND c.country = ${country})`)
  }
  if (minLevel !== undefined) wanted.push(sql`u.level >= ${minLevel}`)
  if (referrer !== undefined && referrer !== '') {
    wanted.push(sql`u.referrer_id = (SELECT r.id FROM users r WHERE r.username = ${referrer.toLowerCase()})`)
  }
  if (joinedFrom !== undefined) wanted.push(sql`u.joined_at >= ${joinedFrom}::date::timestamp AT TIME ZONE 'UTC'`)
  if (joinedTo !== undefined) wanted.push(sql`u.joined_at < (${joinedTo}::date + 1)::timestamp AT TIME ZONE 'UTC'`)
  if (scoreFrom !== undefined) wanted.push(sql`s.score >= ${scoreFrom}`)
  return sql.join(wanted, sql` AND `)
}

/** A whole id, or the beginning of a name or an address. */
const searched = (text: string): RawBuilder<unknown> => {
  const lower = text.toLowerCase()
  if (z.safeParse(Id, lower).success) return sql`u.id = ${lower}`
  const name = startsWith(sql`u.username`, lower)
  return lower.includes('@')
    ? startsWith(sql`lower(u.email)`, lower)
    : sql`(${name} OR ${startsWith(sql`lower(u.email)`, lower)})`
}

/** The same order of ranks as `statusOf`. */
const userStatusSql = (now: Date): Readonly<Record<UserStatus, RawBuilder<unknown>>> => {
  const locked = lockedSql('u', now)
  const free = sql`u.deleted_at IS NULL AND NOT ${locked}`
  const waits = sql`u.cooldown_until IS NOT NULL AND u.cooldown_until > ${now}`
  const calm = sql`${free} AND (u.cooldown_until IS NULL OR u.cooldown_until <= ${now})`
  return {
    deleted: sql`u.deleted_at IS NOT NULL`,
    locked: bannedSql('u', now),
    cooldown: sql`${free} AND ${waits}`,
    unverified: sql`${calm} AND u.email_verified_at IS NULL`,
    active: sql`${calm} AND u.email_verified_at IS NOT NULL`,
  }
}
