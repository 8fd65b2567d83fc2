import { noBudgets } from '@runnel/contract/settings/outflow-limits'
import { defaults, type Settings } from '@runnel/contract/settings/settings'
import { expect, test } from 'vitest'
import { couponFields } from '#test/features/gifts.ts'
import { refusal } from '#test/refusal.ts'
import { expectRefused } from '#test/sign-up.ts'
import { type Person, useWorld } from '#test/world.ts'

const world = useWorld({ connections: 30, limits: false })

/** An admin whose last proof is ten minutes and a second old. */
const stale = async (): Promise<Person> => {
  // What was raised a day ago counts no more.
  world.clock.turn(86_401)
  await world.settings(world.defaults)
  const owner = await world.owner({ proved: false })
  const then = new Date(world.clock.now().getTime() - 601_000)
  await world.db.raw('UPDATE sessions SET proved_at = $1 WHERE user_id = $2 AND proved_at IS NULL', [then, owner.id])
  return owner
}

const save = async (owner: Person, body: Partial<Settings>): Promise<Settings> =>
  (await owner.admin.saveSettings({ body })).settings

const { ptc_prices: prices, bonus_rewards: bonuses } = defaults

test.each<Partial<Settings>>([
  { faucet_reward: 1_000_000_000 },
  { faucet_timer: 5 },
  { happyHourBonus: 1_000 },
  { happy_hours: [{ from: '00:00', to: '23:59' }], happyHourBonus: 500 },
  { bonus_rewards: bonuses.map(() => 1_000_000_000) },
  { leaderboard_prizes_day: [1_000_000_000] },
  { leaderboard_prizes_week: [1_000_000_000] },
  { leaderboard_prizes_month: [1_000_000_000] },
  { referral_commission: 10_000 },
  { referral_offerwall_commission: 10_000 },
  { ptc_viewer_percent: 100 },
  { ptc_prices: prices.map((row) => ({ ...row, price: 1_000_000 })) },
  { ptc_prices: prices.map((row) => ({ ...row, price: 2 })) },
  { task_fee_basis_points: 0 },
  { exchange_bonus_percent: 1 },
  { daily_budgets: { ...noBudgets, faucet: 5 } },
  { payout_auto_max: 4_999_999 },
  { payout_user_day_max: 0 },
  { payout_site_day_max: 0 },
  { withdraw_min_answers: 0 },
  { outflow_dry_run: true },
  { maintenance: true },
  { registration_open: false },
  { contact_email: 'thief@example.org' },
  { banner_300x250: '<b>Send your coins here.</b>' },
])('a proof that is ten minutes old does not set %o', async (body) => {
  const owner = await stale()
  await expectRefused(owner.admin.saveSettings({ body }), 403, 'STEP_UP_REQUIRED')
  await save(await world.owner(), body)
})

test('small changes of an amount, and words and looks, need no proof', async () => {
  const owner = await stale()
  await save(owner, { faucet_reward: 31 })
  await save(owner, { faucet_reward: 1, faucet_timer: 3_600 })
  await save(owner, { bonus_rewards: bonuses.map((units) => units + 5), ptc_viewer_percent: 72 })
  await save(owner, { site_name: 'Stale', site_hue: 20, content_faq: '# Questions', link_sort: 'reward' })
})

test('many small raises without a proof do not add up to a large one', async () => {
  const owner = await stale()
  const rises = async (): Promise<number> => {
    for (let reward = 31; reward < 1_000; reward += 1) {
      const done = await save(owner, { faucet_reward: reward }).catch(() => undefined)
      if (done === undefined) return reward - 1
    }
    return 1_000
  }
  expect(await rises()).toBeLessThanOrEqual(36)
  const viewers = await stale()
  await save(viewers, { ptc_viewer_percent: 80 })
  expect(await refusal(save(viewers, { ptc_viewer_percent: 90 }))).toMatchObject({
    failure: { code: 'STEP_UP_REQUIRED' },
  })
  // A proof begins the sum anew.
  await save(await world.owner(), { ptc_viewer_percent: 90 })
  await save(await world.owner(), { ptc_viewer_percent: 95 })
})

const challenge = { kind: 'faucet', period: 'daily', requirement: 1, enabled: true, position: 0 } as const
const link = {
  name: 'Stale',
  api: 'sandbox',
  apiUrl: '',
  apiKey: '',
  maxView: 1,
  priority: 0,
  minSeconds: 0,
  expectedSeconds: 5,
  countries: [] as string[],
  enabled: true,
} as const

test('nor do rewards of challenges, shortlinks and categories', async () => {
  const owner = await stale()
  const { admin } = owner
  await expectRefused(
    admin.addChallenge({ body: { ...challenge, tokenReward: 1_000_000_000 } }),
    403,
    'STEP_UP_REQUIRED',
  )
  const small = await admin.addChallenge({ body: { ...challenge, tokenReward: 100 } })
  const params = { id: small.challenge._id }
  await admin.editChallenge({ params, body: { tokenReward: 110, position: 3 } })
  await expectRefused(admin.editChallenge({ params, body: { tokenReward: 1_000_000_000 } }), 403, 'STEP_UP_REQUIRED')
  await expectRefused(admin.editChallenge({ params, body: { tokenReward: 200 } }), 403, 'STEP_UP_REQUIRED')
  await expectRefused(admin.addLink({ body: { ...link, reward: 1_000_000_000 } }), 403, 'STEP_UP_REQUIRED')
  const added = await admin.addLink({ body: { ...link, reward: 100 } })
  const one = { id: added.link._id }
  await admin.editLink({ params: one, body: { name: 'Other', reward: 110 } })
  await expectRefused(admin.editLink({ params: one, body: { reward: 1_000_000_000 } }), 403, 'STEP_UP_REQUIRED')
  await expectRefused(admin.editLink({ params: one, body: { maxView: 1_000 } }), 403, 'STEP_UP_REQUIRED')
  await expectRefused(
    admin.addCoupons({ body: { ...couponFields, code: 'STALE1', reward: 1 } }),
    403,
    'STEP_UP_REQUIRED',
  )
  const [category] = (await admin.taskCategories()).categories
  const kind = { id: category?._id ?? '' }
  await admin.editTaskCategory({ params: kind, body: { position: 7 } })
  await expectRefused(admin.editTaskCategory({ params: kind, body: { minReward: 1_000_000 } }), 403, 'STEP_UP_REQUIRED')
})

test('many small challenges at once do not go around the bound', async () => {
  const { admin } = await stale()
  const tries = Array.from({ length: 12 }, () => admin.addChallenge({ body: { ...challenge, tokenReward: 2_000 } }))
  const made = await Promise.allSettled(tries)
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
})
