import { afterAnswer, isFlagged } from '#guard/check/answer-statistics.ts'
import { type DetectedSignal, TIE_MEMBERS_MAX } from '#guard/suspicion/risk-signals.ts'
import { type AccountFacts, claimDelaysOf, accountSignals } from '#guard/suspicion/rules.ts'
import { actionsFrom, clusterSignal, type RiskSignal, scoreOf } from '#guard/suspicion/score.ts'
import { syncedAccounts, type ActivityProfile, slotsOf } from '#guard/suspicion/synced-activity.ts'
import { type SimulatedUser, type Strategy, type TownSize, townOf, townTimer } from '#test/town.ts'

/** What the rules make of one town. */
export interface Verdicts {
  /** Share of accounts at or above each threshold that are robots. */
  readonly precision: Readonly<Record<Threshold, number>>
  /** Share of robots at or above each, without the lone careful ones, whom money beats and not detection. */
  readonly recall: Readonly<Record<Threshold, number>>
  /** Share of people at or above each. */
  readonly people: Readonly<Record<Threshold, number>>
  readonly byStrategy: ReadonlyMap<Strategy, Readonly<Record<Threshold, number>>>
}
type Threshold = 40 | 60 | 80

/** The thresholds of the site, as they are printed. */
export const thresholds: readonly Threshold[] = [actionsFrom.slower, actionsFrom.hold, actionsFrom.lock]

/** Runs the very rules of the site over a made-up town and holds their findings against the truth. */
export const scoreTown = (seed: string, size?: TownSize): Verdicts => {
  const town = townOf(seed, size)
  const scores = scoresOf(town)
  const share = (residents: readonly SimulatedUser[], threshold: Threshold): number =>
    residents.filter(({ id }) => (scores.get(id) ?? 0) >= threshold).length / Math.max(1, residents.length)
  const people = town.filter(({ strategy }) => strategy === 'person')
  const robots = town.filter(({ strategy }) => strategy !== 'person')
  const catchable = robots.filter(({ strategy }) => strategy !== 'lone-careful')
  const each = (of: (threshold: Threshold) => number): Record<Threshold, number> => ({
    40: of(40),
    60: of(60),
    80: of(80),
  })
  const flagged = (threshold: Threshold) => town.filter(({ id }) => (scores.get(id) ?? 0) >= threshold)
  return {
    precision: each((at) => flagged(at).filter(({ strategy }) => strategy !== 'person').length / flagged(at).length),
    recall: each((at) => share(catchable, at)),
    people: each((at) => share(people, at)),
    byStrategy: new Map(
      [...Map.groupBy(robots, ({ strategy }) => strategy)].map(([name, some]) => [name, each((at) => share(some, at))]),
    ),
  }
}

/** Everything that was found about everybody, by id; for looking at one account of a town. */
export const findingsOf = (town: readonly SimulatedUser[]): Map<string, DetectedSignal[]> => {
  const counts = countsOf(town)
  const moving = syncedAccounts(town.map(moverOf))
  return new Map(
    town.map((one) => [
      one.id,
      [...accountSignals(factsOf(one, counts, moving.get(one.id) ?? [])), ...otherMarks(one)],
    ]),
  )
}

const scoresOf = (town: readonly SimulatedUser[]): Map<string, number> => {
  const now = new Date()
  const asMarks = (found: readonly DetectedSignal[]): RiskSignal[] => found.map((mark) => ({ ...mark, at: now }))
  const found = findingsOf(town)
  const own = new Map([...found].map(([id, marks]) => [id, scoreOf(asMarks(marks), now)]))
  const mates = matesOf(town)
  return new Map(
    [...found].map(([id, marks]) => {
      const others = [...(mates.get(id) ?? [])].map((mate) => own.get(mate) ?? 0)
      const cluster = clusterSignal({ own: own.get(id) ?? 0, mates: others })
      return [id, scoreOf(asMarks(cluster === undefined ? marks : [...marks, cluster]), now)]
    }),
  )
}

/** The sequential test and the cross-checks mark while challenges are answered; here they are played once more. */
const otherMarks = ({ answers, client }: SimulatedUser): DetectedSignal[] => {
  const found: DetectedSignal[] = []
  let llr = 0
  for (const right of answers) {
    llr = afterAnswer(llr, right)
    if (!isFlagged(llr)) continue
    found.push({ family: 'answers', reason: 'sequential', points: 50, detail: 'Answers are right too seldom.' })
    break
  }
  if (client > 0) found.push({ family: 'client', reason: 'cross-check', points: client, detail: 'An odd browser.' })
  return found
}

const LOOK_BACK_MS = 7 * 86_400_000

const moverOf = ({ id, referrer, claims }: SimulatedUser): ActivityProfile => {
  const last = claims.at(-1)?.getTime() ?? 0
  return { id, referrer, slots: slotsOf(claims.filter((claim) => claim.getTime() > last - LOOK_BACK_MS)) }
}

interface Counts {
  readonly byDevice: ReadonlyMap<string, number>
  readonly byNet: ReadonlyMap<string, number>
  readonly byPrint: ReadonlyMap<string, number>
  readonly byAddress: ReadonlyMap<string, number>
}

const countsOf = (town: readonly SimulatedUser[]): Counts => {
  const count = (names: (one: SimulatedUser) => readonly string[]): Map<string, number> => {
    const counted = new Map<string, number>()
    for (const one of town) for (const name of names(one)) counted.set(name, (counted.get(name) ?? 0) + 1)
    return counted
  }
  return {
    byDevice: count(({ devices }) => devices),
    byNet: count(({ net }) => [net]),
    byPrint: count(({ net, print }) => [`${net} ${print}`]),
    byAddress: count(({ address }) => [address]),
  }
}

const factsOf = (one: SimulatedUser, counts: Counts, moving: readonly ActivityProfile[]): AccountFacts => {
  const herd = moving.filter(({ referrer }) => referrer !== null && referrer === one.referrer)
  return {
    devices: one.devices.map((device) => ({ device, accounts: counts.byDevice.get(device) ?? 0 })),
    prints: [
      {
        net: one.net,
        print: one.print,
        alike: counts.byPrint.get(`${one.net} ${one.print}`) ?? 0,
        netAccounts: counts.byNet.get(one.net) ?? 0,
      },
    ],
    addresses: [{ address: one.address, accounts: counts.byAddress.get(one.address) ?? 0 }],
    hosting: one.isHosting ? [one.net] : [],
    claims: one.claims,
    solveMs: one.solveMs.slice(-100),
    claimDelays: claimDelaysOf(one.claims, townTimer).slice(-200),
    together: moving.length,
    herd: one.referrer === null ? null : { referrer: one.referrer, together: herd.length },
  }
}

/** Whom each account is tied to by a payout address or a device. */
const matesOf = (town: readonly SimulatedUser[]): Map<string, Set<string>> => {
  const groups = new Map<string, string[]>()
  for (const { id, address, devices } of town) {
    for (const name of [address, ...devices]) groups.set(name, [...(groups.get(name) ?? []), id])
  }
  const mates = new Map<string, Set<string>>()
  for (const group of groups.values()) {
    if (group.length < 2 || group.length > TIE_MEMBERS_MAX) continue
    for (const id of group) {
      const all = mates.get(id) ?? new Set<string>()
      for (const other of group) if (other !== id) all.add(other)
      mates.set(id, all)
    }
  }
  return mates
}
