import * as z from 'zod/mini'
import { route } from './route.ts'
import { Id, Timestamp, Units } from './values.ts'

/** A way to earn right now. `id` names the ad, link, task or challenge where there is one to go to. */
export const EarningOption = z.object({
  kind: z.enum(['faucet', 'ptc', 'link', 'task', 'bonus', 'challenge', 'offerwall']),
  id: z.nullable(Id),
  name: z.string(),
  reward: Units,
  /** Seconds of work that it usually takes; null where nobody can tell. */
  seconds: z.nullable(z.int()),
  /** Units a minute; null where nobody can tell. */
  perMinute: z.nullable(z.int()),
  /** When it can be done; null: at once. */
  readyAt: z.nullable(Timestamp),
})
export type EarningOption = z.infer<typeof EarningOption>

export const dashboard = {
  overview: route({
    method: 'GET',
    path: '/api/dashboard',
    summary: 'Best earnings right now by reward per minute, next steps and the streak.',
    access: 'user',
    transaction: 'read',
    cost: 20,
    answer: z.object({
      /** Best pay per minute first; at most 6. */
      best: z.array(EarningOption),
      /** Things that are worth a press now, in this order. */
      todo: z.array(
        z.object({
          kind: z.enum([
            'verify-email',
            'claim-faucet',
            'claim-bonus',
            'claim-challenge',
            'view-ads',
            'visit-links',
            'read-news',
          ]),
          count: z.int(),
          amount: Units,
        }),
      ),
      streak: z.int(),
      rank: z.nullable(z.int()),
      news: z.object({ unread: z.int(), title: z.nullable(z.string()) }),
    }),
  }),
} as const
