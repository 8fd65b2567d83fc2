import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { JobName } from '@runnel/contract/admin/job-name'
import { expect, test } from 'vitest'
import { readEnv } from '#kernel/env.ts'
import { openSession } from '#kernel/postgres/session.ts'
import { auditBooks } from '#money/reconcile.ts'
import { past } from '#test/books.ts'
import { earn } from '#test/features/withdrawing.ts'
import { useWorld } from '#test/world.ts'

/* What docs/operations.md says of variables, jobs, numbers and repairs is held against the program. */

const world = useWorld()

const root = join(import.meta.dirname, '../../../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const handbook = read('docs/operations.md')

/** The text inside each fenced block of a language. */
const blocks = (language: string, text = handbook): string[] =>
  [...text.matchAll(new RegExp(`^( *)\`\`\`${language}\\n([^]*?)^\\1\`\`\`$`, 'gm'))].map(([, , body = '']) => body)

const variables = new Set(
  [...read('apps/server/src/kernel/env.ts').matchAll(/^ {2}([A-Z_]+): z/gm)].map(([, name]) => name),
)

test('every variable of the examples exists, and its value is accepted', () => {
  const examples = blocks('dotenv')
  expect(examples.length).toBeGreaterThan(3)
  for (const example of examples) {
    const given = parseEnv(example)
    expect(Object.keys(given).filter((name) => !variables.has(name))).toEqual([])
    expect(() => readEnv(given), example).not.toThrow()
  }
})

test('.env.example explains every variable that an owner can set, and no other', () => {
  const explained = Object.keys(parseEnv(read('.env.example')))
  const settable = [...variables].filter((name) => name !== 'NODE_ENV' && name !== 'TEST_WORK_COST')
  expect(new Set(explained)).toEqual(new Set(settable))
})

test('every name in capitals is a variable, of the program or of compose.yaml, or a code of the program', () => {
  const composed = new Set([...read('compose.yaml').matchAll(/\$\{([A-Z_]+)/g)].map(([, name = '']) => name))
  const sources = globSync(['apps/server/src/**/*.ts', 'packages/contract/src/**/*.ts', 'e2e/*.ts'], { cwd: root })
    .map(read)
    .join('\n')
  for (const path of ['README.md', 'SECURITY.md', 'docs/operations.md']) {
    const names = [...read(path).matchAll(/`([A-Z][A-Z0-9]*_[A-Z0-9_]+)\b/g)].map(([, name = '']) => name)
    const unknown = names.filter(
      (name) => !variables.has(name) && !composed.has(name) && !sources.includes(`'${name}'`),
    )
    expect(unknown, path).toEqual([])
  }
})

test('the list of jobs names each job', () => {
  const [, section = ''] = handbook.split('\n## Jobs\n')
  const [table = ''] = section.split('\n## ')
  const rows = table.split('\n').filter((line) => line.startsWith('| `'))
  const named = rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  )
  const isNamed = (name: string): boolean => named.includes(name) || named.includes(name.replace(/[.].*/, '.*'))
  expect(JobName.options.filter((name) => !isNamed(name))).toEqual([])
  const isJob = (name: string): boolean =>
    name.endsWith('.*') || JobName.options.some((option: string) => option === name)
  expect(named.filter((name) => !isJob(name))).toEqual([])
})

test('every number that is worth an alert is among the metrics', async () => {
  const { body } = await world.app.inject({ url: '/metrics' })
  const [, table = ''] = handbook.split('| metric | alert when |')
  const [rows = ''] = table.split('\n\n')
  const named = [...rows.matchAll(/`((?:runnel|nodejs|process)_\w+)/g)].map(([, name = '']) => name)
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((name) => !body.includes(`# HELP ${name} `))).toEqual([])
})

test('the SQL that puts a balance and the proved periods right does so', async () => {
  const user = await world.user('miscounted')
  await earn(world, user, 750)
  await world.runJob('books.prove')
  const session = await openSession({ url: world.url })
  try {
    await session.query(`UPDATE accounts SET balance = 1 WHERE name = 'main:${user.id}' AND ${past}`)
    await session.query(`INSERT INTO proof_periods (id, since, until, transfers, checksum, proved_at, is_changed)
      VALUES (1, '-infinity', '2020-01-01', 5, 5, '2020-01-01', true)`)
    expect((await auditBooks(world.db.read)).mismatches).not.toEqual([])
    const [, repairs = ''] = handbook.split('\n## When something is wrong\n')
    const [balance = '', periods = '', ...others] = blocks('sql', repairs)
    expect(others).toEqual([])
    await session.query(balance.replaceAll('<user>', user.id))
    expect((await auditBooks(world.db.read)).mismatches).toEqual([])
    expect((await user.user.me({})).user.balance).toBe(750)
    expect(await world.runJob('books.reconcile')).toContain('Not balanced:')
    await session.query(periods)
    expect(await world.runJob('books.reconcile')).toMatch(/^Balanced:/)
  } finally {
    await session.close()
  }
})
