import { GROUP_MAX, type SuspectDetail, type SuspectEdge } from '@runnel/contract/admin/suspect'
import { sql } from 'kysely'
import type { Read } from '#kernel/db.ts'
import type { TieKind } from '#kernel/tables/suspects.ts'
import { say } from '#kernel/words/say.ts'
import { asExecutor } from '#money/accounts.ts'
import { accountsOf } from './view.ts'

/** Rarer things say more. */
const weights: Readonly<Record<TieKind, number>> = { payout: 1, device: 0.9, timing: 0.6, referral: 0.7, network: 0.4 }
const EDGES_MAX = 400
const LOOKED_AT = 500

interface TieRow {
  readonly kind: TieKind
  readonly key: string
  readonly user_id: string
}

/** The accounts that this one is tied to, and those that these are tied to, with every tie among them. */
export const groupOf = async (db: Read, userId: string, now: Date): Promise<SuspectDetail['group']> => {
  const near = await neighbours(db, [userId])
  const further = await neighbours(db, near)
  const relatives = await referralsOf(db, userId)
  const all = [...new Set([userId, ...near, ...relatives, ...further])]
  const drawn = all.slice(0, GROUP_MAX)
  const [nodes, ties, referrals] = await Promise.all([
    accountsOf(db, drawn, now),
    tiesAmong(db, drawn),
    referralEdges(db, drawn),
  ])
  const edges = [...[...Map.groupBy(ties, ({ kind, key }) => `${kind} ${key}`).values()].flatMap(edgesOf), ...referrals]
  return { nodes, edges: edges.slice(0, EDGES_MAX), more: all.length - drawn.length }
}

const neighbours = async (db: Read, ids: readonly string[]): Promise<string[]> => {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    SELECT DISTINCT b.user_id AS id FROM ties a JOIN ties b ON b.kind = a.kind AND b.key = a.key
    WHERE a.user_id = ANY (${[...ids]}::uuid[]) AND b.user_id <> ALL (${[...ids]}::uuid[])
    ORDER BY id LIMIT ${LOOKED_AT}`.execute(asExecutor(db))
  return rows.map(({ id }) => id)
}

/** Steps of a chain of referrals that are followed, up and down. */
const CHAIN_STEPS = 5

/**
 * The chain of referrals that this account stands in, the next ones first: who referred it, who referred that one, and
 * whom it referred and they in turn, as far as they are suspects. Of a wide one the highest scores are drawn.
 */
const referralsOf = async (db: Read, userId: string): Promise<string[]> => {
  const above = sql<{ id: string }>`
    WITH RECURSIVE above AS (
      SELECT u.referrer_id AS id, 1 AS step FROM users u JOIN suspects s ON s.user_id = u.referrer_id
        WHERE u.id = ${userId}
      UNION ALL SELECT u.referrer_id, step + 1 FROM above JOIN users u ON u.id = above.id
        JOIN suspects s ON s.user_id = u.referrer_id WHERE step < ${CHAIN_STEPS})
    SELECT id FROM above`
  const below = sql<{ id: string }>`
    WITH RECURSIVE below AS (
      (SELECT u.id, 1 AS step FROM users u JOIN suspects s ON s.user_id = u.id WHERE u.referrer_id = ${userId}
        ORDER BY s.score DESC LIMIT ${GROUP_MAX})
      UNION ALL SELECT u.id, step + 1 FROM below JOIN users u ON u.referrer_id = below.id
        JOIN suspects s ON s.user_id = u.id WHERE step < ${CHAIN_STEPS})
    SELECT id FROM below LIMIT ${GROUP_MAX}`
  const [up, down] = await Promise.all([above.execute(asExecutor(db)), below.execute(asExecutor(db))])
  return [...up.rows, ...down.rows].map(({ id }) => id)
}

const tiesAmong = async (db: Read, ids: readonly string[]): Promise<readonly TieRow[]> => {
  const { rows } = await sql<TieRow>`
    SELECT kind, key, user_id FROM ties WHERE user_id = ANY (${[...ids]}::uuid[]) ORDER BY kind, key, user_id`.execute(
    asExecutor(db),
  )
  return rows
}

const referralEdges = async (db: Read, ids: readonly string[]): Promise<SuspectEdge[]> => {
  const { rows } = await sql<{ id: string; referrer: string }>`
    SELECT id, referrer_id AS referrer FROM users
    WHERE id = ANY (${[...ids]}::uuid[]) AND referrer_id = ANY (${[...ids]}::uuid[])`.execute(asExecutor(db))
  return rows.map(({ id, referrer }) => ({
    from: referrer,
    to: id,
    kind: 'referral',
    sentence: say('owner.suspect.oneReferredOther'),
    weight: 0.3,
  }))
}

const PAIRS_UP_TO = 6

/** All pairs of a few, a star of many: a drawing of each pair of forty shows nothing any more. */
const edgesOf = (members: readonly TieRow[]): SuspectEdge[] => {
  const [first] = members
  if (first === undefined || members.length < 2) return []
  const pairs =
    members.length <= PAIRS_UP_TO
      ? members.flatMap((from, index) => members.slice(index + 1).map((to) => [from, to] as const))
      : members.slice(1).map((to) => [first, to] as const)
  return pairs.map(([from, to]) => ({
    from: from.user_id,
    to: to.user_id,
    kind: first.kind,
    sentence: sentenceOf(first.kind, members.length),
    weight: weights[first.kind],
  }))
}

const sentenceOf = (kind: TieKind, members: number): string =>
  ({
    device: say('owner.suspect.deviceSharedTheseAccounts', { members }),
    payout: say('owner.suspect.withdrawalAddressSharedThese', { members }),
    network: say('owner.suspect.theseAccountsSameBrowser', { members }),
    referral: say('owner.suspect.referralsOneAccountClaim', { members }),
    timing: say('owner.suspect.theseAccountsClaimSame', { members }),
  })[kind]
