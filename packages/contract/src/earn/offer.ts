import * as z from 'zod/mini'
import { Id, line, Timestamp, Units } from '#contract/values.ts'

/** Vendors that tell their offers by an API (PROTOCOLS.md §2.26). */
export const OfferApi = z.enum(['bitlabs', 'ayet', 'cpx', 'bitcotasks', 'lootably'])
export type OfferApi = z.infer<typeof OfferApi>

export const OfferDevice = z.enum(['android', 'ios', 'desktop'])
export type OfferDevice = z.infer<typeof OfferDevice>

/** An offer's name at its vendor. */
export const VendorOfferId = line(1, 100)

/** An offer as a vendor's API tells of it, in units of this site. Its texts are a stranger's: text, never markup. */
export const ListedOffer = z.object({
  wallId: Id,
  wall: z.string(),
  offerId: z.string(),
  /** Empty for surveys, which have none. */
  title: z.string(),
  description: z.string(),
  requirements: z.string(),
  /** Empty: all. */
  devices: z.array(OfferDevice),
  /** Null where the vendor doesn't say how long it takes. */
  minutes: z.nullable(z.int()),
  /** All of its steps together. */
  reward: Units,
  /** Units per minute, which the list is sorted by; null without a time. */
  perMinute: z.nullable(z.number()),
  steps: z.array(
    z.object({
      name: z.string(),
      reward: z.nullable(Units),
      /** Null where the vendor doesn't say. */ minutes: z.nullable(z.int()),
    }),
  ),
  /** What the vendor wants known before anybody begins, one by one. */
  notes: z.array(z.string()),
  disclaimer: z.string(),
  /** When it confirms, and how long a reward is pending then, in the vendor's own words. */
  confirmation: z.string(),
  pending: z.string(),
  /** Within which all of it must be done; null where the vendor doesn't say. */
  limitMinutes: z.nullable(z.int()),
  /** Where the vendor helps if a reward is missing. */
  supportUrl: z.nullable(z.url({ protocol: /^https$/ })),
})
export type ListedOffer = z.infer<typeof ListedOffer>

/** `passed`: sent to the vendor's support. `arrived`: the postback came by itself after all. */
export const ReportState = z.enum(['open', 'passed', 'credited', 'declined', 'arrived'])
export type ReportState = z.infer<typeof ReportState>

/** A click of the user on a wall or an offer, with what came of it. */
export const OfferClick = z.object({
  _id: Id,
  wall: z.string(),
  /** Null: the wall as a whole was opened. */
  offer: z.nullable(z.string()),
  promised: z.nullable(Units),
  at: Timestamp,
  /** What postbacks and reports credited for it. */
  credited: Units,
  report: z.nullable(
    z.object({ state: ReportState, words: z.string(), answer: z.nullable(z.string()), createdAt: Timestamp }),
  ),
})
export type OfferClick = z.infer<typeof OfferClick>
