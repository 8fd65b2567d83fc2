import type { SuspectDetail } from '@runnel/contract/admin/suspect'
import { ruleOf } from '#guard/suspicion/catalogue.ts'
import { trustLevelAt } from '#guard/trust/trust.ts'
import type { Read } from '#kernel/db.ts'
import { refuse } from '#kernel/refusal.ts'
import { say } from '#kernel/words/say.ts'
import { debtOf } from '#money/accounts.ts'
import { appealsOf } from './appeals.ts'
import { groupOf } from './group.ts'
import { accountsOf, inTenths, iso, ownMeasureView, reasonsOf, reasonViews } from './view.ts'

const HISTORY_DAYS = 90
const MEASURES_SHOWN = 50

/** Everything about one suspect. */
export const suspectDetail = async (db: Read, id: string, now: Date): Promise<SuspectDetail> => {
  const user = await db
    .selectFrom('users')
    .leftJoin('suspects', 'suspects.user_id', 'users.id')
    .select(['users.email', 'users.last_seen_at', 'users.locked_at', 'users.locked_until', 'users.lock_reason'])
    .select(['users.trust_level', 'users.trust_grants', 'suspects.own', 'suspects.cluster'])
    .where('users.id', '=', id)
    .executeTakeFirst()
  if (user === undefined) return refuse('notFound', 'NOT_FOUND', say('owner.suspect.accountFound'))
  const [[account], reasons, pardons, history, measures, withheld, debt, appeals, group] = await Promise.all([
    accountsOf(db, [id], now),
    reasonsOf(db, [id]),
    pardonsOf(db, id),
    historyOf(db, id),
    restrictionsOf(db, id),
    withheldOf(db, id),
    debtOf(db, id),
    appealsOf(db, id),
    groupOf(db, id, now),
  ])
  if (account === undefined) return refuse('notFound', 'NOT_FOUND', say('owner.suspect.accountFound'))
  const lockedByMachine = measures.some(({ kind, by, releasedAt }) => kind === 'lock' && by === null && !releasedAt)
  return {
    ...account,
    email: user.email,
    trust: { level: trustLevelAt(user.trust_level), grants: user.trust_grants },
    lastSeenAt: user.last_seen_at.toISOString(),
    lock:
      account.state === 'locked' && user.locked_at !== null
        ? {
            reason: user.lock_reason ?? '',
            since: user.locked_at.toISOString(),
            until: iso(user.locked_until),
            byMachine: lockedByMachine,
          }
        : null,
    ownScore: inTenths(user.own ?? 0),
    clusterScore: user.cluster === null ? null : inTenths(user.cluster),
    reasons: reasonViews(reasons.get(id) ?? [], now),
    pardons,
    history,
    measures,
    withheld,
    debt,
    appeals,
    group,
  }
}

const pardonsOf = async (db: Read, id: string): Promise<SuspectDetail['pardons']> => {
  const rows = await db
    .selectFrom('pardons')
    .innerJoin('users', 'users.id', 'pardons.by_user')
    .select(['pardons.reason', 'pardons.detail', 'pardons.at', 'users.username'])
    .where('pardons.user_id', '=', id)
    .orderBy('pardons.at', 'desc')
    .limit(100)
    .execute()
  return rows.map(({ reason, detail, at, username }) => ({
    reason: ruleOf(reason),
    sentence: detail,
    at: at.toISOString(),
    by: username,
  }))
}

const historyOf = async (db: Read, id: string): Promise<SuspectDetail['history']> => {
  const rows = await db
    .selectFrom('score_points')
    .select(['day', 'score'])
    .where('user_id', '=', id)
    .orderBy('day', 'desc')
    .limit(HISTORY_DAYS)
    .execute()
  return rows.toReversed().map(({ day, score }) => ({ day, score: inTenths(score) }))
}

const restrictionsOf = async (db: Read, id: string): Promise<SuspectDetail['measures']> => {
  const rows = await db
    .selectFrom('measures')
    .leftJoin('users as taker', 'taker.id', 'measures.by_user')
    .leftJoin('users as releaser', 'releaser.id', 'measures.released_by')
    .select(['measures.id', 'measures.kind', 'measures.since', 'measures.until', 'measures.reason'])
    .select(['measures.released_at', 'measures.withheld', 'taker.username as by', 'releaser.username as releasedBy'])
    .where('measures.user_id', '=', id)
    .orderBy('measures.id', 'desc')
    .limit(MEASURES_SHOWN)
    .execute()
  return rows.map((row) => ({
    ...ownMeasureView(row),
    _id: row.id,
    by: row.by,
    releasedAt: iso(row.released_at),
    releasedBy: row.releasedBy,
    withheld: row.withheld,
  }))
}

/** What a release would pay: of measures, and of what referred people brought. */
const withheldOf = async (db: Read, id: string): Promise<number> => {
  const [measured, referred] = await Promise.all([
    db
      .selectFrom('measures')
      .select(({ fn }) => fn.sum<number | null>('withheld').as('sum'))
      .where('user_id', '=', id)
      .where('paid_at', 'is', null)
      .executeTakeFirstOrThrow(),
    db.selectFrom('referral_totals').select('withheld').where('referrer_id', '=', id).executeTakeFirst(),
  ])
  return Number(measured.sum ?? 0) + (referred?.withheld ?? 0)
}
