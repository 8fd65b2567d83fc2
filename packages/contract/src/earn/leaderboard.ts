import * as z from 'zod/mini'
import { route } from '#contract/route.ts'
import { Day, Timestamp, Units } from '#contract/values.ts'

/** What is compared: units earned today, this week (from Monday), this month, for ever; or people referred. */
export const Board = z.enum(['today', 'week', 'month', 'all', 'referral'])
export type Board = z.infer<typeof Board>
/** Places that a board shows. */
export const BOARD_PLACES = 100

const Place = z.object({
  rank: z.int(),
  /** Null: this user hides the name. */
  username: z.nullable(z.string()),
  level: z.int(),
  /** Units, or people on the board `referral`. */
  value: z.int(),
  prize: Units,
  isMe: z.boolean(),
})

export const leaderboard = {
  board: route({
    method: 'GET',
    path: '/api/leaderboard',
    summary: 'The first hundred of a board, and the own rank wherever it is.',
    access: 'user',
    transaction: 'read',
    query: z.object({ board: z._default(Board, 'today') }),
    answer: z.object({
      board: Board,
      items: z.array(Place),
      /** Null: nothing earned in this period yet. */
      me: z.nullable(z.object({ rank: z.int(), value: z.int(), prize: Units })),
      /** Units by rank, from the first on. */
      prizes: z.array(Units),
      /** When the period ends; null for boards without one. */
      endsAt: z.nullable(Timestamp),
      /** When the places were last counted. */
      countedAt: z.nullable(Timestamp),
      hidden: z.boolean(),
      /** Winners of the last period that ended. */
      last: z.nullable(
        z.object({
          from: Day,
          winners: z.array(z.object({ rank: z.int(), username: z.nullable(z.string()), value: z.int(), prize: Units })),
        }),
      ),
    }),
  }),
  hide: route({
    method: 'POST',
    path: '/api/leaderboard/hide',
    summary: 'Hides the own name on all boards, or shows it again; the rank stays.',
    access: 'user',
    transaction: 'write',
    limits: [{ by: 'user', points: 20, seconds: 3_600 }],
    body: z.object({ hidden: z.boolean() }),
    answer: z.object({ hidden: z.boolean(), msg: z.optional(z.string()) }),
  }),
} as const
