import type { AdKind } from '@runnel/contract/advertise'

/** What of a view was watched so far, by the clock that nobody can turn. */
export interface Watch {
  /** Milliseconds that the timer asks for. */
  wholeMs: number
  /** Milliseconds that counted until `since`. */
  countedMs: number
  since: number
  watching: boolean
}

/** Where the ad is and who looks at it. */
export interface ViewVisibility {
  /** Our page is not hidden. */
  visible: boolean
  /** Our page, or the frame in it, is what keys go to. */
  focused: boolean
  /** The visitor opened the ad's own tab. */
  opened: boolean
  /** The video is playing. */
  playing: boolean
}

/** The server's answer takes its way: a difference below this is no difference. */
const agreeingMs = 750

export const startWatch = (seconds: number, now: number): Watch => ({
  wholeMs: seconds * 1_000,
  countedMs: 0,
  since: now,
  watching: false,
})

/** An ad in its own tab is watched while our page is not in front; every other while it is, a video if it plays. */
export const isWatching = (kind: AdKind, { visible, focused, opened, playing }: ViewVisibility): boolean => {
  const isHere = visible && focused
  if (kind === 'window') return opened && !isHere
  return isHere && (kind === 'iframe' || playing)
}

export const advanceWatch = (watch: Watch, { watching, now }: { watching: boolean; now: number }): Watch => ({
  ...watch,
  countedMs: countedAt(watch, now),
  since: now,
  watching,
})

/** Takes over what the server has counted; as long as both nearly agree, the shown clock does not jump. */
export const syncWatch = (watch: Watch, { counted, now }: { counted: number; now: number }): Watch => {
  const known = countedAt(watch, now)
  const told = Math.min(counted * 1_000, watch.wholeMs)
  const isOver = known >= watch.wholeMs || told >= watch.wholeMs
  const agree = Math.abs(known - told) < agreeingMs && !isOver
  return { ...watch, countedMs: agree ? known : told, since: now }
}

/** Milliseconds that are still to be watched. */
export const leftMs = (watch: Watch, now: number): number => watch.wholeMs - countedAt(watch, now)

const countedAt = ({ wholeMs, countedMs, since, watching }: Watch, now: number): number =>
  Math.min(wholeMs, countedMs + (watching ? Math.max(0, now - since) : 0))
