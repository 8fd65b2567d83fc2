import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contract } from '@runnel/contract'
import { type Client, createClient, formOf } from '@runnel/contract/client'
import type { Settings } from '@runnel/contract/settings/settings'
import { createAccount } from '@runnel/server/src/features/auth/create-account.ts'
import { pictureSeed } from '@runnel/server/src/guard/check/challenge-issue.ts'
import { connect, type Db } from '@runnel/server/src/kernel/db.ts'
import { newId } from '@runnel/server/src/kernel/id.ts'
import { createLog } from '@runnel/server/src/kernel/log.ts'
import { startEmbedded } from '@runnel/server/src/kernel/postgres/postgres.ts'
import { type Job, openQueue } from '@runnel/server/src/kernel/queue.ts'
import { loadSecrets, sha256 } from '@runnel/server/src/kernel/secrets.ts'
import { startSession } from '@runnel/server/src/kernel/session.ts'
import { setWorkCost } from '@runnel/server/src/kernel/work-cost.ts'
import { reward } from '@runnel/server/src/money/reward.ts'
import { startServer } from '#e2e/server.ts'

/** Somebody with an account; made behind the site's back, for journeys that are about something else. */
export interface Person {
  readonly id: string
  readonly username: string
  readonly email: string
  readonly password: string
  readonly token: string
  readonly role: 'user' | 'moderator' | 'admin'
  readonly api: Client<typeof contract>
}

export type World = Awaited<ReturnType<typeof openWorld>>

export const password = 'seven quiet otters'
const ownerName = 'admin'

/** One site for the whole run: its own database, a real server on it, and what only the tests may know. */
export const openWorld = async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'runnel-e2e-'))
  const database = await startEmbedded({
    dataDir,
    log: () => undefined,
    // Nothing of it is to outlive the run.
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
  })
  const env = {
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    // With it the sandbox pays; people come through "a proxy" so that each has a network of their own.
    NODE_ENV: 'test',
    TEST_WORK_COST: 'cheap',
    // Fakes of providers listen on this machine.
    PRIVATE_HOSTS: '127.0.0.1',
    TRUST_PROXY: '127.0.0.1',
    ADMIN_USERNAME: ownerName,
  }
  const server = await startServer(env)
  setWorkCost('cheap')
  const log = createLog('silent')
  const db = connect({ url: database.url, size: 4, log })
  const people = createPeople(db, server.address)
  const owner = await people.owner()
  // A journey does not wait a day for its first payout, and a claim pays the same at every hour of the day.
  await owner.api.admin.saveSettings({ body: { payout_address_wait_hours: 0, happy_hours: [] } })
  return {
    address: server.address,
    dataDir,
    /** Draws the pictures that the server draws. */
    pictureSeed: pictureSeed(loadSecrets({ secretKey: undefined, dataDir })),
    db,
    owner,
    /** As the server printed it at its first start. */
    ownerPassword: /password {2}(\S+)/.exec(server.printed())?.[1] ?? '',
    person: people.person,
    /** Somebody who decides about tasks and disputes. */
    moderator: people.moderator,
    /** A token of one more session, as on another device. */
    anotherSession: people.open,
    /** Lets a person have earned something. */
    earn: (person: { readonly id: string }, { amount, exp = 0, at = new Date() }: Earned) => {
      const given = { userId: person.id, source: 'faucet', amount, exp, key: `faucet:e2e-${newId()}` } as const
      return db.write((tx) => reward(tx, given, at))
    },
    settings: async (changes: Partial<Settings>): Promise<void> => {
      await owner.api.admin.saveSettings({ body: changes })
    },
    /** Has the server carry a job out now, rather than when its minute comes. */
    soon: async (job: Job<Record<string, never>>): Promise<void> => {
      const tally = { add: () => undefined }
      const queue = await openQueue({ url: database.url, db, log, tally, background: false })
      await db.write((tx) => queue.enqueue(tx, job, {}))
      await queue.stop()
    },
    /** One more node of the site, which knows itself by this name; whoever asked for it stops it. */
    nodeAt: (host: string) => startServer(env, host),
    takeErrors: server.takeErrors,
    /** All that the server has logged. */
    printed: server.printed,
    close: async () => {
      await db.close()
      await server.stop()
      await database.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

interface Earned {
  readonly amount: number
  readonly exp?: number
  readonly at?: Date
}

const createPeople = (db: Db, address: string) => {
  const open = (user: { id: string; role: Person['role'] }): Promise<string> =>
    db.write(async (tx) => {
      const token = await startSession(tx, { user, visitor, now: new Date() })
      // The run may take longer than a proof of who is at the screen counts.
      const proved = { proved_at: new Date('2099-01-01') }
      await tx.updateTable('sessions').set(proved).where('token_hash', '=', sha256(token)).execute()
      return token
    })
  const person = async (username: string, { verified = true }: { verified?: boolean } = {}): Promise<Person> => {
    const email = `${username}@example.com`
    const now = new Date()
    const wanted = { username, email, password, tz: 'UTC', now, ...(verified && { emailVerifiedAt: now }) }
    const id = await db.write((tx) => createAccount(tx, wanted))
    const token = await open({ id, role: 'user' })
    return { id, username, email, password, token, role: 'user', api: clientOf(address, token) }
  }
  const moderator = async (username: string): Promise<Person> => {
    const { id, email } = await person(username)
    await db.write((tx) => tx.updateTable('users').set({ role: 'moderator' }).where('id', '=', id).execute())
    const token = await open({ id, role: 'moderator' })
    return { id, username, email, password, token, role: 'moderator', api: clientOf(address, token) }
  }
  const owner = async (): Promise<Person> => {
    const { id, email } = await db.read
      .selectFrom('users')
      .select(['id', 'email'])
      .where('username', '=', ownerName)
      .executeTakeFirstOrThrow()
    const token = await open({ id, role: 'admin' })
    return { id, username: ownerName, email, password: '', token, role: 'admin', api: clientOf(address, token) }
  }
  return { open, person, moderator, owner }
}

const visitor = {
  net: '10.99.0.0/24',
  country: null,
  deviceId: '00000000-0000-7000-8000-000000000000',
  isNewDevice: false,
  deviceCookie: null,
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
  address: () => '192.0.2.1',
  isAmong: () => false,
}

/** The contract as functions, as a program of this person would call it. */
const clientOf = (address: string, token: string): Client<typeof contract> =>
  createClient(contract, async ({ route, path, headers, body, file }) => {
    const response = await fetch(address + path, {
      method: route.method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(file !== undefined && { body: formOf(file) }),
    })
    const answer: unknown = await response.json()
    if (!response.ok) throw new Error(`${route.method} ${path}: ${response.status} ${JSON.stringify(answer)}`)
    return answer
  })
