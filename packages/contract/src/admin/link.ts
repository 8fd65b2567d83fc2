import * as z from 'zod/mini'
import { Country } from '#contract/advertise.ts'
import { route } from '#contract/route.ts'
import { Done, Id, line, listing, paging, PositiveUnits, Timestamp, Units } from '#contract/values.ts'
import { csvTwin } from './export.ts'

/** How a provider is asked for a short address (PROTOCOLS.md §3); `sandbox` is our own, for trying things out. */
export const LinkApi = z.enum(['adlinkfly', 'cuty', 'ouo', 'shortest', 'sandbox'])
export type LinkApi = z.infer<typeof LinkApi>

const LinkAddress = z.string().check(z.maxLength(300), z.url({ protocol: /^https?$/ }))

const providerFields = {
  name: line(1, 40),
  api: LinkApi,
  /** The address of its API, such as `https://exe.io/api`. */
  apiUrl: z.union([z.literal(''), LinkAddress]),
  reward: PositiveUnits.check(z.maximum(1_000_000_000)),
  maxView: z.int().check(z.minimum(1), z.maximum(1_000)),
  priority: z.int().check(z.minimum(0), z.maximum(1_000)),
  /** Seconds below which nobody can have passed it, and those that it takes as long as nothing was learnt. */
  minSeconds: z.int().check(z.minimum(0), z.maximum(600)),
  expectedSeconds: z.int().check(z.minimum(1), z.maximum(3_600)),
  /** Empty: everywhere. */
  countries: z.array(Country).check(z.maxLength(250)),
  enabled: z.boolean(),
}
/** Write-only; reading tells only whether one is set. */
const apiKey = z.string().check(z.trim(), z.maxLength(500))

export const AdminLink = z.object({
  _id: Id,
  ...providerFields,
  keySet: z.boolean(),
  /** Seconds learnt from trusted visitors, and the floor that follows from them; null while there are too few. */
  learnt: z.nullable(z.object({ median: z.int(), floor: z.int(), visits: z.int() })),
  /** The circuit breaker: out until then, with the reason; null when it works. */
  outUntil: z.nullable(Timestamp),
  lastError: z.nullable(z.string()),
  /** Whether it ever gave a visitor a short URL. */
  used: z.boolean(),
  today: z.object({ opened: z.int(), completed: z.int(), cost: Units }),
  position: z.int(),
})
export type AdminLink = z.infer<typeof AdminLink>

/** A visit that a person looks at: it came back far faster than this link's other visitors. */
export const HeldVisit = z.object({
  _id: Id,
  link: z.string(),
  user: z.object({ _id: Id, username: z.string(), score: z.number() }),
  seconds: z.number(),
  /** Seconds that trusted visitors take (median). */
  usual: z.nullable(z.int()),
  reward: Units,
  reason: z.string(),
  at: Timestamp,
})
export type HeldVisit = z.infer<typeof HeldVisit>

const params = z.object({ id: Id })
const Ids = z.array(Id).check(z.minLength(1), z.maxLength(100))
const link = z.object({ link: AdminLink, msg: z.optional(z.string()) })

const heldVisits = route({
  method: 'GET',
  path: '/api/admin/link/held',
  summary: 'Visits that were completed too quickly and are in review.',
  access: 'admin',
  transaction: 'read',
  query: z.object(paging),
  answer: listing(HeldVisit),
})

export const adminLink = {
  links: route({
    method: 'GET',
    path: '/api/admin/link',
    summary: 'The shortlink providers in their order.',
    access: 'admin',
    transaction: 'read',
    answer: z.object({ links: z.array(AdminLink) }),
  }),
  addLink: route({
    method: 'POST',
    path: '/api/admin/link',
    summary: 'Adds a shortlink provider.',
    access: 'admin',
    transaction: 'write',
    bodyLimit: 16 * 1_024,
    body: z.object({ ...providerFields, apiKey }),
    answer: link,
  }),
  editLink: route({
    method: 'PATCH',
    path: '/api/admin/link/{id}',
    summary: 'Changes a provider; an empty key keeps the stored one unless the URL changes.',
    access: 'admin',
    transaction: 'write',
    params,
    bodyLimit: 16 * 1_024,
    body: z.partial(z.object({ ...providerFields, apiKey })),
    answer: link,
  }),
  orderLinks: route({
    method: 'POST',
    path: '/api/admin/link/order',
    summary: 'Sets the order of the providers.',
    access: 'admin',
    transaction: 'write',
    body: z.object({ ids: Ids }),
    answer: Done,
  }),
  testLink: route({
    method: 'POST',
    path: '/api/admin/link/{id}/test',
    summary: 'Tests the provider now; a success closes its circuit breaker. Returns the provider’s response.',
    access: 'admin',
    transaction: 'none',
    limits: [{ by: 'user', points: 20, seconds: 60 }],
    params,
    answer: z.object({ ok: z.boolean(), milliseconds: z.int(), result: z.nullable(z.string()), msg: z.string() }),
  }),
  removeLink: route({
    method: 'DELETE',
    path: '/api/admin/link/{id}',
    summary: 'Deletes a provider; a used one is kept for its history but no longer shown.',
    access: 'admin',
    transaction: 'write',
    params,
    answer: Done,
  }),
  heldVisits,
  heldVisitsCsv: csvTwin(heldVisits, 'Visits in review'),
  decideVisits: route({
    method: 'POST',
    path: '/api/admin/link/held',
    summary: 'Pays held visits or rejects them with a reason.',
    access: 'admin',
    transaction: 'write',
    body: z.object({ ids: Ids, pay: z.boolean(), reason: z.optional(line(3, 300)) }),
    answer: z.object({ done: z.int(), skipped: z.int(), msg: z.optional(z.string()) }),
  }),
} as const
