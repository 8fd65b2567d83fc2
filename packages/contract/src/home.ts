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
  /** The ways to earn that are open right now. */
  ways: z.array(EarningKind),
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
  /** Whether people can sign in with Google. */
  googleLogin: z.boolean(),
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
