import { adminBench } from './admin.ts'
import { antibotBench } from './antibot.ts'
import { botnetBench } from './botnet.ts'
import { claims } from './claims.ts'
import { costBench } from './cost.ts'
import { growthBench } from './growth.ts'
import { pagesBench } from './pages.ts'
import { type BenchAction, rateBench } from './request-rate.ts'
import { views } from './views.ts'

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
