import type { Contract } from '@runnel/contract'
import type { Answer } from '@runnel/contract/route'
import { sql } from 'kysely'
import { ruleOf } from '#guard/suspicion/catalogue.ts'
import { scoreOf } from '#guard/suspicion/score.ts'
import { lockedSql } from '#kernel/account-lock.ts'
import type { Read } from '#kernel/db.ts'
import { staleWhileRevalidate } from '#kernel/reads/stale-while-revalidate.ts'
import { asExecutor } from '#money/accounts.ts'
import { iso, type ReasonRow, reasonsOf } from './view.ts'

type Thresholds = Answer<Contract['admin']['suspectThresholds']>

/** Steps of the review queue; the score only orders it. */
const LEVELS = [20, 40, 60, 80] as const
/** The highest scores decide what thresholds reach; of more accounts than this only the highest are gone through. */
const LOOKED_AT = 3_000

/** How many accounts each threshold reaches, and how many fewer it would without each rule. */
export const thresholds = staleWhileRevalidate(
  (db: Read, now: Date): Promise<Thresholds> => countThresholds(db, now),
  () => '',
)

const countThresholds = async (db: Read, now: Date): Promise<Thresholds> => {
  const [counts, top] = await Promise.all([countsOf(db, now), topOf(db)])
  const reasons = await reasonsOf(db, top)
  const rules = new Map<string, Thresholds['rules'][number]>()
  for (const marks of reasons.values()) countRules(rules, marks, now)
  return {
    accounts: counts.accounts,
    at: iso(counts.at),
    levels: LEVELS.map((points, index) => ({
      points,
      accounts: counts.levels[index] ?? 0,
      locked: counts.locked[index] ?? 0,
    })),
    rules: [...rules.values()].toSorted((a, b) => b.accounts - a.accounts),
  }
}

const countRules = (rules: Map<string, Thresholds['rules'][number]>, marks: readonly ReasonRow[], now: Date): void => {
  const whole = scoreOf(marks, now)
  for (const [name, some] of Map.groupBy(marks, ({ family, reason }) => `${family} ${ruleOf(reason)}`)) {
    const without = scoreOf(
      marks.filter((mark) => !some.includes(mark)),
      now,
    )
    const [family = '', reason = ''] = name.split(' ')
    const known = rules.get(name) ?? { family, reason, accounts: 0, below40: 0, below60: 0, below80: 0 }
    const falls = (points: number): number => (whole >= points && without < points ? 1 : 0)
    rules.set(name, {
      ...known,
      accounts: known.accounts + 1,
      below40: known.below40 + falls(40),
      below60: known.below60 + falls(60),
      below80: known.below80 + falls(80),
    })
  }
}

const topOf = async (db: Read): Promise<string[]> => {
  const rows = await db.selectFrom('suspects').select('user_id').orderBy('score', 'desc').limit(LOOKED_AT).execute()
  return rows.map(({ user_id }) => user_id)
}

const COUNTED = 100_000

/** Of each level as many as are counted in any list. */
const countsOf = async (db: Read, now: Date) => {
  const { rows } = await sql<{ accounts: number; at: Date | null; levels: number[]; locked: number[] }>`
    WITH top AS (SELECT s.score, s.user_id FROM suspects s ORDER BY s.score DESC LIMIT ${COUNTED}),
    known AS (SELECT width_bucket(top.score::float8, ${[...LEVELS]}::float8[]) AS step, count(*) AS accounts,
        count(*) FILTER (WHERE ${lockedSql('u', now)}) AS locked
      FROM top LEFT JOIN users u ON u.id = top.user_id AND u.locked_at IS NOT NULL GROUP BY step)
    SELECT coalesce(sum(accounts), 0)::integer AS accounts, (SELECT max(at) FROM suspects) AS at,
      ARRAY(SELECT (SELECT coalesce(sum(accounts), 0) FROM known WHERE step >= n)::integer
        FROM generate_series(1, ${LEVELS.length}::integer) n ORDER BY n) AS levels,
      ARRAY(SELECT (SELECT coalesce(sum(locked), 0) FROM known WHERE step >= n)::integer
        FROM generate_series(1, ${LEVELS.length}::integer) n ORDER BY n) AS locked
    FROM known`.execute(asExecutor(db))
  return rows[0] ?? { accounts: 0, at: null, levels: [], locked: [] }
}
