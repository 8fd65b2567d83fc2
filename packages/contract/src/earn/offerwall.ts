import * as z from 'zod/mini'
import { route } from '#contract/route.ts'
import { Id, listing, paging, Timestamp, Units } from '#contract/values.ts'

/** The part of an address that names a wall. */
export const WallSlug = z.string().check(z.regex(/^[a-z0-9-]{2,40}$/))

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
    answer: z.object({ walls: z.array(Wall), heldBalance: Units, debt: Units }),
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
    summary: 'One offerwall with its iframe URL for this user.',
    access: 'user',
    transaction: 'read',
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
