import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { COST_MS } from '@runnel/contract/constants'
import type { Limit, Route } from '@runnel/contract/route'
import { runMigrations } from '@runnel/server/src/kernel/postgres/migrations.ts'
import { startEmbedded } from '@runnel/server/src/kernel/postgres/postgres.ts'
import { seedAdmin } from './admin-seed.ts'
import { floodBench } from './cost-flood.ts'
import { type Endpoint, endpoints, type Input } from './cost-inputs.ts'
import { openSite, type Role, type Site, type Spent } from './cost-site.ts'

const migrations = fileURLToPath(new URL('migrations', import.meta.resolve('@runnel/server/package.json')))
const USERS = Number(process.env['COST_USERS'] ?? 5_000)

/** Percent of a core that the calls of one may take for long: as the server is set up, and at most. */
export const shares = { guest: 20, member: 15, staff: 30 } as const
const bars = { guest: 30, member: 20, staff: 40 } as const

/** The worst of all inputs of an endpoint for somebody in a role. */
export interface Cost {
  readonly endpoint: Endpoint
  readonly role: Role
  readonly input: Input
  readonly spent: Spent
  readonly status: number
  /** Calls a second that the limits let through for long. */
  readonly perSecond: number
  /** Percent of a core. */
  readonly percent: number
}

export interface CostLine {
  readonly line: string
  readonly held: boolean
}

export const costBench = async (say: (text: string) => void, args: readonly string[]): Promise<CostLine[]> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'runnel-cost-'))
  const embedded = await startEmbedded({ dataDir, log: () => undefined })
  try {
    await runMigrations({ url: embedded.url, dir: migrations })
    await seedAdmin({ url: embedded.url, users: USERS, now: new Date() })
    const site = await openSite({ url: embedded.url, dataDir })
    const costs: Cost[] = []
    const wanted = args.filter((arg) => !arg.startsWith('--'))
    const all = endpoints().filter(({ name }) => wanted.length === 0 || wanted.some((part) => name.startsWith(part)))
    try {
      for (const endpoint of inOrder(all)) {
        const found = await costsOf(site, endpoint)
        costs.push(...found)
        for (const cost of found) say(`  ${lineOf(cost).line}`)
      }
    } finally {
      await site.close()
    }
    const lines = costs.map(lineOf)
    say(`  the machine had ${cpus().length} processors and a load of ${loadavg()[0]?.toFixed(1)}`)
    const flooded = await floodBench({ url: embedded.url, dataDir, costs, say, isAll: args.includes('--all') })
    return [...lines, ...flooded]
  } finally {
    await embedded.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Reading first: what writes may change what there is to be read. */
const inOrder = (all: readonly Endpoint[]): Endpoint[] =>
  all.toSorted((a, b) => Number(a.route.method !== 'GET') - Number(b.route.method !== 'GET'))

const roles = (route: Route): Role[] => (route.access === 'anyone' ? ['guest', 'member'] : ['guest', 'member', 'staff'])

const costsOf = async (site: Site, endpoint: Endpoint): Promise<Cost[]> => {
  const { route, inputs } = endpoint
  const costs: Cost[] = []
  for (const role of roles(route)) {
    const [first] = inputs
    if (first === undefined) continue
    // What is called for the first time is still being compiled.
    await call(site, { input: first, role })
    // Whoever is refused is refused before anything of the input is read: one is enough.
    const tried: { input: Input; spent: Spent }[] = []
    for (const input of isLetIn(route, role) ? inputs : [first]) {
      tried.push({ input, spent: (await call(site, { input, role })).spent })
    }
    const dearest = tried.toSorted((a, b) => total(b.spent) - total(a.spent)).slice(0, 3)
    const measured: (Measured & { readonly input: Input })[] = []
    for (const { input } of dearest) measured.push({ input, ...(await measure(site, { input, role })) })
    const [worst] = measured.toSorted((a, b) => total(b.spent) - total(a.spent))
    if (worst === undefined) continue
    const perSecond = rateOf(route, role)
    costs.push({ endpoint, role, perSecond, percent: (total(worst.spent) * perSecond) / 10, ...worst })
  }
  return costs
}

const rank = { anyone: 0, user: 1, moderator: 2, admin: 3 } as const
const isLetIn = ({ access }: Route, role: Role): boolean => rank[access] <= { guest: 0, member: 1, staff: 3 }[role]

export const total = ({ server, database }: Spent): number => server + database

/** Calls a second for long: what fills again of the allowance, and what the limits of the route let through. */
const rateOf = (route: Route, role: Role): number => {
  const { cost = COST_MS, limits = [] } = route
  const paid = role === 'guest' && route.access !== 'anyone' ? 1 : cost
  const counts = (limit: Limit): boolean => role !== 'guest' || limit.by === 'net'
  const own = isLetIn(route, role) ? limits.filter(counts) : []
  return Math.min((shares[role] * 10) / paid, ...own.map(({ points, seconds }) => points / seconds))
}

interface Measured {
  readonly spent: Spent
  readonly status: number
}

interface CallInput {
  readonly input: Input
  readonly role: Role
}

const call = async (site: Site, { input, role }: CallInput): Promise<Measured> => {
  const headers: Record<string, string> =
    role === 'guest' ? {} : { authorization: `Bearer ${await site.tokenOf(role)}` }
  const sent = { ...input, headers: { ...input.headers, ...headers }, isEndless: input.isEndless ?? false }
  return site.send({ ...sent, ...(await answered(site, sent)) })
}

const CALLS = 9
const ENOUGH_MS = 150

/** The median of some calls; dear ones are made less often. */
const measure = async (site: Site, calling: CallInput): Promise<Measured> => {
  const spent: Spent[] = []
  let status = 0
  while (spent.length < 3 || (spent.length < CALLS && sum(spent) < ENOUGH_MS)) {
    const answer = await call(site, calling)
    status = answer.status
    spent.push(answer.spent)
  }
  const sorted = spent.toSorted((a, b) => total(a) - total(b))
  return { spent: sorted[sorted.length >> 1] ?? { server: 0, database: 0 }, status }
}

const sum = (spent: readonly Spent[]): number => spent.reduce((all, one) => all + total(one), 0)

/** Puts a fresh challenge into a body that asks for one: its answer is always right here. */
const answered = async (site: Site, { challenge, body, headers }: Input): Promise<{ body?: string }> => {
  if (challenge === undefined || typeof body !== 'string' || !body.includes('"captcha":')) return {}
  const got = await site.send({ method: 'GET', path: `/api/ct?action=${challenge}`, headers: headers ?? {} })
  const { id } = JSON.parse(got.body) as { id?: string }
  return { body: JSON.stringify({ ...JSON.parse(body), captcha: { id, token: 'x' } }) }
}

const lineOf = ({ endpoint, role, input, spent, status, perSecond, percent }: Cost): CostLine => {
  const held = percent < bars[role]
  const ms = `${spent.server.toFixed(1).padStart(7)} + ${spent.database.toFixed(1).padStart(6)} ms`
  const rate = `${perSecond >= 10 ? perSecond.toFixed(0) : perSecond.toPrecision(2)}/s`
  const share = `${percent.toFixed(1)} %`.padStart(7)
  const name = `${endpoint.name} (${role})`.padEnd(38)
  const said = `${status} ${input.named.slice(0, 40)}`
  return { line: `${held ? '✔' : '✖'} ${name} ${ms} × ${rate.padStart(7)} = ${share}  ${said}`, held }
}
