/** Tells the time. The only clock that decides; tests bring one that they turn. */
export type Clock = () => Date

export const systemClock: Clock = () => new Date()

/** The UTC day of a moment, `YYYY-MM-DD`. */
export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10)

/** A moment `seconds` later (or earlier, when negative). */
export const later = (moment: Date, seconds: number): Date => new Date(moment.getTime() + seconds * 1_000)

/** Whole seconds from one moment to the next, rounded up, never below zero. */
export const secondsBetween = (from: Date, to: Date): number =>
  Math.max(0, Math.ceil((to.getTime() - from.getTime()) / 1_000))
