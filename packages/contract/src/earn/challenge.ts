import * as z from 'zod/mini'
import { route } from '#contract/route.ts'
import { Done, Id, PositiveUnits, Timestamp, Units } from '#contract/values.ts'

/** What counts. `earn` counts units, `level` the level, `referral` people; all others count what was done. */
export const ChallengeKind = z.enum(['faucet', 'ptc', 'link', 'task', 'offerwall', 'referral', 'earn', 'level'])
export type ChallengeKind = z.infer<typeof ChallengeKind>

/** A UTC day, a week from Monday, or for ever. */
export const ChallengePeriod = z.enum(['daily', 'weekly', 'once'])
export type ChallengePeriod = z.infer<typeof ChallengePeriod>

export const Challenge = z.object({
  _id: Id,
  kind: ChallengeKind,
  period: ChallengePeriod,
  requirement: z.int(),
  /** At most `requirement`. */
  progress: z.int(),
  tokenReward: Units,
  claimed: z.boolean(),
  /** When it can be done again; null for `once`. */
  resetsAt: z.nullable(Timestamp),
})
export type Challenge = z.infer<typeof Challenge>

const challengeFields = {
  kind: ChallengeKind,
  period: ChallengePeriod,
  requirement: z.int().check(z.minimum(1), z.maximum(1_000_000_000)),
  tokenReward: PositiveUnits.check(z.maximum(1_000_000_000)),
  enabled: z.boolean(),
  position: z.int().check(z.minimum(0), z.maximum(1_000)),
}

export const AdminChallenge = z.object({
  _id: Id,
  ...challengeFields,
  /** How often it was claimed, and what that cost. */
  claims: z.int(),
  cost: Units,
})
export type AdminChallenge = z.infer<typeof AdminChallenge>

export const challenge = {
  list: route({
    method: 'GET',
    path: '/api/challenge',
    summary: 'The challenges with the progress of this user; those to claim first, claimed ones last.',
    access: 'user',
    transaction: 'read',
    answer: z.object({
      challenges: z.array(Challenge),
      /** Claimed in the running period. */
      history: z.array(z.object({ challengeId: Id })),
      settings: z.object({ dayEndsAt: Timestamp, weekEndsAt: Timestamp }),
      /** `open`: those that are neither done nor claimed. */
      stats: z.object({ claimed: z.int(), earned: Units, open: z.int() }),
    }),
  }),
  claim: route({
    method: 'POST',
    path: '/api/challenge/{id}/claim',
    summary: 'Claims a challenge that is done; twice or too early is refused.',
    access: 'user',
    transaction: 'write',
    closedTo: 'earn',
    idempotent: true,
    limits: [{ by: 'user', points: 60, seconds: 60 }],
    params: z.object({ id: Id }),
    answer: z.object({ reward: Units, balance: Units, challenge: Challenge, msg: z.optional(z.string()) }),
  }),
} as const

const params = z.object({ id: Id })
const changed = z.object({ challenge: AdminChallenge, msg: z.optional(z.string()) })

export const adminChallenge = {
  challenges: route({
    method: 'GET',
    path: '/api/admin/challenge',
    summary: 'All configured challenges.',
    access: 'admin',
    transaction: 'read',
    answer: z.object({ challenges: z.array(AdminChallenge) }),
  }),
  addChallenge: route({
    method: 'POST',
    path: '/api/admin/challenge',
    summary: 'Adds a challenge.',
    access: 'admin',
    transaction: 'write',
    body: z.object(challengeFields),
    answer: changed,
  }),
  editChallenge: route({
    method: 'PATCH',
    path: '/api/admin/challenge/{id}',
    summary: 'Changes a challenge; what was claimed stays claimed.',
    access: 'admin',
    transaction: 'write',
    params,
    body: z.partial(z.object(challengeFields)),
    answer: changed,
  }),
  removeChallenge: route({
    method: 'DELETE',
    path: '/api/admin/challenge/{id}',
    summary: 'Deletes an unclaimed challenge; a claimed one is disabled.',
    access: 'admin',
    transaction: 'write',
    params,
    answer: Done,
  }),
} as const
