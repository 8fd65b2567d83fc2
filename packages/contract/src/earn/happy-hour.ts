const DAY_MINUTES = 1_440

/** Minutes since midnight of a time of day such as `23:30`. */
export const minuteOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

/** How many minutes a happy hour lasts, also over midnight; from a time to the same time it is the whole day. */
export const happyMinutes = ({ from, to }: { readonly from: string; readonly to: string }): number =>
  (minuteOf(to) - minuteOf(from) + DAY_MINUTES) % DAY_MINUTES || DAY_MINUTES
