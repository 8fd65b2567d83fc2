import { AggregatorRegistry, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Db } from '#kernel/db.ts'
import { alone, type Siblings } from '#kernel/processes/siblings.ts'

/** One answered request, as far as numbers go: the route's pattern, never the address that was asked for. */
export interface RequestMetric {
  readonly method: string
  readonly route: string
  readonly status: number
  readonly seconds: number
}

/** Numbers about this node for Prometheus; modules that know more of the site register theirs beside them. */
export interface Metrics {
  /** Numbers that every process would tell alike, so that they are not added up. */
  readonly site: Registry
  readonly note: (answered: RequestMetric) => void
  /** All numbers as text, and the content type of that text. */
  readonly text: () => Promise<string>
  readonly contentType: string
}

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

interface MetricsInput {
  readonly db: Pick<Db, 'connections'>
  readonly siblings?: Siblings
}

/**
 * Opens the numbers of this process: requests, memory, delay of the event loop and connections to the database.
 * Those of the node's other processes are asked for and added, or averaged where a sum says nothing.
 */
export const openMetrics = ({ db, siblings = alone }: MetricsInput): Metrics => {
  const registry = new Registry()
  const site = new Registry()
  const requests = new Histogram({
    name: 'runnel_http_request_duration_seconds',
    help: 'Duration of requests by route and status, without event streams.',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [registry],
  })
  countConnections(registry, db)
  countProcesses(registry)
  let watches = false
  const watched = (): Registry => {
    // Watching the event loop costs a little, so that it begins with the first who wants to know.
    if (!watches) watchProcess(registry)
    watches = true
    return registry
  }
  siblings.answer('metrics', () => watched().getMetricsAsJSON())
  return {
    site,
    note: ({ method, route, status, seconds }) => requests.observe({ method, route, status: String(status) }, seconds),
    text: async () => {
      const own = watched()
      const others = siblings.count === 1 ? [] : await siblings.ask('metrics')
      // A registry empties the delays of the event loop when it is read, so that it is read once.
      const node =
        others.length === 0
          ? own
          : // Other processes of this same program answered them.
            AggregatorRegistry.aggregate([await own.getMetricsAsJSON(), ...(others as object[])])
      return `${await node.metrics()}\n${await site.metrics()}`
    },
    contentType: registry.contentType,
  }
}

/** Gauges with the ending of counters, which Prometheus' linter refuses; the same figures stand beside them by type. */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total']

const watchProcess = (registry: Registry): void => {
  collectDefaultMetrics({ register: registry })
  for (const name of MISNAMED) registry.removeSingleMetric(name)
}

const countProcesses = (registry: Registry): void => {
  const name = 'runnel_processes'
  // Each is one, and their sum is how many answered.
  new Gauge({ name, help: 'Processes of this node that answered.', registers: [registry] }).set(1)
}

const countConnections = (registry: Registry, db: Pick<Db, 'connections'>): void => {
  // Registered by being made.
  new Gauge({
    name: 'runnel_db_connections',
    help: 'Connections of this process to the database: busy, idle, waited for, and how many may be open.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      for (const [state, count] of Object.entries(db.connections())) this.set({ state }, count)
    },
  })
}
