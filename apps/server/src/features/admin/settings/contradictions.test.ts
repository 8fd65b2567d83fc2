import type { Settings } from '@runnel/contract/settings/settings'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startShortlinks } from '#test/fakes/shortlinks.ts'
import { linking } from '#test/features/linking.ts'
import { twoAdmins } from '#test/features/two-admins.ts'
import { refusal } from '#test/refusal.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld({ limits: false })
const { admins } = twoAdmins(world)
let fake: Awaited<ReturnType<typeof startShortlinks>>
beforeAll(async () => {
  fake = await startShortlinks()
})
afterAll(() => fake.close())
const { addLink } = linking(world, () => fake)
beforeEach(() => world.settings(world.defaults))

type Body = Partial<Settings>

const saved = async (body: Body) => (await world.owner()).admin.saveSettings({ body })
const refused = async (body: Body) => (await refusal(saved(body))).failure

/** Two settings, each of which is refused after the other; with what the admin reads. */
const pairs: [string, Body, Body, Body, RegExp][] = [
  [
    'BONUS_BEYOND_TIMER',
    {},
    { faucet_timer: 43_200 },
    { bonus_min_claims: 3 },
    /requires 3 faucet claims, .* timer \(43,?200 seconds\) allows 2 claims/,
  ],
  ['BONUS_BEYOND_LIMIT', {}, { dailyClaimLimit: 4 }, { bonus_min_claims: 5 }, /requires 5 faucet .* claim limit is 4/],
  [
    'MINIMUM_ABOVE_DAY',
    { earning_rules: 'balanced' },
    { payout_user_day_max: 50_000 },
    { allowance_withdraw_min: 60_000 },
    /minimum withdrawal .* \(\$0\.60\) .* daily withdrawal limit .* \(\$0\.50\)/,
  ],
]

test.each(pairs)('%s: two settings that contradict each other are refused in both orders', async (code, ...rest) => {
  const [before, one, other, words] = rest
  const fields = [Object.keys(one)[0] ?? '', Object.keys(other)[0] ?? ''] as const
  for (const [first, second, field] of [
    [one, other, fields[1]],
    [other, one, fields[0]],
  ] as const) {
    await world.settings({ ...world.defaults, bonus_min_claims: 0, ...before })
    await saved(first)
    const failure = await refused(second)
    expect(failure).toMatchObject({ code, errors: { [field]: expect.stringMatching(words) } })
  }
  await world.settings({ ...world.defaults, bonus_min_claims: 0, ...before })
  expect(await refused({ ...one, ...other })).toMatchObject({ code })
})

test('what nobody is held to contradicts nothing, and what contradicted before leaves the rest alone', async () => {
  await saved({ payout_user_day_max: 50_000 })
  await saved({ allowance_withdraw_min: 60_000 })
  expect(await refused({ earning_rules: 'balanced' })).toMatchObject({ code: 'MINIMUM_ABOVE_DAY' })
  await saved({ payout_user_day_max: 0 })
  await saved({ earning_rules: 'balanced' })
  await world.settings({ faucet_timer: 86_400, bonus_min_claims: 3 })
  expect((await saved({ site_name: 'Creek' })).settings.site_name).toBe('Creek')
  await saved({ bonus_min_claims: 1 })
})

test('a provider’s minimum time stays below the time limit of a visit, whichever is changed', async () => {
  const owner = await world.owner()
  const { _id: id } = await addLink({ name: 'slow.example', minSeconds: 400, expectedSeconds: 500 })
  const words = /visit time limit \(5 min\) .* minimum time of slow\.example \(400 s\)/
  expect(await refused({ link_visit_minutes: 5 })).toMatchObject({
    code: 'VISIT_BELOW_MINIMUM',
    errors: { link_visit_minutes: expect.stringMatching(words) },
  })
  await owner.admin.editLink({ params: { id }, body: { enabled: false } })
  await saved({ link_visit_minutes: 5 })
  await world.db.raw('UPDATE link_providers SET enabled = true WHERE id = $1', [id])
  await saved({ link_visit_minutes: 6 })
  await saved({ link_visit_minutes: 60 })
  await owner.admin.editLink({ params: { id }, body: { enabled: false } })
  await saved({ link_visit_minutes: 5 })
  const enabling = await refusal(owner.admin.editLink({ params: { id }, body: { enabled: true } }))
  expect(enabling.failure).toMatchObject({
    code: 'MINIMUM_ABOVE_VISIT',
    errors: { minSeconds: expect.stringMatching(/minimum time \(400 s\) .* visit time limit .* \(5 min\)/) },
  })
  const adding = addLink({ name: 'slower.example', minSeconds: 300, expectedSeconds: 500 })
  expect((await refusal(adding)).failure).toMatchObject({ code: 'MINIMUM_ABOVE_VISIT' })
  await owner.admin.editLink({ params: { id }, body: { enabled: true, minSeconds: 299 } })
})

test('what is saved at once does not contradict what waits for a second admin', async () => {
  const { first } = await admins()
  await world.settings({ earning_rules: 'balanced', payout_user_day_max: 50_000 })
  const body = { allowance_withdraw_min: 60_000, payout_user_day_max: 70_000 }
  expect((await refusal(first.admin.saveSettings({ body }))).failure).toMatchObject({ code: 'MINIMUM_ABOVE_DAY' })
  const { settings } = await first.admin.settings()
  expect(settings).toMatchObject({ allowance_withdraw_min: 10_000, payout_user_day_max: 50_000 })
})
