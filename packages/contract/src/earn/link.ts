import * as z from 'zod/mini'
import { csvTwin } from '#contract/admin/export.ts'
import { route } from '#contract/route.ts'
import { Day, Id, Timestamp, Units } from '#contract/values.ts'

export const LinkSort = z.enum(['auto', 'reward', 'duration'])
export type LinkSort = z.infer<typeof LinkSort>

export const Shortlink = z.object({
  _id: Id,
  name: z.string(),
  reward: Units,
  /** Visits that one user is paid for in a UTC day. */
  maxView: z.int(),
  /** Higher stands first in the sort mode `auto`. */
  priority: z.int(),
  /** Seconds that a visit takes: the median of trusted visitors, or what the owner expects while there are few. */
  avgDuration: z.int(),
  /** Why it cannot be used right now, in a sentence; null when it can. */
  closed: z.nullable(z.string()),
})
export type Shortlink = z.infer<typeof Shortlink>

/** How often the user was paid for a link today. */
export const LinkHistory = z.object({ _id: Id, count: z.int() })

const statistic = route({
  method: 'GET',
  path: '/api/link/statistic',
  summary: 'Visits by provider and day: opened, completed, rate, average duration and cost.',
  access: 'admin',
  transaction: 'read',
  query: z.object({ from: z.optional(Day), to: z.optional(Day) }),
  answer: z.object({
    items: z.array(
      z.object({
        _id: Id,
        name: z.string(),
        day: Day,
        opened: z.int(),
        completed: z.int(),
        held: z.int(),
        refused: z.int(),
        /** Seconds; null where nobody arrived. */
        avgDuration: z.nullable(z.int()),
        cost: Units,
      }),
    ),
  }),
})

export const link = {
  list: route({
    method: 'GET',
    path: '/api/link',
    summary: 'The shortlinks that this user can be paid for, and how often they were today.',
    access: 'user',
    transaction: 'read',
    answer: z.object({
      links: z.array(Shortlink),
      history: z.array(LinkHistory),
      settings: z.object({ sort: LinkSort, resetsAt: Timestamp, visitMinutes: z.int() }),
      /** Visits that can still be paid today: the badge. */
      linkCount: z.int(),
      today: z.object({ count: z.int(), earned: Units }),
      /** Visits that wait for a person, with what they will pay. */
      held: z.object({ count: z.int(), amount: Units }),
    }),
  }),
  statistic,
  statisticCsv: csvTwin(statistic, 'Figures of shortlinks by day'),
  open: route({
    method: 'GET',
    path: '/api/link/{id}',
    summary: 'Opens a visit: the address to go to, and the value that signs its return (kept in the browser tab).',
    access: 'user',
    transaction: 'none',
    closedTo: 'earn',
    limits: [
      { by: 'user', points: 10, seconds: 60 },
      { by: 'user', points: 120, seconds: 3_600 },
    ],
    params: z.object({ id: Id }),
    /** What `vt` is for stands in link-proof.ts. */
    answer: z.object({ result: z.string(), vt: z.string(), expiresAt: Timestamp }),
  }),
  verify: route({
    method: 'POST',
    path: '/api/link/verify',
    summary: 'Ends a visit: right user, right browser, not used, not too fast, not too old; pays once.',
    access: 'user',
    transaction: 'write',
    closedTo: 'earn',
    idempotent: true,
    limits: [{ by: 'user', points: 20, seconds: 60 }],
    headers: z.object({ 'x-link-token': z.optional(z.string().check(z.maxLength(100))) }),
    body: z.object({ secret: z.string().check(z.regex(/^[\w-]{10,64}$/)) }),
    answer: z.object({
      /** Units that were paid now; 0 while a person looks at the visit first. */
      reward: Units,
      status: z.enum(['paid', 'held']),
      balance: Units,
      history: LinkHistory,
      linkCount: z.int(),
      /** The best link to open next; null when there is none. */
      next: z.nullable(Shortlink),
      msg: z.optional(z.string()),
    }),
  }),
} as const
