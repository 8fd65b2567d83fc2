import { defaults, type Settings } from '@runnel/contract/settings/settings'
import { presets } from '#features/offerwall/offerwall.ts'
import { newId } from '#kernel/id.ts'
import { wallFields } from '#test/features/walls.ts'
import { type Api, openActContext } from './act-context.ts'
import { createDice } from './dice.ts'
import type { Site } from './site.ts'

/** The walls of the site: one that signs what it says as most do, and the one that the owner sets up by hand. */
export const wallPresets = presets.filter(({ id }) => id === 'family' || id === 'generic')

/** The parameter of a postback that gives the id of a click back. */
export const CLICK_PARAM = 'click'

/** A new site as its owner opens it: settings that let much happen, and something of everything. */
export const setUpSite = async (site: Site): Promise<void> => {
  const dice = createDice(`${site.plan.seed} furnish`)
  await saveSettings(site, fixed)
  const owner = openActContext(site, quiet).as(site.owner)
  await addWithdrawMethods(owner)
  for (const preset of wallPresets) {
    const rules = { ...preset.rules, partialReversals: true, clickParam: CLICK_PARAM }
    await owner.admin.addWall({
      body: { ...wallFields(preset), rules, holdDays: 3, supportEmail: 'help@wall.example' },
    })
  }
  for (const reward of [35, 120])
    await owner.admin.addLink({ body: { ...linkFields, name: `Short ${reward}`, reward } })
  const moved = { api: 'adlinkfly' as const, apiUrl: 'https://short.example.com/api', apiKey: 'a key', enabled: false }
  await owner.admin.addLink({ body: { ...linkFields, ...moved, name: 'Elsewhere', reward: 50 } })
  const challenge = { period: 'daily', enabled: true, position: 0 } as const
  await owner.admin.addChallenge({ body: { ...challenge, kind: 'faucet', requirement: 1, tokenReward: 77 } })
  await owner.admin.addChallenge({ body: { ...challenge, kind: 'ptc', requirement: 1, tokenReward: 41 } })
  for (const [index, member] of site.members.entries()) {
    const gift = (account: 'main' | 'deposit', amount: number) =>
      owner.admin.adjustUser({
        params: { id: member.id },
        body: { account, amount, reason: 'A gift for the opening.' },
      })
    // Enough for some withdrawals: most of what can go wrong goes wrong on the way out.
    await gift('main', 4_000)
    if (index % 2 === 0) await gift('deposit', 100_000)
    await withhold(site, member.id)
  }
  const code = { enabled: true, from: null, until: null, minLevel: 1, verifiedOnly: false }
  await owner.admin.addCoupons({ body: { ...code, name: 'Opening', code: 'OPENING', reward: 250, usesMax: 3 } })
  await saveSettings(site, drawn(dice))
}

/** What a site of an earlier version kept back of claims, until somebody ends that restriction. */
const withhold = async ({ nodes, clock }: Site, userId: string): Promise<void> => {
  const amount = 300
  await nodes[0]?.db.write((tx) =>
    tx
      .insertInto('measures')
      .values({ id: newId(), user_id: userId, kind: 'reward', since: clock(), reason: 'Withheld.', withheld: amount })
      .execute(),
  )
}

/** Never sends anything twice. */
const quiet = { ...createDice('quiet'), chance: () => false }

/** Writes settings past the rules for admins, and waits until every node has them. */
export const saveSettings = async ({ nodes, clock }: Site, changes: Partial<Settings>): Promise<void> => {
  const [first] = nodes
  if (first === undefined) return
  await first.db.write((tx) => first.settings.save(tx, changes, clock()))
  await first.settings.announce()
  await settle(nodes, changes)
}

/** Nodes learn of settings a moment later; until then they rightly follow the old ones. */
export const settle = async (nodes: Site['nodes'], changes: Partial<Settings>): Promise<void> => {
  const deadline = Date.now() + 5_000
  const wanted = JSON.stringify(Object.entries(changes))
  for (const { settings } of nodes) {
    const has = () => {
      const current = settings.current()
      const names = Object.keys(changes) as (keyof Settings)[]
      return JSON.stringify(names.map((name) => [name, current[name]])) === wanted
    }
    while (!has() && Date.now() < deadline) await new Promise((wait) => setTimeout(wait, 5))
  }
}

const fixed: Partial<Settings> = {
  captcha_provider: 'turnstile',
  captcha_site_key: 'key',
  captcha_secret: 'secret',
  faucet_timer: 60,
  faucet_reward: 137,
  // About one claim in four meets a captcha once somebody has made a few.
  captcha_every_new: 20,
  payout_auto_max: 20_000,
  payout_user_day_max: 0,
  payout_site_day_max: 0,
  withdraw_min_answers: 0,
  payout_address_wait_hours: 0,
  bonus_min_claims: 1,
  ptc_min_views: 1,
  exchange_minimum: 10,
  leaderboard_prizes_day: [300, 200, 100],
  deposit_methods: [
    { processor: 'btcpay', coin: '', minimum: 1_000, maximum: 100_000_000, feeBasisPoints: 150, enabled: true },
  ],
}

const drawn = (dice: ReturnType<typeof createDice>): Partial<Settings> => ({
  exchange_bonus_percent: dice.pick([0, 0, 5, 12]) ?? 0,
  task_fee_basis_points: dice.pick([0, 333, 1_000, 2_500]) ?? 0,
  referral_commission: dice.pick([500, 1_000, 3_000]) ?? 0,
  ptc_viewer_percent: dice.pick([50, 70, 100]) ?? 70,
  // Some sites live through what the system thinks of made-up people, others are without.
  risk_measures: dice.chance(0.5),
  four_eyes: dice.chance(0.5),
  four_eyes_adjust_min: 5_000,
  four_eyes_withdrawal_min: 30_000,
  outflow_limits: dice.chance(0.5)
    ? defaults.outflow_limits
    : {
        ...defaults.outflow_limits,
        faucet: { ...defaults.outflow_limits.faucet, dayAmount: 20_000 },
        task: { ...defaults.outflow_limits.task, hourAmount: 2_000 },
        ptc: { ...defaults.outflow_limits.ptc, hourAmount: 60 },
      },
  // Never changed afterwards: a day is measured by one budget.
  faucet_day_max: dice.pick([0, 1_500, 1_500, 30_000]) ?? 0,
  faucet_network_percent: 100,
  earning_rules: dice.pick(['open', 'balanced', 'strict']) ?? 'open',
  // Enough for many claims, so that both sides of the allowance are met.
  allowance_starter: 2_000,
  reduced_reward: 3,
  revenue_settle_days: 2,
  allowance_withdraw_min: 500,
})

const linkFields = {
  api: 'sandbox' as const,
  apiUrl: '',
  apiKey: '',
  maxView: 5,
  priority: 0,
  minSeconds: 2,
  expectedSeconds: 20,
  countries: [],
  enabled: true,
}

const addWithdrawMethods = async (owner: Api): Promise<void> => {
  const way = { minimum: 500, maximum: 2_000_000, fee: 33, decimals: 8, enabled: true, position: 0 }
  await owner.admin.addMethod({
    body: { ...way, currency: 'DOGE', name: 'Dogecoin', processor: 'sandbox', rate: '10007' },
  })
  await owner.admin.addMethod({
    body: { ...way, currency: 'LTC', name: 'Litecoin', processor: 'bitcoind', rate: '8500001', fee: 170 },
  })
  await owner.admin.addMethod({
    body: { ...way, currency: 'TRX', name: 'Tron', processor: 'manual', rate: '30011', decimals: 6 },
  })
}
