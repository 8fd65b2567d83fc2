import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { isLocked, lockedSql } from '#kernel/account-lock.ts'
import { asExecutor } from '#money/accounts.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld()

it('says the same in TypeScript and in SQL', async () => {
  const now = new Date('2026-03-10T09:00:00.000Z')
  const [before, after] = [new Date(now.getTime() - 1), new Date(now.getTime() + 1)]
  const cases = [
    { lockedAt: null, lockedUntil: null, locked: false },
    { lockedAt: null, lockedUntil: after, locked: false },
    { lockedAt: before, lockedUntil: null, locked: true },
    { lockedAt: before, lockedUntil: after, locked: true },
    { lockedAt: before, lockedUntil: now, locked: false },
    { lockedAt: before, lockedUntil: before, locked: false },
  ]
  for (const { locked, lockedAt, lockedUntil } of cases) {
    expect(isLocked({ lockedAt, lockedUntil }, now)).toBe(locked)
    const user = sql`(SELECT ${lockedAt}::timestamptz AS locked_at, ${lockedUntil}::timestamptz AS locked_until)`
    const query = sql`SELECT ${lockedSql('u', now)} AS locked, NOT ${lockedSql('u', now)} AS free FROM ${user} u`
    const { rows } = await query.execute(asExecutor(world.db.read))
    expect(rows).toEqual([{ locked, free: !locked }])
  }
})

it('counts nobody as locked where an outer join found no user', async () => {
  const { rows } = await sql`SELECT ${lockedSql('u', world.clock.now())} AS locked
    FROM (SELECT 1) one LEFT JOIN users u ON false`.execute(asExecutor(world.db.read))
  expect(rows).toEqual([{ locked: false }])
})
