import type { TrustLevel } from '@runnel/contract/check/trust'
import { trustRank } from '#guard/trust/trust.ts'
import { dayOf } from '#kernel/clock.ts'
import type { World } from '#test/world.ts'

/** Lets an account have reached a level, as judged today. */
export const trust = (world: World, { id }: { readonly id: string }, level: TrustLevel) =>
  world.db.raw('UPDATE users SET trust_level = $2, trust_on = $3 WHERE id = $1', [
    id,
    trustRank(level),
    dayOf(world.clock.now()),
  ])

/** Writes down what an account did on a day, without the money. */
export const countDays = (
  world: World,
  { id }: { readonly id: string },
  days: { readonly ago: number; readonly source: string; readonly count: number; readonly earned?: number }[],
) =>
  world.db.raw(
    `INSERT INTO day_counters (user_id, day, source, count, earned)
     SELECT $1, ($2::timestamptz AT TIME ZONE 'UTC')::date - (d ->> 'ago')::integer, d ->> 'source',
       (d ->> 'count')::integer, coalesce((d ->> 'earned')::bigint, 0) FROM jsonb_array_elements($3::jsonb) d`,
    [id, world.clock.now(), JSON.stringify(days)],
  )
