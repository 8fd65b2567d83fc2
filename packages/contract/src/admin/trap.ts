import * as z from 'zod/mini'
import { route } from '#contract/route.ts'
import { Day, Id, listing, paging, Timestamp } from '#contract/values.ts'
import { csvTwin } from './export.ts'

/** What a program does and a person does not (ANTIBOT.md 3.6). */
export const trapKinds = [
  'hidden-field',
  'decoy-address',
  'decoy-secret',
  'canary-coupon',
  'forged',
  'hidden-option',
  'trap-order',
] as const
export const TrapKind = z.enum(trapKinds)
export type TrapKind = z.infer<typeof TrapKind>

export const TrapHit = z.object({
  _id: Id,
  at: Timestamp,
  /** Null for a guest. */
  user: z.nullable(z.object({ _id: Id, username: z.string(), score: z.number() })),
  net: z.string(),
  country: z.nullable(z.string()),
  device: z.nullable(Id),
  trap: z.string(),
  points: z.number(),
  /** A few words of the request; they are removed after 30 days. */
  sample: z.record(z.string(), z.string()),
})
export type TrapHit = z.infer<typeof TrapHit>

export const trapFilter = {
  username: z.optional(z.string().check(z.maxLength(40))),
  userId: z.optional(Id),
  /** A whole network as it stands in the list, or an address in it. */
  net: z.optional(z.string().check(z.maxLength(60))),
  device: z.optional(Id),
  kind: z.optional(TrapKind),
  from: z.optional(Day),
  to: z.optional(Day),
}

const traps = route({
  method: 'GET',
  path: '/api/admin/trap',
  summary: 'Trap hits, latest first.',
  access: 'admin',
  transaction: 'read',
  mayLag: true,
  query: z.object({ ...paging, ...trapFilter }),
  answer: z.extend(listing(TrapHit), {
    /** Hits of the last 30 days by kind. */
    kinds: z.array(z.object({ kind: z.string(), hits: z.int(), users: z.int() })),
    /**
     * Hits that the filters leave by UTC day, oldest first: from the first day to the last, without them the last 30,
     * and never more than 400. Where there are too many to count, those days are left out that are too far back.
     */
    days: z.array(z.object({ day: Day, byAccounts: z.int(), byGuests: z.int() })),
  }),
})

export const adminTrap = {
  traps,
  trapsCsv: csvTwin(traps, 'Trap hits'),
} as const
