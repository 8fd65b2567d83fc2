import { expect, test } from 'vitest'
import { isAdditive, problemsOf, readMigrations, readReleases } from './release/migrations.mjs'

const migration = (name, sql = 'SELECT 1') => ({ name, sql, sha256: `of ${sql}` })
const first = migration('0001-first.sql')
const releases = [{ version: '0.1.0', migrations: { [first.name]: first.sha256 } }]
const after = (sql) => problemsOf({ releases, migrations: [first, migration('0002-next.sql', sql)] })

test('those of this repository are as they were released', () => {
  expect(problemsOf({ releases: readReleases(), migrations: readMigrations() })).toEqual([])
})

test('a released migration neither changes nor goes, and nothing comes before it', () => {
  expect(problemsOf({ releases, migrations: [first] })).toEqual([])
  expect(problemsOf({ releases, migrations: [migration(first.name, 'SELECT 2')] })).toEqual([
    'apps/server/migrations/0001-first.sql is released and may not change: write a new one',
  ])
  expect(problemsOf({ releases, migrations: [] })[0]).toMatch(/0001-first.sql is released and may not go/)
  const early = problemsOf({ releases, migrations: [migration('0000-early.sql'), first] })
  expect(early).toEqual([expect.stringMatching(/0000-early.sql comes before 0001-first.sql/)])
})

test('a tag whose release was not recorded is told', () => {
  expect(problemsOf({ releases, migrations: [first], tag: 'v0.1.0' })).toEqual([])
  expect(problemsOf({ releases, migrations: [first], tag: 'v0.2.0' })).toEqual([
    'apps/server/migrations/released.json lacks the release v0.2.0: check it out and run npm run release',
  ])
})

test.each([
  ['DROP TABLE claims;', /DROP TABLE claims: an older node may still use it/],
  ['ALTER TABLE a DROP COLUMN b;', /DROP COLUMN b/],
  ['DROP FUNCTION pay(bigint);', /DROP FUNCTION pay/],
  ['ALTER TABLE a\n  RENAME COLUMN b TO c;', /RENAME: an older node knows the old name only/],
  ['ALTER TABLE a ALTER COLUMN b SET NOT NULL;', /SET NOT NULL: an older node may write NULL/],
  ['ALTER TABLE a ALTER COLUMN b TYPE bigint;', /ALTER COLUMN b TYPE/],
  ['TRUNCATE a;', /TRUNCATE/],
  ['ALTER TABLE a ADD COLUMN b int NOT NULL;', /ADD COLUMN b int NOT NULL: an older node doesn’t fill it/],
  ['ALTER TABLE a ADD COLUMN b int DEFAULT 1, ADD COLUMN c text NOT NULL;', /ADD COLUMN c text NOT NULL/],
])('%s is refused after a release', (sql, sentence) => {
  expect(after(sql)).toEqual([expect.stringMatching(sentence)])
  const excused = `-- Not additive: nothing has written this table since 0.0.9\n${sql}`
  expect(after(excused)).toEqual([])
  expect(isAdditive(excused)).toBe(false)
  expect(after(`-- Not additive: because\n${sql}`), 'a reason has more than a word').not.toEqual([])
})

test.each([
  'CREATE TABLE a (b int NOT NULL);',
  'ALTER TABLE a ADD COLUMN b int NOT NULL DEFAULT 1;',
  'ALTER TABLE a ADD COLUMN b int DEFAULT 1 NOT NULL, ADD COLUMN c text;',
  'ALTER TABLE a ADD COLUMN b int;',
  'DROP INDEX a_b;',
  'ALTER TABLE a DROP CONSTRAINT a_check, ADD CONSTRAINT a_check CHECK (b > 0 OR b IS NULL);',
  "-- DROP TABLE a\nINSERT INTO words VALUES ('DROP TABLE it''s');",
])('%s keeps older nodes going', (sql) => {
  expect(after(sql)).toEqual([])
  expect(isAdditive(sql)).toBe(true)
})
