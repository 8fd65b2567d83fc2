import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { eachHost } from './hosts.ts'

/** How long somebody waits for a primary while another server takes over; longer, and it is refused. */
const WAIT_MS = 3_000
/** How long one server may take to say what it is, and the pause before it is asked again. */
const PROBE_MS = 1_500
const AGAIN_MS = 100

/** Only the owner can put these right: a wrong name or password, or a database that is missing. */
const FINAL = /^(28...|3D000)$/
const READ_ONLY = '25006'

interface Place {
  readonly host: string
  readonly port: number
}

/** What of the driver's connection its types leave out. */
interface Wire {
  readonly stream: { readonly destroyed: boolean }
  on(event: 'parameterStatus', heard: (message: { parameterName: string; parameterValue: string }) => void): void
}

/** Which of the servers is the primary: what one connection finds out, all others of this process know. */
interface Finder {
  readonly find: () => Promise<Place>
  /** The known one is not what it was: whoever connects next looks anew. */
  readonly doubt: () => void
}

const finders = new Map<string, Finder>()

const finderOf = (url: string): Finder => {
  const known = finders.get(url)
  if (known !== undefined) return known
  const made = createFinder(eachHost(url))
  finders.set(url, made)
  return made
}

const createFinder = (urls: readonly string[]): Finder => {
  const places = urls.map((connectionString): Place => {
    const { host, port } = new pg.Client({ connectionString })
    return { host, port }
  })
  const [only] = places
  if (only !== undefined && places.length === 1) return { find: async () => only, doubt: () => undefined }
  let known: Promise<Place> | undefined
  const search = async (): Promise<Place> => {
    const until = performance.now() + WAIT_MS
    const found = new AbortController()
    const isOver = (): boolean => found.signal.aborted || performance.now() > until
    try {
      return await Promise.any(
        places.map(async (place, index) => {
          await untilPrimary(urls[index] ?? '', isOver)
          return place
        }),
      )
    } catch (error) {
      throw error instanceof AggregateError ? tellingOf(error.errors) : error
    } finally {
      found.abort()
    }
  }
  return {
    find: () => {
      if (known !== undefined) return known
      const searching = search()
      known = searching
      searching.catch(() => {
        if (known === searching) known = undefined
      })
      return searching
    },
    doubt: () => void (known = undefined),
  }
}

/** Asks one server until it is the primary, the time is over, or what it says is final. */
const untilPrimary = async (connectionString: string, isOver: () => boolean): Promise<void> => {
  for (;;) {
    const client = new pg.Client({
      connectionString,
      application_name: 'runnel start',
      connectionTimeoutMillis: PROBE_MS,
      query_timeout: PROBE_MS,
    })
    client.on('error', () => undefined)
    try {
      await connectToPrimary(client, () => client.connect())
      return client.end().catch(() => undefined)
    } catch (error) {
      if (isOver() || FINAL.test(codeOf(error))) throw error
    }
    await pause(AGAIN_MS)
  }
}

/** Of what several servers answered, what the owner needs to know. */
const tellingOf = (errors: readonly unknown[]): unknown =>
  errors.find((error) => FINAL.test(codeOf(error))) ?? errors.find((error) => codeOf(error) === READ_ONLY) ?? errors[0]

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** Connects, and refuses a standby; servers tell by themselves which they are, and some poolers keep that back. */
const connectToPrimary = async (client: pg.Client, connect: () => Promise<unknown>): Promise<void> => {
  let told: string | undefined
  wireOf(client).on('parameterStatus', ({ parameterName: name, parameterValue: value }) => {
    if (name === 'in_hot_standby') told = value
  })
  await connect()
  if (told === 'off') return
  const isStandby = told === 'on' || (await client.query('SELECT pg_is_in_recovery() AS is')).rows[0]?.is === true
  if (!isStandby) return
  await client.end().catch(() => undefined)
  // As PostgreSQL itself says it to whoever writes there.
  const error = new pg.DatabaseError(`${client.host}:${client.port} is a standby`, 0, 'error')
  throw Object.assign(error, { code: READ_ONLY, severity: 'FATAL' })
}

/** The driver's connection and stream are documented, but not of its types. */
const wireOf = (client: pg.Client): Wire => client.connection as unknown as Wire

const inTime = <T>(work: Promise<T>, ms: number): Promise<T> => {
  const late = async (): Promise<never> => {
    await pause(ms, undefined, { ref: false })
    throw new Error('timeout expired')
  }
  return Promise.race([work, late()])
}

/** A connection to the primary among the servers of `connectionString`; one that leads to a standby is not kept. */
export class PrimaryClient extends pg.Client {
  readonly #finder: Finder
  readonly #waitMs: number

  constructor(config: pg.ClientConfig = {}) {
    const { connectionString = '', connectionTimeoutMillis = 0 } = config
    super({ ...config, connectionString: eachHost(connectionString)[0] })
    this.#finder = finderOf(connectionString)
    this.#waitMs = connectionTimeoutMillis > 0 ? connectionTimeoutMillis : WAIT_MS * 2
    this.on('error', () => this.#finder.doubt())
  }

  override connect(): Promise<pg.Client>
  override connect(callback: ((error: Error) => void) | ((error: null, client: pg.Client) => void)): void
  override connect(callback?: (...result: [Error] & [null, pg.Client]) => void): Promise<pg.Client> | void {
    const opening = this.#open()
    if (callback === undefined) return opening
    const told = callback as (error: unknown, client?: pg.Client) => void
    opening.then(
      (client) => told(null, client),
      (error: unknown) => told(error),
    )
  }

  async #open(): Promise<pg.Client> {
    Object.assign(this, await inTime(this.#finder.find(), this.#waitMs))
    // Whoever wanted it has given up.
    if (wireOf(this).stream.destroyed) throw new Error('timeout expired')
    try {
      await connectToPrimary(this, () => super.connect())
    } catch (error) {
      this.#finder.doubt()
      throw error
    }
    return this
  }
}
