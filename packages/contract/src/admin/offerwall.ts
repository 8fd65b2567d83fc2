import * as z from 'zod/mini'
import { Country } from '#contract/advertise.ts'
import { OfferApi } from '#contract/earn/offer.ts'
import { WallSlug } from '#contract/earn/offerwall.ts'
import { route } from '#contract/route.ts'
import {
  BasisPoints,
  Day,
  Done,
  Id,
  line,
  listing,
  paging,
  prose,
  SignedUnits,
  Timestamp,
  Units,
} from '#contract/values.ts'
import { csvTwin } from './export.ts'
import { adminReport } from './report.ts'
import { WallRules } from './wall-rules.ts'

const FrameTemplate = z.string().check(z.trim(), z.maxLength(500))

/** Keys that a wall may have; none has more than three. */
export const KEYS_MAX = 20
const Keys = z
  .record(z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9]{0,39}$/)), z.string().check(z.maxLength(200)))
  .check(
    z.refine((keys) => Object.keys(keys).length <= KEYS_MAX, {
      error: 'validation.keysMax',
      params: { most: KEYS_MAX },
    }),
  )

const wallFields = {
  preset: line(1, 40),
  slug: WallSlug,
  name: line(1, 40),
  conditions: prose(0, 500),
  /** With `{userId}`, `{hash}`, `{signature}`, `{username}`, `{clickId}` and the owner's keys by their names. */
  frameUrl: FrameTemplate,
  /** Public keys of the wall by name, such as `appId`; they may stand in the frame's address. */
  keys: Keys,
  /** Addresses or networks that postbacks may come from; empty: all. */
  allowedIps: z.array(z.string().check(z.maxLength(60))).check(z.maxLength(50)),
  /** Whether a call from elsewhere is refused, or only noted. */
  refuseOtherIps: z.boolean(),
  /** Units that one of the wall's own currency is worth; where it is 0, its dollars count. */
  unitsPerAmount: z.string().check(z.regex(/^\d{1,9}(\.\d{1,8})?$/)),
  /** Basis points of the dollars that the user gets, where dollars count. */
  shareBasisPoints: BasisPoints,
  /** Most units that one call may credit; more is refused and noted. */
  maxReward: Units,
  holdAbove: Units,
  holdDays: z.int().check(z.minimum(0), z.maximum(365)),
  countries: z.array(Country).check(z.maxLength(250)),
  minLevel: z.int().check(z.minimum(1), z.maximum(1_000)),
  rules: WallRules,
  /** Whether its offers are also listed by its API, for presets that have one. */
  offersByApi: z.boolean(),
  /** Empty: the address that the vendor has for everybody. */
  offerApiUrl: z.string().check(z.trim(), z.maxLength(300)),
  /** Where reports of missing rewards are passed on to; empty: nowhere. */
  supportEmail: z.union([z.literal(''), z.email().check(z.maxLength(200))]),
  enabled: z.boolean(),
  position: z.int().check(z.minimum(0), z.maximum(1_000)),
}
/** Write-only: what signs postbacks. */
const secret = z.string().check(z.trim(), z.maxLength(500))
/** Write-only: what its API of offers wants. */
const apiKey = z.string().check(z.trim(), z.maxLength(500))

export const AdminWall = z.object({
  _id: Id,
  ...wallFields,
  secretSet: z.boolean(),
  apiKeySet: z.boolean(),
  /** What the owner pastes into the wall's panel. */
  postbackUrl: z.string(),
})
export type AdminWall = z.infer<typeof AdminWall>

/** What of a preset the vendor's own pages don't tell. `postback`: nothing of it was checked against them. */
export const UncheckedPart = z.enum(['postback', 'reversals', 'statuses', 'reply', 'addresses'])
export type UncheckedPart = z.infer<typeof UncheckedPart>

export const WallPreset = z.object({
  id: z.string(),
  name: z.string(),
  frameUrl: z.string(),
  /** Names of the keys that its frame wants. */
  keys: z.array(z.string()),
  allowedIps: z.array(z.string()),
  /** Appended to the postback address for walls whose parameters are the owner's choice. */
  postbackQuery: z.string(),
  rules: WallRules,
  /** Pages of the vendor that it was checked against. */
  sources: z.array(z.string()),
  unchecked: z.array(UncheckedPart),
  /** The vendor's API of offers; null where it has none that is known. */
  offerApi: z.nullable(z.object({ id: OfferApi, needsKey: z.boolean() })),
  /** A hint for the owner, such as where the secret stands in the wall's panel. */
  note: z.string(),
})
export type WallPreset = z.infer<typeof WallPreset>

export const PostbackVerdict = z.enum([
  'credited',
  'held',
  'charged-back',
  'charged-back-first',
  'duplicate',
  'ignored',
  'bad-signature',
  'bad-source',
  'unknown-user',
  'bad-amount',
  'unreadable',
  'wall-off',
  /** An admin had credited it by hand before it came. */
  'settled',
])
export type PostbackVerdict = z.infer<typeof PostbackVerdict>

const params = z.object({ id: Id })
const saved = z.object({ wall: AdminWall, msg: z.optional(z.string()) })

const chargeBacks = route({
  method: 'GET',
  path: '/api/admin/offerwall/charge-back',
  summary: 'Offerwall chargebacks, newest first.',
  access: 'admin',
  transaction: 'read',
  query: z.object({ ...paging, wallId: z.optional(Id), username: z.optional(z.string().check(z.maxLength(40))) }),
  answer: listing(
    z.object({
      _id: Id,
      wall: z.string(),
      user: z.object({ _id: Id, username: z.string() }),
      offer: z.string(),
      txId: z.string(),
      amount: Units,
      /** What of it was still there, and what became a debt. */
      taken: Units,
      debt: Units,
      reason: z.string(),
      creditedAt: Timestamp,
      at: Timestamp,
    }),
  ),
})

const wallStatistic = route({
  method: 'GET',
  path: '/api/admin/offerwall/statistic',
  summary: 'Credits, chargebacks, revenue and margin by offerwall and day.',
  access: 'admin',
  transaction: 'read',
  mayLag: true,
  query: z.object({ from: z.optional(Day), to: z.optional(Day) }),
  answer: z.object({
    items: z.array(
      z.object({
        wallId: Id,
        wall: z.string(),
        day: Day,
        credits: z.int(),
        credited: Units,
        chargeBacks: z.int(),
        chargedBack: Units,
        /** Units that the wall's dollars are worth, and what is left after paying users. */
        revenue: SignedUnits,
        margin: SignedUnits,
      }),
    ),
  }),
})

const postbacks = route({
  method: 'GET',
  path: '/api/admin/offerwall/postback',
  summary: 'Every received postback, newest first.',
  access: 'admin',
  transaction: 'read',
  query: z.object({
    ...paging,
    wallId: z.optional(Id),
    verdict: z.optional(PostbackVerdict),
    txId: z.optional(z.string().check(z.maxLength(200))),
  }),
  answer: listing(
    z.object({
      _id: Id,
      wall: z.string(),
      at: Timestamp,
      method: z.string(),
      /** Its address, secrets hidden. */
      query: z.string(),
      body: z.string(),
      network: z.string(),
      verdict: PostbackVerdict,
      detail: z.string(),
      username: z.nullable(z.string()),
      txId: z.nullable(z.string()),
      amount: z.nullable(SignedUnits),
    }),
  ),
})

export const adminOfferwall = {
  ...adminReport,
  walls: route({
    method: 'GET',
    path: '/api/admin/offerwall',
    summary: 'The configured offerwalls and the available presets.',
    access: 'admin',
    transaction: 'read',
    answer: z.object({ walls: z.array(AdminWall), presets: z.array(WallPreset) }),
  }),
  addWall: route({
    method: 'POST',
    path: '/api/admin/offerwall',
    summary: 'Adds an offerwall.',
    access: 'admin',
    transaction: 'write',
    bodyLimit: 56 * 1_024,
    body: z.object({ ...wallFields, secret, apiKey }),
    answer: saved,
  }),
  editWall: route({
    method: 'PATCH',
    path: '/api/admin/offerwall/{id}',
    summary: 'Changes an offerwall; an empty secret keeps the stored one unless the preset or iframe host changes.',
    access: 'admin',
    transaction: 'write',
    params,
    bodyLimit: 56 * 1_024,
    body: z.partial(z.object({ ...wallFields, secret, apiKey })),
    answer: saved,
  }),
  chargeBacks,
  chargeBacksCsv: csvTwin(chargeBacks, 'Offerwall chargebacks'),
  wallStatistic,
  wallStatisticCsv: csvTwin(wallStatistic, 'Offerwall figures by day'),
  postbacks,
  postbacksCsv: csvTwin(postbacks, 'Postbacks'),
  replayPostback: route({
    method: 'POST',
    path: '/api/admin/offerwall/postback/{id}/replay',
    summary: 'Replays a stored postback with the current rules; paid rewards aren’t paid again.',
    access: 'admin',
    transaction: 'write',
    params,
    answer: z.object({ verdict: PostbackVerdict, detail: z.string(), msg: z.optional(z.string()) }),
  }),
  removeWall: route({
    method: 'DELETE',
    path: '/api/admin/offerwall/{id}',
    summary: 'Deletes an offerwall that never credited a reward; others can only be disabled.',
    access: 'admin',
    transaction: 'write',
    params,
    answer: Done,
  }),
} as const
