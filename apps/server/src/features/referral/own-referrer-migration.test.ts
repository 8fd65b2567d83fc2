import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { runMigrations } from '#kernel/postgres/migrations.ts'
import { openSession, type Session } from '#kernel/postgres/session.ts'
import { createEmptyDatabase, type TestDatabase } from '#test/database.ts'

const MIGRATIONS = join(import.meta.dirname, '../../../migrations')
/** The migration that lets nobody be their own referrer. */
const NUMBER = '0072'

let database: TestDatabase
let dir: string
let session: Session

beforeEach(async () => {
  database = await createEmptyDatabase()
  dir = await mkdtemp(join(tmpdir(), 'runnel-referrers-'))
  for (const name of await readdir(MIGRATIONS)) if (name < NUMBER) await cp(join(MIGRATIONS, name), join(dir, name))
  await runMigrations({ url: database.url, dir })
  session = await openSession({ url: database.url })
})

afterEach(async () => {
  await session.close()
  await database.drop()
  await rm(dir, { recursive: true, force: true })
})

const user = async (name: string, referrer: (own: string) => string | null) => {
  const id = newId()
  await session.query(
    `INSERT INTO users (id, username, email, email_key, joined_at, last_seen_at, referrer_id)
      VALUES ($1, $2, $3::text, $3::text, now(), now(), $4)`,
    [id, name, `${name}@a.test`, referrer(id)],
  )
  return id
}

test('who referred themselves has no referrer any more, and nobody can from then on', async () => {
  const inviter = await user('inviter', () => null)
  await user('itself', (own) => own)
  const invited = await user('invited', () => inviter)
  const [name = ''] = (await readdir(MIGRATIONS)).filter((file) => file.startsWith(NUMBER))
  await cp(join(MIGRATIONS, name), join(dir, name))
  expect(await runMigrations({ url: database.url, dir })).toEqual([name])
  expect(await session.query('SELECT username, referrer_id FROM users ORDER BY username')).toEqual([
    { username: 'invited', referrer_id: inviter },
    { username: 'inviter', referrer_id: null },
    { username: 'itself', referrer_id: null },
  ])
  await expect(session.query('UPDATE users SET referrer_id = id WHERE id = $1', [invited])).rejects.toMatchObject({
    constraint: 'users_referrer_other',
  })
})
