import * as z from 'zod/mini'
import { route } from '#contract/route.ts'
import { Done } from '#contract/values.ts'

/** How often a summary of the notifications is mailed. */
export const DigestRate = z.enum(['never', 'daily', 'weekly'])
export type DigestRate = z.infer<typeof DigestRate>

const Digest = z.object({ rate: DigestRate })

export const digest = {
  rate: route({
    method: 'GET',
    path: '/api/user/digest',
    summary: 'The rate of the email summary of notifications.',
    access: 'user',
    transaction: 'read',
    answer: Digest,
  }),
  setRate: route({
    method: 'PATCH',
    path: '/api/user/digest',
    summary: 'Changes the rate of the email summary of notifications.',
    access: 'user',
    transaction: 'write',
    limits: [{ by: 'user', points: 120, seconds: 3_600 }],
    body: Digest,
    answer: Done,
  }),
} as const
