import { beforeAll, expect, test } from 'vitest'
import { openTask, sentWork } from '#test/features/working.ts'
import { type Person, useWorld } from '#test/world.ts'

const world = useWorld({ limits: false })

/** More than are read at once, all within one millisecond. */
const ROWS = 600
const time = `timestamptz '2026-03-01T10:00:00Z' + n * interval '1 microsecond'`

let owner: Person
beforeAll(async () => {
  owner = await world.owner()
})

/** The cells of a column of a file. */
const cellsOf = async (path: string, column: string): Promise<string[]> => {
  const { body } = await owner.raw({ method: 'GET', path })
  const lines = Object.values(body as Record<string, string>)
    .join('')
    .trimEnd()
    .split('\r\n')
  const [head = [], ...rows] = lines.map((line) => line.split(','))
  return rows.map((row) => row[head.indexOf(column)] ?? '')
}

const expectAllOnce = (cells: readonly string[]): void => {
  expect(new Set(cells).size).toBe(ROWS)
  expect(cells).toHaveLength(ROWS)
}

test('a file of news whose times differ by microseconds has each row once', async () => {
  await world.db.raw(`INSERT INTO news (id, title, markdown, pinned, published_at, created_at)
    SELECT gen_random_uuid(), 'News', 'News.', false, ${time}, ${time} FROM generate_series(1, ${ROWS}) n`)
  expectAllOnce(await cellsOf('/api/admin/news.csv', 'ID'))
})

test('a file of networks has each row once', async () => {
  await world.db.raw(`INSERT INTO networks (net, accounts, devices, highest_score, first_seen_at, last_seen_at)
    SELECT '198.' || n / 200 || '.' || n % 200 || '.0/24', 1, 1, 0, ${time}, ${time}
    FROM generate_series(1, ${ROWS}) n`)
  expectAllOnce(await cellsOf('/api/admin/ip.csv?sort=seen&minAccounts=1&net=198.', 'Network'))
})

test('a file of devices has each row once', async () => {
  await world.db.raw(`INSERT INTO devices (id, accounts, first_seen_at, last_seen_at)
    SELECT gen_random_uuid(), 7, ${time}, ${time} FROM generate_series(1, ${ROWS}) n`)
  expectAllOnce(await cellsOf('/api/admin/device.csv?sort=seen&minAccounts=7', 'Device'))
})

test('files of users and of suspects have each row once', async () => {
  const { id } = await world.user('alike')
  await world.db.raw(
    `INSERT INTO users SELECT (jsonb_populate_record(u, jsonb_build_object('id', gen_random_uuid(),
      'username', 'alike_' || n, 'email', n || '@alike.test', 'email_key', n || '@alike.test',
      'joined_at', ${time}, 'last_seen_at', ${time}))).*
    FROM users u, generate_series(1, ${ROWS}) n WHERE u.id = $1`,
    [id],
  )
  expectAllOnce(await cellsOf('/api/user/list.csv?search=alike_&sort=joined', 'ID'))
  expectAllOnce(await cellsOf('/api/user/list.csv?search=alike_&sort=lastSeen', 'ID'))
  await world.db.raw(`INSERT INTO suspects (user_id, score, own, cluster, families, reasons, tied, at, changed_at)
    SELECT id, 50, 50, 0, '{}', 0, 0, joined_at, joined_at FROM users WHERE username LIKE 'alike\\_%'`)
  expectAllOnce(await cellsOf('/api/admin/suspect.csv?sort=changed&minScore=10', 'ID'))
})

test('a file of disputes ends, whatever the microseconds of the last one', async () => {
  const [giver, worker] = [await world.user('giver'), await world.user('worker')]
  const task = await openTask(world, giver)
  const { _id: id } = await sentWork(task, worker)
  const reason = 'For a reason that is told.'
  await giver.task.deny({ params: { id: task._id }, body: { submissionIds: [id], reason } })
  await worker.task.dispute({ params: { id }, body: { reason } })
  await world.db.raw(
    `UPDATE task_submissions SET disputed_at = disputed_at + interval '7 microseconds' WHERE id = $1`,
    [id],
  )
  expect(await cellsOf('/api/task/submission/disputed.csv?decided=no', 'ID')).toEqual([id])
})
