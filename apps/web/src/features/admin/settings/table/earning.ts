import { msg } from '@lingui/core/macro'
import type { SettingCard, SettingTab } from './row.ts'

const claim: SettingCard = {
  title: msg({ id: 'admin.faucet.claim', message: 'Faucet claim' }),
  rows: {
    faucet_reward: {
      label: msg({ id: 'setting.faucet_reward', message: 'Faucet reward (units)' }),
      part: 'claimReward',
    },
    faucet_timer: { label: msg({ id: 'setting.faucet_timer', message: 'Faucet timer (seconds)' }), part: 'claimTimer' },
    faucet_exp: msg({ id: 'setting.faucet_exp', message: 'XP per claim' }),
    dailyClaimLimit: {
      label: msg({ id: 'setting.dailyClaimLimit', message: 'Daily claim limit' }),
      hint: msg({ id: 'setting.dailyClaimLimit.hint', message: 'Per user and UTC day. 0 = no limit.' }),
      part: 'claimLimit',
    },
  },
}

const happyHours: SettingCard = {
  title: msg({ id: 'admin.faucet.happy', message: 'Happy hours' }),
  note: msg({ id: 'admin.faucet.happyNote', message: 'Times of day (UTC) with higher faucet rewards.' }),
  rows: {
    happy_hours: {
      label: msg({ id: 'setting.happy_hours', message: 'Happy hours' }),
      format: msg({ id: 'admin.format.hours', message: 'Each entry needs a start and an end.' }),
      part: 'happyHours',
    },
    happyHourBonus: msg({ id: 'setting.happyHourBonus', message: 'Happy hour bonus (%)' }),
  },
}

const earningRules: SettingCard = {
  title: msg({ id: 'admin.faucet.rules', message: 'Earning rules' }),
  note: msg({
    id: 'admin.faucet.rules.note',
    message: 'The daily budget limits every preset. It’s released by the hour; unused units carry over.',
  }),
  rows: {
    earning_rules: {
      label: msg({ id: 'setting.earning_rules', message: 'Preset' }),
      choices: [
        {
          value: 'open',
          label: msg({ id: 'setting.earning_rules.open', message: 'Open' }),
          hint: msg({
            id: 'setting.earning_rules.open.hint',
            message: 'Every claim pays the full reward while the budget lasts.',
          }),
        },
        {
          value: 'balanced',
          label: msg({ id: 'setting.earning_rules.balanced', message: 'Balanced' }),
          hint: msg({
            id: 'setting.earning_rules.balanced.hint',
            message: 'Full rewards for a starter allowance and a share of the account’s settled revenue, then less.',
          }),
        },
        {
          value: 'strict',
          label: msg({ id: 'setting.earning_rules.strict', message: 'Strict' }),
          hint: msg({ id: 'setting.earning_rules.strict.hint', message: 'Like Balanced, without reduced rewards.' }),
        },
      ],
    },
    faucet_day_max: {
      label: msg({ id: 'setting.faucet_day_max', message: 'Daily faucet budget' }),
      kind: 'units',
      zero: msg({ id: 'setting.faucet_day_max.zero', message: 'No budget.' }),
    },
    faucet_known_reserve: {
      label: msg({ id: 'setting.faucet_known_reserve', message: 'Reserved for known users (% of each hour)' }),
      hint: msg({
        id: 'setting.faucet_known_reserve.hint',
        message:
          'Verified users with 3 active days. Less if they’re few; in the last 10 minutes, the rest opens to everyone.',
      }),
    },
    faucet_trusted_reserve: {
      label: msg({ id: 'setting.faucet_trusted_reserve', message: 'Of which for trusted users (% of each hour)' }),
      hint: msg({
        id: 'setting.faucet_trusted_reserve.hint',
        message: 'Users with 10 active days and settled earnings. The share per network doesn’t apply to them.',
      }),
    },
    faucet_network_percent: {
      label: msg({ id: 'setting.faucet_network_percent', message: 'Max. share per network (% of the day)' }),
      hint: msg({
        id: 'setting.faucet_network_percent.hint',
        message: 'Networks that many active users share, such as schools and carriers, get up to 4 times as much.',
      }),
      part: 'networkShare',
    },
  },
}

const allowance: SettingCard = {
  title: msg({ id: 'admin.faucet.allowance', message: 'Balanced and Strict' }),
  note: msg({
    id: 'admin.faucet.allowance.note',
    message: 'Limits claims, daily bonus, challenges, coupons and shortlinks by what the account earns the site.',
  }),
  columns: true,
  rows: {
    allowance_starter: {
      label: msg({ id: 'setting.allowance_starter', message: 'Starter allowance' }),
      kind: 'units',
      zero: msg({ id: 'setting.allowance_starter.zero', message: 'None.' }),
    },
    allowance_share_percent: {
      label: msg({ id: 'setting.allowance_share_percent', message: 'Share of settled revenue (%)' }),
      hint: msg({
        id: 'setting.allowance_share_percent.hint',
        message: 'Paid as full rewards to the account that earned it for the site.',
      }),
    },
    revenue_settle_days: {
      label: msg({ id: 'setting.revenue_settle_days', message: 'Days until revenue is settled' }),
      hint: msg({
        id: 'setting.revenue_settle_days.hint',
        message: 'Charge-backs and returned ad views usually arrive within this time.',
      }),
    },
    reduced_reward: {
      label: msg({ id: 'setting.reduced_reward', message: 'Reduced reward per claim (Balanced)' }),
      kind: 'units',
      zero: msg({ id: 'setting.reduced_reward.zero', message: 'None, as in Strict.' }),
    },
    reduced_day_max: {
      label: msg({ id: 'setting.reduced_day_max', message: 'Max. reduced rewards per account and day' }),
      kind: 'units',
      zero: msg({ id: 'setting.reduced_reward.zero', message: 'None, as in Strict.' }),
    },
    allowance_withdraw_min: {
      label: msg({ id: 'setting.allowance_withdraw_min', message: 'Min. withdrawal before revenue covers rewards' }),
      kind: 'units',
      zero: msg({ id: 'setting.allowance_withdraw_min.zero', message: 'No separate minimum.' }),
    },
    link_income_percent: {
      label: msg({ id: 'setting.link_income_percent', message: 'Shortlink income (% of the reward)' }),
      hint: msg({
        id: 'setting.link_income_percent.hint',
        message: 'Income your providers confirm on average. 0 = unknown: shortlinks use up the allowance.',
      }),
    },
  },
}

export const faucet: SettingTab<'faucet'> = {
  key: 'faucet',
  label: msg({ id: 'admin.tab.faucet', message: 'Faucet' }),
  cards: [[claim, happyHours], earningRules, allowance],
}

const dailyBonus: SettingCard = {
  title: msg({ id: 'admin.bonus.daily', message: 'Daily bonus' }),
  rows: {
    bonus_rewards: {
      label: msg({ id: 'setting.bonus_rewards', message: 'Daily bonus rewards (units per day)' }),
      part: 'bonusRewards',
    },
    bonus_min_claims: {
      label: msg({ id: 'setting.bonus_min_claims', message: 'Faucet claims required for the daily bonus' }),
      hint: msg({
        id: 'setting.bonus_min_claims.hint',
        message: 'Faucet claims required on the same day (UTC). 0 = none.',
      }),
    },
    bonus_grace_days: {
      label: msg({ id: 'setting.bonus_grace_days', message: 'Days between grace days' }),
      hint: msg({
        id: 'setting.bonus_grace_days.hint',
        message: 'One missed day doesn’t reset the streak. The next grace day comes after this many days. 0 = never.',
      }),
    },
    bonus_exp: msg({ id: 'setting.bonus_exp', message: 'XP per daily bonus' }),
  },
}

const gifts: SettingCard = {
  title: msg({ id: 'admin.bonus.others', message: 'Challenges and coupons' }),
  rows: {
    challenge_exp: msg({ id: 'setting.challenge_exp', message: 'XP per challenge' }),
    coupon_exp: msg({ id: 'setting.coupon_exp', message: 'XP per coupon' }),
    coupon_canary: {
      label: msg({ id: 'setting.coupon_canary', message: 'Canary coupon code' }),
      hint: msg({
        id: 'setting.coupon_canary.hint',
        message: 'A decoy code. Entering it suggests guessing and raises the risk score. Leave empty to disable.',
      }),
      format: msg({ id: 'admin.format.code', message: 'Use letters, digits and dashes, at least 3.' }),
      input: { maxLength: 40 },
    },
  },
}

const leaderboard: SettingCard = {
  title: msg({ id: 'admin.rank.board', message: 'Leaderboard' }),
  rows: {
    leaderboard_prizes_day: {
      label: msg({ id: 'setting.leaderboard_prizes_day', message: 'Daily leaderboard prizes (rank 1 first)' }),
      part: 'prizes',
    },
    leaderboard_prizes_week: {
      label: msg({ id: 'setting.leaderboard_prizes_week', message: 'Weekly leaderboard prizes (rank 1 first)' }),
      part: 'prizes',
    },
    leaderboard_prizes_month: {
      label: msg({ id: 'setting.leaderboard_prizes_month', message: 'Monthly leaderboard prizes (rank 1 first)' }),
      part: 'prizes',
    },
  },
}

const commission = msg({
  id: 'setting.referral_commission.hint',
  message: '100 = 1%. Paid by the site, not deducted from the referral.',
})

const referral: SettingCard = {
  title: msg({ id: 'admin.rank.referral', message: 'Referral' }),
  rows: {
    referral_commission: {
      label: msg({ id: 'setting.referral_commission', message: 'Referral commission (basis points)' }),
      hint: commission,
    },
    referral_offerwall_commission: {
      label: msg({
        id: 'setting.referral_offerwall_commission',
        message: 'Referral commission on offerwalls (basis points)',
      }),
      hint: commission,
    },
  },
}

export const bonus: SettingTab<'bonus'> = {
  key: 'bonus',
  label: msg({ id: 'admin.tab.bonus', message: 'Bonus' }),
  cards: [[dailyBonus, gifts, leaderboard, referral]],
}
