/** A slot is ten minutes; accounts that fill the same slots far more often than their habits explain move together. */
const SLOT_MS = 600_000
const SLOTS_OF_HOUR = 6

/** Fewest slots that an account is compared by. */
export const BUSY_SLOTS = 40
/** How unlikely a coincidence must be, in standard deviations, and how much of the smaller account it must explain. */
const UNLIKELY = 7
const SHARE = 0.5

/** When an account was active: numbers of ten-minute slots since the epoch, each once, in order. */
export type Slots = readonly number[]

export const slotsOf = (times: readonly Date[]): Slots =>
  [...new Set(times.map((time) => Math.floor(time.getTime() / SLOT_MS)))].toSorted((a, b) => a - b)

export const isBusy = (slots: Slots): boolean => slots.length >= BUSY_SLOTS

/**
 * Whether two accounts move together. What they would share by chance is worked out from the hours that each keeps and
 * the minutes that each likes: two people of one country wake and sleep alike without knowing each other, and all who
 * set an alarm to the full hour come at the full hour; that explains itself.
 */
export const areSynced = (a: Slots, b: Slots): boolean => {
  if (!isBusy(a) || !isBusy(b)) return false
  const shared = countShared(a, b)
  if (shared < SHARE * Math.min(a.length, b.length)) return false
  const { mean, variance } = chance(habitOf(a), habitOf(b))
  return shared - mean > UNLIKELY * Math.sqrt(Math.max(variance, 1))
}

const countShared = (a: Slots, b: Slots): number => {
  let [shared, left, right] = [0, 0, 0]
  while (left < a.length && right < b.length) {
    const difference = (a[left] ?? 0) - (b[right] ?? 0)
    if (difference === 0) shared += 1
    if (difference <= 0) left += 1
    if (difference >= 0) right += 1
  }
  return shared
}

interface Habit {
  /** By hour since the epoch, how many of its six slots are filled. */
  readonly hours: ReadonlyMap<number, number>
  /** Which of the six slots of an hour it fills, as shares of all that it fills. */
  readonly minutes: readonly number[]
}

const habits = new WeakMap<Slots, Habit>()

const habitOf = (slots: Slots): Habit => {
  const known = habits.get(slots)
  if (known !== undefined) return known
  const hours = new Map<number, number>()
  const minutes = Array.from({ length: SLOTS_OF_HOUR }, () => 0)
  for (const slot of slots) {
    const hour = Math.floor(slot / SLOTS_OF_HOUR)
    hours.set(hour, (hours.get(hour) ?? 0) + 1)
    const minute = slot % SLOTS_OF_HOUR
    minutes[minute] = (minutes[minute] ?? 0) + 1 / slots.length
  }
  const habit = { hours, minutes }
  habits.set(slots, habit)
  return habit
}

/** Shared slots if each account spread what it did in an hour over that hour as it always does. */
const chance = (a: Habit, b: Habit): { mean: number; variance: number } => {
  let [mean, variance] = [0, 0]
  for (const [hour, filled] of a.hours) {
    const other = b.hours.get(hour)
    if (other === undefined) continue
    for (let minute = 0; minute < SLOTS_OF_HOUR; minute += 1) {
      const p = Math.min(1, filled * (a.minutes[minute] ?? 0)) * Math.min(1, other * (b.minutes[minute] ?? 0))
      mean += p
      variance += p * (1 - p)
    }
  }
  return { mean, variance }
}

const HASHES = 48
const ROWS = 3

/**
 * Names of the buckets that an account falls into: accounts that share more than half of their slots meet in at least
 * one of them, strangers seldom. So nobody has to compare everybody with everybody.
 */
export const bucketsOf = (slots: Slots): string[] => {
  const least = Array.from({ length: HASHES }, () => 0xffff_ffff)
  for (const slot of slots) {
    for (let index = 0; index < HASHES; index += 1) {
      const hash = mixed(slot, index)
      if (hash < (least[index] ?? 0)) least[index] = hash
    }
  }
  return Array.from({ length: HASHES / ROWS }, (_, band) =>
    [band, ...least.slice(band * ROWS, (band + 1) * ROWS)].join('.'),
  )
}

const mixed = (slot: number, seed: number): number => {
  let hash = Math.imul(slot ^ Math.imul(seed + 1, 0x9e37_79b1), 0x85eb_ca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

const BUCKET_MAX = 200
const PARTNERS_MAX = 60

export interface ActivityProfile {
  readonly id: string
  readonly referrer: string | null
  readonly slots: Slots
}

/** With whom each busy account moves together. Those whom the same account referred are all compared. */
export const syncedAccounts = (movers: readonly ActivityProfile[]): Map<string, ActivityProfile[]> => {
  const groups = new Map<string, ActivityProfile[]>()
  const put = (name: string, profile: ActivityProfile): void => {
    const group = groups.get(name)
    if (group === undefined) groups.set(name, [profile])
    else if (group.length < BUCKET_MAX) group.push(profile)
  }
  for (const profile of movers) {
    if (!isBusy(profile.slots)) continue
    for (const name of bucketsOf(profile.slots)) put(name, profile)
    if (profile.referrer !== null) put(`referrer ${profile.referrer}`, profile)
  }
  const found = new Map<string, Map<string, ActivityProfile>>()
  const seen = new Set<string>()
  for (const group of groups.values()) {
    for (const [index, a] of group.entries()) {
      for (const b of group.slice(index + 1)) comparePair(a, b, seen, found)
    }
  }
  return new Map([...found].map(([id, others]) => [id, [...others.values()]]))
}

const comparePair = (
  a: ActivityProfile,
  b: ActivityProfile,
  seen: Set<string>,
  found: Map<string, Map<string, ActivityProfile>>,
): void => {
  const [first, second] = a.id < b.id ? [a, b] : [b, a]
  const pair = `${first.id} ${second.id}`
  if (a.id === b.id || seen.has(pair)) return
  seen.add(pair)
  if (!areSynced(a.slots, b.slots)) return
  for (const [profile, other] of [
    [a, b],
    [b, a],
  ] as const) {
    const others = found.get(profile.id) ?? new Map<string, ActivityProfile>()
    if (others.size < PARTNERS_MAX) others.set(other.id, other)
    found.set(profile.id, others)
  }
}
