import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { eachHost } from './hosts.ts'
import { codeOf, connectToPrimary, READ_ONLY, wireOf } from './refuse-standby.ts'

/** How long somebody waits for a primary while another server takes over; longer, and it is refused. */
const WAIT_MS = 3_000
/** How long one server may take to say what it is, and the pause before it is asked again. */
const PROBE_MS = 1_500
const AGAIN_MS = 100
/** How often the servers that are not in use are asked whether one of them has taken over. */
const WATCH_MS = 1_000
/** How long the others may take to answer once one has: an old primary that knows of no new one may be the first. */
const SETTLE_MS = 200

/** Only the owner can put these right: a wrong name or password, or a database that is missing. */
const FINAL = /^(28...|3D000)$/

interface Place {
  readonly host: string
  readonly port: number
}

/** A primary, and the timeline that began with it: each promotion begins one, so that the highest is the newest. */
interface Primary extends Place {
  readonly timeline: number
}

/** Which of the servers is the primary: what one connection finds out, all others of this process know. */
export interface Finder {
  readonly find: () => Promise<Place>
  /** Cuts this connection when another server takes over, even if its own never says a word again. */
  readonly hold: (client: pg.Client) => void
  /** The known one is not what it was: whoever connects next looks anew. */
  readonly doubt: () => void
}

const finders = new Map<string, Finder>()

export const finderOf = (url: string): Finder => {
  const known = finders.get(url)
  if (known !== undefined) return known
  const servers = eachHost(url).map((connectionString): Server => {
    const { host, port } = new pg.Client({ connectionString })
    return { connectionString, place: { host, port } }
  })
  const [only] = servers
  const made = only !== undefined && servers.length === 1 ? alone(only) : ofSeveral(servers)
  finders.set(url, made)
  return made
}

interface Server {
  readonly connectionString: string
  readonly place: Place
}

const alone = ({ place }: Server): Finder => ({
  find: async () => place,
  hold: () => undefined,
  doubt: () => undefined,
})

const ofSeveral = (servers: readonly Server[]): Finder => {
  let known: Promise<Primary> | undefined
  let current: Primary | undefined
  const held = new Set<pg.Client>()
  let watching: AbortController | undefined
  const isCurrent = ({ host, port }: Place): boolean => host === current?.host && port === current.port
  const use = (primary: Primary): void => {
    current = primary
    for (const client of held) if (!isCurrent(client)) wireOf(client).stream.destroy()
  }
  const onPrimary = (seen: Primary): void => {
    // An old primary that comes back without knowing of the new one is of no matter.
    if (current === undefined || seen.timeline <= current.timeline) return
    known = Promise.resolve(seen)
    use(seen)
  }
  return {
    find: () => {
      if (known !== undefined) return known
      const searching = search(servers, current?.timeline ?? 0)
      known = searching
      searching.then(
        (found) => {
          if (known === searching) use(found)
        },
        () => {
          if (known === searching) known = undefined
        },
      )
      return searching
    },
    hold: (client) => {
      held.add(client)
      watching ??= watch(servers, { isCurrent, onPrimary })
      client.once('end', () => {
        held.delete(client)
        if (held.size > 0) return
        watching?.abort()
        watching = undefined
        // Nobody watches any more, so that another server may take over unseen.
        known = undefined
      })
    },
    doubt: () => void (known = undefined),
  }
}

/** Asks all servers until one of them is the primary, of the last known timeline or later, or the time is over. */
const search = async (servers: readonly Server[], atLeast: number): Promise<Primary> => {
  const until = performance.now() + WAIT_MS
  const found: Primary[] = []
  const isOver = (): boolean => found.length > 0 || performance.now() > until
  const searches = servers.map(async (server) => found.push(await untilPrimary(server, atLeast, isOver)))
  try {
    await Promise.any(searches)
  } catch (error) {
    throw error instanceof AggregateError ? tellingOf(error.errors) : error
  }
  await Promise.race([Promise.allSettled(searches), pause(SETTLE_MS)])
  return found.reduce((newest, one) => (one.timeline > newest.timeline ? one : newest))
}

/** Asks one server until it is the primary, the time is over, or what it says is final. */
const untilPrimary = async (
  { connectionString, place }: Server,
  atLeast: number,
  isOver: () => boolean,
): Promise<Primary> => {
  for (;;) {
    const client = probe(connectionString)
    try {
      await connectToPrimary(client, () => client.connect())
      const timeline = await timelineOf(client)
      if (timeline >= atLeast) return { ...place, timeline }
      if (isOver()) throw new Error(`${place.host}:${place.port} is an old primary`)
    } catch (error) {
      if (isOver() || FINAL.test(codeOf(error))) throw error
    } finally {
      wireOf(client).stream.destroy()
    }
    await pause(AGAIN_MS)
  }
}

const probe = (connectionString: string): pg.Client => {
  const client = new pg.Client({
    connectionString,
    application_name: 'runnel watch',
    connectionTimeoutMillis: PROBE_MS,
    query_timeout: PROBE_MS,
  })
  client.on('error', () => undefined)
  return client
}

/** Of what several servers answered, what the owner needs to know. */
const tellingOf = (errors: readonly unknown[]): unknown =>
  errors.find((error) => FINAL.test(codeOf(error))) ?? errors.find((error) => codeOf(error) === READ_ONLY) ?? errors[0]

/** That of a primary, and 0 for a standby. Where the server keeps it back, all are alike. */
const timelineOf = async (client: pg.Client): Promise<number> => {
  try {
    const { rows } = await client.query(`SELECT CASE WHEN pg_is_in_recovery() THEN 0
      ELSE ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int END AS timeline`)
    return Number(rows[0]?.timeline)
  } catch (error) {
    if (/^(0A000|42501|42883|55000)$/.test(codeOf(error))) return 1
    throw error
  }
}

interface Watch {
  readonly isCurrent: (place: Place) => boolean
  readonly onPrimary: (seen: Primary) => void
}

/** Looks at the servers that are not in use: a primary may fall silent without breaking a single connection. */
const watch = (servers: readonly Server[], { isCurrent, onPrimary }: Watch): AbortController => {
  const end = new AbortController()
  const lookAt = async ({ connectionString, place }: Server): Promise<void> => {
    let client: pg.Client | undefined
    const leave = (): void => {
      if (client !== undefined) wireOf(client).stream.destroy()
      client = undefined
    }
    while (!end.signal.aborted) {
      await pause(WATCH_MS, undefined, { ref: false, signal: end.signal }).catch(() => undefined)
      if (end.signal.aborted || isCurrent(place)) {
        leave()
        continue
      }
      try {
        if (client === undefined) {
          client = probe(connectionString)
          await client.connect()
          wireOf(client).stream.unref()
        }
        const timeline = await timelineOf(client)
        onPrimary({ ...place, timeline })
      } catch {
        leave()
      }
    }
  }
  for (const server of servers) void lookAt(server)
  return end
}
