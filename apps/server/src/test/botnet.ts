import { afterAnswer, afterUnanswered, isFlagged } from '#guard/check/answer-statistics.ts'
import { type DetectedSignal, TIE_MEMBERS_MAX } from '#guard/suspicion/risk-signals.ts'
import { type AccountFacts, claimDelaysOf, accountSignals } from '#guard/suspicion/rules.ts'
import {
  clusterSignal,
  HALF_LIFE_DAYS,
  isHoldDue,
  queueFrom,
  type RiskSignal,
  scoreOf,
} from '#guard/suspicion/score.ts'
import { syncedAccounts, type ActivityProfile, slotsOf } from '#guard/suspicion/synced-activity.ts'
import type { TownEvent } from '#test/town-events.ts'
import { DAYS, type SimulatedUser, START, type Strategy, type TownSize, townOf, townTimer } from '#test/town.ts'

/** What the rules make of one town: whose withdrawals they hold. */
export interface Verdicts {
  /** Share of held accounts that are robots. */
  readonly precision: number
  /** Share of robots that are held, without the lone careful ones, whom money beats and not detection. */
  readonly recall: number
  readonly people: {
    /** Share of people whose withdrawals are held for a review; less pay and locks are never automatic. */
    readonly held: number
    /** Share of people in the review queue, which changes nothing for them. */
    readonly listed: number
  }
  readonly byStrategy: ReadonlyMap<Strategy, number>
}

/** Runs the very rules of the site over a made-up town and holds their findings against the truth. */
export const scoreTown = (seed: string, size?: TownSize): Verdicts => {
  const town = townOf(seed, size)
  const marks = marksOf(town)
  const of = ({ id }: SimulatedUser): readonly RiskSignal[] => marks.get(id) ?? []
  const isHeld = (one: SimulatedUser): boolean => isHoldDue(of(one), END)
  const share = (residents: readonly SimulatedUser[], is: (one: SimulatedUser) => boolean): number =>
    residents.filter(is).length / Math.max(1, residents.length)
  const people = town.filter(({ strategy }) => strategy === 'person')
  const robots = town.filter(({ strategy }) => strategy !== 'person')
  return {
    precision: share(town.filter(isHeld), ({ strategy }) => strategy !== 'person'),
    recall: share(
      robots.filter(({ strategy }) => strategy !== 'lone-careful'),
      isHeld,
    ),
    people: {
      held: share(people, isHeld),
      listed: share(people, (one) => scoreOf(of(one), END) >= queueFrom.listed),
    },
    byStrategy: new Map(
      [...Map.groupBy(robots, ({ strategy }) => strategy)].map(([name, some]) => [name, share(some, isHeld)]),
    ),
  }
}

const DAY_MS = 86_400_000
/** The end of the town's two weeks, and the look that was taken a week before. */
const END = new Date(START + DAYS * DAY_MS)
const MIDDLE = new Date(START + (DAYS - 7) * DAY_MS)

/** Everything that was found about everybody, by id; for looking at one account of a town. */
export const findingsOf = (town: readonly SimulatedUser[]): Map<string, DetectedSignal[]> => {
  const counts = countsOf(town)
  const moving = syncedAccounts(town.map(moverOf))
  return new Map(
    town.map((one) => [
      one.id,
      [...accountSignals(factsOf(one, counts, moving.get(one.id) ?? [])), ...answerSignals(one)],
    ]),
  )
}

/** What stands against everybody at the end, with since when it has stood. */
export const marksOf = (town: readonly SimulatedUser[]): Map<string, RiskSignal[]> => {
  const before = findingsOf(town.map(untilMiddle))
  const own = new Map(
    [...findingsOf(town)].map(([id, found]) => {
      const known = new Set(before.get(id)?.map(({ reason }) => reason))
      return [id, found.map((mark): RiskSignal => ({ ...mark, at: END, since: known.has(mark.reason) ? MIDDLE : END }))]
    }),
  )
  for (const { id, events } of town) own.get(id)?.push(...events.map(markOfEvent))
  const scores = new Map([...own].map(([id, marks]) => [id, scoreOf(marks, END)]))
  const mates = matesOf(town)
  for (const [id, marks] of own) {
    const others = [...(mates.get(id) ?? [])].map((mate) => scores.get(mate) ?? 0)
    const cluster = clusterSignal({ own: scores.get(id) ?? 0, mates: others })
    if (cluster !== undefined) marks.push({ ...cluster, at: END, since: END })
  }
  return own
}

const untilMiddle = (one: SimulatedUser): SimulatedUser => {
  const claims = one.claims.filter((claim) => claim < MIDDLE)
  const share = claims.length / Math.max(1, one.claims.length)
  return {
    ...one,
    claims,
    solveMs: one.solveMs.slice(0, claims.length),
    answers: one.answers.slice(0, Math.round(one.answers.length * share)),
  }
}

const markOfEvent = ({ family, rule, points, first, last }: TownEvent): RiskSignal => ({
  family,
  reason: rule,
  // Everybody of the town keeps their browser: what it shows again and again fades all the same.
  points: family === 'client' ? points * 0.5 ** ((last - first) / HALF_LIFE_DAYS) : points,
  detail: 'It was noted when it happened.',
  at: new Date(START + last * DAY_MS),
  since: new Date(START + first * DAY_MS),
})

/** The sequential test marks while challenges are answered; here it is played once more. */
const answerSignals = ({ answers }: SimulatedUser): DetectedSignal[] => {
  let llr = 0
  for (const answer of answers) {
    llr = answer === 'unanswered' ? afterUnanswered(llr) : afterAnswer(llr, answer === 'right')
    if (!isFlagged(llr)) continue
    return [{ family: 'answers', reason: 'sequential', points: 50, detail: 'Answers are right too seldom.' }]
  }
  return []
}

const LOOK_BACK_MS = 7 * DAY_MS

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
    claimDelays: claimDelaysOf(one.claims, townTimer),
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
