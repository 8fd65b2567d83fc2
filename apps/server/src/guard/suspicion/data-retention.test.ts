import { expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { forViewing, viewing } from '#test/features/viewing.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld(forViewing)
const { campaign, someone, view } = viewing(world)

/** A visit of a shortlink that was paid just now. */
const visit = async (userId: string): Promise<void> => {
  const provider = newId()
  const now = world.clock.now()
  await world.db.raw(
    `INSERT INTO link_providers (id, name, api, api_url, api_key_sealed, reward, max_view, priority, min_seconds,
       expected_seconds, countries, enabled, created_at)
     VALUES ($1, 'A link', 'common', 'https://short.example/api', '', 1, 1, 0, 1, 10, '{}', true, $2)`,
    [provider, now],
  )
  await world.db.raw(
    `INSERT INTO link_visits (id, provider_id, user_id, secret_hash, vt, reward, device_id, ip_net, status, opened_at,
       expires_at) VALUES ($1, $2, $3, sha256(gen_random_uuid()::text::bytea), '\\x00', 1, $4,
         '203.0.113.0/24', 'paid', $5, $5)`,
    [newId(), provider, userId, newId(), now],
  )
}

const placesOf = (userId: string) =>
  world.db.raw(
    `SELECT ip_net AS net FROM ptc_views WHERE user_id = $1 UNION ALL
     SELECT ip_net FROM link_visits WHERE user_id = $1`,
    [userId],
  )

const seen = async (campaignId: string) => {
  const viewer = await someone('viewer')
  await view(viewer, campaignId)
  await visit(viewer.id)
  return viewer
}

test('views and visits say no longer than the setting from where they were', async () => {
  const { id, owner } = await campaign()
  const viewer = await seen(id)
  const hashes = async () => {
    // Signed in anew: sessions do not last as long.
    const again = await world.user(owner.username)
    const { body } = await again.raw({ method: 'GET', path: `/api/advertise/${id}/views.csv` })
    const [, ...lines] = String(body['text']).trim().split('\r\n')
    return lines.map((line) => line.split(',')[3])
  }
  world.clock.turn(89 * 86_400)
  await world.runJob('places.forget')
  expect(await placesOf(viewer.id)).toEqual([{ net: expect.stringContaining('/24') }, { net: '203.0.113.0/24' }])
  expect(await hashes()).toEqual([expect.stringMatching(/^"?[\da-f]{16}"?$/)])
  world.clock.turn(2 * 86_400)
  expect(await world.runJob('places.forget')).not.toMatch(/^0 /)
  expect(await placesOf(viewer.id)).toEqual([{ net: 'unknown' }, { net: 'unknown' }])
  expect(await hashes(), 'what is forgotten has no hash, least of all one for everybody').toEqual([''])
  expect(await world.runJob('places.forget')).toMatch(/^0 /)
})

test('who deletes the account leaves none of it at once', async () => {
  const viewer = await seen((await campaign()).id)
  await viewer.ownData.remove({ body: { username: viewer.username, waive: true } })
  expect(await placesOf(viewer.id)).toEqual([{ net: 'unknown' }, { net: 'unknown' }])
})
