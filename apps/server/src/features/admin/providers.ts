import type { ProviderHealth } from '@runnel/contract/admin-statistic'
import type { Settings } from '@runnel/contract/settings'
import { sql } from 'kysely'

import { later } from '#kernel/clock.ts'
import type { Read } from '#kernel/db.ts'
import { asExecutor } from '#money/accounts.ts'

const QUIET_SECONDS = 3 * 86_400
const WALLET_OLD_SECONDS = 3_600

interface Row {
  readonly name: string
  readonly at: Date | null
  readonly problem: string | null
}

interface Given {
  readonly settings: Settings
  /** Ways to pay in that lack their keys. */
  readonly unset: readonly { readonly processor: string }[]
}

/** How those stand that the site works with; what is switched off or was never set up is not listed. */
export const providersOf = async (db: Read, { settings, unset }: Given, now: Date): Promise<ProviderHealth[]> => {
  const [wallets, walls, links, deposits] = await Promise.all([
    walletRows(db),
    wallRows(db),
    linkRows(db, now),
    depositRows(db),
  ])
  const isSetUp = (name: string): boolean => !unset.some(({ processor }) => processor === name)
  const enabled = settings.deposit_methods.filter((method) => method.enabled).map(({ processor }) => processor)
  const offered = new Set(enabled.filter(isSetUp))
  const known = deposits.filter(({ name }) => [...offered].some((processor) => processor === name))
  return [
    ...wallets.map((row) => walletHealth(row, now)),
    ...walls.map((row) => heardHealth('wall', row, now)),
    ...links.map((row) => linkHealth(row)),
    ...[...offered].map((name) =>
      heardHealth('deposit', known.find((row) => row.name === name) ?? { name, at: null, problem: null }, now),
    ),
  ]
}

const view = (kind: ProviderHealth['kind'], { name, at }: Row, said: Pick<ProviderHealth, 'state' | 'msg'>) => ({
  kind,
  name,
  ...said,
  at: at?.toISOString() ?? null,
})

const walletHealth = (row: Row, now: Date): ProviderHealth => {
  if (row.at === null) return view('wallet', row, { state: 'down', msg: row.problem ?? 'It has never answered.' })
  if (row.problem !== null) return view('wallet', row, { state: 'warn', msg: row.problem })
  if (row.at < later(now, -WALLET_OLD_SECONDS)) {
    return view('wallet', row, { state: 'warn', msg: 'It was last asked more than an hour ago.' })
  }
  return view('wallet', row, { state: 'ok', msg: 'It tells what it holds.' })
}

/** Walls and processors call by themselves: silence may be a quiet day as well as a wrong address. */
const heardHealth = (kind: 'wall' | 'deposit', row: Row, now: Date): ProviderHealth => {
  if (row.at === null) return view(kind, row, { state: 'idle', msg: 'Nothing was ever heard of it.' })
  if (row.problem !== null) return view(kind, row, { state: 'warn', msg: row.problem })
  if (row.at < later(now, -QUIET_SECONDS)) {
    return view(kind, row, { state: 'idle', msg: 'Nothing was heard of it for three days.' })
  }
  return view(kind, row, { state: 'ok', msg: 'Its calls arrive.' })
}

const linkHealth = (row: Row): ProviderHealth =>
  row.problem === null
    ? view('link', row, { state: 'ok', msg: 'It answers.' })
    : view('link', row, { state: row.at === null ? 'warn' : 'down', msg: row.problem })

const walletRows = async (db: Read): Promise<Row[]> => {
  const rows = await db
    .selectFrom('payout_wallets')
    .select(['processor', 'currency', 'at', 'error'])
    .orderBy('processor')
    .orderBy('currency')
    .execute()
  return rows.map(({ processor, currency, at, error }) => ({ name: `${processor} ${currency}`, at, problem: error }))
}

/** A wall's newest call, and what was wrong with it where it was refused for its form. */
const wallRows = async (db: Read): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    SELECT w.name, p.at, CASE p.verdict
      WHEN 'bad-signature' THEN 'Its last call was refused: its signature was wrong.'
      WHEN 'bad-source' THEN 'Its last call was refused: it came from an address that is not the wall''s.'
      WHEN 'unreadable' THEN 'Its last call was refused: it could not be read.' END AS problem
    FROM offerwalls w LEFT JOIN LATERAL (SELECT at, verdict FROM postbacks WHERE wall_id = w.id
      ORDER BY id DESC LIMIT 1) p ON true
    WHERE w.enabled ORDER BY w.position, w.name LIMIT 100`.execute(asExecutor(db))
  return rows
}

/** Links that their breaker took out have a moment, others that failed lately none. */
const linkRows = async (db: Read, now: Date): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    SELECT name, CASE WHEN out_until > ${now} THEN out_until END AS at,
      CASE WHEN out_until > ${now} THEN 'Taken out after failures: ' || coalesce(last_error, 'no answer')
        WHEN failures > 0 THEN coalesce(last_error, 'It did not answer.') END AS problem
    FROM link_providers WHERE enabled AND removed_at IS NULL ORDER BY position, name LIMIT 100`.execute(asExecutor(db))
  return rows
}

const depositRows = async (db: Read): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    SELECT p.processor AS name, c.at, CASE WHEN c.verdict = 'bad-signature'
      THEN 'Its last call was refused: its signature was wrong.' END AS problem
    FROM (SELECT DISTINCT processor FROM deposits) p LEFT JOIN LATERAL (SELECT at, verdict FROM deposit_calls d
      WHERE d.processor = p.processor ORDER BY id DESC LIMIT 1) c ON true`.execute(asExecutor(db))
  return rows
}
