import { t } from '@lingui/core/macro'
import type { Settings } from '@runnel/contract/settings'
import type { SettingsTab } from './settings-tabs.ts'

export type SettingName = keyof Settings

/** What each setting is called, in its form and in the log. */
export function settingName(name: SettingName): string {
  return { ...siteNames(), ...moneyNames() }[name]
}

type SiteName = Extract<
  SettingName,
  `site_${string}` | `content_${string}` | `captcha_${string}` | `maintenance${string}`
>
type RestOfSite = 'contact_email' | 'registration_open' | 'solve_price_usd'

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
    solve_price_usd: t({ id: 'setting.solve_price_usd', message: 'What a bought answer costs, in dollars' }),
  }
}

function moneyNames(): Record<Exclude<SettingName, SiteName | RestOfSite>, string> {
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
    rate_max_age_minutes: t({ id: 'setting.rate_max_age_minutes', message: 'Minutes after which a rate is too old' }),
  }
}

const prefixes = {
  faucet: /^(faucet|happy|dailyClaim)/,
  payouts: /^(payout|withdraw|rate)/,
  captcha: /^(captcha|solve)/,
}

/** Where a setting is edited. */
export function tabOf(name: string): SettingsTab {
  if (name.startsWith('content_')) return 'texts'
  if (prefixes.faucet.test(name)) return 'faucet'
  if (prefixes.payouts.test(name)) return 'payouts'
  return prefixes.captcha.test(name) ? 'captcha' : 'site'
}
