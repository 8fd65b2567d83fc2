import { type RawBuilder, sql } from 'kysely'
import { dayOf, later } from '#kernel/clock.ts'
import type { Db, Tx } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import { CLUSTER_FAMILY, clusterSignal, type RiskSignal, scoreOf } from './score.ts'

/** What a new computation of a score came to. */
export interface ScoreUpdate {
  readonly userId: string
  readonly score: number
  /** The reasons, the weightiest first. */
  readonly marks: readonly RiskSignal[]
}

const DUE_AT_ONCE = 300
/** How old a score may be before it is computed again: points fade by three percent in so long. */
const STALE_SECONDS = 43_200

/** Some of those whose score is due, without those to be left for now. */
const dueBut = (left: readonly string[]): RawBuilder<unknown> =>
  sql`SELECT user_id FROM suspects_due WHERE user_id <> ALL (${[...left]}::uuid[])
    ORDER BY user_id LIMIT ${DUE_AT_ONCE}`

/** Takes some of those whose score is due, so that no other node takes them too. */
export const lockDueScores = async (tx: Tx, left: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ user_id: string }>`
    DELETE FROM suspects_due WHERE user_id = ANY (ARRAY(${dueBut(left)} FOR UPDATE SKIP LOCKED))
    RETURNING user_id`.execute(tx)
  return rows.map(({ user_id }) => user_id).toSorted()
}

/** The same accounts, which stay where they are. */
export const listDueScores = (db: Db, left: readonly string[]): Promise<string[]> =>
  db.write(async (tx) => {
    const { rows } = await sql<{ user_id: string }>`${dueBut(left)}`.execute(tx)
    return rows.map(({ user_id }) => user_id)
  })

/** Takes one of them alone; nobody where another node has it. */
export const lockDueScore = async (tx: Tx, id: string): Promise<string[]> => {
  const { rows } = await sql<{ user_id: string }>`
    DELETE FROM suspects_due WHERE user_id = ${id} RETURNING user_id`.execute(tx)
  return rows.map(({ user_id }) => user_id)
}

/** Makes scores due that were computed long ago: points fade, and nothing else would tell. */
export const markStaleScoresDue = (db: Db, now: Date): Promise<void> =>
  db.write(async (tx) => {
    await sql`INSERT INTO suspects_due SELECT user_id FROM suspects WHERE at < ${later(now, -STALE_SECONDS)}
      ORDER BY at LIMIT 20000 ON CONFLICT DO NOTHING`.execute(tx)
  })

/** Computes the scores of these accounts and keeps them where lists are sorted by them. */
export const refreshScores = async (tx: Tx, ids: readonly string[], now: Date): Promise<ScoreUpdate[]> => {
  if (ids.length === 0) return []
  const [marks, mates] = [await marksOf(tx, ids), await matesOf(tx, ids)]
  const own = new Map(ids.map((id) => [id, scoreOf(marks.get(id) ?? [], now)]))
  const scored = ids.map((id): Kept => {
    const others = mates.get(id) ?? []
    const self = own.get(id) ?? 0
    const rows = others.filter(({ counts }) => counts).map((mate) => own.get(mate.mate) ?? mate.own)
    const found = clusterSignal({ own: self, mates: rows })
    const all = [...(marks.get(id) ?? []), ...(found === undefined ? [] : [{ ...found, at: now }])]
    const mean = rows.length === 0 ? null : [self, ...rows].reduce((sum, one) => sum + one, 0) / (rows.length + 1)
    return { userId: id, score: scoreOf(all, now), marks: all, own: self, cluster: mean, tied: others.length }
  })
  await storeClusterSignals(tx, scored, now)
  await storeScores(tx, scored, now)
  return scored.map(({ userId, score, marks: reasons }) => ({ userId, score, marks: byWeight(reasons, now) }))
}

const byWeight = (marks: readonly RiskSignal[], now: Date): RiskSignal[] =>
  marks.toSorted((a, b) => scoreOf([b], now) - scoreOf([a], now))

/** Reasons of the accounts themselves, without what others add. */
const marksOf = async (tx: Tx, ids: readonly string[]): Promise<Map<string, RiskSignal[]>> => {
  const rows = await tx
    .selectFrom('risk_marks')
    .select(['user_id', 'family', 'reason', 'points', 'detail', 'at', 'since'])
    .where('user_id', 'in', [...ids])
    .where('family', '<>', CLUSTER_FAMILY)
    .execute()
  return Map.groupBy(rows, ({ user_id }) => user_id)
}

/** Accounts tied to each; suspicion passes over rare things only, an address or a device. */
const matesOf = async (tx: Tx, ids: readonly string[]) => {
  const { rows } = await sql<{ user_id: string; mate: string; own: number; counts: boolean }>`
    SELECT a.user_id, b.user_id AS mate, coalesce(s.own, 0) AS own, bool_or(a.kind IN ('device', 'payout')) AS counts
    FROM ties a JOIN ties b ON b.kind = a.kind AND b.key = a.key AND b.user_id <> a.user_id
    LEFT JOIN suspects s ON s.user_id = b.user_id
    WHERE a.user_id = ANY (${[...ids]}::uuid[]) GROUP BY a.user_id, b.user_id, s.own`.execute(tx)
  return Map.groupBy(rows, ({ user_id }) => user_id)
}

const storeClusterSignals = async (tx: Tx, scored: readonly ScoreUpdate[], now: Date): Promise<void> => {
  const rows = scored.flatMap(({ userId, marks }) =>
    marks
      .filter(({ family }) => family === CLUSTER_FAMILY)
      .map(({ family, reason, points, detail }) => ({ id: newId(), user_id: userId, family, reason, points, detail })),
  )
  const without = scored.filter(({ userId }) => rows.every((row) => row.user_id !== userId)).map(({ userId }) => userId)
  await sql`DELETE FROM risk_marks WHERE user_id = ANY (${without}::uuid[]) AND reason = 'cluster'`.execute(tx)
  if (rows.length === 0) return
  await tx
    .insertInto('risk_marks')
    .values(rows.map((row) => ({ ...row, at: now, since: now })))
    .onConflict((row) =>
      row.columns(['user_id', 'reason']).doUpdateSet((set) => ({
        at: now,
        points: set.ref('excluded.points'),
        detail: set.ref('excluded.detail'),
      })),
    )
    .execute()
}

interface Kept extends ScoreUpdate {
  readonly own: number
  readonly cluster: number | null
  readonly tied: number
}

/** Below this nothing is left worth a line. */
const LEAST = 0.5

const storeScores = async (tx: Tx, scored: readonly Kept[], now: Date): Promise<void> => {
  const kept = scored.filter(({ score, marks }) => score >= LEAST || marks.length > 0)
  const gone = scored.filter((one) => !kept.includes(one)).map(({ userId }) => userId)
  await sql`DELETE FROM suspects WHERE user_id = ANY (${gone}::uuid[])`.execute(tx)
  const rows = kept.map(({ userId, score, own, cluster, tied, marks }) => ({
    user_id: userId,
    score,
    own,
    cluster,
    tied,
    reasons: marks.length,
    families: [...new Set(marks.map(({ family }) => family))],
  }))
  const changed = await sql<{ user_id: string; moved: boolean }>`
    WITH r AS (SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS r(user_id uuid, score real, own real, cluster real, tied integer, reasons integer, families text[])),
    old AS (SELECT user_id, own FROM suspects WHERE user_id IN (SELECT user_id FROM r)),
    kept AS (INSERT INTO suspects AS s (user_id, score, own, cluster, families, reasons, tied, at, changed_at)
      SELECT user_id, score, own, cluster, families, reasons, tied, ${now}, ${now} FROM r ORDER BY user_id
      ON CONFLICT (user_id) DO UPDATE SET score = EXCLUDED.score, own = EXCLUDED.own, cluster = EXCLUDED.cluster,
        families = EXCLUDED.families, reasons = EXCLUDED.reasons, tied = EXCLUDED.tied, at = EXCLUDED.at,
        changed_at = CASE WHEN EXCLUDED.score > s.score + 1 THEN EXCLUDED.at ELSE s.changed_at END)
    SELECT r.user_id, abs(r.own - coalesce(old.own, 0)) >= 1 AS moved FROM r LEFT JOIN old USING (user_id)`.execute(tx)
  await makeMatesDue(tx, [...changed.rows.filter(({ moved }) => moved).map(({ user_id }) => user_id), ...gone])
  await raisePlaces(tx, kept)
  await sql`
    INSERT INTO score_points (user_id, day, score)
      SELECT user_id, ${dayOf(now)}::date, score FROM suspects
      WHERE user_id = ANY (${kept.map(({ userId }) => userId)}::uuid[]) ORDER BY user_id
    ON CONFLICT (user_id, day) DO UPDATE SET score = EXCLUDED.score`.execute(tx)
}

/** Lists of places show the highest score in each; where one falls, the next count of the place finds out. */
const raisePlaces = async (tx: Tx, kept: readonly Kept[]): Promise<void> => {
  const ids = kept.map(({ userId }) => userId)
  await sql`
    UPDATE networks n SET highest_score = h.score FROM (
      SELECT u.net, max(s.score) AS score FROM network_users u JOIN suspects s ON s.user_id = u.user_id
      WHERE u.user_id = ANY (${ids}::uuid[]) GROUP BY u.net ORDER BY u.net) h
    WHERE n.net = h.net AND n.highest_score < h.score`.execute(tx)
  await sql`
    UPDATE devices d SET highest_score = h.score FROM (
      SELECT u.device_id, max(s.score) AS score FROM device_users u JOIN suspects s ON s.user_id = u.user_id
      WHERE u.user_id = ANY (${ids}::uuid[]) GROUP BY u.device_id ORDER BY u.device_id) h
    WHERE d.id = h.device_id AND d.highest_score < h.score`.execute(tx)
}

/** Whose own score has moved moves what it adds to the accounts tied to it; theirs goes no further. */
const makeMatesDue = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return
  await sql`
    INSERT INTO suspects_due (user_id)
      SELECT DISTINCT b.user_id FROM ties a JOIN ties b ON b.kind = a.kind AND b.key = a.key AND b.user_id <> a.user_id
      WHERE a.user_id = ANY (${[...ids]}::uuid[]) AND a.kind IN ('device', 'payout') ORDER BY b.user_id
    ON CONFLICT DO NOTHING`.execute(tx)
}
