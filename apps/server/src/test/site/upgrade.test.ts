import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Db } from '#kernel/db.ts'
import { createLog } from '#kernel/log.ts'
import { joinEmbedded } from '#kernel/postgres/running.ts'
import { freePort } from '#kernel/processes/free-port.ts'
import { createSecrets } from '#kernel/secrets.ts'
import { auditBooks } from '#money/reconcile.ts'
import { type ReadyClaim, seedClaims } from '#test/claims.ts'
import { until } from '#test/waiting.ts'
import { addMigrations, makeProgram } from './released-program.ts'

const KEY = 'k'.repeat(40)
const CLAIMS = 60

let base: string
let site: string
let port: number
beforeAll(async () => {
  base = mkdtempSync(join(tmpdir(), 'runnel-upgrade-'))
  site = join(base, 'site')
  makeProgram(site, '0.1.0')
  port = await freePort()
  mkdirSync(join(base, 'bin'))
  writeFileSync(join(base, 'bin/systemctl'), systemctl(port))
  chmodSync(join(base, 'bin/systemctl'), 0o755)
})
afterAll(() => {
  spawnSync('systemctl', ['stop', 'runnel'], { env: environment() })
  rmSync(base, { recursive: true, force: true, maxRetries: 5 })
})

/** A newer version with so many more migrations, packed as it is published. */
const makeFile = (version: string, migrations: number, change?: (folder: string) => void): string => {
  const folder = join(base, `runnel-${version}`)
  makeProgram(folder, version)
  addMigrations(folder, migrations)
  change?.(folder)
  spawnSync('tar', ['-czf', `${folder}.tar.gz`, '-C', base, basename(folder)])
  rmSync(folder, { recursive: true })
  return `${folder}.tar.gz`
}

/** What the real one does with a unit, as far as an upgrade asks for it: a unit sees its own variables alone. */
const systemctl = (ownPort: number): string => `#!/bin/sh
unset HOST
export PORT=${ownPort}
case "$1" in
  show) echo "DATA_DIR=$DATA_DIR PORT=$PORT SECRET_KEY=$SECRET_KEY" ;;
  is-active) pid=$(cat "$SITE.pid"); grep -q '^State:.[^Z]' "/proc/$pid/status" 2>/dev/null ;;
  start) cd "$SITE" || exit 1
    setsid node scripts/run.mjs start >>"$SITE.log" 2>&1 </dev/null &
    echo $! >"$SITE.pid" ;;
  stop) pid=$(cat "$SITE.pid") || exit 0
    kill "$pid" 2>/dev/null
    while grep -q '^State:.[^Z]' "/proc/$pid/status" 2>/dev/null; do sleep 0.05; done ;;
esac
`

const environment = (): Record<string, string> => ({
  PATH: [join(base, 'bin'), dirname(process.execPath), process.env['PATH']].join(delimiter),
  HOME: base,
  SITE: site,
  DATA_DIR: join(base, 'data'),
  PORT: String(port),
  SECRET_KEY: KEY,
  GUEST_CPU_PERCENT: '0',
  MEMBER_CPU_PERCENT: '0',
})

const upgrade = async (...args: string[]): Promise<{ status: number | null; said: string }> => {
  // Some shells export HOST; a service never sees that.
  const env = { ...environment(), ...(args.includes('--service') && { HOST: 'no-such-host.invalid', PORT: '9' }) }
  const child: ChildProcess = spawn('node', ['scripts/run.mjs', 'upgrade', ...args], { cwd: site, env })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes: Buffer) => (said += bytes.toString()))
  await once(child, 'close')
  return { status: child.exitCode, said }
}

const version = (): string => JSON.parse(readFileSync(join(site, 'apps/server/package.json'), 'utf8')).version

const serves = async (): Promise<void> => {
  const isReady = (): Promise<boolean> =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  const log = (): string => readFileSync(`${site}.log`, 'utf8')
  await until('the site', isReady, { log })
}

const withDatabase = async <T>(work: (db: Db) => Promise<T>): Promise<T> => {
  const { url, stop } = await joinEmbedded(join(base, 'data'))
  const db = connect({ url, size: 2, log: createLog('silent') })
  return work(db).finally(async () => {
    await db.close()
    await stop()
  })
}

let seeded = 0
const seed = (): Promise<ReadyClaim[]> => {
  const from = seeded
  seeded += CLAIMS
  return withDatabase((db) => seedClaims({ db, secrets: createSecrets(KEY), now: new Date() }, { from, count: CLAIMS }))
}

/** People who send a claim again until it is answered; what was not answered in the end is a fault. */
const claimAll = async (claims: readonly ReadyClaim[], isOver: () => boolean) => {
  const seen = { paid: 0, retries: 0, faults: [] as string[] }
  const waiting = [...claims]
  const send = async ({ headers, body, userId }: ReadyClaim): Promise<void> => {
    for (;;) {
      const answer = await fetch(`http://127.0.0.1:${port}/api/faucet`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': `upgrade-${userId}` },
        body: JSON.stringify(body),
      }).catch(() => undefined)
      if (answer?.status === 200) return void (seen.paid += 1)
      if (answer !== undefined && answer.status !== 503) return void seen.faults.push(await answer.text())
      seen.retries += 1
      await pause(100)
    }
  }
  const worker = async (): Promise<void> => {
    for (let claim = waiting.pop(); claim !== undefined; claim = waiting.pop()) {
      await send(claim)
      // Some are left for when it is over.
      while (waiting.length < CLAIMS / 3 && !isOver()) await pause(50)
    }
  }
  await Promise.all([worker(), worker(), worker(), worker()])
  return seen
}

const during = async <T>(work: () => Promise<T>) => {
  let isOver = false
  const load = claimAll(await seed(), () => isOver)
  const result = await work().finally(() => {
    isOver = true
  })
  return { result, seen: await load }
}

const stops = () =>
  withDatabase(async (db) => {
    const rows = await db.raw("SELECT FROM outflow_trips WHERE source = 'payout' AND state = 'open' AND stops_payouts")
    return rows.length
  })

const proveBooks = () =>
  withDatabase(async (db) => {
    const rows = await db.raw(
      "SELECT credit, count(*)::int AS count FROM transfers WHERE kind = 'faucet' GROUP BY credit",
    )
    expect(rows.filter(({ count }) => Number(count) !== 1)).toEqual([])
    expect(rows).toHaveLength(seeded)
    expect((await auditBooks(db.read)).mismatches).toEqual([])
  })

test.runIf(process.platform === 'linux')(
  'an upgrade under claims loses none, and one that fails leads back to the version before',
  async () => {
    spawnSync('systemctl', ['start', 'runnel'], { env: environment() })
    await serves()
    await withDatabase((db) =>
      db.raw(`INSERT INTO settings (name, value, updated_at) VALUES ('faucet_day_max', '0', now())`),
    )
    writeFileSync(join(site, '.env'), 'LOG_LEVEL=warn\n')
    const running = await upgrade(makeFile('0.1.1', 0))
    expect(running).toMatchObject({ status: 1, said: expect.stringContaining('The site is running: stop it first') })

    const good = await during(() => upgrade(makeFile('0.2.0', 1), '--service', 'runnel'))
    expect(good.result.status, good.result.said).toBe(0)
    expect(good.result.said).toMatch(/balanced[^]*The site was upgraded to 0[.]2[.]0[.]/)
    expect(good.seen).toMatchObject({ paid: CLAIMS, faults: [] })
    expect(version()).toBe('0.2.0')
    expect(readFileSync(join(site, '.env'), 'utf8')).toBe('LOG_LEVEL=warn\n')
    expect(readdirSync(join(base, 'data')).filter((name) => name.startsWith('postgres.of'))).toEqual([])
    await proveBooks()

    const breakStart = (folder: string): void => {
      const main = join(folder, 'apps/server/src/main.ts')
      const text = readFileSync(main, 'utf8')
      expect(text).toContain('await server.listen()')
      // After the migrations, so that the database has changed.
      writeFileSync(main, text.replace('await server.listen()', 'process.exit(3)'))
    }
    const bad = await during(() => upgrade(makeFile('0.3.0', 2, breakStart), '--service', 'runnel'))
    expect(bad.result.said).toMatch(/0[.]3[.]0 doesn’t start: rolling back to 0[.]2[.]0[.]/)
    expect(bad.result.status).toBe(1)
    expect(bad.seen).toMatchObject({ paid: CLAIMS, faults: [] })
    expect(version()).toBe('0.2.0')
    expect(existsSync(join(site, '.upgrade'))).toBe(false)
    await proveBooks()
    expect(await stops(), 'it never listened, so its jobs never ran').toBe(0)

    const neverReady = (folder: string): void => {
      const health = join(folder, 'apps/server/src/app-health.ts')
      const text = readFileSync(health, 'utf8')
      expect(text).toContain('reply.code(ready ? 200 : 503)')
      writeFileSync(health, text.replace('ready ? 200 : 503', '(setTimeout(() => process.exit(3), 2_000), 503)'))
    }
    const late = await upgrade(makeFile('0.4.0', 1, neverReady), '--service', 'runnel')
    expect(late).toMatchObject({ status: 1, said: expect.stringMatching(/Payouts are stopped: compare/) })
    expect(version()).toBe('0.2.0')
    expect(await stops(), 'its jobs may have paid what the copy does not know').toBe(1)
    await proveBooks()
    for (const [file, sentence] of [
      [makeFile('0.1.5', 1), /is version 0[.]1[.]5, but 0[.]2[.]0 is installed/],
      [join(base, 'nothing.tar.gz'), /^The file .* doesn’t exist/],
      [join(site, 'package.json'), /can’t be unpacked/],
    ] as const) {
      const { status, said } = await upgrade(file, '--service', 'runnel')
      expect([status, said.trim().split('\n').at(-1)]).toEqual([1, expect.stringMatching(sentence)])
    }
    await serves()
    spawnSync('systemctl', ['stop', 'runnel'], { env: environment() })
  },
)
