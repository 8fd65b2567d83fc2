import type { EventBus } from '#kernel/event-bus.ts'
import { refuse } from '#kernel/refusal.ts'
import { say } from '#kernel/words/say.ts'

type Event = { event: 'refresh' | 'ping' }

/** As many pages of one user may listen to one node. */
const STREAMS_MAX = 10
/** A stream ends after this long, so that one whose session has ended does not stay for ever; pages open it again. */
const LIFE_MS = 15 * 60_000

/** Opens streams of news for users, and knows how many each has. */
export const createStreams = (live: Pick<EventBus, 'subscribe'>) => {
  const open = new Map<string, number>()
  return (userId: string): AsyncIterable<Event> => {
    const before = open.get(userId) ?? 0
    if (before >= STREAMS_MAX) refuse('tooMany', 'TOO_MANY_STREAMS', say('user.siteOpenTooMany'))
    open.set(userId, before + 1)
    return stream(live, userId, () => {
      const left = (open.get(userId) ?? 1) - 1
      if (left === 0) open.delete(userId)
      else open.set(userId, left)
    })
  }
}

/**
 * News as they come. News that nobody has taken yet are one piece of news. Not a generator: `return` of one that
 * waits would itself wait for the next piece.
 */
const stream = (live: Pick<EventBus, 'subscribe'>, userId: string, ended: () => void): AsyncIterable<Event> => {
  let pending = false
  let done = false
  let wake: (() => void) | undefined
  const rouse = (): void => {
    wake?.()
    wake = undefined
  }
  const deaf = live.subscribe(userId, () => {
    pending = true
    rouse()
  })
  const finish = (): void => {
    if (done) return
    done = true
    clearTimeout(life)
    deaf()
    ended()
    rouse()
  }
  const life = setTimeout(finish, LIFE_MS)
  life.unref()
  const next = async (): Promise<IteratorResult<Event>> => {
    if (!pending && !done) await new Promise<void>((resolve) => (wake = resolve))
    if (done) return { done: true, value: undefined }
    pending = false
    return { done: false, value: { event: 'refresh' } }
  }
  return {
    [Symbol.asyncIterator]: () => ({
      next,
      return: async () => {
        finish()
        return { done: true, value: undefined }
      },
    }),
  }
}
