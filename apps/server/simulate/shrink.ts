import type { Act } from './acts.ts'
import type { RunResult } from './run.ts'

interface ShrinkInput {
  readonly history: readonly Act[]
  /** Plays a history on a new site. */
  readonly play: (acts: readonly Act[]) => Promise<RunResult>
  /** The invariant that must be broken again. */
  readonly invariant: string
  readonly seconds: number
}

/**
 * The shortest history that still fails in the same way, as far as it is found in time: pieces are left out, large ones
 * first (delta debugging). What is left out gives its waiting to the next act, so that the clock goes on as before.
 */
export const shrink = async ({ history, play, invariant, seconds }: ShrinkInput): Promise<RunResult | undefined> => {
  const deadline = Date.now() + seconds * 1_000
  const fails = async (acts: readonly Act[]): Promise<RunResult | undefined> => {
    const ending = await play(acts)
    return ending.violation?.invariant === invariant ? ending : undefined
  }
  const whole = await fails(history)
  if (whole === undefined) return undefined
  const shorter = { best: whole }
  /** Leaves some acts out for good where it fails without them too. */
  const tryWithout = async (isOut: (index: number) => boolean): Promise<boolean> => {
    const { history: acts } = shorter.best
    if (Date.now() >= deadline || !acts.some((_act, index) => isOut(index))) return false
    const ending = await fails(without(acts, isOut))
    if (ending !== undefined) shorter.best = ending
    return ending !== undefined
  }
  await dropStrangers(shorter, tryWithout)
  await dropKinds(shorter, tryWithout)
  await dropPieces(shorter, tryWithout)
  return shorter.best
}

interface Shorter {
  best: RunResult
}
type TryWithout = (isOut: (index: number) => boolean) => Promise<boolean>

/** Most of what happened to others than those whom the failure names has no part in it, nor has what did nothing. */
const dropStrangers = async (shorter: Shorter, tryWithout: TryWithout): Promise<void> => {
  const named = new Set((shorter.best.violation?.details ?? []).flatMap((detail) => detail.match(/\bmember\w+/g) ?? []))
  const membersIn = (index: number): string[] => shorter.best.told[index]?.match(/\bmember\w+/g) ?? []
  const isLast = (index: number): boolean => index === shorter.best.told.length - 1
  const isStranger = (index: number): boolean => !isLast(index) && !membersIn(index).some((name) => named.has(name))
  const isElsewhere = (index: number): boolean => isStranger(index) && membersIn(index).length > 0
  if (named.size > 0 && !(await tryWithout(isStranger))) await tryWithout(isElsewhere)
  const isIdle = (index: number): boolean => !isLast(index) && shorter.best.told[index]?.startsWith('(') === true
  await tryWithout(isIdle)
}

/** Whole kinds of acts, the most frequent first. */
const dropKinds = async (shorter: Shorter, tryWithout: TryWithout): Promise<void> => {
  const kinds = Map.groupBy(shorter.best.history, ({ kind }) => kind)
  const byCount = [...kinds].toSorted(([, some], [, others]) => others.length - some.length)
  for (const [kind] of byCount) await tryWithout((index) => shorter.best.history[index]?.kind === kind)
}

/** Pieces of the history, large ones first, from its end to its beginning. */
const dropPieces = async (shorter: Shorter, tryWithout: TryWithout): Promise<void> => {
  for (let size = Math.ceil(shorter.best.history.length / 2); size >= 1;) {
    let isShorter = false
    for (let from = shorter.best.history.length - size; from > -size; from -= size) {
      const first = Math.max(0, from)
      isShorter = (await tryWithout((index) => index >= first && index < from + size)) || isShorter
    }
    if (size === 1 && !isShorter) return
    size = size === 1 ? 1 : Math.ceil(size / 2)
  }
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
