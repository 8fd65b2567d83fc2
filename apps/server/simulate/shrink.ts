import type { Act } from './acts.ts'
import type { Ending } from './run.ts'

interface Shrinking {
  readonly history: readonly Act[]
  /** Plays a history on a new site. */
  readonly play: (acts: readonly Act[]) => Promise<Ending>
  /** The invariant that must be broken again. */
  readonly invariant: string
  readonly seconds: number
}

/**
 * The shortest history that still fails in the same way, as far as it is found in time: pieces are left out, large ones
 * first (delta debugging). What is left out gives its waiting to the next act, so that the clock goes on as before.
 */
export const shrink = async ({ history, play, invariant, seconds }: Shrinking): Promise<Ending | undefined> => {
  const deadline = Date.now() + seconds * 1_000
  const fails = async (acts: readonly Act[]): Promise<Ending | undefined> => {
    const ending = await play(acts)
    return ending.violation?.invariant === invariant ? ending : undefined
  }
  let best = await fails(history)
  if (best === undefined) return undefined
  // Most of what happened to others has no part in it.
  const named = (best.violation?.details ?? []).flatMap((detail) => detail.match(/\bmember\w+/g) ?? [])
  const tells = (words: string, name: string): boolean => new RegExp(`\\b${name}\\b`).test(words)
  for (const keepsMachine of named.length === 0 ? [] : [false, true]) {
    const { told } = best
    const isOthers = (index: number): boolean => {
      const words = told[index] ?? ''
      if (index === told.length - 1 || named.some((name) => tells(words, name))) return false
      return !keepsMachine || /\bmember/.test(words)
    }
    const shorter = await fails(without(best.history, isOthers))
    if (shorter === undefined) continue
    best = shorter
    break
  }
  // Acts that did nothing are most of a history, and are left out together.
  const idle = new Set(best.told.flatMap((words, index) => (words.startsWith('(') ? [index] : [])))
  best = (await fails(without(best.history, (index) => idle.has(index)))) ?? best
  for (let size = Math.ceil(best.history.length / 2); size >= 1 && Date.now() < deadline;) {
    let isShorter = false
    for (let from = best.history.length - size; from > -size && Date.now() < deadline; from -= size) {
      const first = Math.max(0, from)
      const shorter = await fails(without(best.history, (index) => index >= first && index < from + size))
      if (shorter === undefined) continue
      best = shorter
      isShorter = true
    }
    if (size === 1 && !isShorter) break
    size = size === 1 ? 1 : Math.ceil(size / 2)
  }
  return best
}

/** The history without some of its acts. */
const without = (history: readonly Act[], isOut: (index: number) => boolean): Act[] => {
  const kept: Act[] = []
  let wait = 0
  for (const [index, act] of history.entries()) {
    wait += act.wait
    if (isOut(index)) continue
    kept.push({ ...act, wait })
    wait = 0
  }
  return kept
}
