import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { chains } from './chains.ts'
import { lightning } from './lightning.ts'
import type { SettingCard, SettingRow, SettingTab } from './row.ts'

const noLimit = msg({ id: 'admin.payouts.noLimit', message: 'No limit.' })

const limits: SettingCard = {
  title: msg({ id: 'admin.payouts.limits', message: 'Limits' }),
  rows: {
    payout_auto_max: {
      label: msg({ id: 'setting.payout_auto_max', message: 'Max. automatic withdrawal' }),
      kind: 'units',
      zero: msg({ id: 'admin.payouts.never', message: '0 = every withdrawal is reviewed manually.' }),
    },
    payout_user_day_max: {
      label: msg({ id: 'setting.payout_user_day_max', message: 'Daily withdrawal limit per user' }),
      kind: 'units',
      zero: noLimit,
    },
    payout_site_day_max: {
      label: msg({ id: 'setting.payout_site_day_max', message: 'Daily automatic payout limit (site)' }),
      kind: 'units',
      zero: noLimit,
    },
    payout_address_wait_hours: {
      label: msg({ id: 'setting.payout_address_wait_hours', message: 'Wait for new payout addresses (hours)' }),
      hint: msg({
        id: 'setting.payout_address_wait_hours.hint',
        message: 'Approving a withdrawal doesn’t shorten it. 0 = no wait.',
      }),
    },
  },
}

const firstWithdrawal: SettingCard = {
  title: msg({ id: 'admin.payouts.first', message: 'First withdrawal' }),
  note: msg({
    id: 'admin.payouts.firstNote',
    message: 'Until an account meets one of the two, its first withdrawal is reviewed manually.',
  }),
  rows: {
    withdraw_min_answers: msg({
      id: 'setting.withdraw_min_answers',
      message: 'Captchas solved before the first withdrawal',
    }),
    withdraw_min_days: msg({ id: 'setting.withdraw_min_days', message: 'Or days since the first captcha' }),
  },
}

const fourEyes: SettingCard = {
  title: msg({ id: 'setting.fourEyes', message: 'Two-person approval' }),
  rows: {
    four_eyes: {
      label: msg({ id: 'setting.four_eyes', message: 'Require a second admin for large actions' }),
      hint: msg({
        id: 'setting.four_eyes.hint',
        message: 'Also applies to large sums, higher rewards and looser limits. ADMIN_USERNAME must list two admins.',
      }),
    },
    four_eyes_withdrawal_min: {
      label: msg({ id: 'setting.four_eyes_withdrawal_min', message: 'Second admin for withdrawals from' }),
      kind: 'units',
    },
    four_eyes_adjust_min: {
      label: msg({
        id: 'setting.four_eyes_adjust_min',
        message: 'Second admin for balance adjustments and rewards from',
      }),
      kind: 'units',
    },
  },
}

const dryRun: SettingCard = {
  title: msg({ id: 'admin.payouts.dryRun', message: 'Dry run' }),
  rows: {
    payout_dry_run: {
      label: msg({ id: 'setting.payout_dry_run', message: 'Payout dry run' }),
      hint: msg({
        id: 'setting.payout_dry_run.hint',
        message: 'Approved payouts aren’t sent. Their history shows what would have been sent.',
      }),
    },
  },
}

const node = (label: MessageDescriptor): SettingRow => ({
  label,
  format: msg({ id: 'admin.format.node', message: 'Enter a URL, such as http://user:password@127.0.0.1:8332.' }),
})
const walletKey = (label: MessageDescriptor): SettingRow => ({
  label,
  format: msg({ id: 'admin.format.key', message: 'Enter 64 hexadecimal characters.' }),
})

const keys: SettingCard = {
  part: 'payoutKeys',
  rows: {
    payout_faucetpay_key: msg({ id: 'setting.payout_faucetpay_key', message: 'FaucetPay API key' }),
    payout_bitcoind_btc_url: node(msg({ id: 'setting.payout_bitcoind_btc_url', message: 'Bitcoin node URL' })),
    payout_bitcoind_ltc_url: node(msg({ id: 'setting.payout_bitcoind_ltc_url', message: 'Litecoin node URL' })),
    payout_bitcoind_doge_url: node(msg({ id: 'setting.payout_bitcoind_doge_url', message: 'Dogecoin node URL' })),
    payout_evm_ethereum_url: node(msg({ id: 'setting.payout_evm_ethereum_url', message: 'Ethereum node URL' })),
    payout_evm_ethereum_key: walletKey(msg({ id: 'setting.payout_evm_ethereum_key', message: 'Ethereum private key' })),
    payout_evm_bsc_url: node(msg({ id: 'setting.payout_evm_bsc_url', message: 'BNB Chain node URL' })),
    payout_evm_bsc_key: walletKey(msg({ id: 'setting.payout_evm_bsc_key', message: 'BNB Chain private key' })),
    payout_evm_polygon_url: node(msg({ id: 'setting.payout_evm_polygon_url', message: 'Polygon node URL' })),
    payout_evm_polygon_key: walletKey(msg({ id: 'setting.payout_evm_polygon_key', message: 'Polygon private key' })),
    payout_evm_bump_minutes: {
      label: msg({ id: 'setting.payout_evm_bump_minutes', message: 'Bump fee after (minutes)' }),
      hint: msg({ id: 'setting.payout_evm_bump_minutes.hint', message: '0 = never bump the fee.' }),
    },
  },
}

const rates: SettingCard = {
  title: msg({ id: 'admin.payouts.rates', message: 'Rates' }),
  note: msg({
    id: 'admin.payouts.rates.note',
    message: 'For methods that use price sources. Fixed rates never expire.',
  }),
  columns: true,
  rows: {
    rate_sources: { label: msg({ id: 'setting.rate_sources', message: 'Price sources' }), part: 'rateSources' },
    rate_max_age_minutes: {
      label: msg({ id: 'setting.rate_max_age_minutes', message: 'Max. rate age (minutes)' }),
      hint: msg({
        id: 'setting.rate_max_age_minutes.hint',
        message: 'The method then closes instead of paying a wrong amount.',
      }),
    },
    rate_jump_percent: {
      label: msg({ id: 'setting.rate_jump_percent', message: 'Max. rate change at once (%)' }),
      hint: msg({
        id: 'setting.rate_jump_percent.hint',
        message: 'A larger change is used only after two more confirmations, a few minutes apart.',
      }),
    },
  },
}

export const payouts: SettingTab<'payouts'> = {
  key: 'payouts',
  label: msg({ id: 'admin.tab.payouts', message: 'Payouts' }),
  cards: [[limits, firstWithdrawal, fourEyes, dryRun], keys, chains, lightning, rates],
}

const sources: SettingCard = {
  part: 'sourceLimits',
  rows: {
    daily_budgets: msg({ id: 'setting.daily_budgets', message: 'Daily budget per source' }),
    outflow_limits: msg({ id: 'setting.outflow_limits', message: 'Circuit breaker limits' }),
  },
}

const breaker: SettingCard = {
  title: msg({ id: 'setting.breaker', message: 'Circuit breaker' }),
  note: msg({
    id: 'setting.breaker.note',
    message: 'On a new site without usual values, the first number is the hourly limit of each source.',
  }),
  rows: {
    outflow_usual_floor: {
      label: msg({ id: 'setting.outflow_usual_floor', message: 'Always allowed per hour (units)' }),
      kind: 'units',
    },
    outflow_dry_run: {
      label: msg({ id: 'setting.outflow_dry_run', message: 'Circuit breaker dry run' }),
      hint: msg({
        id: 'setting.outflow_dry_run.hint',
        message: 'Use it to find suitable limits. You are alerted, but nothing is stopped.',
      }),
    },
  },
}

const solvency: SettingCard = {
  title: msg({ id: 'setting.public', message: 'Public solvency page' }),
  rows: {
    solvency_public: {
      label: msg({ id: 'setting.solvency_public', message: 'Publish solvency page' }),
      hint: msg({
        id: 'setting.solvency_public.hint',
        message: 'Shown on the home page and its own page. Calculated from the ledger; can’t be edited.',
      }),
    },
  },
}

export const outflow: SettingTab<'outflow'> = {
  key: 'outflow',
  label: msg({ id: 'admin.tab.outflow', message: 'Spending limits' }),
  cards: [sources, [breaker, solvency]],
}
