import { sql } from 'kysely'
import { RARE_NET_ACCOUNTS } from '#guard/suspicion/risk-signals.ts'
import { bannedSql, lockedSql } from '#kernel/account-lock.ts'
import { say } from '#kernel/words/say.ts'

/** Why a commission is withheld: as it is kept, and as the referrer reads it. */
export const withheldReasons = {
  device: say('referral.someReferralsUseSame'),
  network: say('referral.someReferralsUseSameNetwork'),
  chain: say('referral.someReferralsUseSameDevice'),
  locked: say('referral.accountLockedWhenCommission'),
} as const
export type WithheldReason = keyof typeof withheldReasons

/** What a reason means to the guard; a lock says nothing about the other account. */
export const suspicions = {
  device: say('referral.referralUsesSameDevice'),
  network: say('referral.referralUsesSameNetwork'),
  chain: say('referral.referralUsesSameDeviceAccount'),
} as const

export const withheldReasonText = (reason: string | null): string => {
  const known = (Object.keys(withheldReasons) as WithheldReason[]).find((name) => name === reason)
  return known === undefined ? '' : withheldReasons[known]
}

const netsOf = (userId: ReturnType<typeof sql>, since: Date) => sql`(
  SELECT ip_net FROM sessions WHERE user_id = ${userId} AND last_seen_at >= ${since}
  UNION SELECT ip_net FROM device_users WHERE user_id = ${userId} AND last_seen_at >= ${since})`

/** A person has said that these two belong to different people. */
const isPardoned = sql`EXISTS (SELECT FROM pardons x WHERE x.user_id = p.referrer_id
  AND x.reason LIKE 'referral-%' AND split_part(x.reason, ':', 2) = p.referred_id::text)`

/** A referrer who left is owed nothing; who was referred and left has earned until then. */
const eitherLocked = (now: Date) =>
  sql`EXISTS (SELECT FROM users u WHERE (u.id = p.referrer_id AND ${lockedSql('u', now)})
    OR (u.id = p.referred_id AND ${bannedSql('u', now)}))`

/** A network of a carrier or a campus ties nobody, and neither does one that a person has released. */
const tiesNobody = sql`EXISTS (SELECT FROM networks n WHERE n.net = a.ip_net
  AND (n.accounts > ${RARE_NET_ACCOUNTS} OR n.released_at IS NOT NULL))`

/**
 * Why nothing is paid for a referred user `p.referred_id` to its referrer `p.referrer_id`: an SQL expression that is
 * null where nothing stands in the way. A chain on one device is caught link by link, and one that goes over another
 * device where it comes back.
 */
export const withheldBy = ({ since, now }: { readonly since: Date; readonly now: Date }) => sql<WithheldReason | null>`
  CASE
    WHEN ${eitherLocked(now)} AND ${isPardoned} THEN 'locked'
    WHEN ${isPardoned} THEN NULL
    WHEN EXISTS (SELECT FROM device_users a JOIN device_users b ON b.device_id = a.device_id
      WHERE a.user_id = p.referred_id AND b.user_id = p.referrer_id) THEN 'device'
    WHEN EXISTS (SELECT FROM ${netsOf(sql`p.referred_id`, since)} a
      JOIN ${netsOf(sql`p.referrer_id`, since)} b ON b.ip_net = a.ip_net
        WHERE a.ip_net <> 'unknown' AND NOT ${tiesNobody}) THEN 'network'
    WHEN EXISTS (SELECT FROM device_users a JOIN device_users b ON b.device_id = a.device_id
      WHERE a.user_id = p.referred_id
        AND b.user_id = (SELECT referrer_id FROM users WHERE id = p.referrer_id)) THEN 'chain'
    WHEN ${eitherLocked(now)} THEN 'locked'
  END`
