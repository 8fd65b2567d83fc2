import * as z from 'zod/mini'
import { AdKind, AdTimer } from '#contract/advertise.ts'
import { EarningPreset, earningPresets } from '#contract/earn/allowance.ts'
import { BONUS_DAYS } from '#contract/earn/bonus.ts'
import { CouponCode } from '#contract/earn/coupon.ts'
import { LinkSort } from '#contract/earn/link.ts'
import {
  bounded,
  differ,
  downwards,
  figure,
  free,
  limit,
  loosens,
  priced,
  proof,
  reasonable,
  setting,
  upwards,
} from './setting.ts'

const Clock = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/))
const Percent = z.int().check(z.minimum(0), z.maximum(1_000))

/** A window of the day in UTC; one that ends before it starts runs over midnight. */
export const HappyHour = z.object({ from: Clock, to: Clock })
export type HappyHour = z.infer<typeof HappyHour>

export const PtcPrice = z.object({ kind: AdKind, timer: AdTimer, price: reasonable(1_000_000_000, 2) })
export type PtcPrice = z.infer<typeof PtcPrice>

/** Prizes by rank; a board shows a hundred places. */
const Prizes = z.array(reasonable(1_000_000_000, 1)).check(z.maxLength(100))

const adPrices = priced((rows: readonly PtcPrice[]) =>
  Object.fromEntries(rows.map(({ kind, timer, price }) => [`${kind}:${timer}`, price])),
)

/** Presets stand from the loosest to the strictest. */
const preset = loosens(
  (before: EarningPreset, after: EarningPreset) => earningPresets.indexOf(after) < earningPresets.indexOf(before),
)

/** What users earn by, and what advertisers pay for it. */
export const earningSettings = {
  /** Units a claim pays before level and happy hour. */
  faucet_reward: setting(reasonable(1_000_000_000), 30, bounded('faucet')),
  /** Seconds between two claims. */
  faucet_timer: setting(reasonable(86_400, 5), 300, bounded('faucet')),
  // A level adds a bounded percentage, which `dailyMost` counts at its highest.
  faucet_exp: setting(reasonable(10_000), 10, free),
  /** Claims a user may make in a UTC day; 0: no limit. */
  dailyClaimLimit: setting(reasonable(100_000), 0, bounded('faucet')),
  happy_hours: setting(
    z.array(HappyHour).check(z.maxLength(24)),
    [
      { from: '12:00', to: '13:00' },
      { from: '20:00', to: '21:00' },
    ],
    bounded('faucet'),
  ),
  /** Percent on top during a happy hour. */
  happyHourBonus: setting(Percent, 50, bounded('faucet')),

  /** Units that the faucet pays in a UTC day, given out by the hour; 0: no budget. */
  faucet_day_max: setting(reasonable(1_000_000_000_000), 500_000, limit),
  /** Percent of each hour that is kept for accounts of trust level Known and above, and for Trusted and above. */
  faucet_known_reserve: setting(reasonable(100), 80, free),
  faucet_trusted_reserve: setting(reasonable(100), 25, free),
  /** Percent of the day that accounts below Trusted take from one network, times how common that network is. */
  faucet_network_percent: setting(reasonable(100, 1), 5, upwards),

  /** Whether the site's own money is bounded by its budget alone, or by what each account brings in as well. */
  earning_rules: setting(EarningPreset, 'open', preset),
  // The following count in `balanced` and `strict` only.
  /** Units that each account is paid in full before it has brought anything. */
  allowance_starter: setting(reasonable(1_000_000_000), 1_500, upwards),
  /** Percent of an account's settled revenue that it is paid in full. */
  allowance_share_percent: setting(reasonable(100), 80, upwards),
  /** Units that a claim beyond the allowance pays in `balanced`, and that one account gets so in a day. */
  reduced_reward: setting(reasonable(1_000_000_000), 1, upwards),
  reduced_day_max: setting(reasonable(1_000_000_000), 40, upwards),
  /** Days after which revenue counts as settled: so long it can be taken back. */
  revenue_settle_days: setting(reasonable(90, 2), 14, downwards),
  /** Smallest withdrawal of an account that was paid more of the site's money than it brought. */
  allowance_withdraw_min: setting(reasonable(1_000_000_000), 10_000, downwards),
  /** What the provider of a shortlink surely pays, in percent of the reward; 0: unknown. */
  link_income_percent: setting(reasonable(1_000), 0, upwards),

  /** Units that each day of the bonus round pays. */
  bonus_rewards: setting(
    z.array(reasonable(1_000_000_000, 1)).check(z.minLength(BONUS_DAYS), z.maxLength(BONUS_DAYS)),
    [50, 75, 100, 150, 200, 300, 500],
    bounded('bonus'),
  ),
  /** Faucet claims that a day asks for before its bonus can be claimed; 0: none. */
  bonus_min_claims: setting(reasonable(1_000), 3, free),
  /** Days after which a missed day is forgiven again; 0: never. */
  bonus_grace_days: setting(reasonable(365), 30, free),
  bonus_exp: setting(reasonable(10_000), 20, free),
  challenge_exp: setting(reasonable(10_000), 20, free),
  coupon_exp: setting(reasonable(10_000), 5, free),
  /** A code that nobody is given: who types it tries codes out. Empty: none. */
  coupon_canary: setting(z.union([z.literal(''), CouponCode]), '', proof),

  /** Units that the winners of a period are paid, by rank from the first on; none: no prizes. */
  leaderboard_prizes_day: setting(Prizes, [], bounded('leaderboard')),
  leaderboard_prizes_week: setting(Prizes, [1_000, 500, 250], bounded('leaderboard')),
  leaderboard_prizes_month: setting(Prizes, [5_000, 3_000, 1_000], bounded('leaderboard')),
  /** Basis points of what referred people earn, by themselves and by offerwalls, that the site pays who referred. */
  referral_commission: setting(reasonable(10_000), 1_000, upwards),
  referral_offerwall_commission: setting(reasonable(10_000), 500, upwards),

  /** What one view costs, by kind and length in seconds; what is not listed is not sold. */
  ptc_prices: setting(
    z.array(PtcPrice).check(
      z.maxLength(24),
      z.refine((rows) => differ(rows.map(({ kind, timer }) => `${kind}:${timer}`)), {
        error: 'validation.adListedTwice',
      }),
    ),
    [
      { kind: 'iframe', timer: 5, price: 30 },
      { kind: 'iframe', timer: 10, price: 50 },
      { kind: 'iframe', timer: 15, price: 70 },
      { kind: 'iframe', timer: 30, price: 120 },
      { kind: 'iframe', timer: 60, price: 200 },
      { kind: 'iframe', timer: 90, price: 280 },
      { kind: 'window', timer: 5, price: 40 },
      { kind: 'window', timer: 10, price: 60 },
      { kind: 'window', timer: 15, price: 80 },
      { kind: 'window', timer: 30, price: 140 },
      { kind: 'window', timer: 60, price: 230 },
      { kind: 'window', timer: 90, price: 310 },
      { kind: 'youtube', timer: 30, price: 140 },
      { kind: 'youtube', timer: 60, price: 230 },
      { kind: 'youtube', timer: 90, price: 310 },
      { kind: 'video', timer: 15, price: 80 },
      { kind: 'video', timer: 30, price: 140 },
      { kind: 'video', timer: 60, price: 230 },
      { kind: 'video', timer: 90, price: 310 },
    ],
    adPrices,
  ),
  /** Percent of the price that the viewer gets. */
  ptc_viewer_percent: setting(reasonable(100, 1), 70, figure),
  /** Fewest views that a campaign is bought with. */
  ptc_min_views: setting(reasonable(1_000_000, 1), 100, free),
  ptc_exp: setting(reasonable(10_000), 5, free),
  /** Reports of trusted users that send a campaign back to review; 0: never. */
  ptc_report_limit: setting(reasonable(1_000), 5, free),
  /** Days in which a view that turns out invalid goes back to the campaign; 0: never. */
  ptc_return_days: setting(reasonable(90), 7, free),

  offerwall_exp: setting(reasonable(10_000), 50, free),
  link_exp: setting(reasonable(10_000), 10, free),
  /** Minutes in which somebody who opened a shortlink must come back. */
  link_visit_minutes: setting(reasonable(1_440, 5), 60, free),
  /** How the list of shortlinks is sorted at first. */
  link_sort: setting(LinkSort, 'auto', free),

  /** Basis points of a task's reward that the site keeps on top; counts for tasks that are made from then on. */
  task_fee_basis_points: setting(reasonable(10_000), 1_000, figure),
  task_exp: setting(reasonable(10_000), 15, free),
  /** Days in which a denial can be disputed, and hours in which better proof has to come. */
  task_dispute_days: setting(reasonable(30, 1), 7, free),
  task_revision_hours: setting(reasonable(14 * 24, 1), 48, free),
  /** Level from which a user may make tasks. */
  task_owner_level: setting(reasonable(1_000, 1), 1, free),
}
