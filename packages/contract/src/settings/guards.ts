import { LEVEL_BONUS_MAX_PERCENT } from '#contract/constants.ts'
import type { Settings } from './settings.ts'

/** What everybody may earn from the site by a source whose rewards are settings. */
export type PaidBy = 'faucet' | 'bonus' | 'leaderboard'

/**
 * How a change of a setting is guarded.
 * - `free`: words, looks and order, and conditions that no amount hangs on.
 * - `proof`: always asks for a fresh proof.
 * - `loosens`: always asks for a fresh proof; with four eyes what is looser waits for the second admin.
 * - `bounded`: decides how much one user may get in a day (`dailyMost`). Over `PROOF_BOUND` it asks for a fresh proof;
 *   with four eyes it waits at the owner's limit, together with what the same admin raised alone within a day.
 * - `priced`: asks for a fresh proof where one of its figures moves by more than `PROOF_BOUND.percent`; with four eyes
 *   it waits where one moves by more than `PRICE_FACTOR` within a day.
 */
export type SettingGuard =
  | { readonly kind: 'free' | 'proof' }
  | { readonly kind: 'loosens'; readonly isLooser: (before: Settings, after: Settings) => boolean }
  | { readonly kind: 'bounded'; readonly paidBy: PaidBy }
  | { readonly kind: 'priced'; readonly figures: (settings: Settings) => Readonly<Record<string, number>> }

const DAY_SECONDS = 86_400
const minuteOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))
const DAY_MINUTES = 1_440

/** The most that one user may get in a day, at the highest level and with every claim that fits into the day. */
export const dailyMost: Readonly<Record<PaidBy, (settings: Settings) => number>> = {
  faucet: ({ faucet_reward: reward, faucet_timer: timer, dailyClaimLimit, happy_hours: hours, happyHourBonus }) => {
    const most = Math.floor(DAY_SECONDS / timer) + 1
    const claims = dailyClaimLimit === 0 ? most : Math.min(dailyClaimLimit, most)
    const minutes = hours.map(({ from, to }) => (minuteOf(to) - minuteOf(from) + DAY_MINUTES) % DAY_MINUTES)
    const happyMost = minutes.reduce((sum, long) => sum + Math.floor((long * 60) / timer) + 1, 0)
    const happy = Math.min(claims, happyMost) * (happyHourBonus / 100)
    return Math.ceil(reward * (1 + LEVEL_BONUS_MAX_PERCENT / 100) * (claims + happy))
  },
  // Each day of the round counts, so that none can be raised behind a larger one.
  bonus: ({ bonus_rewards: rewards }) => sumOf(rewards),
  leaderboard: (settings) =>
    sumOf([
      ...settings.leaderboard_prizes_day,
      ...settings.leaderboard_prizes_week,
      ...settings.leaderboard_prizes_month,
    ]),
}

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0)

type Name = keyof Settings
type NumberName = { [N in Name]: Settings[N] extends number ? N : never }[Name]

const free = { kind: 'free' } as const
const proof = { kind: 'proof' } as const
const bounded = (paidBy: PaidBy): SettingGuard => ({ kind: 'bounded', paidBy })
const loosens = (isLooser: (before: Settings, after: Settings) => boolean): SettingGuard => ({
  kind: 'loosens',
  isLooser,
})
const always = loosens(() => true)
const upwards = (name: NumberName): SettingGuard => loosens((before, after) => after[name] > before[name])
const downwards = (name: NumberName): SettingGuard => loosens((before, after) => after[name] < before[name])
/** A limit where 0 says that there is none. */
const isHigher = (before: number, after: number): boolean =>
  after !== before && before !== 0 && (after === 0 || after > before)
const limit = (name: NumberName): SettingGuard => loosens((before, after) => isHigher(before[name], after[name]))
const unlessEmptied = (name: Name): SettingGuard => loosens((_before, after) => after[name] !== '')
const figure = (name: NumberName): SettingGuard => ({
  kind: 'priced',
  figures: (settings) => ({ [name]: settings[name] }),
})

const budgets = loosens(({ daily_budgets: before }, { daily_budgets: after }) =>
  namesOf(before).some((source) => isHigher(before[source], after[source])),
)

const outflowLimits = loosens(({ outflow_limits: before }, { outflow_limits: after }) =>
  namesOf(before).some((source) =>
    namesOf(before[source]).some((name) => isHigher(before[source][name], after[source][name])),
  ),
)

// The given objects have exactly the keys of their type.
const namesOf = <T extends object>(record: T) => Object.keys(record) as (keyof T)[]

/** A way to pay in that was not open before says for itself how much arrived. */
const depositMethods = loosens(({ deposit_methods: before }, { deposit_methods: after }) => {
  const openOf = (rows: Settings['deposit_methods']) =>
    rows.filter(({ enabled }) => enabled).map(({ processor, coin }) => `${processor}:${coin}`)
  const open = new Set(openOf(before))
  return openOf(after).some((name) => !open.has(name))
})

const prices: SettingGuard = {
  kind: 'priced',
  figures: ({ ptc_prices: rows }) =>
    Object.fromEntries(rows.map(({ kind, timer, price }) => [`${kind}:${timer}`, price])),
}

/** Every setting; one that is missing here does not compile. */
export const settingGuards: Readonly<Record<Name, SettingGuard>> = {
  site_name: free,
  site_hue: free,
  site_logo: free,
  // The limits are in units: what one is worth decides how large a large withdrawal is.
  site_currency: always,
  contact_email: proof,
  registration_open: proof,
  maintenance: proof,
  maintenance_message: free,
  content_privacy_policy: free,
  content_terms_of_service: free,
  content_faq: free,

  google_client_id: proof,
  google_client_secret: proof,
  // Who chooses the provider chooses who it says somebody is, and could be both admins.
  google_issuer: always,
  two_step_staff: loosens((before, after) => before.two_step_staff && !after.two_step_staff),
  four_eyes: always,
  four_eyes_withdrawal_min: upwards('four_eyes_withdrawal_min'),
  four_eyes_adjust_min: upwards('four_eyes_adjust_min'),

  risk_retention_days: proof,
  risk_measures: loosens((before, after) => before.risk_measures && !after.risk_measures),
  risk_lock_days: proof,
  risk_hosting_networks: proof,

  faucet_reward: bounded('faucet'),
  faucet_timer: bounded('faucet'),
  dailyClaimLimit: bounded('faucet'),
  happy_hours: bounded('faucet'),
  happyHourBonus: bounded('faucet'),
  // A level adds a bounded percentage, which `dailyMost` counts at its highest.
  faucet_exp: free,
  ptc_exp: free,
  offerwall_exp: free,
  task_exp: free,
  link_exp: free,
  bonus_exp: free,
  challenge_exp: free,
  coupon_exp: free,

  // What is paid without any person needs no second one either.
  payout_auto_max: upwards('payout_auto_max'),
  payout_user_day_max: limit('payout_user_day_max'),
  payout_site_day_max: limit('payout_site_day_max'),
  withdraw_min_answers: downwards('withdraw_min_answers'),
  withdraw_min_days: downwards('withdraw_min_days'),
  solve_price_usd: proof,
  payout_dry_run: proof,
  payout_faucetpay_key: proof,
  payout_bitcoind_btc_url: proof,
  payout_bitcoind_ltc_url: proof,
  payout_bitcoind_doge_url: proof,
  payout_evm_ethereum_url: proof,
  payout_evm_ethereum_key: proof,
  payout_evm_bsc_url: proof,
  payout_evm_bsc_key: proof,
  payout_evm_polygon_url: proof,
  payout_evm_polygon_key: proof,
  payout_evm_bump_minutes: proof,
  // Who chooses the sources, or lets old and odd rates count, chooses how many coins an amount is.
  rate_sources: always,
  rate_max_age_minutes: upwards('rate_max_age_minutes'),
  rate_jump_percent: upwards('rate_jump_percent'),

  daily_budgets: budgets,
  outflow_limits: outflowLimits,
  outflow_usual_floor: upwards('outflow_usual_floor'),
  outflow_dry_run: loosens((before, after) => after.outflow_dry_run && !before.outflow_dry_run),
  solvency_public: proof,

  // Whoever is asked whether a deposit arrived can say that it did.
  deposit_methods: depositMethods,
  deposit_btcpay_url: unlessEmptied('deposit_btcpay_url'),
  deposit_btcpay_store: unlessEmptied('deposit_btcpay_store'),
  deposit_btcpay_key: unlessEmptied('deposit_btcpay_key'),
  deposit_btcpay_webhook_secret: unlessEmptied('deposit_btcpay_webhook_secret'),
  deposit_nowpayments_url: unlessEmptied('deposit_nowpayments_url'),
  deposit_nowpayments_key: unlessEmptied('deposit_nowpayments_key'),
  deposit_nowpayments_ipn_secret: unlessEmptied('deposit_nowpayments_ipn_secret'),
  deposit_faucetpay_username: unlessEmptied('deposit_faucetpay_username'),
  exchange_minimum: free,
  // A percentage is of amounts that nobody bounds.
  exchange_bonus_percent: upwards('exchange_bonus_percent'),
  referral_commission: upwards('referral_commission'),
  referral_offerwall_commission: upwards('referral_offerwall_commission'),

  ptc_prices: prices,
  ptc_viewer_percent: figure('ptc_viewer_percent'),
  ptc_min_views: free,
  ptc_report_limit: free,
  ptc_return_days: free,
  task_fee_basis_points: figure('task_fee_basis_points'),
  task_dispute_days: free,
  task_revision_hours: free,
  task_owner_level: free,
  link_visit_minutes: free,
  link_sort: free,

  bonus_rewards: bounded('bonus'),
  bonus_min_claims: free,
  bonus_grace_days: free,
  coupon_canary: proof,
  leaderboard_prizes_day: bounded('leaderboard'),
  leaderboard_prizes_week: bounded('leaderboard'),
  leaderboard_prizes_month: bounded('leaderboard'),

  // What everybody sees, written by somebody else's program.
  banner_728x90: proof,
  banner_468x60: proof,
  banner_300x250: proof,
  banner_160x600: proof,
  adblock_wall: free,

  captcha_provider: proof,
  captcha_site_key: proof,
  captcha_secret: proof,
}
