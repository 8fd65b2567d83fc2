import * as z from 'zod/mini'
import { AdKind, AdTimer } from '#contract/advertise.ts'
import { DepositProcessor } from '#contract/deposit.ts'
import { BONUS_DAYS } from '#contract/earn/bonus.ts'
import { CouponCode } from '#contract/earn/coupon.ts'
import { LinkSort } from '#contract/earn/link.ts'
import { payoutDefaults, payoutSecrets, payoutSettings } from '#contract/payout.ts'
import { Decimal, line, prose, Units } from '#contract/values.ts'
import { groupDefaults, groupFields } from './groups.ts'
import { outflowDefaults, outflowSettings } from './outflow-limits.ts'

const Clock = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/))
const Percent = z.int().check(z.minimum(0), z.maximum(1_000))
const reasonable = (maximum: number, minimum = 0) => z.int().check(z.minimum(minimum), z.maximum(maximum))

/** A secret as the owner typed it: write-only, encrypted at rest; reading gives only whether one is set. */
const Secret = z.string().check(z.maxLength(500))

/** A window of the day in UTC; one that ends before it starts runs over midnight. */
export const HappyHour = z.object({ from: Clock, to: Clock })
export type HappyHour = z.infer<typeof HappyHour>

/** An address of a server, or nothing. */
const Address = z.union([z.literal(''), z.string().check(z.maxLength(300), z.url({ protocol: /^https?$/ }))])
/** HTML that runs in a sandbox; never part of our own pages. */
const Markup = z.string().check(z.maxLength(10_000))

export const DepositSetting = z
  .object({
    processor: DepositProcessor,
    /** The coin that it takes; empty: the payer chooses at the processor. */
    coin: z.string().check(z.regex(/^([A-Z0-9-]{2,12})?$/)),
    minimum: reasonable(1_000_000_000, 1),
    maximum: reasonable(1_000_000_000_000, 1),
    feeBasisPoints: reasonable(5_000),
    enabled: z.boolean(),
  })
  .check(
    z.refine(({ minimum, maximum }) => minimum <= maximum, {
      path: ['maximum'],
      error: 'The maximum can’t be below the minimum.',
    }),
  )
export type DepositSetting = z.infer<typeof DepositSetting>

const differ = (names: readonly string[]): boolean => new Set(names).size === names.length

export const PtcPrice = z.object({ kind: AdKind, timer: AdTimer, price: reasonable(1_000_000_000, 2) })
export type PtcPrice = z.infer<typeof PtcPrice>

/** Prizes by rank; a board shows a hundred places. */
const Prizes = z.array(reasonable(1_000_000_000, 1)).check(z.maxLength(100))

/** Everything the owner can change while the site runs, with its bounds. Defaults stand in `defaults` below. */
export const Settings = z.object({
  site_name: line(1, 40),
  /** Brand hue in degrees of OKLCH. */
  site_hue: reasonable(360),
  /** SVG text; sanitised when saved; empty: Runnel's own. */
  site_logo: z.string().check(z.maxLength(20_000)),
  site_currency: z.string().check(z.regex(/^[A-Z]{3,5}$/)),
  contact_email: z.union([z.literal(''), z.string().check(z.maxLength(254), z.email())]),
  registration_open: z.boolean(),
  ...groupFields,
  maintenance: z.boolean(),
  maintenance_message: prose(0, 500),
  content_privacy_policy: prose(0, 60_000),
  content_terms_of_service: prose(0, 60_000),
  content_faq: prose(0, 60_000),

  /** Units a claim pays before level and happy hour. */
  faucet_reward: reasonable(1_000_000_000),
  /** Seconds between two claims. */
  faucet_timer: reasonable(86_400, 5),
  faucet_exp: reasonable(10_000),
  /** Claims a user may make in a UTC day; 0: no limit. */
  dailyClaimLimit: reasonable(100_000),
  happy_hours: z.array(HappyHour).check(z.maxLength(24)),
  /** Percent on top during a happy hour. */
  happyHourBonus: Percent,

  /** Units up to which a withdrawal with a clean score is paid without a person; 0: never. */
  payout_auto_max: Units,
  /** Units a user may withdraw in a UTC day; 0: no limit. */
  payout_user_day_max: Units,
  /** Units the whole site may pay in a UTC day before the rest waits for a person; 0: no limit. */
  payout_site_day_max: Units,
  /** Right answers that the first withdrawal asks for (ANTIBOT.md 6.3), or the account's age in days beside it. */
  withdraw_min_answers: reasonable(10_000),
  withdraw_min_days: reasonable(365),
  /** Minutes after which a rate counts as too old; the method then closes. Fixed rates never age. */
  rate_max_age_minutes: reasonable(1_440, 1),
  ...payoutSettings,
  ...outflowSettings,

  /** Ways to pay in, in the order shown. */
  deposit_methods: z.array(DepositSetting).check(
    z.maxLength(20),
    z.refine((rows) => differ(rows.map(({ processor, coin }) => `${processor}:${coin}`)), {
      error: 'This processor and currency are listed twice.',
    }),
  ),
  deposit_btcpay_url: Address,
  deposit_btcpay_store: line(0, 100),
  deposit_btcpay_key: Secret,
  deposit_btcpay_webhook_secret: Secret,
  deposit_nowpayments_url: Address,
  deposit_nowpayments_key: Secret,
  deposit_nowpayments_ipn_secret: Secret,
  /** The merchant's name at FaucetPay. */
  deposit_faucetpay_username: line(0, 60),
  /** Fewest units that can be moved from the earned to the deposit balance at once, and percent given on top. */
  exchange_minimum: reasonable(1_000_000_000, 1),
  exchange_bonus_percent: reasonable(100),

  /** What one view costs, by kind and length in seconds; what is not listed is not sold. */
  ptc_prices: z.array(PtcPrice).check(
    z.maxLength(24),
    z.refine((rows) => differ(rows.map(({ kind, timer }) => `${kind}:${timer}`)), {
      error: 'This ad type and view time are listed twice.',
    }),
  ),
  /** Percent of the price that the viewer gets. */
  ptc_viewer_percent: reasonable(100, 1),
  /** Fewest views that a campaign is bought with. */
  ptc_min_views: reasonable(1_000_000, 1),
  ptc_exp: reasonable(10_000),
  /** Reports of trusted users that send a campaign back to review; 0: never. */
  ptc_report_limit: reasonable(1_000),
  /** Days in which a view that turns out invalid goes back to the campaign; 0: never. */
  ptc_return_days: reasonable(90),

  offerwall_exp: reasonable(10_000),

  link_exp: reasonable(10_000),
  /** Minutes in which somebody who opened a shortlink must come back. */
  link_visit_minutes: reasonable(1_440, 5),
  /** How the list of shortlinks is sorted at first. */
  link_sort: LinkSort,

  /** Units that each day of the bonus round pays. */
  bonus_rewards: z.array(reasonable(1_000_000_000, 1)).check(z.minLength(BONUS_DAYS), z.maxLength(BONUS_DAYS)),
  /** Faucet claims that a day asks for before its bonus can be claimed; 0: none. */
  bonus_min_claims: reasonable(1_000),
  /** Days after which a missed day is forgiven again; 0: never. */
  bonus_grace_days: reasonable(365),
  bonus_exp: reasonable(10_000),
  challenge_exp: reasonable(10_000),
  coupon_exp: reasonable(10_000),
  /** A code that nobody is given: who types it tries codes out. Empty: none. */
  coupon_canary: z.union([z.literal(''), CouponCode]),

  /** Units that the winners of a period are paid, by rank from the first on; none: no prizes. */
  leaderboard_prizes_day: Prizes,
  leaderboard_prizes_week: Prizes,
  leaderboard_prizes_month: Prizes,
  /** Basis points of what referred people earn, by themselves and by offerwalls, that the site pays who referred. */
  referral_commission: reasonable(10_000),
  referral_offerwall_commission: reasonable(10_000),

  /** HTML of the owner's advertising network, shown in a sandboxed frame of exactly that size; empty: no place. */
  banner_728x90: Markup,
  banner_468x60: Markup,
  banner_300x250: Markup,
  banner_160x600: Markup,
  /** Whether somebody with an ad blocker must switch it off to earn; otherwise there is only a polite note. */
  adblock_wall: z.boolean(),

  captcha_provider: z.enum(['own', 'turnstile', 'hcaptcha', 'recaptcha']),
  captcha_site_key: z.string().check(z.maxLength(200)),
  captcha_secret: Secret,
  /** Dollars that one solved picture costs an attacker, for the money rule of ANTIBOT.md 6.3. */
  solve_price_usd: Decimal,
})
export type Settings = z.infer<typeof Settings>

/** The settings that are encrypted at rest and never leave the server again. */
export const secretSettings = [
  'captcha_secret',
  'google_client_secret',
  'deposit_btcpay_key',
  'deposit_btcpay_webhook_secret',
  'deposit_nowpayments_key',
  'deposit_nowpayments_ipn_secret',
  ...payoutSecrets,
] as const satisfies readonly (keyof Settings)[]

/** What a new site starts with. Empty content means the texts that come with Runnel. */
export const defaults: Settings = {
  site_name: 'Runnel',
  site_hue: 200,
  site_logo: '',
  site_currency: 'USD',
  contact_email: '',
  registration_open: true,
  ...groupDefaults,
  maintenance: false,
  maintenance_message: '',
  content_privacy_policy: '',
  content_terms_of_service: '',
  content_faq: '',
  faucet_reward: 30,
  faucet_timer: 300,
  faucet_exp: 10,
  dailyClaimLimit: 0,
  happy_hours: [
    { from: '12:00', to: '13:00' },
    { from: '20:00', to: '21:00' },
  ],
  happyHourBonus: 50,
  payout_auto_max: 0,
  payout_user_day_max: 1_000_000,
  payout_site_day_max: 10_000_000,
  withdraw_min_answers: 100,
  withdraw_min_days: 7,
  rate_max_age_minutes: 15,
  ...payoutDefaults,
  ...outflowDefaults,
  deposit_methods: [
    { processor: 'sandbox', coin: '', minimum: 10_000, maximum: 100_000_000, feeBasisPoints: 0, enabled: true },
    { processor: 'btcpay', coin: '', minimum: 100_000, maximum: 100_000_000, feeBasisPoints: 0, enabled: true },
    { processor: 'nowpayments', coin: '', minimum: 500_000, maximum: 100_000_000, feeBasisPoints: 0, enabled: true },
    { processor: 'faucetpay', coin: '', minimum: 10_000, maximum: 100_000_000, feeBasisPoints: 0, enabled: true },
  ],
  deposit_btcpay_url: '',
  deposit_btcpay_store: '',
  deposit_btcpay_key: '',
  deposit_btcpay_webhook_secret: '',
  deposit_nowpayments_url: '',
  deposit_nowpayments_key: '',
  deposit_nowpayments_ipn_secret: '',
  deposit_faucetpay_username: '',
  exchange_minimum: 1_000,
  exchange_bonus_percent: 0,
  ptc_prices: [
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
  ptc_viewer_percent: 70,
  ptc_min_views: 100,
  ptc_exp: 5,
  ptc_report_limit: 5,
  ptc_return_days: 7,
  offerwall_exp: 50,
  link_exp: 10,
  link_visit_minutes: 60,
  link_sort: 'auto',
  bonus_rewards: [50, 75, 100, 150, 200, 300, 500],
  bonus_min_claims: 3,
  bonus_grace_days: 30,
  bonus_exp: 20,
  challenge_exp: 20,
  coupon_exp: 5,
  coupon_canary: '',
  leaderboard_prizes_day: [],
  leaderboard_prizes_week: [1_000, 500, 250],
  leaderboard_prizes_month: [5_000, 3_000, 1_000],
  referral_commission: 1_000,
  referral_offerwall_commission: 500,
  banner_728x90: '',
  banner_468x60: '',
  banner_300x250: '',
  banner_160x600: '',
  adblock_wall: false,
  captcha_provider: 'own',
  captcha_site_key: '',
  captcha_secret: '',
  solve_price_usd: '0.0005',
}
