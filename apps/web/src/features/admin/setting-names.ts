import { t } from '@lingui/core/macro'
import type { Settings } from '@runnel/contract/settings'
import type { SettingsTab } from './settings-tabs.ts'

export type SettingName = keyof Settings

/** What each setting is called, in its form and in the log. */
export function settingName(name: SettingName): string {
  return {
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
  }[name]
}

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

function siteNames(): Record<SiteName | RestOfSite, string> {
  return {
    site_name: t({ id: 'setting.site_name', message: 'Name of the site' }),
    site_hue: t({ id: 'setting.site_hue', message: 'Colour' }),
    site_logo: t({ id: 'setting.site_logo', message: 'Logo' }),
    site_currency: t({ id: 'setting.site_currency', message: 'Currency' }),
    contact_email: t({ id: 'setting.contact_email', message: 'Contact address' }),
    registration_open: t({ id: 'setting.registration_open', message: 'New people may register' }),
    maintenance: t({ id: 'setting.maintenance', message: 'Closed for maintenance' }),
    maintenance_message: t({ id: 'setting.maintenance_message', message: 'What visitors read meanwhile' }),
    content_privacy_policy: t({ id: 'setting.content_privacy_policy', message: 'Privacy policy' }),
    content_terms_of_service: t({ id: 'setting.content_terms_of_service', message: 'Terms of service' }),
    content_faq: t({ id: 'setting.content_faq', message: 'Questions and answers' }),
    captcha_provider: t({ id: 'setting.captcha_provider', message: 'Who checks that visitors are people' }),
    captcha_site_key: t({ id: 'setting.captcha_site_key', message: 'Site key' }),
    captcha_secret: t({ id: 'setting.captcha_secret', message: 'Secret' }),
    google_client_id: t({ id: 'setting.google_client_id', message: 'Client ID at Google' }),
    google_client_secret: t({ id: 'setting.google_client_secret', message: 'Client secret at Google' }),
    google_issuer: t({ id: 'setting.google_issuer', message: 'Address of the provider' }),
    two_step_staff: t({ id: 'setting.two_step_staff', message: 'Admin and moderator must use 2-step login' }),
    solve_price_usd: t({ id: 'setting.solve_price_usd', message: 'What a bought answer costs, in dollars' }),
  }
}

type DepositName = Extract<SettingName, `deposit_${string}` | `exchange_${string}`>

function depositNames(): Record<DepositName, string> {
  return {
    deposit_methods: t({ id: 'setting.deposit_methods', message: 'Ways to pay in' }),
    deposit_btcpay_url: t({ id: 'setting.deposit_btcpay_url', message: 'Address of your BTCPay Server' }),
    deposit_btcpay_store: t({ id: 'setting.deposit_btcpay_store', message: 'Store id at BTCPay Server' }),
    deposit_btcpay_key: t({ id: 'setting.deposit_btcpay_key', message: 'API key of BTCPay Server' }),
    deposit_btcpay_webhook_secret: t({
      id: 'setting.deposit_btcpay_webhook_secret',
      message: 'Webhook secret of BTCPay Server',
    }),
    deposit_nowpayments_url: t({ id: 'setting.deposit_nowpayments_url', message: 'Other address of NOWPayments' }),
    deposit_nowpayments_key: t({ id: 'setting.deposit_nowpayments_key', message: 'API key of NOWPayments' }),
    deposit_nowpayments_ipn_secret: t({
      id: 'setting.deposit_nowpayments_ipn_secret',
      message: 'IPN secret of NOWPayments',
    }),
    deposit_faucetpay_username: t({
      id: 'setting.deposit_faucetpay_username',
      message: 'Your username at FaucetPay',
    }),
    exchange_minimum: t({ id: 'setting.exchange_minimum', message: 'Fewest units exchanged at once' }),
    exchange_bonus_percent: t({ id: 'setting.exchange_bonus_percent', message: 'Percent on top of an exchange' }),
  }
}

type GiftName = Extract<SettingName, `bonus_${string}` | `coupon_${string}` | 'challenge_exp'>

function giftNames(): Record<GiftName, string> {
  return {
    bonus_rewards: t({ id: 'setting.bonus_rewards', message: 'Units for each day in a row' }),
    bonus_min_claims: t({ id: 'setting.bonus_min_claims', message: 'Faucet claims before the bonus of a day' }),
    bonus_grace_days: t({ id: 'setting.bonus_grace_days', message: 'Days between two forgiven days' }),
    bonus_exp: t({ id: 'setting.bonus_exp', message: 'Exp per daily bonus' }),
    challenge_exp: t({ id: 'setting.challenge_exp', message: 'Exp per challenge' }),
    coupon_exp: t({ id: 'setting.coupon_exp', message: 'Exp per coupon' }),
    coupon_canary: t({ id: 'setting.coupon_canary', message: 'Code that nobody is given' }),
  }
}

type RankName = Extract<SettingName, `leaderboard_${string}` | `referral_${string}`>

function rankNames(): Record<RankName, string> {
  return {
    leaderboard_prizes_day: t({ id: 'setting.leaderboard_prizes_day', message: 'Prizes of a day, from the first' }),
    leaderboard_prizes_week: t({ id: 'setting.leaderboard_prizes_week', message: 'Prizes of a week, from the first' }),
    leaderboard_prizes_month: t({
      id: 'setting.leaderboard_prizes_month',
      message: 'Prizes of a month, from the first',
    }),
    referral_commission: t({ id: 'setting.referral_commission', message: 'Referral commission, in basis points' }),
    referral_offerwall_commission: t({
      id: 'setting.referral_offerwall_commission',
      message: 'Referral commission of offerwalls, in basis points',
    }),
  }
}

type AdName = Extract<SettingName, `ptc_${string}` | `banner_${string}` | 'adblock_wall'>

function adNames(): Record<AdName, string> {
  return {
    ptc_prices: t({ id: 'setting.ptc_prices', message: 'What one view costs' }),
    ptc_viewer_percent: t({ id: 'setting.ptc_viewer_percent', message: 'Percent of it for the viewer' }),
    ptc_min_views: t({ id: 'setting.ptc_min_views', message: 'Fewest views of a campaign' }),
    ptc_exp: t({ id: 'setting.ptc_exp', message: 'Exp per view' }),
    ptc_report_limit: t({ id: 'setting.ptc_report_limit', message: 'Reports that send a campaign back to review' }),
    ptc_return_days: t({ id: 'setting.ptc_return_days', message: 'Days in which an invalid view is taken back' }),
    banner_728x90: t({ id: 'setting.banner_728x90', message: 'Wide banner, 728 × 90' }),
    banner_468x60: t({ id: 'setting.banner_468x60', message: 'Banner, 468 × 60' }),
    banner_300x250: t({ id: 'setting.banner_300x250', message: 'Box, 300 × 250' }),
    banner_160x600: t({ id: 'setting.banner_160x600', message: 'Tower, 160 × 600' }),
    adblock_wall: t({ id: 'setting.adblock_wall', message: 'Only without an ad blocker one may earn' }),
  }
}

type TaskName = Extract<SettingName, `task_${string}`>

function taskNames(): Record<TaskName, string> {
  return {
    task_exp: t({ id: 'setting.task_exp', message: 'Exp per task' }),
    task_fee_basis_points: t({
      id: 'setting.task_fee_basis_points',
      message: 'Fee on top of rewards, in basis points',
    }),
    task_dispute_days: t({ id: 'setting.task_dispute_days', message: 'Days to dispute a denial' }),
    task_revision_hours: t({ id: 'setting.task_revision_hours', message: 'Hours to send better proof' }),
    task_owner_level: t({ id: 'setting.task_owner_level', message: 'Level from which one may give tasks' }),
  }
}

type PayoutName = Extract<
  SettingName,
  | `payout_faucetpay_${string}`
  | `payout_bitcoind_${string}`
  | `payout_evm_${string}`
  | 'payout_dry_run'
  | 'rate_sources'
  | 'rate_jump_percent'
>

function payoutNames(): Record<PayoutName, string> {
  return {
    payout_dry_run: t({ id: 'setting.payout_dry_run', message: 'Dry run: send nothing, only write it down' }),
    payout_faucetpay_key: t({ id: 'setting.payout_faucetpay_key', message: 'API key of FaucetPay' }),
    payout_bitcoind_btc_url: t({ id: 'setting.payout_bitcoind_btc_url', message: 'Address of your Bitcoin node' }),
    payout_bitcoind_ltc_url: t({ id: 'setting.payout_bitcoind_ltc_url', message: 'Address of your Litecoin node' }),
    payout_bitcoind_doge_url: t({ id: 'setting.payout_bitcoind_doge_url', message: 'Address of your Dogecoin node' }),
    payout_evm_ethereum_url: t({ id: 'setting.payout_evm_ethereum_url', message: 'Address of an Ethereum node' }),
    payout_evm_ethereum_key: t({ id: 'setting.payout_evm_ethereum_key', message: 'Private key on Ethereum' }),
    payout_evm_bsc_url: t({ id: 'setting.payout_evm_bsc_url', message: 'Address of a BNB Chain node' }),
    payout_evm_bsc_key: t({ id: 'setting.payout_evm_bsc_key', message: 'Private key on BNB Chain' }),
    payout_evm_polygon_url: t({ id: 'setting.payout_evm_polygon_url', message: 'Address of a Polygon node' }),
    payout_evm_polygon_key: t({ id: 'setting.payout_evm_polygon_key', message: 'Private key on Polygon' }),
    payout_evm_bump_minutes: t({
      id: 'setting.payout_evm_bump_minutes',
      message: 'Minutes before a waiting payment offers a higher fee',
    }),
    rate_sources: t({ id: 'setting.rate_sources', message: 'Sources of prices' }),
    rate_jump_percent: t({ id: 'setting.rate_jump_percent', message: 'Percent that a rate may move at once' }),
  }
}

type OutflowName = Extract<SettingName, `outflow_${string}` | 'daily_budgets' | 'solvency_public'>

function outflowNames(): Record<OutflowName, string> {
  return {
    daily_budgets: t({ id: 'setting.daily_budgets', message: 'Most that each source pays a day' }),
    outflow_limits: t({ id: 'setting.outflow_limits', message: 'Limits of the breaker' }),
    outflow_usual_floor: t({ id: 'setting.outflow_usual_floor', message: 'Units in an hour that may always leave' }),
    outflow_dry_run: t({ id: 'setting.outflow_dry_run', message: 'The breaker only notes what it would stop' }),
    solvency_public: t({ id: 'setting.solvency_public', message: 'Everybody may see what the site owes and holds' }),
  }
}

type PeopleName = Extract<SettingName, `four_eyes${string}`>

function peopleNames(): Record<PeopleName, string> {
  return {
    four_eyes: t({ id: 'setting.four_eyes', message: 'Large acts wait for a second admin' }),
    four_eyes_withdrawal_min: t({ id: 'setting.four_eyes_withdrawal_min', message: 'Withdrawals that wait, from' }),
    four_eyes_adjust_min: t({
      id: 'setting.four_eyes_adjust_min',
      message: 'Changes of a balance and rewards that wait, from',
    }),
  }
}

type RiskName = Extract<SettingName, `risk_${string}`>

function riskNames(): Record<RiskName, string> {
  return {
    risk_retention_days: t({ id: 'setting.risk_retention_days', message: 'Days that networks and devices are kept' }),
    risk_measures: t({ id: 'setting.risk_measures', message: 'The machine takes measures by itself' }),
    risk_lock_days: t({ id: 'setting.risk_lock_days', message: 'Days that its locks last' }),
    risk_hosting_networks: t({ id: 'setting.risk_hosting_networks', message: 'Networks of servers and VPNs' }),
  }
}

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

function moneyNames(): Record<MoneyName, string> {
  return {
    faucet_reward: t({ id: 'setting.faucet_reward', message: 'Units per claim' }),
    faucet_timer: t({ id: 'setting.faucet_timer', message: 'Seconds between two claims' }),
    faucet_exp: t({ id: 'setting.faucet_exp', message: 'Exp per claim' }),
    dailyClaimLimit: t({ id: 'setting.dailyClaimLimit', message: 'Claims a day' }),
    happy_hours: t({ id: 'setting.happy_hours', message: 'Happy hours' }),
    happyHourBonus: t({ id: 'setting.happyHourBonus', message: 'Percent on top in a happy hour' }),
    payout_auto_max: t({ id: 'setting.payout_auto_max', message: 'Paid by itself up to' }),
    payout_user_day_max: t({ id: 'setting.payout_user_day_max', message: 'Most that one user withdraws a day' }),
    payout_site_day_max: t({ id: 'setting.payout_site_day_max', message: 'Most that the site pays a day by itself' }),
    withdraw_min_answers: t({ id: 'setting.withdraw_min_answers', message: 'Solved challenges before the first one' }),
    withdraw_min_days: t({ id: 'setting.withdraw_min_days', message: 'Or days since the first one was solved' }),
    link_exp: t({ id: 'setting.link_exp', message: 'Exp per shortlink' }),
    link_visit_minutes: t({ id: 'setting.link_visit_minutes', message: 'Minutes to come back from a shortlink' }),
    link_sort: t({ id: 'setting.link_sort', message: 'Order of the shortlinks' }),
    offerwall_exp: t({ id: 'setting.offerwall_exp', message: 'Exp per offer of a wall' }),
    rate_max_age_minutes: t({ id: 'setting.rate_max_age_minutes', message: 'Minutes after which a rate is too old' }),
  }
}

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
export function tabOf(name: string): SettingsTab {
  return places.find(({ names }) => names.test(name))?.tab ?? 'site'
}
