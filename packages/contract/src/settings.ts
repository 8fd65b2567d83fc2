import * as z from 'zod/mini'

import { Decimal, line, prose, Units } from './values.ts'

const Clock = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/))
const Percent = z.int().check(z.minimum(0), z.maximum(1_000))
const reasonable = (maximum: number, minimum = 0) => z.int().check(z.minimum(minimum), z.maximum(maximum))

/** A secret as the owner typed it: write-only, encrypted at rest; reading gives only whether one is set. */
const Secret = z.string().check(z.maxLength(500))

/** A window of the day in UTC; one that ends before it starts runs over midnight. */
export const HappyHour = z.object({ from: Clock, to: Clock })
export type HappyHour = z.infer<typeof HappyHour>

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

  captcha_provider: z.enum(['own', 'turnstile', 'hcaptcha', 'recaptcha']),
  captcha_site_key: z.string().check(z.maxLength(200)),
  captcha_secret: Secret,
  /** Dollars that one solved picture costs an attacker, for the money rule of ANTIBOT.md 6.3. */
  solve_price_usd: Decimal,
})
export type Settings = z.infer<typeof Settings>

/** The settings that are encrypted at rest and never leave the server again. */
export const secretSettings = ['captcha_secret'] as const satisfies readonly (keyof Settings)[]

/** What a new site starts with. Empty content means the texts that come with Runnel. */
export const defaults: Settings = {
  site_name: 'Runnel',
  site_hue: 200,
  site_logo: '',
  site_currency: 'USD',
  contact_email: '',
  registration_open: true,
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
  captcha_provider: 'own',
  captcha_site_key: '',
  captcha_secret: '',
  solve_price_usd: '0.0005',
}
