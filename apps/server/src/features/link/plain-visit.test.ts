import { defaults, type Settings } from '@runnel/contract/settings/settings'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { sha256 } from '#kernel/secrets.ts'
import { say } from '#kernel/words/say.ts'
import { startShortlinks } from '#test/fakes/shortlinks.ts'
import { linking, type OpenVisit } from '#test/features/linking.ts'
import { refusedAs } from '#test/features/viewing.ts'
import { type Person, useWorld } from '#test/world.ts'

const world = useWorld({ connections: 30, limits: false })
let fake: Awaited<ReturnType<typeof startShortlinks>>
beforeAll(async () => {
  fake = await startShortlinks()
})
afterAll(() => fake.close())
const { regular, someone, addLink, onlyLink, open, verify, visitRow } = linking(world, () => fake)

/** What a call sends to the database about visits and transactions. */
const sentBy = async (call: () => Promise<unknown>): Promise<string[]> => {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await call()
    const texts = spy.mock.calls.map(([statement]) => (statement as unknown as { text: string }).text)
    return texts.filter((text) => /link_|risk_marks|begin|commit/.test(text))
  } finally {
    spy.mockRestore()
  }
}

/** Visits that were opened before the proof was kept have none; each of their rules is looked at by itself. */
const forgetProof = ({ secret }: OpenVisit) =>
  world.db.raw('UPDATE link_visits SET proof_hash = NULL WHERE secret_hash = $1', [sha256(secret)])

/** All that a paid visit leaves behind, without what is another for each user. */
const left = async (person: Person, visit: OpenVisit) => {
  const { id, status, trusted, seconds, reason, proof_hash: proof, arrived_at: arrived } = await visitRow(visit)
  const at = (arrived?.getTime() ?? 0) - world.clock.now().getTime()
  const transfers = await world.db.raw(
    `SELECT kind, debit, replace(credit, $2, 'me') AS credit, amount, credit_after, ref = $1 AS ref, meta,
       at = $3 AS now
     FROM transfers WHERE key = 'link:' || $1`,
    [id, person.id, world.clock.now()],
  )
  const user = await world.db.raw(
    'SELECT total_earned, exp, level, allowance_used, reduced_paid, settled FROM users WHERE id = $1',
    [person.id],
  )
  const days = await world.db.raw(
    'SELECT day, source, count, earned, commission, revenue FROM day_counters WHERE user_id = $1',
    [person.id],
  )
  return { status, trusted, seconds, reason, proof, at, transfers, user, days }
}

describe('a visit against which nothing speaks', () => {
  test('is paid in one statement, without a transaction around it', async () => {
    const { _id: id } = await onlyLink()
    const ann = await regular()
    const opened = await open(ann, id)
    world.clock.turn(40)
    const sent = await sentBy(() => verify(ann, opened))
    expect(sent).toEqual([expect.stringMatching(/^SELECT f0\.\* FROM link_verify\(/)])
    expect((await visitRow(opened)).status).toBe('paid')
  })

  const cases: [string, Partial<Settings>, number][] = [
    ['as it comes', {}, 0],
    ['of which the provider pays a part', { link_income_percent: 33 }, 0],
    ['of which the provider pays all', { link_income_percent: 100 }, 0],
    ['of which the provider pays more', { link_income_percent: 250, link_exp: 3 }, 0],
    ['within an allowance', { earning_rules: 'balanced', allowance_starter: 120 }, 0],
    ['small beside its budget', { daily_budgets: { ...defaults.daily_budgets, link: 12_000 } }, 0],
    ['of somebody with marks below the review queue', {}, 19],
  ]
  test.each(cases)(
    'leaves the same as one whose rules are looked at one by one: %s',
    async (_name, changes, points) => {
      const { _id: id } = await onlyLink()
      const other = await addLink({ name: 'Other', reward: 90, priority: 2 })
      const people = [await regular(), await regular()] as const
      for (const person of people) {
        if (points === 0) continue
        await world.db.raw(`INSERT INTO risk_marks VALUES (gen_random_uuid(), $1, 'pace', 'quick', $2, 'Quick.', $3)`, [
          person.id,
          points,
          world.clock.now(),
        ])
      }
      await world.settings(changes)
      const visits = [await open(people[0], id), await open(people[1], id)] as const
      world.clock.turn(40)
      await forgetProof(visits[1])
      const answers = [await verify(people[0], visits[0]), await verify(people[1], visits[1])] as const
      await world.settings(world.defaults)
      expect(answers[0]).toMatchObject({ status: 'paid', reward: 120, linkCount: 5, next: { _id: other._id } })
      expect(answers[1]).toEqual(answers[0])
      const [plain, closely] = [await left(people[0], visits[0]), await left(people[1], visits[1])]
      expect(plain).toMatchObject({ status: 'paid', trusted: true, proof: null, at: 0, seconds: '40.000' })
      expect(closely).toEqual(plain)
    },
  )
})

describe('a visit that needs a closer look', () => {
  const ended = async (changes: Partial<Settings>) => {
    const { _id: id } = await onlyLink()
    const ann = await regular()
    const opened = await open(ann, id)
    world.clock.turn(40)
    await world.settings(changes)
    const answer = await verify(ann, opened)
    await world.settings(world.defaults)
    const { status, reason, proof_hash: proof } = await visitRow(opened)
    return { answer, status, reason, proof }
  }

  test('large beside its budget: paid where the day has room, and held where it has none', async () => {
    const paid = await ended({ daily_budgets: { ...world.defaults.daily_budgets, link: 11_999 } })
    expect(paid).toMatchObject({ status: 'paid', answer: { reward: 120 } })
    const held = await ended({ daily_budgets: { ...world.defaults.daily_budgets, link: 119 } })
    expect(held).toMatchObject({ status: 'held', answer: { reward: 0 }, reason: say('link.todaysBudgetHadNo') })
    expect(held.proof).toBeNull()
  })

  test('beyond the allowance by a unit: held', async () => {
    const held = await ended({ earning_rules: 'balanced', allowance_starter: 119 })
    expect(held).toMatchObject({ status: 'held', reason: say('link.rewardAboveRemainingFull') })
  })

  test('that raises the level: paid, and the bell rings in the same transaction', async () => {
    const { _id: id } = await onlyLink()
    const ann = await regular()
    const opened = await open(ann, id)
    world.clock.turn(40)
    await world.settings({ link_exp: 100 })
    const sent = await sentBy(() => verify(ann, opened))
    await world.settings({ link_exp: world.defaults.link_exp })
    expect(sent.filter((text) => text === 'begin')).toHaveLength(1)
    expect((await ann.user.me()).notification.notifications.map(({ kind }) => kind)).toContain('level-up')
  })

  test('with a proof of another visit is told from one with none, whichever way it goes', async () => {
    const { _id: id } = await onlyLink()
    const ann = await someone()
    const opened = await open(ann, id)
    await forgetProof(opened)
    world.clock.turn(40)
    const call = verify(ann, { ...opened, vt: Buffer.alloc(16).toString('base64url') })
    await expect(call).rejects.toMatchObject(refusedAs(403, 'LINK_OTHER_DEVICE'))
    const calls = await Promise.allSettled(Array.from({ length: 20 }, () => verify(ann, opened)))
    expect(calls.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})
