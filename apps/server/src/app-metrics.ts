import { contract } from '@runnel/contract'
import { status } from '@runnel/contract/failure'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { SystemProbe } from '#features/admin/system/system-figures.ts'
import { readSystemNumbers, systemNumbers } from '#features/admin/system/system-metrics.ts'
import { type Clock, dayOf } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'
import type { Log } from '#kernel/log.ts'
import { openMetrics } from '#kernel/metrics.ts'
import type { Siblings } from '#kernel/processes/siblings.ts'
import { equalBytes, sha256 } from '#kernel/secrets.ts'
import { say } from '#kernel/words/say.ts'
import { flowsInAll } from '#money/daily-totals.ts'
import { lastReconciliation } from '#money/reconcile.ts'

interface Measured {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly siblings?: Siblings
  readonly system: SystemProbe
  /** Who sends it may read the numbers from anywhere; without one only this machine may. */
  readonly token: string | undefined
}

/** Serves `/metrics` for Prometheus: numbers of this node, and of the site as the database knows it. */
export const serveMetrics = (app: FastifyInstance, { db, clock, log, siblings, system, token }: Measured): void => {
  const metrics = openMetrics({ db, ...(siblings && { siblings }) })
  const renew = openSiteNumbers(metrics.site, { db, clock, log, system })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    if (streams.has(route)) return
    metrics.note({ method: request.method, route, status: reply.statusCode, seconds: reply.elapsedTime / 1_000 })
  })
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, token)) {
      return reply
        .code(status.notFound)
        .send({ code: 'NOT_FOUND', msg: say('request.notFound'), requestId: request.id })
    }
    await renew()
    return reply
      .type(metrics.contentType)
      .header('cache-control', 'no-store')
      .send(await metrics.text())
  })
}

/** A stream lasts as long as a page is open; among requests it would look like a slow one. */
const streams = new Set<string>(
  Object.values(contract)
    .flatMap((routes) => Object.values(routes))
    .filter((route) => 'kind' in route && route.kind === 'events')
    .map(({ path }) => path),
)

/**
 * With a token, who sends it; without one, a program on this very machine. What a proxy passed on is never local, even
 * though the proxy itself may be: it adds a header, or keeps the public name that was asked for.
 */
const mayRead = (request: FastifyRequest, token: string | undefined): boolean => {
  if (token !== undefined) {
    const sent = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
    return sent !== undefined && equalBytes(sha256(sent), sha256(token))
  }
  const isPassedOn = passingHeaders.some((name) => request.headers[name] !== undefined)
  return (
    !isPassedOn &&
    isOwnHost(request.headers.host) &&
    isLoopback(request.socket.remoteAddress ?? '') &&
    isLoopback(request.ip)
  )
}

const passingHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'] as const

const isOwnHost = (host = ''): boolean => {
  const name = host.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1')
  return name === 'localhost' || isLoopback(name)
}

const isLoopback = (address: string): boolean => /^(::1|(::ffff:)?127(\.\d{1,3}){3})$/.test(address)

const RENEW_MS = 10_000

/** Numbers that every node tells alike, read from the database at most every few seconds however often one asks. */
const openSiteNumbers = (
  registry: Registry,
  { db, clock, log, system }: Pick<Measured, 'db' | 'clock' | 'log' | 'system'>,
): (() => Promise<void>) => {
  const numbers = createSiteNumbers(registry)
  const machine = systemNumbers(registry)
  let renewed: { readonly at: number; readonly work: Promise<void> } | undefined
  const read = async (): Promise<void> => {
    try {
      await Promise.all([
        readSite(numbers, db, clock()),
        readSystemNumbers(machine, { db: db.read, system, now: clock() }),
      ])
      numbers.up.set(1)
    } catch (error) {
      // What the process knows of itself is told all the same: it matters most when the database is gone.
      log.warn({ err: String(error) }, 'could not read the metrics of the site')
      numbers.up.set(0)
    }
  }
  return () => {
    const at = Date.now()
    if (renewed === undefined || at - renewed.at > RENEW_MS) renewed = { at, work: read() }
    return renewed.work
  }
}

type SiteNumbers = ReturnType<typeof createSiteNumbers>

const createSiteNumbers = (registry: Registry) => {
  const registers = [registry]
  const gauge = (name: string, help: string, labelNames: string[] = []): Gauge =>
    new Gauge({ name, help, labelNames, registers })
  return {
    up: gauge('runnel_database_up', 'Whether the site figures could be read.'),
    rewards: gauge('runnel_rewards_today', 'Rewards of this UTC day by source; a faucet claim is one.', ['source']),
    earned: gauge('runnel_rewards_today_units', 'Units earned by users on this UTC day, by source.', ['source']),
    moved: new Counter({
      name: 'runnel_ledger_units_total',
      help: 'All units ever debited from and credited to a system or external account.',
      labelNames: ['account', 'direction'],
      registers,
    }),
    balanced: gauge('runnel_books_balanced', 'Whether the ledger balanced at the last full verification.'),
    provedAt: gauge('runnel_books_proved_timestamp_seconds', 'Time of the last full ledger verification.'),
    withdrawals: gauge('runnel_withdrawals_open', 'Withdrawals in progress, by status.', ['status']),
    letters: gauge('runnel_contact_messages_open', 'Open contact messages.'),
    jobRanAt: gauge('runnel_job_last_run_timestamp_seconds', 'Time of a job’s last run on any node.', ['job']),
    jobWentWell: gauge('runnel_job_last_run_ok', 'Whether a job’s last run succeeded.', ['job']),
  }
}

const openStatuses = ['review', 'approved', 'sending', 'unknown'] as const

const readSite = async (numbers: SiteNumbers, db: Db, now: Date): Promise<void> => {
  const { read } = db
  const countAll = read.fn.countAll<number>().as('count')
  const [rewards, flows, books, withdrawals, letters, jobs] = await Promise.all([
    read
      .selectFrom('day_counters')
      .select(({ fn }) => ['source', fn.sum<string>('count').as('count'), fn.sum<string>('earned').as('earned')])
      .where('day', '=', dayOf(now))
      .groupBy('source')
      .execute(),
    flowsInAll(read),
    lastReconciliation(read),
    read
      .selectFrom('withdrawals')
      .select(['status', countAll])
      .where('status', 'in', openStatuses)
      .groupBy('status')
      .execute(),
    read.selectFrom('contact_messages').select(countAll).where('answered_at', 'is', null).executeTakeFirstOrThrow(),
    read.selectFrom('job_runs').select(['name', 'last_run_at', 'ok']).execute(),
  ])
  // A source of yesterday, or what was counted a moment ago, must not stay.
  for (const number of [numbers.rewards, numbers.earned, numbers.moved]) number.reset()
  for (const { source, count, earned } of rewards) {
    numbers.rewards.set({ source }, Number(count))
    numbers.earned.set({ source }, Number(earned))
  }
  for (const { account, debited, credited } of flows) {
    numbers.moved.inc({ account, direction: 'out' }, debited)
    numbers.moved.inc({ account, direction: 'in' }, credited)
  }
  if (books !== null) {
    numbers.balanced.set(books.balanced ? 1 : 0)
    numbers.provedAt.set(books.at.getTime() / 1_000)
  }
  for (const name of openStatuses) numbers.withdrawals.set({ status: name }, 0)
  for (const row of withdrawals) numbers.withdrawals.set({ status: row.status }, row.count)
  numbers.letters.set(letters.count)
  for (const { name: job, last_run_at: at, ok } of jobs) {
    numbers.jobRanAt.set({ job }, at.getTime() / 1_000)
    numbers.jobWentWell.set({ job }, ok ? 1 : 0)
  }
}
