import { expect, test } from 'vitest'
import { type Person, useWorld } from '#test/world.ts'

const world = useWorld()

const trapsOf = async ({ id }: Person) =>
  (await world.db.raw("SELECT reason FROM risk_marks WHERE user_id = $1 AND family = 'traps'", [id])).map(
    ({ reason }) => reason,
  )

test('a decoy address answers like any unknown one, and notes a flood of one network only so often', async () => {
  const bot = await world.user('flooding_bot')
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => bot.raw({ method: 'POST', path: '/faucet/verify', body: {} })),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]))
  const [row] = await world.db.raw('SELECT count(*)::int AS hits FROM trap_hits WHERE user_id = $1', [bot.id])
  expect(row).toEqual({ hits: 10 })
})

test('only a signed-in account that posts hits a decoy: link scanners and crawlers fetch', async () => {
  const [reader, bot] = [await world.user('prefetching_reader'), await world.user('posting_bot')]
  for (const path of ['/faucet/verify', '/api/faucet/auto']) await reader.raw({ method: 'GET', path })
  await world.guest().raw({ method: 'POST', path: '/api/faucet/auto', body: {} })
  await bot.raw({ method: 'POST', path: '/api/faucet/auto', body: {} })
  expect(await trapsOf(reader)).toEqual([])
  expect(await trapsOf(bot)).toEqual(['decoy-address'])
  const [row] = await world.db.raw('SELECT count(*)::int AS guests FROM trap_hits WHERE user_id IS NULL')
  expect(row).toEqual({ guests: 0 })
})

test('what nobody can see names options that are not shown, and whoever sends one is told nothing', async () => {
  const [reader, picker] = [await world.user('reading_agent'), await world.user('picking_agent')]
  await world.db.raw(
    `INSERT INTO measures (id, user_id, kind, since, reason) VALUES (gen_random_uuid(), $1, 'challenge', now(), 'x')`,
    [reader.id],
  )
  const challenge = await reader.antibot.challenge({ query: { action: 'faucet' } })
  const shown = challenge.antibotlinks.map(({ id }) => id)
  const order = challenge.solution ?? []
  expect(order).toHaveLength(challenge.pick)
  expect(order.filter((id) => !shown.includes(id))).toHaveLength(1)
  const answer = await reader.raw({
    method: 'POST',
    path: '/api/faucet',
    body: { antibot: { id: challenge.id, order } },
  })
  expect([answer.status, answer.body['code']]).toEqual([400, 'CHALLENGE_WRONG'])
  expect(await trapsOf(reader)).toEqual(['trap-order'])

  const glance = await picker.captcha.challenge({ query: { action: 'bonus' } })
  const images = glance.images.map(({ id }) => id)
  const hidden = (glance.options ?? []).filter((id) => !images.includes(id))
  expect(hidden).toHaveLength(1)
  expect(hidden).not.toContain(glance.solution?.find((id) => !images.includes(id)))
  const body = { captcha: { id: glance.id, picks: glance.options ?? [] } }
  const picked = await picker.raw({ method: 'POST', path: '/api/bonus/1', body })
  expect([picked.status, picked.body['code']]).toEqual([400, 'CHALLENGE_WRONG'])
  expect(await trapsOf(picker)).toEqual(['hidden-option'])
})
