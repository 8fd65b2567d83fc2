import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Db } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import { createLog } from '#kernel/log.ts'
import { escrowAccount, openEscrow, openPlainAccounts, outsideAccount } from '#money/accounts.ts'
import { post } from '#money/ledger.ts'
import { expectBalanced } from '#test/books.ts'
import { seedPeople } from '#test/claims.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { type ServerProcess, startServer } from '#test/server-process.ts'

/** Two real processes on one database, each with its own clock that settles what is due. */
let database: TestDatabase
let db: Db
let dataDir: string
let nodes: ServerProcess[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  dataDir = mkdtempSync(join(tmpdir(), 'runnel-tasks-'))
  db = connect({ url: database.url, size: 5, log: createLog('silent') })
  const env = { DATABASE_URL: database.url, DATA_DIR: dataDir, SECRET_KEY: randomBytes(32).toString('hex') }
  nodes = await Promise.all([startServer(env), startServer(env)])
})

afterAll(async () => {
  await Promise.all(nodes.map((node) => node.stop()))
  await db.close()
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

const WORKERS = 20
const REWARD = 1_000
const FEE = 100

/** A task whose proofs wait for its owner, until `reviewSeconds` from now. */
const seedTask = async (from: number, reviewSeconds: number) => {
  const now = new Date()
  const { ids, tokens } = await seedPeople(db, now, { from, count: WORKERS + 1 })
  const [owner = '', ...workers] = ids
  const task = newId()
  await db.raw(
    `INSERT INTO tasks (id, user_id, category_id, title, instructions, proofs, reward, fee, places, held, min_level,
       countries, minutes_to_finish, hours_to_review, status, created_at, updated_at)
     SELECT $1, $2, id, 'A task of a race', 'Words that are long enough.', '[]', $3, $4, $5, $5, 1, '{}', 30, 12,
       'active', $6, $6 FROM task_categories LIMIT 1`,
    [task, owner, REWARD, FEE, WORKERS, now],
  )
  const works = workers.map(() => newId())
  await db.raw(
    `INSERT INTO task_submissions (id, task_id, owner_id, user_id, status, reward, fee, started_at, sent_at, seconds,
       deadline, holds_place, device_id)
     SELECT id, $1, $2, worker, 'pending', $3, $4, $5, $5, 60, $6, true, gen_random_uuid()
     FROM unnest($7::uuid[], $8::uuid[]) AS w (id, worker)`,
    [task, owner, REWARD, FEE, now, new Date(now.getTime() + reviewSeconds * 1_000), works, workers],
  )
  await db.write(async (tx) => {
    await openEscrow(tx, task, now)
    const outside = outsideAccount('deposit', 'USD')
    await openPlainAccounts(tx, [outside], now)
    const amount = WORKERS * (REWARD + FEE)
    const leg = {
      kind: 'deposit',
      debit: outside,
      credit: escrowAccount(task),
      amount,
      key: `deposit:${task}`,
    } as const
    await post(tx, [leg], now)
  })
  return { task, owner: tokens[0] ?? '', tokens: tokens.slice(1), workers, works }
}

const call = async (token: string, index: number, { path, body }: { path: string; body?: object }) => {
  const response = await fetch(`${nodes[index % nodes.length]?.address ?? ''}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  // The contract's answer, or its envelope.
  const answer = (await response.json()) as { done?: number; undone?: number; actionId?: string | null }
  expect(response.status, JSON.stringify(answer)).toBeLessThan(500)
  return { status: response.status, ...answer }
}

const reason = 'That is not what I asked for.'

test('acceptances, denials and undos of the same proofs, 120 at once at two processes: one outcome each', async () => {
  const { task, owner, works } = await seedTask(1, 3_600)
  const path = `/api/task/${task}/submission`
  let decided = 0
  let undone = 0
  const rounds = Array.from({ length: 60 }, async (_, index) => {
    // Each names them in an order of its own.
    const submissionIds = index % 3 === 0 ? works.toReversed() : works
    const way = index % 2 === 0 ? 'accept' : 'deny'
    const told = await call(owner, index, { path: `${path}/${way}`, body: { submissionIds, reason } })
    decided += told.done ?? 0
    if (told.actionId === null || told.actionId === undefined || index > 40) return
    const undo = { path: `/api/task/action/${told.actionId}/undo` }
    const both = await Promise.all([call(owner, index, undo), call(owner, index + 1, undo)])
    undone += both.reduce((sum, answer) => sum + (answer.undone ?? 0), 0)
  })
  await Promise.all(rounds)
  const rows = await db.raw(
    `SELECT status, on_hold AS held, count(*)::int AS count FROM task_submissions WHERE task_id = $1 GROUP BY 1, 2`,
    [task],
  )
  const open = rows.find(({ status }) => status === 'pending')?.['count'] ?? 0
  expect(decided - undone, 'what was decided and not undone').toBe(WORKERS - Number(open))
  for (const { status, held } of rows) expect(held).toBe(status === 'accepted')
  await expectBalanced(db.read)
})

test('disputes of twenty workers race the undo of their denial: each is one of both', async () => {
  const { task, owner, works, tokens } = await seedTask(201, 3_600)
  const denied = await call(owner, 0, {
    path: `/api/task/${task}/submission/deny`,
    body: { submissionIds: works, reason },
  })
  const undo = { path: `/api/task/action/${denied.actionId}/undo` }
  const disputes = works.flatMap((id, index) => {
    const path = `/api/task/submission/${id}/dispute`
    return [index, index + 1].map((node) => call(tokens[index] ?? '', node, { path, body: { reason } }))
  })
  const [undone, again, ...answers] = await Promise.all([call(owner, 0, undo), call(owner, 1, undo), ...disputes])
  const rows = await db.raw(
    `SELECT status, count(*)::int AS count FROM task_submissions WHERE task_id = $1 GROUP BY status`,
    [task],
  )
  const count = (status: string) => Number(rows.find((row) => row['status'] === status)?.['count'] ?? 0)
  expect(count('disputed') + count('pending')).toBe(WORKERS)
  expect((undone.undone ?? 0) + (again.undone ?? 0)).toBe(count('pending'))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(count('disputed'))
  await expectBalanced(db.read)
})

test('the clocks of two processes and their owner race for the same proofs: each is paid at most once', async () => {
  // The time of half of them is over, so the clocks accept them while the owner decides.
  const { task, owner, workers, works } = await seedTask(101, 3_600)
  const late = works.slice(0, WORKERS / 2)
  await db.raw(`UPDATE task_submissions SET deadline = now() WHERE id = ANY($1::uuid[])`, [late])
  const path = `/api/task/${task}/submission`
  const body = (submissionIds: string[]) => ({ submissionIds, reason })
  const clocks = Array.from({ length: 6 }, () =>
    db.raw(`INSERT INTO pgboss.job (name, data) VALUES ('tasks.due', '{}')`),
  )
  const calls = Array.from({ length: 40 }, (_, index) => {
    const some = works.filter((_id, place) => (place + index) % 4 !== 0)
    return call(owner, index, { path: `${path}/${index % 2 === 0 ? 'accept' : 'deny'}`, body: body(some) })
  })
  await Promise.all([...clocks, ...calls])
  // What was accepted is paid once its minute is over; the clocks are told that it is.
  await db.raw(`UPDATE task_submissions SET deadline = now() WHERE task_id = $1 AND on_hold`, [task])
  await expect
    .poll(
      async () => {
        await db.raw(`INSERT INTO pgboss.job (name, data) VALUES ('tasks.due', '{}'), ('tasks.due', '{}')`)
        const [row] = await db.raw(
          `SELECT count(*)::int AS count FROM task_submissions WHERE task_id = $1 AND (status = 'pending' OR on_hold)`,
          [task],
        )
        return row?.['count']
      },
      { interval: 1_000 },
    )
    .toBe(0)
  const [paid] = await db.raw(
    `SELECT count(*)::int AS count, count(DISTINCT credit)::int AS workers FROM transfers
     WHERE kind = 'task' AND credit = ANY($1::text[])`,
    [workers.map((id) => `main:${id}`)],
  )
  const [row] = await db.raw(`SELECT accepted, held, status FROM tasks WHERE id = $1`, [task])
  expect(paid).toEqual({ count: row?.['accepted'], workers: row?.['accepted'] })
  const [denied] = await db.raw(
    `SELECT count(*)::int AS count FROM task_submissions WHERE task_id = $1 AND status = 'denied'`,
    [task],
  )
  expect(Number(row?.['accepted']) + Number(denied?.['count'])).toBe(WORKERS)
  // Whose time was over could not be denied any more.
  const [turned] = await db.raw(
    `SELECT count(*)::int AS count FROM task_submissions WHERE id = ANY($1::uuid[]) AND status = 'accepted'`,
    [late],
  )
  expect(turned).toEqual({ count: late.length })
  await expectBalanced(db.read)
})
