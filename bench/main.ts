import { scoreTown } from '@runnel/server/src/test/botnet.ts'
import { seedClaims } from '@runnel/server/src/test/claims.ts'
import { adminBench } from './admin.ts'
import { antibotBench } from './antibot/antibot.ts'
import { type Bar, percent } from './antibot/bar.ts'
import { costBench } from './cost.ts'
import { economicsBench } from './economics/economics.ts'
import { growthBench } from './growth.ts'
import { historyBench } from './history.ts'
import { idleBench } from './idle.ts'
import { links } from './links.ts'
import { pagesBench } from './pages.ts'
import { postbacks } from './postbacks.ts'
import { type BenchAction, networkOf, openingSql, type Rate, rateBench, USER_SQL, wire } from './request-rate.ts'
import { views } from './views.ts'

const seeds = ['river', 'harbour', 'orchard', 'station', 'meadow'] as const

/**
 * The simulated town of ANTIBOT.md 4: 8,000 people (carriers, families, internet cafés, VPNs, prints that collide) and
 * 410 robots of five strategies, judged by the very rules that run over the database. What people do is assumed.
 */
const botnetBench = (say: (text: string) => void): Bar[] => {
  const worst = { precision: 1, recall: 1, held: 0 }
  for (const seed of seeds) {
    const { precision, recall, people, byStrategy } = scoreTown(seed)
    const strategies = [...byStrategy].map(([name, share]) => `${name} ${share.toFixed(2)}`).join(' · ')
    const queue = `in the review queue ${percent(people.listed)}`
    say(`  town ${seed}: people held ${percent(people.held)}, ${queue}; robots held: ${strategies}`)
    worst.precision = Math.min(worst.precision, precision)
    worst.recall = Math.min(worst.recall, recall)
    worst.held = Math.max(worst.held, people.held)
  }
  const { precision, recall, held } = worst
  return [
    bar('T3 people held for a review, worst of five towns', '<= 0.30 %', percent(held), held <= 0.003),
    bar('S2 precision of holds', '>= 0.90', precision.toFixed(3), precision >= 0.9),
    bar('S2 recall of holds without the lone careful', '>= 0.70', recall.toFixed(3), recall >= 0.7),
  ]
}

const bar = (name: string, goal: string, measured: string, held: boolean): Bar => ({ bar: name, goal, measured, held })

/** More than is claimed here, and counted all the same. */
const CLAIMS_BUDGET = 1_000_000_000_000

/**
 * A claim of the faucet: session, check, rule, ledger, durable commit. Each is one of another user, who has solved a
 * challenge of their own.
 */
const claims: BenchAction = {
  name: 'claims',
  counts: { 1: 12_000, 16: 26_000, 64: 26_000 },
  prepare: async (db) => {
    await db.raw(
      `INSERT INTO settings (name, value, updated_at) VALUES ('faucet_day_max', to_jsonb($1::bigint), now()),
      ('faucet_network_percent', '100', now()), ('faucet_known_reserve', '0', now()),
      ('faucet_trusted_reserve', '0', now())`,
      [CLAIMS_BUDGET],
    )
    await db.raw(`SELECT pg_notify('runnel_settings', $1)`, [''])
  },
  seed: async (deps, slice, address) => {
    const ready = await seedClaims({ ...deps, now: new Date() }, slice)
    return ready.map(({ headers: sent, body }, index) => {
      const headers = { ...sent, 'x-forwarded-for': networkOf(slice.from + index) }
      return wire({ address, path: '/api/faucet', headers, body })
    })
  },
  sql: {
    script: ({ from, share }) => `${openingSql({ from, share, action: 'faucet' })}
SELECT * FROM faucet_claim(gen_random_uuid(), gen_random_uuid(), ${USER_SQL}, array_fill(303000::bigint, ARRAY[25]),
  100, 10, 300, 0, now(), 'n' || :index, ${CLAIMS_BUDGET}, '{80,40}', 100, 1000,
  NULL, 0, 0, 0, NULL);
COMMIT;
`,
    done: `SELECT count(*)::integer AS done FROM transfers WHERE kind = 'faucet'`,
  },
}

const wanted = process.argv.slice(2)
/** What follows `cost` are its endpoints. */
const isWanted = (name: string): boolean =>
  wanted.length === 0 || (wanted[0] === 'cost' ? name === 'cost' : wanted.includes(name))
const print = (text: string): void => void process.stdout.write(`${text}\n`)
const whole = (value: number): string => Math.round(value).toLocaleString('en')

const sayRates = async (title: string, deed: BenchAction): Promise<void> => {
  print(`\n${title}, beside pgbench with the same SQL and beside pgbench -N`)
  const { rows, memoryMb } = await rateBench(deed)
  for (const row of rows) {
    const { connections, http, p99Ms, nodeMs, postgresMs, loadMs } = row
    print(
      `  ${String(connections).padStart(2)} connections: HTTP ${whole(http)}/s (p99 ${p99Ms} ms) · ${besideOf(row)}`,
    )
    const [node, postgres, sending] = [nodeMs, postgresMs, loadMs].map((ms) => `${ms.toFixed(2)} ms`)
    print(`     processor time of one: Node ${node} · PostgreSQL ${postgres} · what sends it ${sending}`)
  }
  print(`  memory of the node after the load: ${memoryMb} MB (budget 250)`)
}

const besideOf = ({ http, sql, simpleUpdate }: Rate): string => {
  if (simpleUpdate === null) return 'pgbench is not installed'
  const share = (of: number): string => (http / of).toFixed(2)
  const ours = sql === null ? '' : `our SQL ${whole(sql)}/s, share ${share(sql)} · `
  return `${ours}pgbench -N ${whole(simpleUpdate)}/s, share ${share(simpleUpdate)}`
}

if (isWanted('claims')) await sayRates('Claims a second (session, check, rule, ledger, durable commit)', claims)
if (isWanted('views')) await sayRates('Views verified a second (session, check, ticket, escrow, ledger, commit)', views)
if (isWanted('links')) await sayRates('Shortlink visits paid a second (session, visit, proof, ledger, commit)', links)
if (isWanted('postbacks'))
  await sayRates('Postbacks credited a second (signature, offer, ledger, log, commit)', postbacks)

if (isWanted('antibot')) {
  print('\nHuman checks, seeded (ANTIBOT.md 8)')
  for (const { bar, goal, measured, held } of await antibotBench(print)) {
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

if (isWanted('economics') || isWanted('antibot')) {
  print('\nWhat a farm gains under the earning rules, by the default settings (ANTIBOT.md 10)')
  for (const { bar, goal, measured, held } of await economicsBench(print)) {
    print(`  ${held ? '✔' : '✖'} ${bar}: ${measured} (goal ${goal})`)
    if (!held) process.exitCode = 1
  }
}

if (isWanted('pages')) {
  print('\nPages in the browser (Lighthouse, mobile: simulated slow 4G, 4 × CPU; median of 5)')
  for (const { line, held } of await pagesBench()) {
    print(`  ${line}`)
    if (!held) process.exitCode = 1
  }
}

if (isWanted('idle')) {
  print('\nA node that nobody visits, over two minutes')
  const { transactions, cpuPercent, memoryMb } = await idleBench()
  const isHeld = transactions <= 2
  print(`  ${isHeld ? '✔' : '✖'} ${transactions.toFixed(2)} transactions/s (goal <= 2)`)
  print(`  ${cpuPercent.toFixed(1)} % of a core · ${memoryMb} MB resident`)
  if (!isHeld) process.exitCode = 1
}

if (isWanted('growth')) {
  print('\nPages of a site that grows (median over HTTP, every call of a page in turn)')
  for (const { line, held } of await growthBench(print)) {
    print(`  ${line}`)
    if (!held) process.exitCode = 1
  }
}

if (isWanted('history')) {
  print('\nWhat a claim leaves on the disk and in the log of the database')
  await historyBench(claims, print)
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
