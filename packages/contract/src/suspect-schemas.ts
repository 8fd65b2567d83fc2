import * as z from 'zod/mini'
import { Id, Timestamp, Units } from './values.ts'

/** Kinds of evidence; points add within a family only in part, and families add whole (ANTIBOT.md 4). */
export const markFamilies = [
  'answers',
  'payout',
  'place',
  'sync',
  'pace',
  'client',
  'network',
  'traps',
  'links',
  'ptc',
  'referral',
  'cluster',
] as const
export const MarkFamily = z.enum(markFamilies)
export type MarkFamily = z.infer<typeof MarkFamily>

/** Where the review queue begins, and from how many points on withdrawals can be held; nothing else follows from it. */
export const scoreSteps = { listed: 20, hold: 60 } as const

/** What can be done to an account before it is banned; the system only holds withdrawals for a review. */
export const measureKinds = ['challenge', 'reward', 'review', 'cooldown', 'lock'] as const
/**
 * `challenge`: the click order with every claim; `reward`: part of earlier claims is withheld until a person has looked
 * at it (no longer taken);
 * `review`: a person looks at every withdrawal; `cooldown`: no claims until then; `lock`: the account is locked.
 */
export const MeasureKind = z.enum(measureKinds)
export type MeasureKind = z.infer<typeof MeasureKind>

/** The measures that a person takes by `measure`; a lock is a ban and has a call of its own. */
export const TemporaryRestriction = z.enum(['challenge', 'review', 'cooldown'])
export type TemporaryRestriction = z.infer<typeof TemporaryRestriction>

/** A measure as its user reads it. */
export const OwnRestriction = z.object({
  kind: MeasureKind,
  since: Timestamp,
  /** Null: until a person ends it, or the signs have faded. */
  until: z.nullable(Timestamp),
  reason: z.string(),
})
export type OwnRestriction = z.infer<typeof OwnRestriction>

export const AppealVerdict = z.enum(['release', 'keep', 'shorten'])
export type AppealVerdict = z.infer<typeof AppealVerdict>

/** An appeal as its user reads it. */
export const Appeal = z.object({
  _id: Id,
  message: z.string(),
  createdAt: Timestamp,
  /** Null while it is open. */
  answeredAt: z.nullable(Timestamp),
  verdict: z.nullable(AppealVerdict),
  answer: z.nullable(z.string()),
  /** Until when the lock lasts after it was shortened. */
  until: z.nullable(Timestamp),
})
export type Appeal = z.infer<typeof Appeal>

/** How an account stands: what a dot of the graph is coloured by. */
export const AccountState = z.enum(['active', 'measured', 'locked'])
export type AccountState = z.infer<typeof AccountState>

/** An account as it stands in a list of suspects, a network, a device, or as a dot of the graph. */
export const SuspectAccount = z.object({
  _id: Id,
  username: z.string(),
  score: z.number(),
  state: AccountState,
  joinedAt: Timestamp,
  earned: Units,
  paidOut: Units,
})
export type SuspectAccount = z.infer<typeof SuspectAccount>

export const EdgeKind = z.enum(['device', 'network', 'payout', 'referral', 'timing'])
export type EdgeKind = z.infer<typeof EdgeKind>
