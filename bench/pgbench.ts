import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface PgbenchRun {
  readonly url: string
  readonly connections: number
  readonly seconds: number
  /** The seeded users that it may walk over: first index and how many. */
  readonly from: number
  readonly count: number
}

/**
 * The statements of one claim as the server sends them, over users made by `seedClaims`: the session, the used-up
 * challenge, then the claim in a transaction of its own. Ids are spelled by SQL from each client's own counter;
 * `chr(58)` is a colon, which pgbench would take for the beginning of a variable.
 */
const script = ({ from, share }: { from: number; share: number }): string => `
\\set index ${from} + :client_id * ${share} + :turn
\\set turn :turn + 1
SELECT users.id, users.username, users.role, sessions.id AS "sessionId", sessions.device_id, sessions.last_seen_at,
  users.locked_at, users.locked_until, users.lock_reason, users.cooldown_until, users.cooldown_reason
  FROM sessions INNER JOIN users ON users.id = sessions.user_id
  WHERE sessions.token_hash = sha256(convert_to(rpad('runnel_bench_session_token', 31, '_')
    || (100000000000 + :index)::text, 'UTF8')) AND sessions.expires_at > now();
SELECT * FROM challenge_answer(('00000000-0000-7000-8000-' || (100000000000 + :index)::text)::uuid,
  substr(sha256(convert_to(rpad('runnel_bench_session_token', 31, '_')
    || (100000000000 + :index)::text, 'UTF8')), 1, 8),
  'faucet', (SELECT answer_mac FROM challenges WHERE id =
    ('00000000-0000-7000-8000-' || (100000000000 + :index)::text)::uuid), true, false, NULL, false, now());
BEGIN;
SELECT * FROM faucet_claim(jsonb_build_object('id', gen_random_uuid(), 'kind', 'faucet',
  'debit', 'house' || chr(58) || 'faucet', 'credit',
  'main' || chr(58) || '00000000-0000-7000-8000-' || (100000000000 + :index)::text, 'amount', 1,
  'key', 'faucet' || chr(58) || gen_random_uuid(), 'ref', 'bench'),
  ('00000000-0000-7000-8000-' || (100000000000 + :index)::text)::uuid,
  array_fill(30::bigint, ARRAY[25]), 10, 300, 0, now());
COMMIT;
`

/** Transactions a second of the same SQL by pgbench, or null where pgbench is not installed. */
export const pgbench = async ({ url, connections, seconds, from, count }: PgbenchRun): Promise<number | null> => {
  const folder = mkdtempSync(join(tmpdir(), 'runnel-pgbench-'))
  const file = join(folder, 'claim.sql')
  writeFileSync(file, script({ from, share: Math.floor(count / connections) }))
  const { hostname, port, username, password, pathname, searchParams } = new URL(url)
  const host = searchParams.get('host') ?? hostname
  try {
    const { stdout } = await run(
      'pgbench',
      ['-n', '-M', 'prepared', '-c', String(connections), '-j', '2', '-T', String(seconds), '-D', 'turn=0', '-f', file],
      {
        env: {
          ...process.env,
          PGHOST: host,
          PGPORT: port || '5432',
          PGUSER: decodeURIComponent(username),
          PGPASSWORD: decodeURIComponent(password),
          PGDATABASE: pathname.slice(1),
        },
      },
    )
    const failed = /number of failed transactions: (\d+)/.exec(stdout)?.[1] ?? '0'
    if (failed !== '0') throw new Error(`pgbench: ${failed} transactions failed`)
    return Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
