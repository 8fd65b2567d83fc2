import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { type Finder, finderOf } from './find-primary.ts'
import { eachHost } from './hosts.ts'
import { connectToPrimary, wireOf } from './refuse-standby.ts'

/** For whoever named no time: longer than the search for a primary takes. */
const WAIT_MS = 10_000

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
    this.#waitMs = connectionTimeoutMillis > 0 ? connectionTimeoutMillis : WAIT_MS
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
    this.#finder.hold(this)
    try {
      await connectToPrimary(this, () => super.connect())
    } catch (error) {
      this.#finder.doubt()
      throw error
    }
    return this
  }
}
