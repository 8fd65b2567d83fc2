import { scoreTown, thresholds } from '@runnel/server/src/test/botnet.ts'
import { seedClaims } from '@runnel/server/src/test/claims.ts'
import { adminBench } from './admin.ts'
import { type Bar, antibotBench } from './antibot.ts'
import { costBench } from './cost.ts'
import { growthBench } from './growth.ts'
import { pagesBench } from './pages.ts'
import { type BenchAction, openingSql, USER_SQL, wire, rateBench } from './request-rate.ts'
import { views } from './views.ts'

const seeds = ['river', 'harbour', 'orchard', 'station', 'meadow'] as const
const percent = (share: number): string => `${(100 * share).toFixed(2)} %`

/**
 * The simulator of ANTIBOT.md 4: 8,000 people (carriers, families, internet cafés, VPNs, prints that collide) and 410
 * robots of five strategies, judged by the very rules that run over the database. What people do is assumed.
 */
const botnetBench = (say: (text: string) => void): Bar[] => {
  const worst = { precision: 1, recall: 1, held: 0, locked: 0 }
  for (const seed of seeds) {
    const { precision, recall, people, byStrategy } = scoreTown(seed)
    say(`  town ${seed}`)
    for (const at of thresholds) {
      const strategies = [...byStrategy].map(([name, caught]) => `${name} ${caught[at].toFixed(2)}`).join(' · ')
      const found = `precision ${precision[at].toFixed(3)}, recall ${recall[at].toFixed(3)}`
      const all = `${found}, people ${percent(people[at])}`
      say(`    at ${at}: ${all} (${strategies})`)
    }
    worst.precision = Math.min(worst.precision, precision[60])
    worst.recall = Math.min(worst.recall, recall[60])
    worst.held = Math.max(worst.held, people[60])
    worst.locked = Math.max(worst.locked, people[80])
  }
  const { precision, recall, held, locked } = worst
  return [
    bar('S2 precision at 60, worst of five towns', '>= 0.90', precision.toFixed(3), precision >= 0.9),
    bar('S2 recall at 60 without the lone careful', '>= 0.97', recall.toFixed(3), recall >= 0.97),
    bar('S2 people held', '<= 0.50 %', percent(held), held <= 0.005),
    bar('S3 people locked by themselves', '<= 0.15 %', percent(locked), locked <= 0.0015),
  ]
}

const bar = (name: string, goal: string, measured: string, held: boolean): Bar => ({ bar: name, goal, measured, held })

/**
 * A claim of the faucet: session, check, rule, ledger, durable commit. Each is one of another user, who has solved a
 * challenge of their own.
 */
const claims: BenchAction = {
  name: 'claims',
  counts: { 1: 12_000, 16: 26_000, 64: 26_000 },
  seed: async (deps, slice, address) => {
    const ready = await seedClaims({ ...deps, now: new Date() }, slice)
    return ready.map(({ headers, body }) => wire({ address, path: '/api/faucet', headers, body }))
  },
  script: ({ from, share }) => `${openingSql({ from, share, action: 'faucet' })}
BEGIN;
SELECT * FROM faucet_claim(jsonb_build_object('id', gen_random_uuid(), 'kind', 'faucet',
  'debit', 'house' || chr(58) || 'faucet', 'credit', 'main' || chr(58) || ${USER_SQL}, 'amount', 1,
  'key', 'faucet' || chr(58) || gen_random_uuid(), 'ref', 'bench'),
  ${USER_SQL}, array_fill(303000::bigint, ARRAY[25]), 100, 10, 300, 0, now());
COMMIT;
`,
  doneSql: `SELECT count(*)::integer AS done FROM transfers WHERE kind = 'faucet'`,
}

const wanted = process.argv.slice(2)
/** What follows `cost` are its endpoints. */
const isWanted = (name: string): boolean =>
  wanted.length === 0 || (wanted[0] === 'cost' ? name === 'cost' : wanted.includes(name))
const print = (text: string): void => void process.stdout.write(`${text}\n`)
const whole = (value: number): string => Math.round(value).toLocaleString('en')

const sayRates = async (title: string, deed: BenchAction): Promise<void> => {
  print(`\n${title}, beside pgbench with the same SQL`)
  const { rows, memoryMb } = await rateBench(deed)
  for (const { connections, http, sql, p99Ms } of rows) {
    const beside =
      sql === null ? 'pgbench is not installed' : `pgbench ${whole(sql)}/s · ratio ${(http / sql).toFixed(2)}`
    print(`  ${String(connections).padStart(2)} connections: HTTP ${whole(http)}/s (p99 ${p99Ms} ms) · ${beside}`)
  }
  print(`  memory of the node after the load: ${memoryMb} MB (budget 250)`)
}

if (isWanted('claims')) await sayRates('Claims a second (session, check, rule, ledger, durable commit)', claims)
if (isWanted('views')) await sayRates('Views verified a second (session, check, ticket, escrow, ledger, commit)', views)

if (isWanted('antibot')) {
  print('\nHuman checks, seeded (ANTIBOT.md 7)')
  for (const { bar, goal, measured, held } of await antibotBench()) {
    print(`  ${held ? '✔' : '✖'} ${bar}: ${measured} (goal ${goal})`)
    if (!held) process.exitCode = 1
  }
}

if (isWanted('botnet') || isWanted('antibot')) {
  print('\nRobots in a town of people, seeded (ANTIBOT.md 4; what people do is assumed)')
  for (const { bar, goal, measured, held } of botnetBench(print)) {
    print(`  ${held ? '✔' : '✖'} ${bar}: ${measured} (goal ${goal})`)
    if (!held) process.exitCode = 1
  }
}

if (isWanted('pages')) {
  print('\nPages in the browser (Lighthouse, mobile: simulated slow 4G, 4 × CPU; median of 5)')
  for (const line of await pagesBench()) print(`  ${line}`)
}

if (isWanted('growth')) {
  print('\nPages of a site that grows (median over HTTP, every call of a page in turn)')
  for (const { line, held } of await growthBench(print)) {
    print(`  ${line}`)
    if (!held) process.exitCode = 1
  }
}

if (isWanted('cost')) {
  print('\nProcessor time of one call at its worst input, and percent of a core that one address or member may cause')
  const lines = await costBench(print, wanted.slice(1))
  const missed = lines.filter(({ held }) => !held)
  print(`  ${lines.length - missed.length} of ${lines.length} held`)
  for (const { line } of missed) print(`  ${line}`)
  if (missed.length > 0) process.exitCode = 1
}

if (isWanted('admin')) {
  print('\nLists of the owner at a million users (median over HTTP of each list with each of its filters)')
  for (const { line, held } of await adminBench(print)) {
    print(`  ${line}`)
    if (!held) process.exitCode = 1
  }
}
