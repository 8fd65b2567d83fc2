import * as z from 'zod/mini'
import { route } from './route.ts'
import { Timestamp, Units } from './values.ts'
import { PublicPayout } from './withdraw.ts'

/** The ways to earn, in the order in which they are shown. */
export const EarningKind = z.enum([
  'faucet',
  'ptc',
  'link',
  'offerwall',
  'task',
  'bonus',
  'challenge',
  'coupon',
  'leaderboard',
  'referral',
])
export type EarningKind = z.infer<typeof EarningKind>

/** What one way to earn paid lately, from the records of the last 7 days; null where they are too few to tell. */
export const EarningRate = z.object({
  kind: EarningKind,
  /** How often it was paid. */
  count: z.int(),
  /** Average reward. */
  reward: z.nullable(Units),
  /** Median of how long it took, waiting included; also null where it is not an amount of work. */
  seconds: z.nullable(z.int()),
  /** Units a minute, to a tenth. */
  perMinute: z.nullable(z.number()),
})
export type EarningRate = z.infer<typeof EarningRate>

/** What the first withdrawal needs, from the methods and settings that decide it. */
export const FirstWithdrawal = z.object({
  /** Those that pay right now, in the owner's order. */
  methods: z.array(z.object({ name: z.string(), currency: z.string(), minimum: Units, fee: Units })),
  /** Larger ones are reviewed; null where all are. */
  reviewAbove: z.nullable(Units),
  /** A first withdrawal is reviewed before so many solved captchas or claims, and before so many days. */
  answers: z.int(),
  days: z.int(),
  /** Hours that the first payout to a new address waits. */
  addressWaitHours: z.int(),
  /** Minimum of an account that was paid more than it brought in; null where no such rule is on. */
  uncoveredMinimum: z.nullable(Units),
})
export type FirstWithdrawal = z.infer<typeof FirstWithdrawal>

/** Live statistics of the site, as the home page shows them. */
export const HomeStats = z.object({
  /** All that users ever earned, less what was taken back, in units. */
  totalEarned: Units,
  totalUsers: z.int(),
  currencies: z.array(z.string()),
  /** What ever reached wallets: amounts without fees. */
  paidOut: Units,
  payouts: z.array(PublicPayout),
  medianPaySeconds: z.nullable(z.int()),
  /** Of the running UTC day: what all users earned, and what was paid out in how many payouts. */
  earnedToday: Units,
  paidToday: Units,
  payoutsToday: z.int(),
  /** Of the last 7 UTC days, today included; the median is null while too few were paid. */
  week: z.object({
    earned: Units,
    paidOut: Units,
    payouts: z.int(),
    medianPaySeconds: z.nullable(z.int()),
  }),
  /** The ways to earn that are open right now. */
  ways: z.array(EarningKind),
  /** What each of them paid lately. */
  rates: z.array(EarningRate),
  firstWithdrawal: FirstWithdrawal,
  faucet: z.object({ reward: Units, timer: z.int() }),
})
export type HomeStats = z.infer<typeof HomeStats>

/** The sizes of banner places (SPEC.md §9). */
export const BannerSize = z.enum(['728x90', '468x60', '300x250', '160x600'])
export type BannerSize = z.infer<typeof BannerSize>

/** What every page needs to know of the site it belongs to. */
export const Site = z.object({
  name: z.string(),
  /** SVG text of the owner's logo, sanitised; empty for Runnel's own. */
  logo: z.string(),
  /** Brand hue in degrees; the palette is derived from it. */
  hue: z.int(),
  currency: z.string(),
  contactEmail: z.string(),
  maintenance: z.nullable(z.object({ message: z.string(), until: z.nullable(Timestamp) })),
  registrationOpen: z.boolean(),
  /** Years that somebody who registers has to confirm; 0: it isn't asked. */
  minimumAge: z.int(),
  /** Whether people can sign in with Google. */
  googleLogin: z.boolean(),
  /** Whether people can sign in with Telegram. */
  telegramLogin: z.boolean(),
  /** Sizes for which the owner has set a banner up. */
  banners: z.array(BannerSize),
  adblockWall: z.boolean(),
})
export type Site = z.infer<typeof Site>

export const ContentName = z.enum(['privacy-policy', 'terms-of-service', 'faq'])
export type ContentName = z.infer<typeof ContentName>

export const home = {
  stats: route({
    method: 'GET',
    path: '/api/home',
    summary: 'Statistics of the site.',
    access: 'anyone',
    transaction: 'read',
    cost: 3,
    answer: HomeStats,
  }),
  site: route({
    method: 'GET',
    path: '/api/site',
    summary: "The site's name, look and state.",
    access: 'anyone',
    transaction: 'read',
    cost: 3,
    whileMaintained: true,
    answer: Site,
  }),
  content: route({
    method: 'GET',
    path: '/api/content/{name}',
    summary: 'A content page as sanitized HTML.',
    access: 'anyone',
    transaction: 'read',
    cost: 3,
    params: z.object({ name: ContentName }),
    answer: z.object({ title: z.string(), html: z.string(), updatedAt: Timestamp }),
  }),
} as const
