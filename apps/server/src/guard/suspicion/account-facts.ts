import { sql } from 'kysely'
import { dayOf, later } from '#kernel/clock.ts'
import type { Tx } from '#kernel/db.ts'
import { type AccountFacts, claimDelaysOf } from './rules.ts'
import { sharedDestinationsSql } from './shared-destination.ts'
import { CLAIM_DAYS } from './sightings.ts'

interface Asked {
  readonly ids: readonly string[]
  readonly timerSeconds: number
  /** Whether a network is known for servers or hiding. */
  readonly isHosting: (net: string) => boolean
  readonly now: Date
}

/** What a run of this rule looks at, without the companions, which are sought by themselves. */
export type NetworkFacts = Omit<AccountFacts, 'together' | 'herd'>

/** Reads what is recorded about these accounts: one statement each for all of them together. */
export const loadAccountFacts = async (tx: Tx, asked: Asked): Promise<Map<string, NetworkFacts>> => {
  const { ids, isHosting, timerSeconds } = asked
  const [devices, prints, addresses, nets, days] = [
    await devicesOf(tx, ids),
    await printsOf(tx, ids),
    await addressesOf(tx, ids),
    await netsOf(tx, ids),
    await claimsOf(tx, asked),
  ]
  return new Map(
    ids.map((id) => {
      const { claims = [], solveMs = [] } = days.get(id) ?? {}
      return [
        id,
        {
          devices: devices.get(id) ?? [],
          prints: prints.get(id) ?? [],
          addresses: addresses.get(id) ?? [],
          hosting: (nets.get(id) ?? []).map(({ net }) => net).filter(isHosting),
          claims,
          solveMs: solveMs.slice(-SOLVES),
          claimDelays: claimDelaysOf(claims, timerSeconds),
        },
      ]
    }),
  )
}

const SOLVES = 100

type Of<T> = T & { readonly user_id: string }

const byUser = <T extends { readonly user_id: string }>(rows: readonly T[]): Map<string, T[]> =>
  Map.groupBy(rows, ({ user_id }) => user_id)

const devicesOf = async (tx: Tx, ids: readonly string[]) => {
  const { rows } = await sql<Of<{ device: string; accounts: number }>>`
    SELECT u.user_id, u.device_id AS device, d.accounts FROM device_users u JOIN devices d ON d.id = u.device_id
    WHERE u.user_id = ANY (${[...ids]}::uuid[]) AND d.accounts > 1 AND d.released_at IS NULL`.execute(tx)
  return byUser(rows)
}

const printsOf = async (tx: Tx, ids: readonly string[]) => {
  const { rows } = await sql<Of<{ net: string; print: string; alike: number; netAccounts: number }>>`
    SELECT mine.user_id, mine.net, mine.print, n.accounts AS "netAccounts",
      (SELECT count(DISTINCT o.user_id)::integer FROM device_users o JOIN devices od ON od.id = o.device_id
        WHERE o.ip_net = mine.net AND od.print = mine.print AND od.released_at IS NULL) AS alike
    FROM (SELECT DISTINCT u.user_id, u.ip_net AS net, d.print FROM device_users u JOIN devices d ON d.id = u.device_id
      WHERE u.user_id = ANY (${[...ids]}::uuid[]) AND d.print IS NOT NULL AND d.released_at IS NULL) mine
    JOIN networks n ON n.net = mine.net AND n.accounts BETWEEN 3 AND 80 AND n.released_at IS NULL`.execute(tx)
  return byUser(rows)
}

const addressesOf = async (tx: Tx, ids: readonly string[]) => {
  const { rows } = await sql<Of<{ address: string; accounts: number }>>`${sharedDestinationsSql(ids)}`.execute(tx)
  return byUser(rows)
}

const netsOf = async (tx: Tx, ids: readonly string[]) => {
  const { rows } = await sql<Of<{ net: string }>>`
    SELECT u.user_id, u.net FROM network_users u LEFT JOIN networks n ON n.net = u.net
    WHERE u.user_id = ANY (${[...ids]}::uuid[]) AND n.released_at IS NULL`.execute(tx)
  return byUser(rows)
}

const claimsOf = async (tx: Tx, { ids, now }: Asked) => {
  const { rows } = await sql<{ user_id: string; day: string; tenths: number[]; solve_ms: number[] }>`
    SELECT user_id, day, tenths, solve_ms FROM claim_days WHERE user_id = ANY (${[...ids]}::uuid[])
      AND day >= ${dayOf(later(now, -CLAIM_DAYS * 86_400))}::date ORDER BY user_id, day`.execute(tx)
  return new Map(
    [...byUser(rows)].map(([id, days]) => [
      id,
      {
        claims: days.flatMap(({ day, tenths }) => timestampsOf(day, tenths)),
        solveMs: days.flatMap(({ solve_ms }) => solve_ms),
      },
    ]),
  )
}

/** Moments of a UTC day, of which tenths of a second are told, oldest first. */
export const timestampsOf = (day: string, tenths: readonly number[]): Date[] =>
  tenths.toSorted((a, b) => a - b).map((tenth) => new Date(Date.parse(`${day}T00:00:00Z`) + tenth * 100))
