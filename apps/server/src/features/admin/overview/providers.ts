import type { ProviderHealth } from '@runnel/contract/admin/statistic'
import type { Settings } from '@runnel/contract/settings/settings'
import { sql } from 'kysely'
import { telegramState } from '#features/outflow/outflow.ts'
import { isInNetworks } from '#guard/network.ts'
import { later } from '#kernel/clock.ts'
import type { Read } from '#kernel/db.ts'
import { say } from '#kernel/words/say.ts'
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
  const [wallets, walls, links, deposits, bot] = await Promise.all([
    walletRows(db),
    wallRows(db),
    linkRows(db, now),
    depositRows(db),
    telegramState(db),
  ])
  const isSetUp = (name: string): boolean => !unset.some(({ processor }) => processor === name)
  const enabled = settings.deposit_methods.filter((method) => method.enabled).map(({ processor }) => processor)
  const offered = new Set(enabled.filter(isSetUp))
  const known = deposits.filter(({ name }) => [...offered].some((processor) => processor === name))
  return [
    ...wallets.map((row) => walletHealth(row, now)),
    ...walls.map((row) => callHealth('wall', row, now)),
    ...links.map((row) => linkHealth(row)),
    ...[...offered].map((name) =>
      callHealth('deposit', known.find((row) => row.name === name) ?? { name, at: null, problem: null }, now),
    ),
    ...(settings.telegram_chat_id === '' ? [] : [telegramHealth(bot)]),
  ]
}

const view = (kind: ProviderHealth['kind'], { name, at }: Row, said: Pick<ProviderHealth, 'state' | 'msg'>) => ({
  kind,
  name,
  ...said,
  at: at?.toISOString() ?? null,
})

const walletHealth = (row: Row, now: Date): ProviderHealth => {
  if (row.at === null)
    return view('wallet', row, { state: 'down', msg: row.problem ?? say('owner.overview.noResponseYet') })
  if (row.problem !== null) return view('wallet', row, { state: 'warn', msg: row.problem })
  if (row.at < later(now, -WALLET_OLD_SECONDS)) {
    return view('wallet', row, { state: 'warn', msg: say('owner.overview.lastCheckedMoreThan') })
  }
  return view('wallet', row, { state: 'ok', msg: say('owner.overview.balanceAvailable') })
}

/** Walls and processors call by themselves: silence may be a quiet day as well as a wrong address. */
const callHealth = (kind: 'wall' | 'deposit', row: Row, now: Date): ProviderHealth => {
  if (row.at === null) return view(kind, row, { state: 'idle', msg: say('owner.overview.noPostbacksReceivedYet') })
  if (row.problem !== null) return view(kind, row, { state: 'warn', msg: row.problem })
  if (row.at < later(now, -QUIET_SECONDS)) {
    return view(kind, row, { state: 'idle', msg: say('owner.overview.noPostbacksReceived3') })
  }
  return view(kind, row, { state: 'ok', msg: say('owner.overview.postbacksArriving') })
}

const linkHealth = (row: Row): ProviderHealth =>
  row.problem === null
    ? view('link', row, { state: 'ok', msg: say('owner.overview.responding') })
    : view('link', row, { state: row.at === null ? 'warn' : 'down', msg: row.problem })

const telegramHealth = ({ at, problem, isWaiting }: Awaited<ReturnType<typeof telegramState>>): ProviderHealth => {
  const row = { name: 'Telegram', at, problem }
  if (problem !== null) return view('telegram', row, { state: isWaiting ? 'warn' : 'down', msg: problem })
  if (at === null) return view('telegram', row, { state: 'idle', msg: say('owner.telegram.nothingSent') })
  return view('telegram', row, { state: 'ok', msg: say('owner.overview.responding') })
}

const walletRows = async (db: Read): Promise<Row[]> => {
  const rows = await db
    .selectFrom('payout_wallets')
    .select(['processor', 'currency', 'at', 'error'])
    .orderBy('processor')
    .orderBy('currency')
    .execute()
  return rows.map(({ processor, currency, at, error }) => ({ name: `${processor} ${currency}`, at, problem: error }))
}

interface WallCalls {
  readonly name: string
  readonly allowed: readonly string[]
  /** When its newest accepted call came. */
  readonly at: Date | null
  /** The newest refused call of each network. */
  readonly refused: readonly { readonly at: string; readonly verdict: keyof typeof refusals; readonly net: string }[]
}

const refusals = {
  'bad-signature': say('owner.overview.lastPostbackRejectedInvalid'),
  unreadable: say('owner.overview.lastPostbackRejectedCouldnt'),
} as const

const wallRows = async (db: Read): Promise<Row[]> => {
  const { rows } = await sql<WallCalls>`
    SELECT w.name, w.allowed_ips AS allowed, accepted.at, coalesce(strangers.refused, '[]') AS refused
    FROM offerwalls w
    LEFT JOIN LATERAL (SELECT at FROM postbacks WHERE wall_id = w.id
      AND verdict NOT IN ('bad-signature', 'bad-source', 'unreadable') ORDER BY id DESC LIMIT 1) accepted ON true
    LEFT JOIN LATERAL (SELECT json_agg(newest) AS refused FROM (
      SELECT DISTINCT ON (ip_net) at, verdict, ip_net AS net FROM postbacks
      WHERE wall_id = w.id AND verdict IN ('bad-signature', 'unreadable')
      ORDER BY ip_net, id DESC LIMIT 1000) newest) strangers ON true
    WHERE w.enabled ORDER BY w.position, w.name LIMIT 100`.execute(asExecutor(db))
  return rows.map(wallRow)
}

/**
 * Anybody can send a call that is refused, so it says something about the wall only where it came from an address in
 * the wall's list, or, without a list, while no call was accepted yet and the set-up may be wrong.
 */
const wallRow = ({ name, allowed, at, refused }: WallCalls): Row => {
  const own = refused
    .filter(({ net }) => (allowed.length === 0 ? at === null : isInNetworks(net, allowed)))
    .map((call) => ({ ...call, at: new Date(call.at) }))
    .toSorted((one, other) => other.at.getTime() - one.at.getTime())[0]
  if (own === undefined || (at !== null && at >= own.at)) return { name, at, problem: null }
  return { name, at: own.at, problem: refusals[own.verdict] }
}

/** Links that their breaker took out have a moment, others that failed lately none. */
const linkRows = async (db: Read, now: Date): Promise<Row[]> => {
  const rows = await db
    .selectFrom('link_providers')
    .select(['name', 'out_until', 'failures', 'last_error'])
    .where('enabled', '=', true)
    .where('removed_at', 'is', null)
    .orderBy('position')
    .orderBy('name')
    .limit(100)
    .execute()
  return rows.map(({ name, out_until: until, failures, last_error: error }) => {
    const reason = error ?? say('owner.overview.noResponse')
    if (until !== null && until > now)
      return { name, at: until, problem: say('owner.overview.linkSuspended', { reason }) }
    return { name, at: null, problem: failures > 0 ? reason : null }
  })
}

/** Processors by the last call that is theirs: forged ones and floods, which anybody can send, say nothing of them. */
const depositRows = async (db: Read): Promise<Row[]> => {
  const { rows } = await sql<{ name: string; at: Date | null; isUnproved: boolean | null }>`
    SELECT p.processor AS name, c.at, c.verdict IN ('unknown', 'unreachable') AS "isUnproved"
    FROM (SELECT DISTINCT processor FROM deposits) p LEFT JOIN LATERAL (SELECT at, verdict FROM deposit_calls d
      WHERE d.processor = p.processor AND d.verdict IN ('credited', 'heard', 'unknown', 'unreachable')
      ORDER BY id DESC LIMIT 1) c ON true`.execute(asExecutor(db))
  return rows.map(({ name, at, isUnproved }) => ({
    name,
    at,
    problem: isUnproved === true ? say('owner.overview.depositUnconfirmed') : null,
  }))
}
