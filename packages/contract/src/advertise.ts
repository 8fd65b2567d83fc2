import * as z from 'zod/mini'
import { route } from './route.ts'
import { Day, Id, line, paging, PositiveUnits, Timestamp, Units } from './values.ts'

/** What is shown: a page in a frame, a video of YouTube, a page in its own tab, a video file. */
export const AdKind = z.enum(['iframe', 'youtube', 'window', 'video'])
export type AdKind = z.infer<typeof AdKind>

/** Seconds that an ad may last. */
export const adTimers = [5, 10, 15, 30, 60, 90] as const
export const AdTimer = z.literal(adTimers)
export type AdTimer = z.infer<typeof AdTimer>

export const CampaignStatus = z.enum(['pending', 'active', 'paused', 'rejected', 'completed', 'deleted'])
export type CampaignStatus = z.infer<typeof CampaignStatus>

export const TITLE_MAX = 75
export const DESCRIPTION_MAX = 200
export const URL_MAX = 2_048
/** Views that one campaign may have in all; keeps every price inside the numbers. */
export const VIEWS_MAX = 10_000_000

export const AdUrl = z.string().check(z.trim(), z.minLength(1), z.maxLength(URL_MAX))
const Title = line(3, TITLE_MAX)
const Description = line(0, DESCRIPTION_MAX)
/** Two capital letters, ISO 3166. */
export const Country = z.string().check(z.regex(/^[A-Z]{2}$/))
export const Device = z.enum(['any', 'mobile', 'desktop'])
export type Device = z.infer<typeof Device>
const Views = z.int().check(z.minimum(1), z.maximum(VIEWS_MAX))

/** Who sees a campaign. */
export const targeting = {
  /** Empty: everywhere. */
  countries: z.array(Country).check(z.maxLength(250)),
  minLevel: z.int().check(z.minimum(1), z.maximum(1_000)),
  device: Device,
  /** Seconds after which the same person may be paid for it again. */
  interval: z.int().check(z.minimum(3_600), z.maximum(30 * 86_400)),
}

/** What one view of a kind and length costs, and what its viewer gets, in units. */
export const CampaignOption = z.object({ kind: AdKind, timer: AdTimer, price: PositiveUnits, reward: PositiveUnits })
export type CampaignOption = z.infer<typeof CampaignOption>

export const Campaign = z.object({
  _id: Id,
  kind: AdKind,
  title: z.string(),
  description: z.string(),
  url: z.string(),
  timer: z.int(),
  /** Units per view: what it costs, and the part of it that the viewer gets. */
  price: Units,
  reward: Units,
  views: z.int(),
  remaining: z.int(),
  /** Units that are still in its escrow, and those that verified views took out. */
  escrow: Units,
  spent: Units,
  ...targeting,
  status: CampaignStatus,
  /** Why it was rejected, sent back for review or paused by a person; null when there is nothing to say. */
  reason: z.nullable(z.string()),
  /** Reports of viewers that nobody has looked at. */
  reports: z.int(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Campaign = z.infer<typeof Campaign>

const Count = z.object({ name: z.string(), opened: z.int(), paid: z.int() })

/** A movement of a campaign's money, as the ledger holds it. */
export const CampaignMovement = z.object({
  _id: Id,
  kind: z.enum(['campaign-fund', 'campaign-refund', 'ptc-return']),
  /** Positive: into the escrow. Negative: out of it, back to the owner. */
  amount: z.int(),
  /** Why, where there is a reason to tell. */
  reason: z.nullable(z.string()),
  createdAt: Timestamp,
})

const idParams = z.object({ id: Id })

export const advertise = {
  list: route({
    method: 'GET',
    path: '/api/advertise',
    summary: 'The user’s campaigns, newest first, six per page, with ad prices.',
    access: 'user',
    transaction: 'read',
    query: z.object({ page: paging.page }),
    answer: z.object({
      ads: z.array(Campaign),
      total: z.int(),
      options: z.array(CampaignOption),
      /** Fewest views that can be bought at once. */
      minViews: z.int(),
      depositBalance: Units,
    }),
  }),
  check: route({
    method: 'POST',
    path: '/api/advertise/check',
    summary: 'Checks a URL to advertise: whether it can be shown, and whether it can be embedded.',
    access: 'user',
    transaction: 'none',
    limits: [
      { by: 'user', points: 20, seconds: 60 },
      { by: 'user', points: 200, seconds: 86_400 },
    ],
    body: z.object({ kind: AdKind, url: AdUrl }),
    answer: z.object({
      ok: z.boolean(),
      /** Why it cannot be shown this way, or what a person will have to look at; null when all is well. */
      msg: z.nullable(z.string()),
      /** A kind that would work instead. */
      offer: z.nullable(AdKind),
      /** Title of the page, to save typing. */
      title: z.nullable(z.string()),
    }),
  }),
  create: route({
    method: 'POST',
    path: '/api/advertise/',
    summary: 'Creates a campaign: its full price moves from the deposit balance to its escrow.',
    access: 'user',
    transaction: 'write',
    checks: ['page'],
    idempotent: true,
    limits: [{ by: 'user', points: 30, seconds: 3_600 }],
    bodyLimit: 20 * 1_024,
    body: z.object({
      kind: AdKind,
      title: Title,
      description: z._default(Description, ''),
      url: AdUrl,
      timer: AdTimer,
      views: Views,
      countries: z._default(targeting.countries, []),
      minLevel: z._default(targeting.minLevel, 1),
      device: z._default(targeting.device, 'any'),
      interval: z._default(targeting.interval, 86_400),
    }),
    answer: z.object({ campaign: Campaign, depositBalance: Units, msg: z.optional(z.string()) }),
  }),
  edit: route({
    method: 'PATCH',
    path: '/api/advertise/{id}',
    summary: 'Pauses or resumes a campaign, or changes its title and description, which are then reviewed again.',
    access: 'user',
    transaction: 'write',
    limits: [{ by: 'user', points: 60, seconds: 600 }],
    params: idParams,
    body: z
      .object({
        status: z.optional(z.enum(['active', 'paused'])),
        title: z.optional(Title),
        description: z.optional(Description),
      })
      .check(
        z.refine((body) => Object.values(body).some((value) => value !== undefined), {
          path: ['status'],
          error: 'validation.changeOne',
        }),
      ),
    answer: z.object({ campaign: Campaign, msg: z.optional(z.string()) }),
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/advertise/{id}',
    summary: 'Deletes a campaign; the unused budget in escrow is refunded to the deposit balance in full.',
    access: 'user',
    transaction: 'write',
    params: idParams,
    answer: z.object({ refunded: Units, depositBalance: Units, msg: z.optional(z.string()) }),
  }),
  addView: route({
    method: 'POST',
    path: '/api/advertise/{id}/add-view',
    summary: "Buys more views at the campaign's own price.",
    access: 'user',
    transaction: 'write',
    idempotent: true,
    limits: [{ by: 'user', points: 30, seconds: 600 }],
    params: idParams,
    body: z.object({ views: Views }),
    answer: z.object({ campaign: Campaign, depositBalance: Units, msg: z.optional(z.string()) }),
  }),
  report: route({
    method: 'GET',
    path: '/api/advertise/{id}',
    summary: 'The report of one campaign: views by day, hour, country and device, completion, reports, money.',
    access: 'user',
    transaction: 'read',
    params: idParams,
    answer: z.object({
      campaign: Campaign,
      opened: z.int(),
      paid: z.int(),
      returned: z.int(),
      /** Days of the last 30 with views, and the 24 hours (UTC) of the day summed over these days. */
      days: z.array(z.object({ day: Day, opened: z.int(), paid: z.int() })),
      hours: z.array(z.object({ hour: z.int(), paid: z.int() })),
      /** At most 20 countries, most views first; `??` is unknown. */
      countries: z.array(Count),
      devices: z.array(Count),
      reports: z.array(z.object({ reason: z.string(), count: z.int() })),
      /** At most the newest 50. */
      movements: z.array(CampaignMovement),
    }),
  }),
  views: route({
    method: 'GET',
    path: '/api/advertise/{id}/views.csv',
    summary: 'Every view of the campaign as a CSV file, at most the newest 100,000; networks stand as a hash.',
    access: 'user',
    transaction: 'read',
    kind: 'csv',
    limits: [{ by: 'user', points: 20, seconds: 3_600 }],
    params: idParams,
    answer: z.object({ filename: z.string(), rows: z.array(z.array(z.string())) }),
  }),
} as const
