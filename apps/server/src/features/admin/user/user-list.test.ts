import { expect, test } from 'vitest'
import { useWorld } from '#test/world.ts'

const world = useWorld()

/** People whose names begin alike, more than a walk along the order goes past. */
const crowd = (name: string, since: string): Promise<unknown> =>
  world.db.raw(`INSERT INTO users (id, username, email, email_key, joined_at, last_seen_at)
    SELECT gen_random_uuid(), '${name}' || u, '${name}' || u || '@example.com', '${name}' || u || '@example.com',
      '${since}'::timestamptz + u * interval '1 second', '${since}'::timestamptz + u * interval '1 second'
    FROM generate_series(1, 31000) u`)

test('many whose names begin alike are found in their order, also far from where it begins', async () => {
  await crowd('early', '2025-01-01T00:00:00Z')
  await crowd('later', '2025-06-01T00:00:00Z')
  const owner = await world.owner()
  const names = async (search: string, sort: 'joined' | 'lastSeen' | 'balance', page: number) => {
    const { items, totalItems } = await owner.admin.users({ query: { search, sort, page: String(page), limit: '2' } })
    expect(totalItems).toBe(31_000)
    return items.map(({ username }) => username)
  }
  for (const sort of ['joined', 'lastSeen'] as const) {
    expect(await names('later', sort, 1)).toEqual(['later31000', 'later30999'])
    expect(await names('early', sort, 1)).toEqual(['early31000', 'early30999'])
    expect(await names('early', sort, 15_500)).toEqual(['early2', 'early1'])
  }
  // Nobody has anything: the order is that of their ids.
  const ids = await world.db.raw(`SELECT username FROM users WHERE username LIKE 'early%' ORDER BY id DESC LIMIT 2`)
  expect(await names('early', 'balance', 1)).toEqual(ids.map(({ username }) => username))
})
