/** Seconds of the presses around an ad or a claim. */
export const PRESS_SECONDS = 5

/** Seconds that an ad takes: its timer and the presses around it. */
export const adSeconds = (timer: number): number => timer + PRESS_SECONDS

/** What a minute of it pays in whole units; no page says another figure for the same thing. */
export const unitsPerMinute = (reward: number, seconds: number): number =>
  Math.floor((reward * 60) / Math.max(1, seconds))
