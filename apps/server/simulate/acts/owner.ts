import { OutflowSource } from '@runnel/contract/outflow'
import type { Settings } from '@runnel/contract/settings/settings'
import { type ActKind, NothingToDoError, type ActContext } from '#simulate/act-context.ts'
import { settle } from '#simulate/set-up.ts'

/** Settings that owners play with, small and large. */
const choices: readonly ((dice: ActContext['dice']) => Partial<Settings>)[] = [
  (dice) => ({ faucet_reward: dice.pick([30, 137, 211]) ?? 30 }),
  (dice) => ({ happyHourBonus: dice.pick([0, 33, 50]) ?? 0 }),
  (dice) => ({ referral_commission: dice.pick([0, 500, 1_000, 3_000]) ?? 0 }),
  (dice) => ({ exchange_bonus_percent: dice.pick([0, 5, 12]) ?? 0 }),
  (dice) => ({ task_fee_basis_points: dice.pick([0, 333, 1_000, 2_500]) ?? 0 }),
  (dice) => ({ ptc_viewer_percent: dice.pick([50, 70, 100]) ?? 70 }),
  (dice) => ({ payout_auto_max: dice.pick([0, 5_000, 50_000]) ?? 0 }),
  (dice) => ({ payout_user_day_max: dice.pick([0, 50_000]) ?? 0 }),
  (dice) => ({ payout_dry_run: dice.chance(0.1) }),
  (dice) => ({ four_eyes: dice.chance(0.6) }),
  (dice) => ({ outflow_dry_run: dice.chance(0.1) }),
]

const changeSettings: ActKind = {
  weight: 2,
  moves: [],
  run: async (stage) => {
    const { dice, site } = stage
    const change = dice.pick(choices)?.(dice) ?? {}
    const { settings } = await stage.as(stage.admin()).admin.saveSettings({ body: change })
    // With two admins what loosens waits for the other.
    const names = Object.keys(change) as (keyof Settings)[]
    await settle(site.nodes, Object.fromEntries(names.map((name) => [name, settings[name]])))
    return `an admin sets ${JSON.stringify(change)}`
  },
}

const makeCodes: ActKind = {
  weight: 1.5,
  moves: [],
  run: async (stage) => {
    const { dice } = stage
    const code = { enabled: true, from: null, until: null, minLevel: 1, verifiedOnly: false, name: 'For friends' }
    const reward = dice.chance(0.3) ? dice.amount(5_000, 20_000) : dice.amount(20, 4_000)
    const usesMax = dice.whole(1, 4)
    const admin = stage.admin()
    const { made } = await stage.as(admin).admin.addCoupons({
      body: { ...code, reward, usesMax, count: 1, prefix: 'FRIEND-' },
    })
    if (made > 0) stage.raised(admin, 'everybody', reward)
    return `an admin makes ${made} code of ${reward} for ${usesMax}`
  },
}

const changeChallenge: ActKind = {
  weight: 0.7,
  moves: [],
  run: async (stage) => {
    const { dice } = stage
    const { id = '' } = await stage.one('SELECT id FROM earn_challenges')
    await stage.as(stage.admin()).admin.editChallenge({ params: { id }, body: { tokenReward: dice.amount(20, 500) } })
    return 'an admin changes a challenge'
  },
}

const stop: ActKind = {
  weight: 0.7,
  moves: [],
  run: async (stage) => {
    const { dice } = stage
    const source = dice.pick(OutflowSource.options) ?? 'faucet'
    const body = { sources: [source], payouts: dice.chance(0.3), reason: 'Something looks odd.' }
    await stage.as(stage.admin()).admin.stopOutflow({ body })
    await stage.site.hearClosed()
    return `an admin stops ${source}`
  },
}

const resume: ActKind = {
  weight: 3,
  moves: [],
  run: async (stage) => {
    const { id = '', source = '' } = await stage.one(`SELECT id, source FROM outflow_trips WHERE state = 'open'`)
    await stage.as(stage.admin()).admin.resumeOutflow({ params: { id }, body: {} })
    await stage.site.hearClosed()
    return `an admin lets ${source} run again`
  },
}

const setBudget: ActKind = {
  weight: 1.2,
  moves: [],
  run: async (stage) => {
    const { dice, site } = stage
    const budgets = site.nodes[0]?.settings.current().daily_budgets
    if (budgets === undefined) throw new NothingToDoError()
    const source = dice.pick(['faucet', 'bonus', 'coupon', 'coupon', 'link', 'challenge'] as const) ?? 'faucet'
    const daily_budgets = { ...budgets, [source]: dice.pick([0, 0, 300, 3_000, 20_000]) ?? 0 }
    const { settings } = await stage.as(stage.admin()).admin.saveSettings({ body: { daily_budgets } })
    await settle(site.nodes, { daily_budgets: settings.daily_budgets })
    return `an admin sets the budget of ${source} to ${daily_budgets[source]}`
  },
}

export const owning = { changeSettings, makeCodes, changeChallenge, stop, resume, setBudget }
