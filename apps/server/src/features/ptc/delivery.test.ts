import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect, type Db } from '#kernel/db.ts'
import { createLog } from '#kernel/log.ts'
import { createSecrets } from '#kernel/secrets.ts'
import { escrowsOf } from '#money/accounts.ts'
import { expectBalanced } from '#test/books.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { type ReadyViewer, seedCampaign, seededTicket, seedTickets, seedViewers } from '#test/features/views.ts'
import { type ServerProcess, startServer } from '#test/server-process.ts'

/** Two real processes on one database sell the views of one campaign: never one too many, never one too few. */
describe('exact delivery over two nodes', () => {
  const secretKey = randomBytes(32).toString('hex')
  const secrets = createSecrets(secretKey)
  let database: TestDatabase
  let db: Db
  let nodes: ServerProcess[] = []
  let dataDir: string
  let ownerId = ''

  beforeAll(async () => {
    database = await createTestDatabase()
    dataDir = mkdtempSync(join(tmpdir(), 'runnel-delivery-'))
    db = connect({ url: database.url, size: 5, log: createLog('silent') })
    const env = { DATABASE_URL: database.url, DATA_DIR: dataDir, SECRET_KEY: secretKey }
    nodes = await Promise.all([startServer(env), startServer(env)])
    const [owner] = await seedViewers({ db, secrets, now: new Date() }, { from: 0, count: 1 })
    ownerId = owner?.userId ?? ''
  })

  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.stop()))
    await db.close()
    await database.drop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  interface Sent {
    readonly status: number
    readonly body: { ticket?: string; code?: string }
  }

  const send = async (viewer: ReadyViewer, node: number, path: string, body?: object): Promise<Sent> => {
    const response = await fetch(`${nodes[node % nodes.length]?.address ?? ''}/api/ptc/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...viewer.headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: (await response.json()) as Sent['body'] }
  }

  /** A viewer as the page is: opens, watches, asks for the reward; comes back while others watch the last views. */
  const viewOnce = async (viewer: ReadyViewer, node: number, id: string): Promise<string> => {
    for (;;) {
      const opened = await send(viewer, node, id)
      if (opened.body.code === 'AD_BUSY') {
        await pause(500)
        continue
      }
      if (opened.status !== 200) return `${opened.status} ${opened.body.code ?? ''}`
      const ticket = opened.body.ticket ?? ''
      await send(viewer, node + 1, `${id}/beat`, { ticket, watching: true })
      await pause(1_020)
      const { status, body } = await send(viewer, node, `${id}/verify`, { ticket, captcha: viewer.captcha })
      return status === 200 ? 'paid' : `watched for nothing: ${status} ${body.code ?? ''}`
    }
  }

  /** Made ready a hundred at a time, when the first of them comes: a solved challenge does not keep. */
  const groups = new Map<number, Promise<ReadyViewer[]>>()
  const viewerAt = async (index: number): Promise<ReadyViewer> => {
    const group = Math.floor(index / 100)
    const ready =
      groups.get(group) ?? seedViewers({ db, secrets, now: new Date() }, { from: 1 + group * 100, count: 100 })
    groups.set(group, ready)
    const viewer = (await ready)[index % 100]
    if (viewer === undefined) throw new Error('a group has a hundred viewers')
    return viewer
  }

  const stateOf = async (id: string): Promise<unknown> => {
    const [row] = await db.raw(
      `SELECT status, views_left,
         (SELECT count(*)::int FROM ptc_views v WHERE v.campaign_id = c.id AND v.status = 'paid') AS paid,
         (SELECT count(*)::int FROM transfers t WHERE t.debit = 'escrow:' || c.id AND t.kind = 'ptc') AS rewards,
         (SELECT count(DISTINCT credit)::int FROM transfers t WHERE t.debit = 'escrow:' || c.id AND t.kind = 'ptc')
           AS viewers
       FROM campaigns c WHERE id = $1`,
      [id],
    )
    return row
  }

  test('1,000 views under 100 viewers at a time are 1,000 delivered, and nobody watches for nothing', async () => {
    const now = new Date()
    // In a tab of its own a slow machine may leave long gaps between the calls.
    const id = await seedCampaign(db, { ownerId, now, views: 1_000, timer: 1, kind: 'window' })
    const outcomes: string[] = []
    let next = 0
    const person = async (): Promise<void> => {
      for (let index = next++; index < 1_100; index = next++) {
        outcomes.push(await viewOnce(await viewerAt(index), index, id))
      }
    }
    await Promise.all(Array.from({ length: 100 }, person))
    const counted = Object.fromEntries(
      [...Map.groupBy(outcomes, (outcome) => outcome)].map(([outcome, all]) => [outcome, all.length]),
    )
    expect(counted).toEqual({ paid: 1_000, '409 AD_GONE': 100 })
    expect(await stateOf(id)).toEqual({
      status: 'completed',
      views_left: 0,
      paid: 1_000,
      rewards: 1_000,
      viewers: 1_000,
    })
    expect((await escrowsOf(db.read, [id])).get(id)).toBe(0)
    await expectBalanced(db.read)
  })

  test('more viewers at the end of their views than there are views: as many are paid as were bought', async () => {
    const now = new Date()
    const id = await seedCampaign(db, { ownerId, now, views: 50, timer: 1 })
    const slice = { from: 2_000, count: 200 }
    const crowd = await seedViewers({ db, secrets, now }, slice)
    await seedTickets({ db, now }, { ...slice, campaigns: [id] })
    const answers = await Promise.all(
      crowd.map((viewer, index) =>
        send(viewer, index, `${id}/verify`, { ticket: seededTicket(slice.from + index), captcha: viewer.captcha }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(50)
    expect(answers.filter(({ body }) => body.code === 'AD_GONE')).toHaveLength(150)
    expect(await stateOf(id)).toEqual({ status: 'completed', views_left: 0, paid: 50, rewards: 50, viewers: 50 })
    expect((await escrowsOf(db.read, [id])).get(id)).toBe(0)
    await expectBalanced(db.read)
  })
})
