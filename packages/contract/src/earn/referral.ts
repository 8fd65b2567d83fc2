import * as z from 'zod/mini'
import { route } from '#contract/route.ts'
import { BasisPoints, Day, listing, paging, Timestamp, Units } from '#contract/values.ts'

/** One day of referral earnings. */
export const ReferralDay = z.object({ day: Day, joined: z.int(), earning: Units, withheld: Units })

export const referral = {
  info: route({
    method: 'GET',
    path: '/api/referral',
    summary: 'The referral link, its results by day and the commission.',
    access: 'user',
    transaction: 'read',
    answer: z.object({
      /** The address to share. */
      link: z.string(),
      /** The last 30 days. */
      stats: z.array(ReferralDay),
      /** Units of commission that were paid in all. */
      earning: Units,
      /** Units of today that are settled after midnight (UTC). */
      pending: Units,
      /** Units that were withheld, with the reason in words; null when nothing was. */
      withheld: z.nullable(z.object({ amount: Units, reason: z.string() })),
      refCount: z.int(),
      /** Referred people who earned something in the last 30 days. */
      activeCount: z.int(),
      /** Basis points of what referred people earn: by faucet, ptc, links and tasks; and by offerwalls. */
      referralCommission: BasisPoints,
      offerwallCommission: BasisPoints,
    }),
  }),
  people: route({
    method: 'GET',
    path: '/api/referral/user',
    summary: 'The referrals and the commission from each.',
    access: 'user',
    transaction: 'read',
    query: z.object(paging),
    answer: listing(
      z.object({
        /** The name, its middle hidden. */
        username: z.string(),
        joinedAt: Timestamp,
        level: z.int(),
        earning: Units,
        lastActiveDay: z.nullable(Day),
        withheld: z.boolean(),
      }),
    ),
  }),
} as const
