import * as z from 'zod/mini'
import { trustLevels } from '#contract/check/trust.ts'
import { route } from '#contract/route.ts'
import {
  Appeal,
  EdgeKind,
  TemporaryRestriction,
  MarkFamily,
  MeasureKind,
  OwnRestriction,
  SuspectAccount,
} from '#contract/suspect-schemas.ts'
import { Day, Id, line, listing, paging, Timestamp, Units } from '#contract/values.ts'
import { csvTwin } from './export.ts'

/** One reason beside a score. */
export const SuspectReason = z.object({
  _id: Id,
  family: z.string(),
  /** A stable word for the rule, such as `address-shared`. */
  reason: z.string(),
  /** What it weighs now; points halve every 14 days. */
  points: z.number(),
  /** What it weighed when it was last seen. */
  pointsAtFirst: z.number(),
  sentence: z.string(),
  at: Timestamp,
})
export type SuspectReason = z.infer<typeof SuspectReason>

export const AdminRestriction = z.extend(OwnRestriction, {
  _id: Id,
  /** Null: taken by the system. */
  by: z.nullable(z.string()),
  releasedAt: z.nullable(Timestamp),
  releasedBy: z.nullable(z.string()),
  /** Units that it kept back so far; a release pays them. */
  withheld: Units,
})
export type AdminRestriction = z.infer<typeof AdminRestriction>

/** A row of the list; `_id` is the account's. */
export const Suspect = z.extend(SuspectAccount, {
  lastSeenAt: Timestamp,
  /** The weightiest reasons, at most three. */
  reasons: z.array(SuspectReason),
  reasonCount: z.int(),
  /** What is in force, without a lock. */
  measures: z.array(MeasureKind),
  lockedAt: z.nullable(Timestamp),
  lockedUntil: z.nullable(Timestamp),
  /** Whether the system locked it: a person should look. */
  lockedByMachine: z.boolean(),
  /** Accounts that it is tied to by something rare. */
  tied: z.int(),
  hasOpenAppeal: z.boolean(),
})
export type Suspect = z.infer<typeof Suspect>

export const SuspectEdge = z.object({
  from: Id,
  to: Id,
  kind: EdgeKind,
  sentence: z.string(),
  /** 0 to 1: how much it says. */
  weight: z.number(),
})
export type SuspectEdge = z.infer<typeof SuspectEdge>

export const GROUP_MAX = 60

export const SuspectDetail = z.extend(SuspectAccount, {
  email: z.string(),
  /** How far the account is trusted, as last judged, and how many levels of that reviewers have granted. */
  trust: z.object({ level: z.enum(trustLevels), grants: z.int() }),
  lastSeenAt: Timestamp,
  lock: z.nullable(
    z.object({ reason: z.string(), since: Timestamp, until: z.nullable(Timestamp), byMachine: z.boolean() }),
  ),
  /** The score out of the account's own reasons, and the mean of the accounts that it is tied to. */
  ownScore: z.number(),
  clusterScore: z.nullable(z.number()),
  reasons: z.array(SuspectReason),
  /** Reasons that a person has pardoned: they do not count again. */
  pardons: z.array(z.object({ reason: z.string(), sentence: z.string(), at: Timestamp, by: z.string() })),
  /** The score at the end of each day on which it was looked at, oldest first, at most 90. */
  history: z.array(z.object({ day: Day, score: z.number() })),
  /** Everything that was ever done, the latest first, at most 50. */
  measures: z.array(AdminRestriction),
  /** Units that a release would pay. */
  withheld: Units,
  /** Units that were taken back and not repaid yet; while it is not 0 nobody pays this account. */
  debt: Units,
  appeals: z.array(Appeal),
  group: z.object({
    nodes: z.array(SuspectAccount),
    edges: z.array(SuspectEdge),
    /** Accounts of the group that are not drawn. */
    more: z.int(),
  }),
})
export type SuspectDetail = z.infer<typeof SuspectDetail>

export const suspectFilter = {
  /** Accounts with at least so many points; 20 when nothing is said. */
  minScore: z.optional(z.pipe(z.string().check(z.regex(/^\d{1,3}$/)), z.transform(Number))),
  family: z.optional(MarkFamily),
  measure: z.optional(MeasureKind),
  /** The beginning of a username. */
  search: z.optional(z.string().check(z.maxLength(40))),
  sort: z.optional(z.enum(['score', 'changed'])),
}

const Users = z.array(Id).check(z.minLength(1), z.maxLength(100))
const Ids = z.array(Id).check(z.minLength(1), z.maxLength(500))
const Reason = line(3, 300)
const Result = z.object({ done: z.int(), skipped: z.int(), msg: z.optional(z.string()) })

const suspects = route({
  method: 'GET',
  path: '/api/admin/suspect',
  summary: 'Accounts with risk signals, highest score first.',
  access: 'admin',
  transaction: 'read',
  query: z.object({ ...paging, ...suspectFilter }),
  answer: listing(Suspect),
})

export const adminSuspect = {
  suspects,
  suspectsCsv: csvTwin(suspects, 'Suspects'),
  suspectThresholds: route({
    method: 'GET',
    path: '/api/admin/suspect/threshold',
    summary: 'Number of accounts each threshold reaches, and the impact of each rule.',
    access: 'admin',
    transaction: 'read',
    answer: z.object({
      /** Accounts with a score at all. */
      accounts: z.int(),
      /** When the scores were last computed. */
      at: z.nullable(Timestamp),
      levels: z.array(z.object({ points: z.int(), accounts: z.int(), locked: z.int() })),
      rules: z.array(
        z.object({
          family: z.string(),
          reason: z.string(),
          /** Accounts that it speaks against, and how many of them would be below 40, 60 and 80 without it. */
          accounts: z.int(),
          below40: z.int(),
          below60: z.int(),
          below80: z.int(),
        }),
      ),
    }),
  }),
  suspect: route({
    method: 'GET',
    path: '/api/admin/suspect/{id}',
    summary: 'One account: score, risk signals, restrictions and its account cluster as a graph.',
    access: 'admin',
    transaction: 'read',
    cost: 15,
    params: z.object({ id: Id }),
    answer: z.object({ suspect: SuspectDetail }),
  }),
  releaseSuspects: route({
    method: 'POST',
    path: '/api/admin/suspect/release',
    summary: 'Releases accounts: lifts all restrictions, pays withheld rewards and dismisses risk signals permanently.',
    access: 'admin',
    transaction: 'write',
    cost: 450,
    body: z.object({ users: Users, note: z.optional(line(0, 300)) }),
    answer: z.extend(Result, { paid: Units }),
  }),
  banSuspects: route({
    method: 'POST',
    path: '/api/admin/suspect/ban',
    summary: 'Locks accounts, for 30 days, until a moment, or with `forever=true` (query or body) for good.',
    access: 'admin',
    transaction: 'write',
    query: z.object({ forever: z.optional(z.enum(['true', 'false'])) }),
    body: z.object({
      users: Users,
      /** What the user reads; a plain sentence stands in when there is none. */
      reason: z.optional(Reason),
      forever: z.optional(z.boolean()),
      until: z.optional(Timestamp),
    }),
    answer: Result,
  }),
  deleteMarks: route({
    method: 'POST',
    path: '/api/admin/suspect/delete',
    summary: 'Deletes risk signals by their IDs, or all of the given accounts; the same signal can be raised again.',
    access: 'admin',
    transaction: 'write',
    bodyLimit: 24 * 1_024,
    body: z.object({ ids: Ids }),
    answer: Result,
  }),
  measureSuspects: route({
    method: 'POST',
    path: '/api/admin/suspect/measure',
    summary: 'Applies a restriction short of a lock: more captchas, half rewards, manual payout review or a cooldown.',
    access: 'admin',
    transaction: 'write',
    body: z.object({
      users: Users,
      kind: TemporaryRestriction,
      reason: Reason,
      /** A pause needs an end; the others may last until they are released. */
      until: z.optional(Timestamp),
    }),
    answer: Result,
  }),
  endMeasure: route({
    method: 'POST',
    path: '/api/admin/measure/{id}/release',
    summary: 'Lifts one restriction and pays what it withheld; the risk signals keep their points.',
    access: 'admin',
    transaction: 'write',
    params: z.object({ id: Id }),
    answer: z.object({ paid: Units, msg: z.optional(z.string()) }),
  }),
} as const
