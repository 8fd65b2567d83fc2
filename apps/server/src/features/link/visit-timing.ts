/** What was learnt of the seconds that a link takes. */
export interface DurationStats {
  readonly median: number
  readonly floor: number
  readonly visits: number
}

/** Fewer tell nothing; more would tell of a link as it was long ago. */
export const LEARN_FROM_AT_LEAST = 10
export const LEARN_FROM_AT_MOST = 200

/** Turns the median of distances into the spread of a normal distribution. */
const MAD_TO_DEVIATION = 1.4826
const DEVIATIONS = 2.6
/** Until there is something to learn from, nobody passes in less than this part of what the owner expects. */
export const UNLEARNT_PART = 0.35

/**
 * Learns from trusted visits: their median, and the floor below which hardly any person arrives. Both by medians of
 * the logarithms, which some that are not like the others move little. Undefined while there are too few.
 */
export const durationStatsFrom = (seconds: readonly number[]): DurationStats | undefined => {
  const logs = seconds.filter((value) => value > 0).map(Math.log)
  if (logs.length < LEARN_FROM_AT_LEAST) return undefined
  const middle = medianOf(logs)
  const spread = MAD_TO_DEVIATION * medianOf(logs.map((log) => Math.abs(log - middle)))
  return {
    median: Math.round(Math.exp(middle)),
    floor: Math.floor(Math.exp(middle - DEVIATIONS * spread)),
    visits: logs.length,
  }
}

const medianOf = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const [low = 0, high = low] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  return (low + high) / 2
}

interface Bounds {
  /** Seconds below which nobody can have passed. */
  readonly minSeconds: number
  /** As learnt; null while there were too few visits. */
  readonly floorSeconds: number | null
  readonly expectedSeconds: number
}

/** `impossible`: nobody can have passed. `unlikely`: far faster than this link's other visitors. */
export const classifyDuration = (
  seconds: number,
  { minSeconds, floorSeconds, expectedSeconds }: Bounds,
): 'impossible' | 'unlikely' | 'likely' => {
  if (seconds < minSeconds) return 'impossible'
  return seconds < (floorSeconds ?? UNLEARNT_PART * expectedSeconds) ? 'unlikely' : 'likely'
}

/** How many visits of one user the spread is taken of; `link_verify` reads as many. */
export const REGULAR_FROM_AT_MOST = 10
export const REGULAR_FROM_AT_LEAST = 5
/** Spreads of the logarithm that one person in a thousand has, who spreads as people do (0.35): of ten, of fewer. */
export const SPREAD_OF_TEN = 0.12
const SPREAD_OF_FEW = 0.05

/** Whether somebody's visits to one link take so equally long that a program must have waited. */
export const isTooRegular = (seconds: readonly number[]): boolean => {
  const logs = seconds.filter((value) => value > 0).map(Math.log)
  if (logs.length < REGULAR_FROM_AT_LEAST) return false
  const mean = logs.reduce((sum, log) => sum + log, 0) / logs.length
  const variance = logs.reduce((sum, log) => sum + (log - mean) ** 2, 0) / (logs.length - 1)
  return Math.sqrt(variance) < (logs.length < REGULAR_FROM_AT_MOST ? SPREAD_OF_FEW : SPREAD_OF_TEN)
}
