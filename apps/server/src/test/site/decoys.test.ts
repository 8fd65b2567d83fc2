import { expect, test } from 'vitest'
import { useWorld } from '#test/world.ts'

const world = useWorld()

test('a decoy address answers like any unknown one, and notes a flood of one network only so often', async () => {
  const [bot, other] = [world.guest(), world.guest()]
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => bot.raw({ method: 'POST', path: '/faucet/verify', body: {} })),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]))
  await other.raw({ method: 'GET', path: '/api/faucet/auto' })
  const [row] = await world.db.raw('SELECT count(*)::int AS hits, count(DISTINCT ip_net)::int AS nets FROM trap_hits')
  expect(row).toEqual({ hits: 11, nets: 2 })
})

test('a decoy notes whose token came along, and robots.txt leads to one of its own', async () => {
  const bot = await world.user('decoy_bot')
  expect((await bot.raw({ method: 'POST', path: '/api/faucet/auto', body: {} })).status).toBe(404)
  expect((await world.guest().raw({ method: 'GET', path: '/robots.txt' })).body['text']).toContain('/rewards/unlimited')
  expect((await bot.raw({ method: 'GET', path: '/rewards/unlimited' })).status).toBe(404)
  const rows = await world.db.raw('SELECT reason, points FROM risk_marks WHERE user_id = $1 ORDER BY reason', [bot.id])
  expect(rows).toEqual([
    { reason: 'decoy-address', points: 80 },
    { reason: 'robots-address', points: 40 },
  ])
})

test('who answers with the solution that nobody can see is no person, and is told nothing', async () => {
  const agent = await world.user('reading_agent')
  const challenge = await agent.antibot.challenge({ query: { action: 'faucet' } })
  const antibot = { id: challenge.id, order: challenge.solution ?? [] }
  expect(antibot.order).toHaveLength(challenge.pick)
  const answer = await agent.raw({ method: 'POST', path: '/api/faucet', body: { antibot } })
  expect([answer.status, answer.body['code']]).toEqual([400, 'CHALLENGE_WRONG'])
  const rows = await world.db.raw("SELECT reason FROM risk_marks WHERE user_id = $1 AND family = 'traps'", [agent.id])
  expect(rows).toEqual([{ reason: 'trap-order' }])
})
