import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join as pathOf } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { defaults, type Settings } from '@runnel/contract/settings/settings'
import { openStorage } from '#adapters/storage/storage.ts'
import { createPicturePool } from '#guard/captcha-image/pool.ts'
import { connect, type Db } from '#kernel/db.ts'
import { createLog } from '#kernel/log.ts'
import { createSecrets } from '#kernel/secrets.ts'
import { openNode, type SiteNode } from './node.ts'
import { createFakeDeposits } from './outside-deposits.ts'
import { createFakePayouts } from './outside-payouts.ts'
import { join, type Person } from './people.ts'
import type { Databases } from './postgres.ts'
import { setUpSite } from './set-up.ts'

export interface Plan {
  readonly seed: string
  readonly users: number
  readonly nodes: number
}

const START = Date.parse('2026-01-05T00:00:00.000Z')

/** A whole site: its nodes on one database under one clock, the world outside, and everybody who uses it. */
export const openSite = async (databases: Databases, plan: Plan) => {
  const database = await databases.create()
  const log = createLog('silent')
  const db = connect({ url: database.url, size: 4, log })
  let moment = START
  const clock = () => new Date(moment)
  const secrets = createSecrets(createHash('sha256').update(`simulate ${plan.seed}`).digest('hex'))
  const payouts = createFakePayouts()
  const deposits = createFakeDeposits()
  const dataDir = mkdtempSync(pathOf(tmpdir(), 'runnel-simulate-data-'))
  const storage = await openStorage({ DATA_DIR: dataDir }, log)
  const pictures = createPicturePool({ size: 0, threads: 0, seed: 'a simulated site' })
  const errors: string[] = []
  const onError = (line: string) => void errors.push(line)
  const open = () => openNode({ url: database.url, clock, secrets, payouts, deposits, storage, pictures, onError })
  const nodes: SiteNode[] = []
  for (let index = 0; index < plan.nodes; index++) nodes.push(await open())
  const gone: SiteNode[] = []
  const people = await populate({ db, secrets }, plan, clock())
  let joined = 0
  const site = {
    plan,
    db,
    clock,
    turn: (seconds: number) => void (moment += seconds * 1_000),
    secrets,
    payouts,
    deposits,
    nodes,
    /** The settings, as the first node has them. */
    settings: (): Settings => nodes[0]?.settings.current() ?? defaults,
    ...people,
    /** Errors that the nodes have logged since somebody last looked. */
    errors,
    /** What the simulator itself knows of the world outside, by the site's ids. */
    model: createModel(),
    known: createKnown(),
    /** Waits until every node knows which sources are stopped: each learns of it a moment later. */
    hearClosed: () => closedKnown(db, nodes),
    /** Somebody new in the place of a member who has left. */
    rejoin: async (slot: number): Promise<void> => {
      joined += 1
      const place = plan.users + joined + 3
      const username = `member${slot}_${joined}`
      people.members[slot] = await join(
        { db, secrets },
        { username, role: 'user', referrer: null, place, now: clock() },
      )
    },
    /** Another process in the place of one that was killed. */
    replace: async (index: number): Promise<void> => {
      const old = nodes[index]
      if (old !== undefined) gone.push(old)
      nodes[index] = await open()
    },
    close: async (): Promise<void> => {
      for (const node of [...nodes, ...gone]) await node.close()
      await pictures.close()
      await db.close()
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
  await setUpSite(site)
  return site
}

const createKnown = () => ({
  lastRun: new Map<string, number>(),
  lastClaim: new Map<string, number>(),
  /** What each admin raised alone while two were asked for: for one user, or for everybody. */
  raised: [] as { by: string; of: string; at: number; amount: number }[],
  visits: new Map<string, Visit>(),
  offers: new Map<string, Known>(),
  clicks: new Map<string, Click>(),
  /** Decisions of task owners that accepted somebody's work. */
  acceptances: [] as { id: string; owner: string; worker: string; reward: number }[],
})

const closedKnown = async (db: Db, nodes: readonly SiteNode[]): Promise<void> => {
  const wanted = (await db.raw('SELECT source FROM closed_sources')).map(({ source }) => String(source)).toSorted()
  for (const { closed } of nodes) {
    const sources = () => closed.current().map(({ source }) => String(source))
    for (let tries = 0; tries < 400 && sources().toSorted().join() !== wanted.join(); tries++) await pause(5)
  }
}

export type Site = Awaited<ReturnType<typeof openSite>>

/** A shortlink that somebody has opened and not come back from. */
export interface Visit {
  readonly person: string
  readonly secret: string
  readonly vt: string
  readonly reward: number
}

/** An offer that somebody opened, and what it promised. */
export interface Click {
  readonly id: string
  readonly person: string
  readonly wall: string
  readonly promised: number
}

/** An offer as its wall knows it. */
export interface Known {
  readonly person: string
  readonly wall: string
  readonly tx: string
  /** In the wall's own currency, and in units by the rate that was agreed. */
  readonly amount: number
  readonly units: number
  readonly heldUntil: number | null
  /** Units that were not taken back, and the sizes of the parts that were, each of which counts once. */
  left: number
  readonly backs: Set<number>
  /** Units of it that an admin credited by hand before, and that were not taken back. */
  byHand: number
}

/** Members, half of whom somebody referred, and those who run the site. */
const populate = async (deps: { db: Db; secrets: ReturnType<typeof createSecrets> }, plan: Plan, now: Date) => {
  const staff = async (username: string, role: Person['role'], place: number): Promise<Person> =>
    join(deps, { username, role, referrer: null, place, now })
  const owner = await staff('admin', 'admin', 0)
  const partner = await staff('partner', 'admin', 1)
  const moderator = await staff('moderator', 'moderator', 2)
  const members: Person[] = []
  for (let slot = 0; slot < plan.users; slot++) {
    const referrer = slot % 2 === 1 ? (members[Math.floor(slot / 4)]?.id ?? null) : null
    members.push(await join(deps, { username: `member${slot}`, role: 'user', referrer, place: slot + 3, now }))
  }
  return { owner, partner, moderator, members }
}

/** What the simulator works out by itself from what it did, apart from the site's own code. */
const createModel = () => {
  /** What each person must have been paid by the faucet so far, in ten-thousandths of a unit, and what they were. */
  const claims = new Map<string, { promised: bigint; paid: bigint }>()
  return {
    claims,
    /** Of whom nobody knows whether a claim was made, as the site was cut off meanwhile. */
    unsure: new Set<string>(),
    claim: (made: { person: string; reward: number; base: number; percent: number; happyPercent: number }): void => {
      const known = claims.get(made.person) ?? { promised: 0n, paid: 0n }
      const promised = BigInt(made.base) * BigInt(100 + made.percent) * BigInt(100 + made.happyPercent)
      claims.set(made.person, { promised: known.promised + promised, paid: known.paid + BigInt(made.reward) })
    },
  }
}
