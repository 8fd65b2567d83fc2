import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { adminWorkers, booksReconcile, booksRollUp, houseClean } from '#features/admin/admin.job.ts'
import { newId } from '#kernel/id.ts'
import { createLog } from '#kernel/log.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld()

test('what has expired is deleted, and nothing else', async () => {
  const alice = await world.user('alice')
  await alice.faucet.claim({ body: await alice.solve.claim(), idempotencyKey: 'key-of-today' })
  await alice.antibot.challenge()
  const counts = async () => {
    const names = ['challenges', 'sessions', 'idempotency_keys']
    const rows = await Promise.all(names.map((name) => world.db.raw(`SELECT count(*)::int AS n FROM ${name}`)))
    return Object.fromEntries(rows.map(([row], index) => [names[index], row?.['n']]))
  }
  const clean = async () => {
    const deps = { db: world.db, clock: world.clock.now, log: createLog('silent') }
    await adminWorkers(deps)
      .find(({ job }) => job.name === houseClean.name)
      ?.run({}, newId())
  }
  const before = await counts()
  await clean()
  expect(await counts()).toEqual(before)
  expect(before).toMatchObject({ challenges: 3, sessions: 1, idempotency_keys: 1 })
  world.clock.turn(25 * 3_600)
  await clean()
  expect(await counts()).toMatchObject({ challenges: 0, sessions: 1, idempotency_keys: 0 })
  world.clock.turn(31 * 86_400)
  await clean()
  expect(await counts()).toEqual({ challenges: 0, sessions: 0, idempotency_keys: 0 })
})

test('proving and summing the ledger of a large site may take longer than any request', async () => {
  const allowed: unknown[] = []
  const write: typeof world.db.write = (work) =>
    world.db.write(async (tx) => {
      const result = await work(tx)
      const { rows } = await sql<{ seconds: number }>`
        SELECT extract(epoch FROM current_setting('statement_timeout')::interval)::integer AS seconds`.execute(tx)
      allowed.push(rows[0]?.seconds)
      return result
    })
  const workers = adminWorkers({ db: { ...world.db, write }, clock: world.clock.now, log: createLog('silent') })
  for (const { job, run } of workers) {
    if (job.name === booksReconcile.name || job.name === booksRollUp.name) await run({}, newId())
  }
  expect(allowed).toEqual([600, 600])
  const [usual] = await world.db.raw("SELECT current_setting('statement_timeout') AS timeout")
  expect(usual).toEqual({ timeout: '30s' })
})

test('an admin has the ledger proved, however long it takes, and one proof answers all who asked before', async () => {
  const owner = await world.owner()
  await world.runJobs()
  const proofs = async () => (await world.db.raw('SELECT at FROM reconciliations')).length
  const before = await proofs()
  const { askedAt } = await owner.admin.reconcile()
  await owner.admin.reconcile()
  expect(await proofs(), 'a request waits for no proof').toBe(before)
  world.clock.turn(20)
  await world.runJobs()
  const { books, jobs } = await owner.admin.stats()
  expect(books.checkedAt).toBe(world.clock.now().toISOString())
  expect(Date.parse(books.checkedAt ?? '')).toBeGreaterThan(Date.parse(askedAt))
  expect(jobs.find(({ name }) => name === 'books.reconcile')).toMatchObject({ ok: true })
  expect(await proofs()).toBe(before + 1)
})

test('the overview leaves out what an older version of the site ran', async () => {
  const owner = await world.owner()
  await world.db.raw(`INSERT INTO job_runs (name, last_run_at, ok, note) VALUES
    ('of.old', now(), true, ''), ('link.learn', now(), true, '')`)
  const names = (await owner.admin.stats()).jobs.map(({ name }) => name)
  expect(names).toContain('link.learn')
  expect(names).not.toContain('of.old')
})

test('the sums of a large site are added up ahead, and are never those of another day', async () => {
  world.clock.set('2027-05-01T10:00:00.000Z')
  const owner = await world.owner()
  const carol = await world.user('carol')
  const [before] = await world.db.raw("SELECT reltuples FROM pg_class WHERE oid = 'users'::regclass")
  const ofUsers = (rows: unknown) =>
    world.db.raw("UPDATE pg_class SET reltuples = $1 WHERE oid = 'users'::regclass", [rows])
  const claimed = async () => (await owner.admin.stats()).overview.claimsToday
  const addUp = () => world.runJob('overview.add-up')
  expect(await addUp()).toBe('Totals are calculated on request.')
  // Nobody else counts them meanwhile.
  await world.db.raw('ALTER TABLE users SET (autovacuum_enabled = false)')
  await ofUsers(1_000_000)
  // Something holds the job up for as long as a million accounts would.
  const locked = Promise.withResolvers<void>()
  const slowly = world.db.write(async (tx) => {
    await sql`LOCK TABLE accounts IN ACCESS EXCLUSIVE MODE`.execute(tx)
    locked.resolve()
    await sql`SELECT pg_sleep(0.5)`.execute(tx)
  })
  await locked.promise
  const [said] = await Promise.all([addUp(), slowly])
  expect(said).toBe('Totals stored.')
  await carol.faucet.claim({ body: await carol.solve.claim() })
  expect(await claimed()).toBe(0)
  world.clock.turn(901)
  expect(await claimed(), 'what the job no longer renews is not shown').toBe(1)
  await world.db.raw("UPDATE overview_sums SET at = '2027-05-01T23:59:59Z'")
  world.clock.set('2027-05-02T00:00:01.000Z')
  const again = await world.owner()
  expect((await again.admin.stats()).user.today, 'nor what was counted yesterday').toBe(0)
  await ofUsers(before?.['reltuples'])
  await addUp()
  expect(await world.db.raw('SELECT FROM overview_sums')).toEqual([])
})
