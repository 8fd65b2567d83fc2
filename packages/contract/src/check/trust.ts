import * as z from 'zod/mini'
import { route } from '#contract/route.ts'

/** How far an account is trusted, lowest first; members see steps, only staff see these names. */
export const trustLevels = ['new', 'known', 'trusted', 'proven'] as const
export type TrustLevel = (typeof trustLevels)[number]

/** How many levels a reviewer can grant, each in the place of the earnings that it asks for. */
export const TRUST_GRANTS_MAX = 2

/** What a step can ask for. */
export const trustNeeds = ['email', 'days', 'answers', 'earned', 'review', 'payout'] as const
export type TrustNeed = (typeof trustNeeds)[number]

export const TrustProgress = z.object({ need: z.enum(trustNeeds), have: z.int(), wanted: z.int() })
export type TrustProgress = z.infer<typeof TrustProgress>

export const trust = {
  info: route({
    method: 'GET',
    path: '/api/trust',
    summary: 'The captcha frequency of this account, and what the next step asks for.',
    access: 'user',
    transaction: 'none',
    limits: [{ by: 'user', points: 60, seconds: 600 }],
    answer: z.object({
      /** The step that the account has reached, from 1. */
      step: z.int(),
      /** One captcha in so many faucet claims now. */
      every: z.int(),
      /** Why that is more often than its step: doubtful answers, or a review; null: it is not. */
      raised: z.nullable(z.enum(['answers', 'review'])),
      /** All steps, lowest first. */
      steps: z.array(z.object({ every: z.int(), needs: z.array(TrustProgress) })),
    }),
  }),
} as const
