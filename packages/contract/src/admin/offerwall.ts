import * as z from 'zod/mini'
import { Country } from '#contract/advertise.ts'
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

/** Every kind of signature that walls use (PROTOCOLS.md §2). */
export const SignatureAlgorithm = z.enum([
  'none',
  'static',
  'md5',
  'sha1',
  'sha256',
  'sha512',
  'hmac-md5',
  'hmac-sha1',
  'hmac-sha256',
  'hmac-sha512',
])
export type SignatureAlgorithm = z.infer<typeof SignatureAlgorithm>

/**
 * How a wall speaks, as data. A preset fills all of it in; the generic preset leaves it to the owner.
 * `signed`: a template over parameters and keys such as `{subId}{transId}{reward}{secret}`, or one of the special texts
 * `@url` (the whole address up to the signature), `@sorted-query` and `@pollfish`.
 */
export const WallRules = z.object({
  userParam: line(0, 60),
  txParam: line(0, 60),
  /**
   * Where the amount stands, in the wall's own currency, and where its worth in US dollars does; `cpa/100` is a
   * parameter in cents.
   */
  amountParam: line(0, 60),
  usdParam: line(0, 60),
  offerParam: line(0, 60),
  ipParam: line(0, 60),
  /** The parameter that says credit or reversal, and its values; empty: a negative amount is a reversal. */
  statusParam: line(0, 60),
  creditValues: z.array(line(1, 40)).check(z.maxLength(10)),
  reversalValues: z.array(line(1, 40)).check(z.maxLength(10)),
  /** Values that are neither, answered as taken and never credited, such as a test or a pending one. */
  ignoredValues: z.array(line(1, 40)).check(z.maxLength(20)),
  /** Where a reversal names the credit that it takes back; empty: the same transaction. */
  refParam: line(0, 60),
  signatureParam: line(0, 60),
  signatureHeader: line(0, 60),
  algorithm: SignatureAlgorithm,
  encoding: z.enum(['hex', 'base64']),
  signed: line(0, 300),
  replyOk: line(0, 20),
  replyDuplicate: line(0, 20),
  /** Said beside 403 to a call whose signature or source is wrong. */
  replyRefused: line(0, 20),
  /** Parameters that mark a call as a test. */
  testParams: z.array(line(1, 40)).check(z.maxLength(10)),
})
export type WallRules = z.infer<typeof WallRules>

const FrameTemplate = z.string().check(z.trim(), z.maxLength(500))

/** Keys that a wall may have; none has more than three. */
export const KEYS_MAX = 20
const Keys = z
  .record(z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9]{0,39}$/)), z.string().check(z.maxLength(200)))
  .check(
    z.refine((keys) => Object.keys(keys).length <= KEYS_MAX, {
      error: `An offerwall can have at most ${KEYS_MAX} keys.`,
    }),
  )

const wallFields = {
  preset: line(1, 40),
  slug: WallSlug,
  name: line(1, 40),
  conditions: prose(0, 500),
  /** With `{userId}`, `{hash}`, `{signature}`, `{username}` and the owner's keys by their names. */
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
  enabled: z.boolean(),
  position: z.int().check(z.minimum(0), z.maximum(1_000)),
}
/** Write-only: what signs postbacks. */
const secret = z.string().check(z.trim(), z.maxLength(500))

export const AdminWall = z.object({
  _id: Id,
  ...wallFields,
  secretSet: z.boolean(),
  /** What the owner pastes into the wall's panel. */
  postbackUrl: z.string(),
})
export type AdminWall = z.infer<typeof AdminWall>

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
    bodyLimit: 48 * 1_024,
    body: z.object({ ...wallFields, secret }),
    answer: saved,
  }),
  editWall: route({
    method: 'PATCH',
    path: '/api/admin/offerwall/{id}',
    summary: 'Changes an offerwall; an empty secret keeps the stored one unless the preset or iframe host changes.',
    access: 'admin',
    transaction: 'write',
    params,
    bodyLimit: 48 * 1_024,
    body: z.partial(z.object({ ...wallFields, secret })),
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
