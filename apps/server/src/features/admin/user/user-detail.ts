import type { AdminUserDetail } from '@runnel/contract/admin/user'
import { trustLevels } from '@runnel/contract/check/trust'
import { sql } from 'kysely'
import { auditValue } from '#features/admin/audit/settings-audit.ts'
import { bounceOf } from '#features/admin/system/bounces.ts'
import { deviceLabel, locationLabel } from '#features/user/user.ts'
import { scoreOf, marksOf } from '#guard/suspicion/score.ts'
import { loadTrustFacts, trustLevelAt, trustProgress } from '#guard/trust/trust.ts'
import type { Read } from '#kernel/db.ts'
import { assert, refuse } from '#kernel/refusal.ts'
import { say } from '#kernel/words/say.ts'
import { asExecutor } from '#money/accounts.ts'
import { paidOutSum } from '#money/sums.ts'
import { userRows } from './user-list.ts'

export const noSuchUser = (): never => refuse('notFound', 'NOT_FOUND', say('owner.users.userFound'))

/** Everything about one user. Each part is read from an index of its own, all at once. */
export const userDetail = async (db: Read, id: string, now: Date): Promise<AdminUserDetail> => {
  const [row] = await userRows(db, [id], now)
  if (row === undefined) return noSuchUser()
  const [profile, referred, sessions, devices, networks, marks, counters, sums, measures, trust, bounce] =
    await Promise.all([
      profileOf(db, id),
      referredBy(db, id),
      sessionsOf(db, id, now),
      devicesOf(db, id),
      networksOf(db, id),
      marksOf(db, [id]),
      countersOf(db, id),
      sumsOf(db, id),
      restrictionsOf(db, id),
      trustOf(db, { userId: id, now }),
      bounceOf(db, row.email),
    ])
  const risk = marks.get(id) ?? []
  const { referrerId, referrerName, cooldownUntil, cooldownReason, confirmedAge, ageConfirmedAt, ...own } = profile
  const waits = cooldownUntil !== null && cooldownUntil > now
  return {
    user: {
      ...row,
      score: Math.max(row.score, Math.round(scoreOf(risk, now) * 10) / 10),
      ...own,
      ageConfirmed:
        confirmedAge === null || ageConfirmedAt === null
          ? null
          : { years: confirmedAge, at: ageConfirmedAt.toISOString() },
      cooldown: waits ? { until: cooldownUntil.toISOString(), reason: cooldownReason ?? '' } : null,
    },
    referrer: referrerId === null ? null : { _id: referrerId, username: referrerName ?? '' },
    referred,
    sessions,
    devices,
    networks,
    risk: risk.map(({ family, points, detail, at }) => ({ family, points, sentence: detail, at: at.toISOString() })),
    counters,
    ...sums,
    measures,
    trust,
    bounce,
  }
}

/** The stored level, which claims read, and what the next one asks for today. */
const trustOf = async (db: Read, asked: { userId: string; now: Date }): Promise<AdminUserDetail['trust']> => {
  const [facts, { trust_level: rank }] = await Promise.all([
    loadTrustFacts(db, asked),
    db.selectFrom('users').select('trust_level').where('id', '=', asked.userId).executeTakeFirstOrThrow(),
  ])
  const next = trustLevels[rank + 1]
  return {
    level: trustLevelAt(rank),
    next: next === undefined ? [] : [...trustProgress(facts, next)],
    grants: facts.grants,
  }
}

interface Profile {
  readonly exp: number
  readonly faucetClaim: number
  readonly tz: string
  readonly notifyByMail: boolean
  readonly hideName: boolean
  readonly hasSetPassword: boolean
  readonly twoStep: boolean
  readonly note: string
  readonly confirmedAge: number | null
  readonly ageConfirmedAt: Date | null
  readonly cooldownUntil: Date | null
  readonly cooldownReason: string | null
  readonly referrerId: string | null
  readonly referrerName: string | null
}

const profileOf = async (db: Read, id: string): Promise<Profile> => {
  const { rows } = await sql<Profile>`
    SELECT u.exp, u.faucet_claim AS "faucetClaim", u.tz, u.notify_by_mail AS "notifyByMail",
      u.hide_name AS "hideName", u.password_hash IS NOT NULL AS "hasSetPassword",
      u.two_step_at IS NOT NULL AS "twoStep", u.admin_note AS note, u.age_confirmed AS "confirmedAge",
      u.age_confirmed_at AS "ageConfirmedAt", u.cooldown_until AS "cooldownUntil",
      u.cooldown_reason AS "cooldownReason", r.id AS "referrerId", r.username AS "referrerName"
    FROM users u LEFT JOIN users r ON r.id = u.referrer_id WHERE u.id = ${id}`.execute(asExecutor(db))
  const [row] = rows
  assert(row !== undefined, `there is a user ${id}`)
  return row
}

const SHOWN = 50
/** Others on the same device or in the same network are counted so far. */
const OTHERS_MAX = 1_000

const referredBy = async (db: Read, id: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM users WHERE referrer_id = ${id}`.execute(asExecutor(db))
  return rows[0]?.count ?? 0
}

const sessionsOf = async (db: Read, id: string, now: Date): Promise<AdminUserDetail['sessions']> => {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'country', 'ip_net', 'created_at', 'last_seen_at'])
    .where('user_id', '=', id)
    .where('expires_at', '>', now)
    .orderBy('last_seen_at', 'desc')
    .limit(SHOWN)
    .execute()
  return rows.map((row) => ({
    _id: row.id,
    device: deviceLabel(row.user_agent),
    place: locationLabel(row.country, row.ip_net),
    createdAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
  }))
}

interface Seen {
  readonly id: string
  readonly agent: string
  readonly network: string
  readonly firstSeenAt: Date
  readonly lastSeenAt: Date
  readonly others: number
}

const devicesOf = async (db: Read, id: string): Promise<AdminUserDetail['devices']> => {
  const { rows } = await sql<Seen>`
    SELECT d.device_id AS id, d.user_agent AS agent, d.ip_net AS network, d.first_seen_at AS "firstSeenAt",
      d.last_seen_at AS "lastSeenAt", (SELECT count(*) FROM (SELECT FROM device_users o
        WHERE o.device_id = d.device_id AND o.user_id <> d.user_id LIMIT ${OTHERS_MAX}) found) AS others
    FROM device_users d WHERE d.user_id = ${id} ORDER BY d.last_seen_at DESC LIMIT ${SHOWN}`.execute(asExecutor(db))
  return rows.map(({ id: device, agent, network, firstSeenAt, lastSeenAt, others }) => ({
    _id: device,
    device: deviceLabel(agent),
    network,
    firstSeenAt: firstSeenAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    others,
  }))
}

const networksOf = async (db: Read, id: string): Promise<AdminUserDetail['networks']> => {
  const { rows } = await sql<Pick<Seen, 'network' | 'lastSeenAt' | 'others'>>`
    SELECT n.net AS network, n.last_seen_at AS "lastSeenAt", (SELECT count(*) FROM (SELECT FROM network_users o
        WHERE o.net = n.net AND o.user_id <> n.user_id LIMIT ${OTHERS_MAX}) found) AS others
    FROM network_users n WHERE n.user_id = ${id} ORDER BY n.last_seen_at DESC LIMIT ${SHOWN}`.execute(asExecutor(db))
  return rows.map(({ network, lastSeenAt, others }) => ({ network, lastSeenAt: lastSeenAt.toISOString(), others }))
}

const countersOf = async (db: Read, id: string): Promise<AdminUserDetail['counters']> => {
  const { rows } = await sql<{ source: string; count: number; earned: number }>`
    SELECT source, sum(count)::bigint AS count, sum(earned)::bigint AS earned FROM day_counters
    WHERE user_id = ${id} GROUP BY source ORDER BY sum(earned) DESC, source`.execute(asExecutor(db))
  return [...rows]
}

interface Sums {
  readonly asked: number
  readonly open: number
  readonly paid: number
  readonly refunded: number
  readonly lastAt: Date | null
  readonly campaigns: number
  readonly campaignsRunning: number
  readonly tasks: number
  readonly tasksRunning: number
  readonly works: number
  readonly accepted: number
  readonly denied: number
}

const sumsOf = async (
  db: Read,
  id: string,
): Promise<Pick<AdminUserDetail, 'withdrawals' | 'campaigns' | 'tasks' | 'submissions'>> => {
  const { rows } = await sql<Sums>`
    SELECT w.*, c.*, t.*, s.* FROM
      (SELECT count(*) AS asked, max(created_at) AS "lastAt",
        coalesce(sum(amount) FILTER (WHERE status IN ('review', 'approved', 'sending', 'unknown')), 0)::bigint AS open,
        ${paidOutSum} AS paid,
        coalesce(sum(amount) FILTER (WHERE status IN ('rejected', 'failed')), 0)::bigint AS refunded
        FROM withdrawals WHERE user_id = ${id}) w,
      (SELECT count(*) AS campaigns, count(*) FILTER (WHERE status = 'active') AS "campaignsRunning"
        FROM campaigns WHERE user_id = ${id}) c,
      (SELECT count(*) AS tasks, count(*) FILTER (WHERE status = 'active') AS "tasksRunning"
        FROM tasks WHERE user_id = ${id}) t,
      (SELECT count(*) AS works, count(*) FILTER (WHERE status = 'accepted') AS accepted,
        count(*) FILTER (WHERE status = 'denied') AS denied
        FROM task_submissions WHERE user_id = ${id}) s`.execute(asExecutor(db))
  const [row] = rows
  assert(row !== undefined, 'sums give one row')
  const { asked: count, open, paid, refunded, lastAt } = row
  return {
    withdrawals: { count, open, paid, refunded, lastAt: lastAt?.toISOString() ?? null },
    campaigns: { count: row.campaigns, running: row.campaignsRunning },
    tasks: { count: row.tasks, running: row.tasksRunning },
    submissions: { count: row.works, accepted: row.accepted, denied: row.denied },
  }
}

const restrictionsOf = async (db: Read, id: string): Promise<AdminUserDetail['measures']> => {
  const rows = await db
    .selectFrom('audit')
    .innerJoin('users', 'users.id', 'audit.actor')
    .select(['audit.id', 'audit.at', 'users.username', 'audit.action', 'audit.before', 'audit.after'])
    .where('audit.target', '=', id)
    .orderBy('audit.id', 'desc')
    .limit(SHOWN)
    .execute()
  return rows.map((row) => ({
    _id: row.id,
    at: row.at.toISOString(),
    by: row.username,
    action: row.action,
    before: auditValue(row.before),
    after: auditValue(row.after),
  }))
}
