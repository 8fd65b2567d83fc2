import { expect, test } from 'vitest'
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
  expect(await world.runJob('books.prove')).toContain('balanced')
  expect(await proved(), 'what is younger than an hour may still change').toEqual({ transfers: 0, held: 0 })
  world.clock.turn(2 * 3_600)
  await earn(world, alice.id, 50)
  const said = await world.runJob('books.reconcile')
  expect(said).toBe(`balanced: ${(await auditBooks(world.db.read)).accounts} accounts, 2 transfers`)
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
  expect(await world.runJob('books.reconcile')).toContain('NOT BALANCED')
  await world.db.raw(`UPDATE accounts SET balance = balance - 7 WHERE name = $1 AND ${past}`, [name])
  expect(await world.runJob('books.reconcile')).toContain('balanced:')
  await world.db.raw("UPDATE account_proofs SET sum = sum + 1 WHERE account LIKE 'main:%'")
  expect(await world.runJob('books.reconcile'), 'adding up everything clears it').toContain('balanced:')
  await world.runJob('books.prove')
})

test('an old fact that somebody changed behind the back of the database is found in the night', async () => {
  const carol = await world.user('carol')
  await earn(world, carol.id, 10)
  world.clock.turn(2 * 3_600)
  await world.runJob('books.prove')
  const key = [`main:${carol.id}`]
  await tamper('UPDATE transfers SET amount = amount + 1, credit_after = credit_after + 1 WHERE credit = $1', key)
  expect(await world.runJob('books.prove')).toContain('NOT BALANCED')
  await tamper('UPDATE transfers SET amount = amount - 1, credit_after = credit_after - 1 WHERE credit = $1', key)
  expect(await world.runJob('books.prove')).toContain('balanced:')
})
