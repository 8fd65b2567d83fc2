import type { Limit } from '@runnel/contract/route'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { openPool } from '#kernel/db.ts'
import { alone, shareCounts, type Siblings } from '#kernel/processes/siblings.ts'
import { refuse } from '#kernel/refusal.ts'
import { inSeconds, say } from '#kernel/words/say.ts'

/** Counts calls. Short windows stop floods in the memory of this node's processes; long ones hold across all nodes. */
export interface RateLimits {
  /** Takes one point of `limit` for `who`, or refuses with the seconds to wait. */
  readonly take: (route: string, limit: Limit, who: string) => Promise<void>
  /** Takes a point of a named bucket outside the route table, such as failed logins of one account. */
  readonly spend: (bucket: Bucket, who: string) => Promise<number>
  /** Seconds until the bucket has room again; 0 when it has. */
  readonly waitOf: (bucket: Bucket, who: string) => Promise<number>
  readonly forget: (bucket: Bucket, who: string) => Promise<void>
  readonly close: () => Promise<void>
}

export interface Bucket {
  readonly name: string
  readonly points: number
  readonly seconds: number
}

const MEMORY_SECONDS = 60

interface RateLimitsInput {
  readonly url: string
  readonly siblings?: Siblings
}

/** Opens the limits on a small pool of their own, so that a flood cannot take the site's connections. */
export const openRateLimits = ({ url, siblings = alone }: RateLimitsInput): RateLimits => {
  const pool = openPool({ url, size: 3 })
  const limiters = new Map<string, RateLimiterAbstract>()
  const limiterOf = ({ name, points, seconds }: Bucket): RateLimiterAbstract => {
    const known = limiters.get(name)
    if (known !== undefined) return known
    const made =
      seconds <= MEMORY_SECONDS ? inMemory({ name, points, seconds }) : inDatabase(pool, { name, points, seconds })
    limiters.set(name, made)
    return made
  }
  const shared = shareCounts(siblings, 'limits', (key, points) => {
    const [bucket, who] = ofKey(key)
    void limiterOf(bucket).penalty(who, points)
  })
  siblings.hear('forgotten', (key) => {
    const [bucket, who] = ofKey(String(key))
    void limiterOf(bucket).delete(who)
  })
  const spend = async (bucket: Bucket, who: string): Promise<number> => {
    try {
      await limiterOf(bucket).consume(who)
      if (bucket.seconds <= MEMORY_SECONDS) shared.add(keyOf(bucket, who), 1)
      return 0
    } catch (thrown) {
      if (thrown instanceof RateLimiterRes) return Math.max(1, Math.ceil(thrown.msBeforeNext / 1_000))
      throw thrown
    }
  }
  return {
    spend,
    take: async (route, limit, who) => {
      const name = `${route} ${limit.by} ${limit.points}/${limit.seconds}`
      const wait = await spend({ name, points: limit.points, seconds: limit.seconds }, who)
      if (wait > 0) refuseTooMany(wait)
    },
    waitOf: async (bucket, who) => {
      const state = await limiterOf(bucket).get(who)
      return state === null || state.remainingPoints > 0 ? 0 : Math.max(1, Math.ceil(state.msBeforeNext / 1_000))
    },
    forget: async (bucket, who) => {
      await limiterOf(bucket).delete(who)
      if (bucket.seconds <= MEMORY_SECONDS) siblings.tell('forgotten', keyOf(bucket, who))
    },
    close: () => pool.end(),
  }
}

/** All that another process needs to count the same: it may not have met this bucket yet. */
const keyOf = ({ name, points, seconds }: Bucket, who: string): string => JSON.stringify([name, points, seconds, who])

const ofKey = (key: string): [bucket: Bucket, who: string] => {
  // Written by `keyOf`, in another process of this program.
  const [name, points, seconds, who] = JSON.parse(key) as [string, number, number, string]
  return [{ name, points, seconds }, who]
}

/** Counts nothing and refuses nothing. */
export const noRateLimits: RateLimits = {
  take: async () => undefined,
  spend: async () => 0,
  waitOf: async () => 0,
  forget: async () => undefined,
  close: async () => undefined,
}

/** 429 with the time to wait in words and in `Retry-After`. */
export const refuseTooMany = (wait: number): never =>
  refuse('tooMany', 'TOO_MANY', say('request.tooManyRequestsTry', { wait: inSeconds(wait) }), { retryAfter: wait })

const inMemory = ({ name, points, seconds }: Bucket): RateLimiterAbstract =>
  new RateLimiterMemory({ keyPrefix: name, points, duration: seconds })

const inDatabase = (pool: ReturnType<typeof openPool>, { name, points, seconds }: Bucket): RateLimiterAbstract =>
  new RateLimiterPostgres({
    storeClient: pool,
    tableName: 'rate_limits',
    tableCreated: true,
    keyPrefix: name,
    points,
    duration: seconds,
    inMemoryBlockOnConsumed: points + 1,
    insuranceLimiter: inMemory({ name: `${name} insurance`, points, seconds }),
  })
