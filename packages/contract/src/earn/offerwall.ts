import * as z from 'zod/mini'
import { route } from '#contract/route.ts'
import { Done, Id, listing, paging, prose, Timestamp, Units } from '#contract/values.ts'
import { ListedOffer, OfferClick, OfferDevice, VendorOfferId } from './offer.ts'

/** The part of an address that names a wall. */
export const WallSlug = z.string().check(z.regex(/^[a-z0-9-]{2,40}$/))

/** How a wall has kept its word, by this site's own records of the last `RELIABILITY_DAYS`. */
export const WallReliability = z.object({
  /** Rewards that it credited. */
  credits: z.int(),
  /** Those of them that it charged back, whole or in part. */
  chargeBacks: z.int(),
  /** Seconds from a member's click to the postback, in the middle of all that were tied to a click; null: too few. */
  medianSeconds: z.nullable(z.int()),
})
export type WallReliability = z.infer<typeof WallReliability>

export const Wall = z.object({
  _id: Id,
  name: z.string(),
  /** The preset it was made from, for its picture and words. */
  preset: z.string(),
  /** The owner's words on what is paid and when. */
  conditions: z.string(),
  /** Rewards above so many units are held, for so many days. */
  holdAbove: Units,
  holdDays: z.int(),
  /** Where it opens: the page with its frame, or the one for Pollfish. */
  page: z.enum(['frame', 'pollfish']),
})
export type Wall = z.infer<typeof Wall>

export const ListedWall = z.extend(Wall, {
  /** Null while there are too few credits to tell. */
  reliability: z.nullable(WallReliability),
})
export type ListedWall = z.infer<typeof ListedWall>

/** `held`: credited, not yet spendable. `charged-back`: the wall took it back. */
export const OfferStatus = z.enum(['held', 'credited', 'charged-back'])
export type OfferStatus = z.infer<typeof OfferStatus>

export const Offer = z.object({
  _id: Id,
  wall: z.string(),
  offer: z.string(),
  amount: Units,
  status: OfferStatus,
  heldUntil: z.nullable(Timestamp),
  /** Why it was taken back, in words; null for the others. */
  reason: z.nullable(z.string()),
  createdAt: Timestamp,
  /** What of the amount was taken back, all of it or a part; 0 for the others. */
  chargedBack: Units,
  /** When it was, or the last part of it. */
  chargedBackAt: z.nullable(Timestamp),
})
export type Offer = z.infer<typeof Offer>

const rawAnswer = z.object({ status: z.int(), body: z.string() })
const postbackRules = {
  access: 'anyone',
  transaction: 'write',
  kind: 'raw',
  bodyLimit: 64 * 1_024,
  whileMaintained: true,
  limits: [{ by: 'net', points: 1_200, seconds: 60 }],
  params: z.object({ wall: WallSlug }),
  answer: rawAnswer,
} as const

export const offerwall = {
  list: route({
    method: 'GET',
    path: '/api/offerwall',
    summary: 'The offerwalls available to this user.',
    access: 'user',
    transaction: 'read',
    answer: z.object({ walls: z.array(ListedWall), heldBalance: Units, debt: Units }),
  }),
  offers: route({
    method: 'GET',
    path: '/api/offerwall/offer',
    summary: "The user's own offers: credited, held until when, charged back and why.",
    access: 'user',
    transaction: 'read',
    query: z.object({ ...paging, status: z.optional(OfferStatus) }),
    answer: listing(Offer),
  }),
  wall: route({
    method: 'GET',
    path: '/api/offerwall/{id}',
    summary: 'One offerwall with its iframe URL for this user; opening it is recorded as a click.',
    access: 'user',
    transaction: 'write',
    closedTo: 'earn',
    limits: [{ by: 'user', points: 60, seconds: 60 }],
    params: z.object({ id: Id }),
    answer: z.object({
      wall: Wall,
      url: z.string(),
      /** What the Pollfish page hands to its script; null for other walls. */
      pollfish: z.nullable(
        z.object({
          apiKey: z.string(),
          userId: z.string(),
          clickId: z.string(),
          /** Part of what is signed; empty where the owner has set none. */
          rewardConversion: z.string(),
          rewardName: z.string(),
          signature: z.string(),
          debug: z.boolean(),
        }),
      ),
    }),
  }),
  feed: route({
    method: 'GET',
    path: '/api/offerwall/feed',
    summary: 'Offers of all offerwalls with an API in one list, best reward per minute first.',
    access: 'user',
    transaction: 'none',
    closedTo: 'earn',
    limits: [{ by: 'user', points: 30, seconds: 60 }],
    query: z.object({
      /** Unset: the device that the request comes from. */
      device: z.optional(OfferDevice),
    }),
    answer: z.object({
      device: OfferDevice,
      offers: z.array(ListedOffer),
      /** Names of walls that didn't answer. */
      failed: z.array(z.string()),
    }),
  }),
  click: route({
    method: 'POST',
    path: '/api/offerwall/{id}/click',
    summary: 'Records a click on an offer of the list and answers where it opens.',
    access: 'user',
    transaction: 'none',
    closedTo: 'earn',
    limits: [
      { by: 'user', points: 20, seconds: 60 },
      { by: 'user', points: 300, seconds: 3_600 },
    ],
    params: z.object({ id: Id }),
    body: z.object({ offerId: VendorOfferId, device: OfferDevice }),
    answer: z.object({ clickId: Id, url: z.string() }),
  }),
  clicks: route({
    method: 'GET',
    path: '/api/offerwall/click',
    summary: "The user's own clicks on offers, with what they were credited and reported.",
    access: 'user',
    transaction: 'read',
    query: z.object(paging),
    answer: listing(OfferClick),
  }),
  report: route({
    method: 'POST',
    path: '/api/offerwall/click/{id}/report',
    summary: 'Reports that the reward of a click is missing.',
    access: 'user',
    transaction: 'write',
    limits: [{ by: 'user', points: 10, seconds: 3_600 }],
    bodyLimit: 12 * 1_024,
    params: z.object({ id: Id }),
    body: z.object({ words: prose(10, 1_000), evidence: prose(0, 2_000) }),
    answer: Done,
  }),
  postback: route({
    method: 'GET',
    path: '/api/postback/{wall}',
    summary: 'Postback of an offerwall: credits or charges back a reward.',
    ...postbackRules,
  }),
  postbackPost: route({
    method: 'POST',
    path: '/api/postback/{wall}',
    summary: 'The same, for offerwalls that send forms.',
    ...postbackRules,
  }),
} as const
