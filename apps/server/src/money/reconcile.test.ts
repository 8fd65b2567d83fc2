import { expect, test } from 'vitest'
import { closePeriods, ROTATION_NIGHTS } from '#money/proof-periods.ts'
import { auditBooks } from '#money/reconcile.ts'
import { past } from '#test/books.ts'
import { earn } from '#test/features/earning.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld({ connections: 20 })

const proved = async () => {
  const [row] = await world.db.raw(
    `SELECT transfers::int, (SELECT coalesce(sum(sum), 0)::int FROM account_proofs WHERE account LIKE 'main:%') AS held
     FROM books_proved`,
  )
  return row
}
/** Does to the ledger what the database refuses everybody. */
const tamper = async (statement: string, values: unknown[] = []) => {
  await world.db.raw('ALTER TABLE transfers DISABLE TRIGGER transfers_are_facts')
  await world.db.raw(statement, values)
  await world.db.raw('ALTER TABLE transfers ENABLE TRIGGER transfers_are_facts')
}

test('what was proved is not added up again, and what came since is', async () => {
  const alice = await world.user('alice')
  await earn(world, alice.id, 100)
  expect(await world.runJob('books.prove')).toMatch(/^Balanced:/)
  expect(await proved(), 'what is younger than an hour may still change').toEqual({ transfers: 0, held: 0 })
  world.clock.turn(2 * 3_600)
  await earn(world, alice.id, 50)
  const said = await world.runJob('books.reconcile')
  expect(said).toBe(`Balanced: ${(await auditBooks(world.db.read)).accounts} accounts, 2 transfers.`)
  expect(await proved()).toEqual({ transfers: 1, held: 100 })
  await Promise.all(Array.from({ length: 10 }, () => world.runJob('books.reconcile')))
  expect(await proved()).toEqual({ transfers: 1, held: 100 })
  world.clock.turn(2 * 3_600)
  await Promise.all(Array.from({ length: 10 }, () => world.runJob('books.reconcile')))
  expect(await proved(), 'proofs at once add nothing twice').toEqual({ transfers: 2, held: 150 })
})

test('a balance that nothing explains is found at once, and a wrong proof accuses nobody', async () => {
  const bob = await world.user('bob')
  const name = `main:${bob.id}`
  await world.db.raw(`UPDATE accounts SET balance = balance + 7 WHERE name = $1 AND ${past}`, [name])
  expect(await world.runJob('books.reconcile')).toContain('Not balanced:')
  await world.db.raw(`UPDATE accounts SET balance = balance - 7 WHERE name = $1 AND ${past}`, [name])
  expect(await world.runJob('books.reconcile')).toMatch(/^Balanced:/)
  await world.db.raw("UPDATE account_proofs SET sum = sum + 1 WHERE account LIKE 'main:%'")
  expect(await world.runJob('books.reconcile'), 'adding up everything clears it').toMatch(/^Balanced:/)
  await world.runJob('books.prove')
})

test('an old fact that somebody changed behind the back of the database is found in the night', async () => {
  const carol = await world.user('carol')
  await earn(world, carol.id, 10)
  world.clock.turn(2 * 3_600)
  await world.runJob('books.prove')
  const key = [`main:${carol.id}`]
  await tamper('UPDATE transfers SET amount = amount + 1, credit_after = credit_after + 1 WHERE credit = $1', key)
  expect(await world.runJob('books.prove')).toContain('Not balanced:')
  await tamper('UPDATE transfers SET amount = amount - 1, credit_after = credit_after - 1 WHERE credit = $1', key)
  expect(await world.runJob('books.prove')).toMatch(/^Balanced:/)
})

const months = async (count: number, userId: string) => {
  for (let month = 0; month < count; month++) {
    await earn(world, userId, 10)
    world.clock.turn(31 * 86_400)
    expect(await world.runJob('books.prove')).toMatch(/^Balanced:/)
  }
}
const night = async () => {
  world.clock.turn(86_400)
  return world.runJob('books.prove')
}
const periods = () =>
  world.db.raw('SELECT id, transfers::int, is_changed AS "isChanged" FROM proof_periods ORDER BY until')
const beginAnew = () =>
  world.db.raw('WITH a AS (DELETE FROM proof_sums), b AS (DELETE FROM proof_periods) DELETE FROM books_proved')
const mismatches = async () => {
  const [row] = await world.db.raw('SELECT mismatches FROM reconciliations ORDER BY at DESC, id DESC LIMIT 1')
  const found = (row?.['mismatches'] ?? []) as { account: string }[]
  return found.map(({ account }) => account)
}

/** Nights until one finds it, of at most so many; what an account may earn is proved in turn too, on other nights. */
const nightsUntilFound = async (found: string, most: number) => {
  for (let passed = 1; passed <= most; passed++) {
    const isFound = String(await night()).includes('Not balanced:')
    const accounts = isFound ? (await mismatches()).filter((account) => !account.endsWith('(allowance used)')) : []
    if (accounts.join().includes(found)) return passed
  }
  return undefined
}

/** Changes a balance and everything that was kept of it on both sides, so that no sum of today shows anything. */
const disguise = async (name: string, by: number) => {
  await world.db.raw(`UPDATE accounts SET balance = balance + $2 WHERE name = $1 AND ${past}`, [name, by])
  await world.db.raw(
    `UPDATE account_proofs SET sum = sum + s.by, closed = closed + s.by
     FROM (VALUES ($1, $2::bigint), ('house:faucet', -$2::bigint)) s (name, by) WHERE account = s.name`,
    [name, by],
  )
}

test('closed months are proved again in turn: an old row that was changed is found within one turn', async () => {
  await beginAnew()
  const dora = await world.user('dora')
  await months(4, dora.id)
  const closed = await periods()
  expect(closed.length).toBeGreaterThanOrEqual(3)
  const name = `main:${dora.id}`
  const oldest = '(SELECT id FROM transfers WHERE credit = $1 ORDER BY at LIMIT 1)'
  const changes = [
    { change: 'amount = amount + 5', undo: 'amount = amount - 5', by: 5, found: name },
    { change: 'meta = \'{"by": 1}\'', undo: 'meta = NULL', by: 0, found: 'checksum of transfers' },
  ]
  for (const { change, undo, by, found } of changes) {
    await tamper(`UPDATE transfers SET ${change} WHERE id = ${oldest}`, [name])
    await disguise(name, by)
    expect(await world.runJob('books.reconcile'), 'nothing new shows it').toMatch(/^Balanced:/)
    expect(await nightsUntilFound(found, closed.length), change).toBeGreaterThan(0)
    expect(await world.runJob('books.reconcile'), 'the proof of the hour does not forget it').toContain('Not balanced:')
    expect(await world.runJob('books.prove'), 'nor does the next night').toContain('Not balanced:')
    await tamper(`UPDATE transfers SET ${undo} WHERE id = ${oldest}`, [name])
    await disguise(name, -by)
    expect(await world.runJob('books.reconcile'), 'it is as it was').toMatch(/^Balanced:/)
    expect((await periods()).some(({ isChanged }) => isChanged === true)).toBe(false)
  }
})

test('a new row that was changed with everything that was kept of it is found the same night', async () => {
  const erin = await world.user('erin')
  await earn(world, erin.id, 10)
  world.clock.turn(2 * 3_600)
  expect(await world.runJob('books.reconcile')).toMatch(/^Balanced:/)
  const name = [`main:${erin.id}`]
  const change = async (sign: '+' | '-') => {
    await tamper(
      `UPDATE transfers SET amount = amount ${sign} 3, credit_after = credit_after ${sign} 3 WHERE credit = $1`,
      name,
    )
  }
  await change('+')
  expect(await world.runJob('books.reconcile'), 'the proof of the hour reads no old row').toMatch(/^Balanced:/)
  expect(await night()).toContain('Not balanced:')
  expect(await mismatches()).toContain(name[0])
  expect(await world.runJob('books.reconcile')).toContain('Not balanced:')
  await change('-')
  expect(await world.runJob('books.reconcile')).toMatch(/^Balanced:/)
})

test('a balance and the proved sums that were changed alike are found within one turn of the accounts', async () => {
  await beginAnew()
  const finn = await world.user('finn')
  await months(1, finn.id)
  await disguise(`main:${finn.id}`, 9)
  expect(await world.runJob('books.reconcile')).toMatch(/^Balanced:/)
  expect(await nightsUntilFound(`main:${finn.id}`, ROTATION_NIGHTS)).toBeGreaterThan(0)
  await world.db.raw(`UPDATE accounts SET balance = balance - 9 WHERE name = $1 AND ${past}`, [`main:${finn.id}`])
  expect(await world.runJob('books.reconcile')).toMatch(/^Balanced:/)
})

test('an admin has everything proved, and finds at once what a night finds in turn', async () => {
  await beginAnew()
  const gina = await world.user('gina')
  await months(4, gina.id)
  const owner = await world.owner()
  await tamper("UPDATE transfers SET ref = 'x' WHERE credit = $1", [`main:${gina.id}`])
  await owner.admin.reconcile()
  world.clock.turn(5)
  await world.runJobs()
  expect((await owner.admin.stats()).books.balanced).toBe(false)
  expect((await periods()).filter(({ isChanged }) => isChanged === true).length).toBeGreaterThanOrEqual(3)
  await beginAnew()
  expect(await world.runJob('books.reconcile'), 'what was looked into is taken as it is').toMatch(/^Balanced:/)
})

test('a period ends with its month, or with the day on which it is large enough', async () => {
  await beginAnew()
  const hugo = await world.user('hugo')
  for (let day = 0; day < 4; day++) {
    await earn(world, hugo.id, 10)
    await earn(world, hugo.id, 10)
    world.clock.turn(86_400)
  }
  const now = world.clock.now()
  await world.db.write((tx) => closePeriods(tx, { until: now, now, most: 4 }))
  const rows = await world.db.raw(
    `SELECT transfers::int, since, until::text, date_trunc('month', until AT TIME ZONE 'UTC') = until AT TIME ZONE 'UTC'
      AS "isMonth", until = date_trunc('day', until AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' AS "isDay",
      lag(until) OVER (ORDER BY until) = since AS follows FROM proof_periods ORDER BY until`,
  )
  const [counted] = await world.db.raw('SELECT count(*)::int AS n FROM transfers WHERE at < $1', [
    rows.at(-1)?.['until'],
  ])
  expect(
    rows.reduce((sum, { transfers }) => sum + Number(transfers), 0),
    'each is in one',
  ).toBe(counted?.['n'])
  expect(rows.filter(({ transfers }) => Number(transfers) >= 4).length).toBeGreaterThanOrEqual(1)
  for (const { transfers, isMonth, isDay } of rows) {
    expect(isDay).toBe(true)
    expect(isMonth === true || Number(transfers) >= 4).toBe(true)
  }
  expect(rows.slice(1).every(({ follows }) => follows === true)).toBe(true)
  await beginAnew()
})
