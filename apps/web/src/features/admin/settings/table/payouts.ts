import { msg } from '@lingui/core/macro'
import type { SettingCard, SettingTab } from './row.ts'

const noLimit = msg({ id: 'admin.payouts.noLimit', message: 'No limit.' })

const limits: SettingCard = {
  title: msg({ id: 'admin.payouts.limits', message: 'Limits' }),
  rows: [
    {
      name: 'payout_auto_max',
      label: msg({ id: 'setting.payout_auto_max', message: 'Max. automatic withdrawal' }),
      kind: 'units',
      zero: msg({ id: 'admin.payouts.never', message: '0 = every withdrawal is reviewed manually.' }),
    },
    {
      name: 'payout_user_day_max',
      label: msg({ id: 'setting.payout_user_day_max', message: 'Daily withdrawal limit per user' }),
      kind: 'units',
      zero: noLimit,
    },
    {
      name: 'payout_site_day_max',
      label: msg({ id: 'setting.payout_site_day_max', message: 'Daily automatic payout limit (site)' }),
      kind: 'units',
      zero: noLimit,
    },
  ],
}

const firstWithdrawal: SettingCard = {
  title: msg({ id: 'admin.payouts.first', message: 'First withdrawal' }),
  note: msg({
    id: 'admin.payouts.firstNote',
    message: 'Bots rarely last this long. Meeting one of the two is enough.',
  }),
  rows: [
    {
      name: 'withdraw_min_answers',
      label: msg({ id: 'setting.withdraw_min_answers', message: 'Captchas solved before the first withdrawal' }),
    },
    {
      name: 'withdraw_min_days',
      label: msg({ id: 'setting.withdraw_min_days', message: 'Or days since the first captcha' }),
    },
  ],
}

const fourEyes: SettingCard = {
  title: msg({ id: 'admin.fourEyes', message: 'Two-person approval' }),
  rows: [
    {
      name: 'four_eyes',
      label: msg({ id: 'setting.four_eyes', message: 'Require a second admin for large actions' }),
      hint: msg({
        id: 'setting.four_eyes.hint',
        message: 'Also applies to large sums, higher rewards and looser limits. ADMIN_USERNAME must list two admins.',
      }),
    },
    {
      name: 'four_eyes_withdrawal_min',
      label: msg({ id: 'setting.four_eyes_withdrawal_min', message: 'Second admin for withdrawals from' }),
      kind: 'units',
    },
    {
      name: 'four_eyes_adjust_min',
      label: msg({
        id: 'setting.four_eyes_adjust_min',
        message: 'Second admin for balance adjustments and rewards from',
      }),
      kind: 'units',
    },
  ],
}

const dryRun: SettingCard = {
  title: msg({ id: 'admin.payouts.dryRun', message: 'Dry run' }),
  rows: [
    {
      name: 'payout_dry_run',
      label: msg({ id: 'setting.payout_dry_run', message: 'Payout dry run' }),
      hint: msg({
        id: 'setting.payout_dry_run.hint',
        message: 'Approved payouts aren’t sent. Their history shows what would have been sent.',
      }),
    },
  ],
}

const keys: SettingCard = {
  part: 'payoutKeys',
  rows: [
    { name: 'payout_faucetpay_key', label: msg({ id: 'setting.payout_faucetpay_key', message: 'FaucetPay API key' }) },
    {
      name: 'payout_bitcoind_btc_url',
      label: msg({ id: 'setting.payout_bitcoind_btc_url', message: 'Bitcoin node URL' }),
    },
    {
      name: 'payout_bitcoind_ltc_url',
      label: msg({ id: 'setting.payout_bitcoind_ltc_url', message: 'Litecoin node URL' }),
    },
    {
      name: 'payout_bitcoind_doge_url',
      label: msg({ id: 'setting.payout_bitcoind_doge_url', message: 'Dogecoin node URL' }),
    },
    {
      name: 'payout_evm_ethereum_url',
      label: msg({ id: 'setting.payout_evm_ethereum_url', message: 'Ethereum node URL' }),
    },
    {
      name: 'payout_evm_ethereum_key',
      label: msg({ id: 'setting.payout_evm_ethereum_key', message: 'Ethereum private key' }),
    },
    { name: 'payout_evm_bsc_url', label: msg({ id: 'setting.payout_evm_bsc_url', message: 'BNB Chain node URL' }) },
    { name: 'payout_evm_bsc_key', label: msg({ id: 'setting.payout_evm_bsc_key', message: 'BNB Chain private key' }) },
    {
      name: 'payout_evm_polygon_url',
      label: msg({ id: 'setting.payout_evm_polygon_url', message: 'Polygon node URL' }),
    },
    {
      name: 'payout_evm_polygon_key',
      label: msg({ id: 'setting.payout_evm_polygon_key', message: 'Polygon private key' }),
    },
    {
      name: 'payout_evm_bump_minutes',
      label: msg({ id: 'setting.payout_evm_bump_minutes', message: 'Bump fee after (minutes)' }),
      hint: msg({ id: 'setting.payout_evm_bump_minutes.hint', message: '0 = never bump the fee.' }),
    },
  ],
}

const rates: SettingCard = {
  title: msg({ id: 'admin.payouts.rates', message: 'Rates' }),
  note: msg({
    id: 'admin.payouts.rates.note',
    message: 'For methods that use price sources. Fixed rates never expire.',
  }),
  columns: true,
  rows: [
    { name: 'rate_sources', label: msg({ id: 'setting.rate_sources', message: 'Price sources' }), part: 'rateSources' },
    {
      name: 'rate_max_age_minutes',
      label: msg({ id: 'setting.rate_max_age_minutes', message: 'Max. rate age (minutes)' }),
      hint: msg({
        id: 'setting.rate_max_age_minutes.hint',
        message: 'The method then closes instead of paying a wrong amount.',
      }),
    },
    {
      name: 'rate_jump_percent',
      label: msg({ id: 'setting.rate_jump_percent', message: 'Max. rate change at once (%)' }),
      hint: msg({
        id: 'setting.rate_jump_percent.hint',
        message: 'A larger change is used only after two more confirmations, a few minutes apart.',
      }),
    },
  ],
}

export const payouts: SettingTab<'payouts'> = {
  key: 'payouts',
  label: msg({ id: 'admin.tab.payouts', message: 'Payouts' }),
  cards: [[limits, firstWithdrawal, fourEyes, dryRun], keys, rates],
}

const sources: SettingCard = {
  part: 'sourceLimits',
  rows: [
    { name: 'daily_budgets', label: msg({ id: 'setting.daily_budgets', message: 'Daily budget per source' }) },
    { name: 'outflow_limits', label: msg({ id: 'setting.outflow_limits', message: 'Circuit breaker limits' }) },
  ],
}

const breaker: SettingCard = {
  title: msg({ id: 'admin.outflow.breaker', message: 'Circuit breaker' }),
  note: msg({
    id: 'admin.outflow.breaker.note',
    message: 'On a new site without usual values, the first number is the hourly limit of each source.',
  }),
  rows: [
    {
      name: 'outflow_usual_floor',
      label: msg({ id: 'setting.outflow_usual_floor', message: 'Always allowed per hour (units)' }),
      kind: 'units',
    },
    {
      name: 'outflow_dry_run',
      label: msg({ id: 'setting.outflow_dry_run', message: 'Circuit breaker dry run' }),
      hint: msg({
        id: 'setting.outflow_dry_run.hint',
        message: 'Use it to find suitable limits. You are alerted, but nothing is stopped.',
      }),
    },
  ],
}

const solvency: SettingCard = {
  title: msg({ id: 'admin.outflow.public', message: 'Public solvency page' }),
  rows: [
    {
      name: 'solvency_public',
      label: msg({ id: 'setting.solvency_public', message: 'Publish solvency page' }),
      hint: msg({
        id: 'setting.solvency_public.hint',
        message: 'Shown on the home page and its own page. Calculated from the ledger; can’t be edited.',
      }),
    },
  ],
}

export const outflow: SettingTab<'outflow'> = {
  key: 'outflow',
  label: msg({ id: 'admin.tab.outflow', message: 'Spending limits' }),
  cards: [sources, [breaker, solvency]],
}
