import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Db } from '#kernel/db.ts'

/** One answered request, as far as numbers go: the route's pattern, never the address that was asked for. */
export interface RequestMetric {
  readonly method: string
  readonly route: string
  readonly status: number
  readonly seconds: number
}

/** Numbers about this process for Prometheus; modules that know more register theirs beside them. */
export interface Metrics {
  readonly registry: Registry
  readonly note: (answered: RequestMetric) => void
  /** All numbers as text, and the content type of that text. */
  readonly text: () => Promise<string>
  readonly contentType: string
}

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Opens the numbers of this process: requests, memory, delay of the event loop and connections to the database. */
export const openMetrics = ({ db }: { db: Pick<Db, 'connections'> }): Metrics => {
  const registry = new Registry()
  const requests = new Histogram({
    name: 'runnel_http_request_duration_seconds',
    help: 'Duration of requests by route and status, without event streams.',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [registry],
  })
  countConnections(registry, db)
  let watches = false
  return {
    registry,
    note: ({ method, route, status, seconds }) => requests.observe({ method, route, status: String(status) }, seconds),
    text: () => {
      // Watching the event loop costs a little, so that it begins with the first who wants to know.
      if (!watches) collectDefaultMetrics({ register: registry })
      watches = true
      return registry.metrics()
    },
    contentType: registry.contentType,
  }
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
