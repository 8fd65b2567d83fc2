import type { Settings } from '@runnel/contract/settings/settings'
import { describe, expect, test } from 'vitest'
import { presets } from '#features/offerwall/offerwall.ts'
import { newId } from '#kernel/id.ts'
import { inEnglish } from '#kernel/words/render.ts'
import { say } from '#kernel/words/say.ts'
import { balancesOf } from '#money/accounts.ts'
import { couponFields, outcome } from '#test/features/gifts.ts'
import { suspect } from '#test/features/suspecting.ts'
import { wallFields } from '#test/features/walls.ts'
import { refusal } from '#test/refusal.ts'
import { expectRefused } from '#test/sign-up.ts'
import { type Person, useWorld } from '#test/world.ts'

const world = useWorld({ connections: 30, limits: false })
const rule = { four_eyes: true, four_eyes_adjust_min: 1_000_000, four_eyes_withdrawal_min: 5_000_000 }

const admins = async () => {
  world.clock.turn(86_401)
  await world.db.raw(`UPDATE pending_acts SET state = 'denied', decided_at = now() WHERE state = 'pending'`)
  await world.settings({ ...world.defaults, ...rule })
  return { first: await world.owner(), second: await world.user('partner', { role: 'admin' }) }
}
const waits = (call: Promise<unknown>) => expectRefused(call, 409, 'WAITS_FOR_SECOND')
const pendingOf = async (admin: Person) => (await admin.admin.approvals({ query: { state: 'pending' } })).items
const accept = async (admin: Person) => {
  const [act] = await pendingOf(admin)
  return (await admin.admin.acceptApproval({ params: { id: act?._id ?? '' } })).approval
}
const mainOf = async ({ id }: Person) => (await balancesOf(world.db.read, id)).main
const challenge = { kind: 'faucet', period: 'daily', requirement: 1, enabled: true, position: 0 } as const
const link = {
  name: 'Second',
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

describe('with two admins, no admin alone', () => {
  test('makes a large coupon: it exists once the other has accepted it', async () => {
    const { first, second } = await admins()
    const friend = await world.user('power_friend')
    const body = { ...couponFields, code: 'POWER-1', reward: 1_000_000_000, usesMax: 1 }
    await waits(first.admin.addCoupons({ body }))
    await expectRefused(friend.coupon.check({ body: { code: 'POWER-1' } }), 404, 'COUPON_UNKNOWN')
    expect(await mainOf(friend)).toBe(0)
    await expectRefused(first.admin.addCoupons({ body }), 409, 'PROPOSED_ALREADY')
    const [act] = await pendingOf(second)
    expect(act).toMatchObject({ kind: 'coupon.add', amount: 1_000_000_000, proposedBy: 'admin', user: null })
    expect(act?.sentence).toContain('POWER-1')
    const params = { id: act?._id ?? '' }
    await expectRefused(first.admin.acceptApproval({ params }), 403, 'OWN_PROPOSAL')
    const third = await world.user('power_third', { role: 'admin' })
    const both = await outcome([second, third, second, third].map(({ admin }) => admin.acceptApproval({ params })))
    expect(both.paid).toBe(1)
    expect((await first.admin.coupons({ query: { search: 'POWER-1' } })).totalItems).toBe(1)
    const { items } = await first.admin.audit({ query: { target: params.id } })
    expect(items.map(({ action }) => action)).toEqual(['approval.accept', 'approval.propose'])
    await world.db.raw(`UPDATE users SET role = 'user' WHERE username = 'power_third'`)
  })

  test('makes one in slices: uses, codes and edits add up', async () => {
    const { first } = await admins()
    const add = (code: string, reward: number, usesMax: number) =>
      first.admin.addCoupons({ body: { ...couponFields, code, reward, usesMax } })
    await waits(add('SLICE-A', 1_000, 1_000))
    await add('SLICE-B', 600, 1_000)
    await waits(add('SLICE-C', 400, 1_000))
    const [made] = (await first.admin.coupons({ query: { search: 'SLICE-B' } })).items
    await waits(first.admin.editCoupon({ params: { id: made?._id ?? '' }, body: { reward: 1_000 } }))
    await waits(
      first.admin.addCoupons({ body: { ...couponFields, count: 1_000, prefix: 'S', reward: 400, usesMax: 1 } }),
    )
    const tries = Array.from({ length: 8 }, (_, at) => add(`SLICE-D${at}`, 100, 1_000))
    expect((await outcome(tries)).paid).toBe(3)
  })

  test('raises a balance over the slice by a chain of different acts', async () => {
    const { first } = await admins()
    const friend = await world.user('power_chain')
    const params = { id: friend.id }
    const reason = 'A prize by hand.'
    const give = (amount: number) => first.admin.adjustUser({ params, body: { account: 'main', amount, reason } })
    expect((await give(300_000)).approval).toBeNull()
    await first.admin.addChallenge({ body: { ...challenge, tokenReward: 200_000 } })
    const { link: made } = await first.admin.addLink({ body: { ...link, reward: 100_000 } })
    expect(
      (await first.admin.saveSettings({ body: { bonus_rewards: [50, 75, 100, 150, 200, 300, 200_000] } })).msg,
    ).toBe('Saved.')
    // 800,000 are used up: whichever way the rest would go waits.
    expect((await give(250_000)).approval).toEqual(expect.any(String))
    await waits(first.admin.addChallenge({ body: { ...challenge, tokenReward: 250_000 } }))
    await waits(first.admin.editLink({ params: { id: made._id }, body: { maxView: 4 } }))
    await waits(first.admin.addCoupons({ body: { ...couponFields, code: 'CHAIN-1', reward: 250_000, usesMax: 1 } }))
    const saved = await first.admin.saveSettings({ body: { leaderboard_prizes_day: [250_000], site_name: 'Chain' } })
    expect(saved.settings).toMatchObject({ leaderboard_prizes_day: [], site_name: 'Chain' })
    // Another friend was given nothing, yet all that is open to everybody is open to them as well.
    const other = await world.user('power_chain2')
    const large = { account: 'main', amount: 600_000, reason } as const
    expect((await first.admin.adjustUser({ params: { id: other.id }, body: large })).approval).not.toBeNull()
    world.clock.turn(86_401)
    expect((await give(250_000)).approval).toBeNull()
  })

  test('makes an accepted challenge easier, or a shortlink be paid more often', async () => {
    const { first, second } = await admins()
    await waits(first.admin.addChallenge({ body: { ...challenge, requirement: 5_000, tokenReward: 2_000_000 } }))
    expect(await accept(second)).toMatchObject({ kind: 'challenge.add', state: 'accepted' })
    const [made] = (await first.admin.challenges()).challenges.filter(({ tokenReward }) => tokenReward === 2_000_000)
    const params = { id: made?._id ?? '' }
    await first.admin.editChallenge({ params, body: { position: 9 } })
    await waits(first.admin.editChallenge({ params, body: { requirement: 1 } }))
    expect((await accept(second)).kind).toBe('challenge.edit')
    expect((await first.admin.challenges()).challenges.find(({ _id }) => _id === params.id)?.requirement).toBe(1)
  })

  test('resumes what the breaker stopped; what they stopped by hand they do', async () => {
    const { first, second } = await admins()
    const limits = { ...world.defaults.outflow_limits }
    await world.settings({ outflow_limits: { ...limits, coupon: { ...limits.coupon, hourAmount: 50 } } })
    await first.admin.addCoupons({ body: { ...couponFields, code: 'TRIP-1', reward: 60, usesMax: 1 } })
    const friend = await world.user('power_trip')
    await friend.coupon.check({ body: { code: 'TRIP-1' } })
    await first.admin.lookOutflow()
    const [trip] = (await first.admin.outflow()).open
    const resume = () => first.admin.resumeOutflow({ params: { id: trip?._id ?? '' }, body: { note: 'A holiday.' } })
    await waits(resume())
    expect((await first.admin.outflow()).open).toHaveLength(1)
    expect((await accept(second)).kind).toBe('outflow.resume')
    expect((await first.admin.outflow()).open).toHaveLength(0)
    const body = { sources: ['link' as const], payouts: false, reason: 'A look at the links.' }
    const [stopped] = (await first.admin.stopOutflow({ body })).trips
    const params = { id: stopped?._id ?? '' }
    await waits(second.admin.resumeOutflow({ params, body: {} }))
    expect((await first.admin.resumeOutflow({ params, body: {} })).trip.state).toBe('resumed')
  })

  test('says who may credit users; the secret of a wall stays sealed while it waits', async () => {
    const { first, second } = await admins()
    const preset = findPresetOrFail()
    const body = { ...wallFields(preset), slug: 'second-wall', secret: 'a-very-secret-word' }
    await waits(first.admin.addWall({ body }))
    const rows = await world.db.raw(`SELECT payload::text FROM pending_acts WHERE state = 'pending'`)
    expect(JSON.stringify(rows)).not.toContain('a-very-secret-word')
    expect(JSON.stringify(await first.admin.audit())).not.toContain('a-very-secret-word')
    await accept(second)
    const [wall] = (await first.admin.walls()).walls
    expect(wall).toMatchObject({ slug: 'second-wall', secretSet: true })
    const params = { id: wall?._id ?? '' }
    await first.admin.editWall({ params, body: { name: 'Another name', position: 4, maxReward: 10 } })
    await waits(first.admin.editWall({ params, body: { secret: 'another-secret-word' } }))
    await accept(second)
    await waits(first.admin.editWall({ params, body: { maxReward: 1_000_000_000 } }))
  })

  test('pays a large sum that a measure kept back', async () => {
    const { first, second } = await admins()
    const held = await world.user('power_held')
    await suspect(world, held, { points: 70 })
    await world.db.raw(
      `INSERT INTO measures (id, user_id, kind, since, reason, withheld)
       VALUES ($1, $2, 'reward', $3, 'Withheld.', 2000000)`,
      [newId(), held.id, world.clock.now()],
    )
    const [row] = await world.db.raw(`SELECT id FROM measures WHERE user_id = $1 AND withheld > 0`, [held.id])
    expect(row).toBeDefined()
    await waits(first.admin.endMeasure({ params: { id: String(row?.['id']) } }))
    await waits(first.admin.releaseSuspects({ body: { users: [held.id] } }))
    await waits(first.admin.deleteMarks({ body: { ids: [held.id] } }))
    expect(await mainOf(held)).toBe(0)
    const release = (await pendingOf(second)).find(({ kind }) => kind === 'suspect.release')
    await second.admin.acceptApproval({ params: { id: release?._id ?? '' } })
    expect(await mainOf(held)).toBe(2_000_000)
  })

  test.each<Partial<Settings>>([
    { faucet_reward: 1_000_000_000 },
    { leaderboard_prizes_month: [1_000_000] },
    { bonus_rewards: [50, 75, 100, 150, 200, 300, 1_000_000] },
    { happyHourBonus: 1_000, faucet_reward: 20_000 },
    { referral_commission: 1_001 },
    { referral_offerwall_commission: 501 },
    { exchange_bonus_percent: 1 },
    { ptc_prices: [{ kind: 'iframe', timer: 5, price: 1_000 }] },
    { task_fee_basis_points: 400 },
    { payout_auto_max: 4_999_999 },
    { payout_user_day_max: 0 },
    { payout_user_day_max: 1_000_001 },
    { payout_site_day_max: 0 },
    { withdraw_min_answers: 0 },
    { withdraw_min_days: 6 },
    { rate_max_age_minutes: 1_440 },
    { rate_jump_percent: 1_000 },
    { outflow_dry_run: true },
    { outflow_usual_floor: 1_000_000_000 },
    { risk_measures: false },
    { two_step_staff: false },
    { deposit_btcpay_url: 'https://evil.example' },
    { deposit_nowpayments_url: 'https://evil.example' },
    { deposit_faucetpay_username: 'thief' },
  ])('sets %o', async (body) => {
    const { first, second } = await admins()
    await world.settings({ two_step_staff: body.two_step_staff === false })
    if (body.two_step_staff === false) await world.db.raw(`UPDATE users SET two_step_at = now() WHERE role = 'admin'`)
    const before = (await first.admin.settings()).settings
    const saved = await first.admin.saveSettings({ body })
    expect(saved.settings).toEqual(before)
    expect(saved.msg).toContain('admin must approve')
    expect(await accept(second)).toMatchObject({ kind: 'setting.save', state: 'accepted' })
    expect((await first.admin.settings()).settings).toMatchObject(body)
    await world.settings({ two_step_staff: false })
  })

  test('keeps the key of a payment provider readable while it waits', async () => {
    const { first, second } = await admins()
    await first.admin.saveSettings({ body: { deposit_btcpay_key: 'the-key-of-a-thief' } })
    const rows = await world.db.raw(`SELECT payload::text FROM pending_acts WHERE state = 'pending'`)
    expect(JSON.stringify(rows)).not.toContain('the-key-of-a-thief')
    expect((await pendingOf(second))[0]?.sentence).toBe('Set deposit_btcpay_key to (a secret).')
    await accept(second)
    expect(world.deps.settings.current().deposit_btcpay_key).toBe('the-key-of-a-thief')
  })

  test('adds small raises of a price up to a large one', async () => {
    const { first } = await admins()
    const set = async (percent: number) =>
      (await first.admin.saveSettings({ body: { task_fee_basis_points: percent } })).settings.task_fee_basis_points
    for (const fee of [900, 800, 700, 600, 500]) expect(await set(fee)).toBe(fee)
    expect(await set(499)).toBe(500)
  })
})

test('what was proposed ends by time, and small changes are made alone', async () => {
  const { first, second } = await admins()
  expect((await first.admin.saveSettings({ body: { faucet_reward: 31, ptc_viewer_percent: 75 } })).msg).toBe(
    inEnglish(say('saved')),
  )
  await waits(first.admin.addChallenge({ body: { ...challenge, tokenReward: 1_000_000 } }))
  const [act] = await pendingOf(second)
  world.clock.turn(8 * 86_400)
  const late = await refusal(second.admin.acceptApproval({ params: { id: act?._id ?? '' } }))
  expect(late).toMatchObject({ failure: { code: 'APPROVAL_EXPIRED' } })
  await world.settings({ four_eyes: false })
  await first.admin.addChallenge({ body: { ...challenge, tokenReward: 1_000_000 } })
})

const findPresetOrFail = () => {
  const preset = presets.find(({ id }) => id === 'family')
  if (preset === undefined) throw new Error('there is no such preset')
  return preset
}
