/**
 * How much two accounts have in common (ANTIBOT.md 4.2): the strongest tie of each family, added up. Things that many
 * people share by nature count less the more accounts share them.
 */
const ties = {
  destination: { family: 'destination', weight: 1, isThinned: false },
  device: { family: 'device', weight: 0.6, isThinned: true },
  print: { family: 'device', weight: 0.3, isThinned: true },
  network: { family: 'network', weight: 0.4, isThinned: true },
  joined: { family: 'network', weight: 0.35, isThinned: true },
  timing: { family: 'timing', weight: 0.5, isThinned: false },
  domain: { family: 'mail', weight: 0.5, isThinned: false },
  referrer: { family: 'referral', weight: 0.25, isThinned: true },
} as const

export type TieName = keyof typeof ties
/** How many accounts there are to each thing that two accounts share. */
export type SharedThings = Readonly<Partial<Record<TieName, number>>>

const isTieName = (name: string): name is TieName => name in ties
export const tieNames = Object.keys(ties).filter(isTieName)

/** Neither a home nor a school, a café or a carrier has a thing in each of three families in common. */
const FAMILIES = 3

export const tieScore = (shared: SharedThings): { sum: number; families: number; isTied: boolean } => {
  const best = new Map<string, number>()
  for (const name of tieNames) {
    const accounts = shared[name]
    if (accounts === undefined) continue
    const { family, weight, isThinned } = ties[name]
    const counted = isThinned ? (weight * Math.log(3)) / Math.log(1 + Math.max(2, accounts)) : weight
    best.set(family, Math.max(best.get(family) ?? 0, counted))
  }
  const sum = [...best.values()].reduce((total, one) => total + one, 0)
  return { sum, families: best.size, isTied: best.has('destination') || (sum >= 1 && best.size >= FAMILIES) }
}

/** A thing, and which of some accounts have it. */
export interface SharedThing {
  readonly name: TieName
  readonly key: string
  /** Of all accounts, however many of them are looked at. */
  readonly accounts: number
  readonly users: readonly string[]
}

/** What more of them have than this says little about any two, and would make too many pairs. */
const USERS_MAX = 60

export interface Cluster {
  readonly users: readonly string[]
  /** What at least two of them share, the most telling first. */
  readonly things: readonly SharedThing[]
}

/** Accounts that are tied, one to the next, with what they share; accounts that are tied to none are in no cluster. */
export const clustersOf = (things: readonly SharedThing[]): Cluster[] => {
  const pairs = new Map<string, { one: string; other: string; shared: Partial<Record<TieName, number>> }>()
  for (const { name, accounts, users } of things) {
    if (users.length > USERS_MAX && name !== 'destination') continue
    for (const [one, other] of pairsOf(users, name)) {
      const key = `${one} ${other}`
      const pair = pairs.get(key) ?? { one, other, shared: {} }
      pair.shared[name] = Math.min(pair.shared[name] ?? Number.POSITIVE_INFINITY, accounts)
      pairs.set(key, pair)
    }
  }
  const tied = [...pairs.values()].filter(({ shared }) => tieScore(shared).isTied)
  return joined(tied.map(({ one, other }) => [one, other])).map((users) => ({
    users,
    things: things
      .map((thing) => ({ ...thing, users: thing.users.filter((id) => users.includes(id)) }))
      .filter((thing) => thing.users.length > 1)
      .toSorted((a, b) => tieNames.indexOf(a.name) - tieNames.indexOf(b.name) || b.users.length - a.users.length),
  }))
}

/** All pairs; one destination ties by itself, so that there a chain is enough. */
const pairsOf = (users: readonly string[], name: TieName): [string, string][] => {
  const sorted = users.toSorted()
  if (name === 'destination' && sorted.length > USERS_MAX) {
    return sorted.slice(1).map((other, index): [string, string] => [sorted[index] ?? other, other])
  }
  return sorted.flatMap((one, index) => sorted.slice(index + 1).map((other): [string, string] => [one, other]))
}

/** The groups that pairs join to. */
const joined = (pairs: readonly (readonly [string, string])[]): string[][] => {
  const groupOf = new Map<string, Set<string>>()
  for (const [one, other] of pairs) {
    const group = new Set([one, other, ...(groupOf.get(one) ?? []), ...(groupOf.get(other) ?? [])])
    for (const id of group) groupOf.set(id, group)
  }
  return [...new Set(groupOf.values())].map((group) => [...group].toSorted())
}
