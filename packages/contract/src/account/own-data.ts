import * as z from 'zod/mini'
import { route } from '#contract/route.ts'
import { Done } from '#contract/values.ts'
import { Username } from './auth.ts'
import { proof } from './two-step.ts'

export const ownData = {
  export: route({
    method: 'GET',
    path: '/api/user/export',
    summary: 'All data the site stores about the caller, as one JSON file.',
    access: 'user',
    transaction: 'read',
    cost: 30,
    kind: 'download',
    limits: [{ by: 'user', points: 6, seconds: 3_600 }],
    answer: z.object({
      filename: z.string(),
      /** The file in pieces, made while it is sent, so that years of movements never stand in memory at once. */
      pieces: z.custom<AsyncIterable<string>>((value) => typeof value === 'object' && value !== null),
    }),
  }),
  remove: route({
    method: 'POST',
    path: '/api/user/delete',
    summary: 'Permanently deletes the caller’s account; transaction records stay without a name.',
    access: 'user',
    transaction: 'write',
    limits: [{ by: 'user', points: 20, seconds: 3_600 }],
    body: z.object({
      ...proof,
      /** Typed again, so that nobody does it by a slip. */
      username: Username,
      /** Forfeits what is left on the balances; without it an account that owns something is not deleted. */
      waive: z.boolean(),
    }),
    answer: Done,
  }),
} as const
