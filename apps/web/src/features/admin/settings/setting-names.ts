import { t } from '@lingui/core/macro'
import type { Settings } from '@runnel/contract/settings/settings'
import type { SettingsTab } from './settings-tabs.ts'

export type SettingName = keyof Settings

/** What each setting is called, in its form and in the log. */
export const settingName = (name: SettingName): string =>
  ({
    ...siteNames(),
    ...moneyNames(),
    ...payoutNames(),
    ...depositNames(),
    ...giftNames(),
    ...rankNames(),
    ...adNames(),
    ...taskNames(),
    ...outflowNames(),
    ...peopleNames(),
    ...riskNames(),
  })[name]

type SiteName = Extract<
  SettingName,
  `site_${string}` | `content_${string}` | `captcha_${string}` | `maintenance${string}`
>
type RestOfSite =
  | 'contact_email'
  | 'registration_open'
  | 'solve_price_usd'
  | 'two_step_staff'
  | `google_${'client_id' | 'client_secret' | 'issuer'}`

const siteNames = (): Record<SiteName | RestOfSite, string> => ({
  site_name: t({ id: 'setting.site_name', message: 'Site name' }),
  site_hue: t({ id: 'setting.site_hue', message: 'Brand color' }),
  site_logo: t({ id: 'setting.site_logo', message: 'Logo' }),
  site_currency: t({ id: 'setting.site_currency', message: 'Currency' }),
  contact_email: t({ id: 'setting.contact_email', message: 'Contact email' }),
  registration_open: t({ id: 'setting.registration_open', message: 'Registration open' }),
  maintenance: t({ id: 'setting.maintenance', message: 'Maintenance mode' }),
  maintenance_message: t({ id: 'setting.maintenance_message', message: 'Maintenance message' }),
  content_privacy_policy: t({ id: 'setting.content_privacy_policy', message: 'Privacy policy' }),
  content_terms_of_service: t({ id: 'setting.content_terms_of_service', message: 'Terms of service' }),
  content_faq: t({ id: 'setting.content_faq', message: 'FAQ' }),
  captcha_provider: t({ id: 'setting.captcha_provider', message: 'Captcha provider' }),
  captcha_site_key: t({ id: 'setting.captcha_site_key', message: 'Captcha site key' }),
  captcha_secret: t({ id: 'setting.captcha_secret', message: 'Captcha secret key' }),
  google_client_id: t({ id: 'setting.google_client_id', message: 'Google client ID' }),
  google_client_secret: t({ id: 'setting.google_client_secret', message: 'Google client secret' }),
  google_issuer: t({ id: 'setting.google_issuer', message: 'OpenID Connect issuer URL' }),
  two_step_staff: t({ id: 'setting.two_step_staff', message: 'Require two-factor authentication for staff' }),
  solve_price_usd: t({ id: 'setting.solve_price_usd', message: 'Captcha-solving cost (USD)' }),
})

type DepositName = Extract<SettingName, `deposit_${string}` | `exchange_${string}`>

const depositNames = (): Record<DepositName, string> => ({
  deposit_methods: t({ id: 'setting.deposit_methods', message: 'Deposit methods' }),
  deposit_btcpay_url: t({ id: 'setting.deposit_btcpay_url', message: 'BTCPay Server URL' }),
  deposit_btcpay_store: t({ id: 'setting.deposit_btcpay_store', message: 'BTCPay Server store ID' }),
  deposit_btcpay_key: t({ id: 'setting.deposit_btcpay_key', message: 'BTCPay Server API key' }),
  deposit_btcpay_webhook_secret: t({
    id: 'setting.deposit_btcpay_webhook_secret',
    message: 'BTCPay Server webhook secret',
  }),
  deposit_nowpayments_url: t({ id: 'setting.deposit_nowpayments_url', message: 'NOWPayments API URL' }),
  deposit_nowpayments_key: t({ id: 'setting.deposit_nowpayments_key', message: 'NOWPayments API key' }),
  deposit_nowpayments_ipn_secret: t({
    id: 'setting.deposit_nowpayments_ipn_secret',
    message: 'NOWPayments IPN secret',
  }),
  deposit_faucetpay_username: t({
    id: 'setting.deposit_faucetpay_username',
    message: 'FaucetPay username',
  }),
  exchange_minimum: t({ id: 'setting.exchange_minimum', message: 'Minimum exchange (units)' }),
  exchange_bonus_percent: t({ id: 'setting.exchange_bonus_percent', message: 'Exchange bonus (%)' }),
})

type GiftName = Extract<SettingName, `bonus_${string}` | `coupon_${string}` | 'challenge_exp'>

const giftNames = (): Record<GiftName, string> => ({
  bonus_rewards: t({ id: 'setting.bonus_rewards', message: 'Daily bonus rewards (units per day)' }),
  bonus_min_claims: t({ id: 'setting.bonus_min_claims', message: 'Faucet claims required for the daily bonus' }),
  bonus_grace_days: t({ id: 'setting.bonus_grace_days', message: 'Days between grace days' }),
  bonus_exp: t({ id: 'setting.bonus_exp', message: 'XP per daily bonus' }),
  challenge_exp: t({ id: 'setting.challenge_exp', message: 'XP per challenge' }),
  coupon_exp: t({ id: 'setting.coupon_exp', message: 'XP per coupon' }),
  coupon_canary: t({ id: 'setting.coupon_canary', message: 'Canary coupon code' }),
})

type RankName = Extract<SettingName, `leaderboard_${string}` | `referral_${string}`>

const rankNames = (): Record<RankName, string> => ({
  leaderboard_prizes_day: t({
    id: 'setting.leaderboard_prizes_day',
    message: 'Daily leaderboard prizes (rank 1 first)',
  }),
  leaderboard_prizes_week: t({
    id: 'setting.leaderboard_prizes_week',
    message: 'Weekly leaderboard prizes (rank 1 first)',
  }),
  leaderboard_prizes_month: t({
    id: 'setting.leaderboard_prizes_month',
    message: 'Monthly leaderboard prizes (rank 1 first)',
  }),
  referral_commission: t({ id: 'setting.referral_commission', message: 'Referral commission (basis points)' }),
  referral_offerwall_commission: t({
    id: 'setting.referral_offerwall_commission',
    message: 'Referral commission on offerwalls (basis points)',
  }),
})

type AdName = Extract<SettingName, `ptc_${string}` | `banner_${string}` | 'adblock_wall'>

const adNames = (): Record<AdName, string> => ({
  ptc_prices: t({ id: 'setting.ptc_prices', message: 'PTC prices' }),
  ptc_viewer_percent: t({ id: 'setting.ptc_viewer_percent', message: 'User share per view (%)' }),
  ptc_min_views: t({ id: 'setting.ptc_min_views', message: 'Minimum views per campaign' }),
  ptc_exp: t({ id: 'setting.ptc_exp', message: 'XP per ad view' }),
  ptc_report_limit: t({ id: 'setting.ptc_report_limit', message: 'Reports before a campaign returns to review' }),
  ptc_return_days: t({ id: 'setting.ptc_return_days', message: 'Invalid view refund period (days)' }),
  banner_728x90: t({ id: 'setting.banner_728x90', message: 'Leaderboard banner, 728 × 90' }),
  banner_468x60: t({ id: 'setting.banner_468x60', message: 'Banner, 468 × 60' }),
  banner_300x250: t({ id: 'setting.banner_300x250', message: 'Medium rectangle, 300 × 250' }),
  banner_160x600: t({ id: 'setting.banner_160x600', message: 'Skyscraper, 160 × 600' }),
  adblock_wall: t({ id: 'setting.adblock_wall', message: 'Require ad blocker to be off' }),
})

type TaskName = Extract<SettingName, `task_${string}`>

const taskNames = (): Record<TaskName, string> => ({
  task_exp: t({ id: 'setting.task_exp', message: 'XP per task' }),
  task_fee_basis_points: t({
    id: 'setting.task_fee_basis_points',
    message: 'Task fee (basis points)',
  }),
  task_dispute_days: t({ id: 'setting.task_dispute_days', message: 'Dispute period (days)' }),
  task_revision_hours: t({ id: 'setting.task_revision_hours', message: 'Revision deadline (hours)' }),
  task_owner_level: t({ id: 'setting.task_owner_level', message: 'Minimum level to create tasks' }),
})

type PayoutName = Extract<
  SettingName,
  | `payout_faucetpay_${string}`
  | `payout_bitcoind_${string}`
  | `payout_evm_${string}`
  | 'payout_dry_run'
  | 'rate_sources'
  | 'rate_jump_percent'
>

const payoutNames = (): Record<PayoutName, string> => ({
  payout_dry_run: t({ id: 'setting.payout_dry_run', message: 'Payout dry run' }),
  payout_faucetpay_key: t({ id: 'setting.payout_faucetpay_key', message: 'FaucetPay API key' }),
  payout_bitcoind_btc_url: t({ id: 'setting.payout_bitcoind_btc_url', message: 'Bitcoin node URL' }),
  payout_bitcoind_ltc_url: t({ id: 'setting.payout_bitcoind_ltc_url', message: 'Litecoin node URL' }),
  payout_bitcoind_doge_url: t({ id: 'setting.payout_bitcoind_doge_url', message: 'Dogecoin node URL' }),
  payout_evm_ethereum_url: t({ id: 'setting.payout_evm_ethereum_url', message: 'Ethereum node URL' }),
  payout_evm_ethereum_key: t({ id: 'setting.payout_evm_ethereum_key', message: 'Ethereum private key' }),
  payout_evm_bsc_url: t({ id: 'setting.payout_evm_bsc_url', message: 'BNB Chain node URL' }),
  payout_evm_bsc_key: t({ id: 'setting.payout_evm_bsc_key', message: 'BNB Chain private key' }),
  payout_evm_polygon_url: t({ id: 'setting.payout_evm_polygon_url', message: 'Polygon node URL' }),
  payout_evm_polygon_key: t({ id: 'setting.payout_evm_polygon_key', message: 'Polygon private key' }),
  payout_evm_bump_minutes: t({
    id: 'setting.payout_evm_bump_minutes',
    message: 'Bump fee after (minutes)',
  }),
  rate_sources: t({ id: 'setting.rate_sources', message: 'Price sources' }),
  rate_jump_percent: t({ id: 'setting.rate_jump_percent', message: 'Max. rate change at once (%)' }),
})

type OutflowName = Extract<SettingName, `outflow_${string}` | 'daily_budgets' | 'solvency_public'>

const outflowNames = (): Record<OutflowName, string> => ({
  daily_budgets: t({ id: 'setting.daily_budgets', message: 'Daily budget per source' }),
  outflow_limits: t({ id: 'setting.outflow_limits', message: 'Circuit breaker limits' }),
  outflow_usual_floor: t({ id: 'setting.outflow_usual_floor', message: 'Always allowed per hour (units)' }),
  outflow_dry_run: t({ id: 'setting.outflow_dry_run', message: 'Circuit breaker dry run' }),
  solvency_public: t({ id: 'setting.solvency_public', message: 'Publish solvency page' }),
})

type PeopleName = Extract<SettingName, `four_eyes${string}`>

const peopleNames = (): Record<PeopleName, string> => ({
  four_eyes: t({ id: 'setting.four_eyes', message: 'Require a second admin for large actions' }),
  four_eyes_withdrawal_min: t({
    id: 'setting.four_eyes_withdrawal_min',
    message: 'Second admin for withdrawals from',
  }),
  four_eyes_adjust_min: t({
    id: 'setting.four_eyes_adjust_min',
    message: 'Second admin for balance adjustments and rewards from',
  }),
})

type RiskName = Extract<SettingName, `risk_${string}`>

const riskNames = (): Record<RiskName, string> => ({
  risk_retention_days: t({ id: 'setting.risk_retention_days', message: 'Network and device retention (days)' }),
  risk_measures: t({ id: 'setting.risk_measures', message: 'Automatic restrictions' }),
  risk_lock_days: t({ id: 'setting.risk_lock_days', message: 'Automatic lock duration (days)' }),
  risk_hosting_networks: t({ id: 'setting.risk_hosting_networks', message: 'Hosting and VPN networks' }),
})

type MoneyName = Exclude<
  SettingName,
  | SiteName
  | RestOfSite
  | DepositName
  | GiftName
  | RankName
  | AdName
  | TaskName
  | PayoutName
  | OutflowName
  | PeopleName
  | RiskName
>

const moneyNames = (): Record<MoneyName, string> => ({
  faucet_reward: t({ id: 'setting.faucet_reward', message: 'Faucet reward (units)' }),
  faucet_timer: t({ id: 'setting.faucet_timer', message: 'Faucet timer (seconds)' }),
  faucet_exp: t({ id: 'setting.faucet_exp', message: 'XP per claim' }),
  dailyClaimLimit: t({ id: 'setting.dailyClaimLimit', message: 'Daily claim limit' }),
  happy_hours: t({ id: 'setting.happy_hours', message: 'Happy hours' }),
  happyHourBonus: t({ id: 'setting.happyHourBonus', message: 'Happy hour bonus (%)' }),
  payout_auto_max: t({ id: 'setting.payout_auto_max', message: 'Max. automatic withdrawal' }),
  payout_user_day_max: t({ id: 'setting.payout_user_day_max', message: 'Daily withdrawal limit per user' }),
  payout_site_day_max: t({ id: 'setting.payout_site_day_max', message: 'Daily automatic payout limit (site)' }),
  withdraw_min_answers: t({
    id: 'setting.withdraw_min_answers',
    message: 'Captchas solved before the first withdrawal',
  }),
  withdraw_min_days: t({ id: 'setting.withdraw_min_days', message: 'Or days since the first captcha' }),
  link_exp: t({ id: 'setting.link_exp', message: 'XP per shortlink' }),
  link_visit_minutes: t({ id: 'setting.link_visit_minutes', message: 'Shortlink visit time limit (minutes)' }),
  link_sort: t({ id: 'setting.link_sort', message: 'Default shortlink order' }),
  offerwall_exp: t({ id: 'setting.offerwall_exp', message: 'XP per offer' }),
  rate_max_age_minutes: t({ id: 'setting.rate_max_age_minutes', message: 'Max. rate age (minutes)' }),
})

const places: readonly { tab: SettingsTab; names: RegExp }[] = [
  { tab: 'texts', names: /^content_/ },
  { tab: 'faucet', names: /^(faucet|happy|dailyClaim)/ },
  { tab: 'bonus', names: /^(bonus|challenge|coupon|leaderboard|referral)_/ },
  { tab: 'ptc', names: /^(ptc|link)_/ },
  { tab: 'ptc', names: /^(offerwall|task)_/ },
  { tab: 'banners', names: /^(banner|adblock)_/ },
  { tab: 'deposits', names: /^(deposit|exchange)_/ },
  { tab: 'payouts', names: /^(payout|withdraw|rate|four_eyes)/ },
  { tab: 'outflow', names: /^(outflow|daily_budgets|solvency)/ },
  { tab: 'captcha', names: /^(captcha|solve|risk)/ },
]

/** Where a setting is edited. */
export const tabOf = (name: string): SettingsTab => places.find(({ names }) => names.test(name))?.tab ?? 'site'
