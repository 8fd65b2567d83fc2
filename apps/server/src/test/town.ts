import { seededRandom, shuffled } from '#guard/captcha-image/random.ts'
import { eventsOf, type TownEvent } from '#test/town-events.ts'

/** How a made-up account behaves; five of these are robots (ANTIBOT.md 4). */
export type Strategy = 'person' | 'one-box' | 'proxies' | 'one-referrer' | 'own-solver' | 'lone-careful'

export type Answer = 'right' | 'wrong' | 'unanswered'

/** An account of the made-up town, with everything that is recorded about it. All behaviour is assumed. */
export interface SimulatedUser {
  readonly id: string
  readonly strategy: Strategy
  readonly net: string
  readonly devices: readonly string[]
  readonly print: string
  readonly address: string
  readonly referrer: string | null
  readonly claims: readonly Date[]
  readonly solveMs: readonly number[]
  /** How challenges ended; the way without pictures leaves none. */
  readonly answers: readonly Answer[]
  /** What was noted when it happened: traps, and what its browser and its habits gave away. */
  readonly events: readonly TownEvent[]
  readonly isHosting: boolean
}

export interface TownSize {
  readonly people: number
  /** Robots of each strategy. */
  readonly robots: Readonly<Record<Exclude<Strategy, 'person'>, number>>
}

export const townOfReport: TownSize = {
  people: 8_000,
  robots: { 'one-box': 100, proxies: 100, 'one-referrer': 100, 'own-solver': 80, 'lone-careful': 30 },
}

export const DAYS = 14
const TIMER = 300
export const townTimer = TIMER
export const START = Date.UTC(2030, 0, 7)
const DAY_MS = 86_400_000

export interface Dice {
  readonly next: () => number
  readonly whole: (below: number) => number
  readonly chance: (share: number) => boolean
  readonly normal: () => number
  readonly pick: <T>(list: readonly T[]) => T
}

const diceOf = (seed: string): Dice => {
  const next = seededRandom(seed)
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
  const whole = (below: number): number => Math.floor(next() * below)
  const pick = <T>(list: readonly T[]): T => {
    const found = list[whole(list.length)]
    if (found === undefined) throw new Error('there is nothing to pick from')
    return found
  }
  return { next, whole, chance: (share) => next() < share, normal, pick }
}

/** A town of people and robots, the same for the same seed. */
export const townOf = (seed: string, size: TownSize = townOfReport): SimulatedUser[] => {
  const dice = diceOf(seed)
  const people = peopleOf(dice, size.people)
  return shuffled(seededRandom(`${seed} order`), [...people, ...robotsOf(dice, size, people)])
}

interface Place {
  readonly net: string
  readonly devices: readonly string[]
  readonly isHosting: boolean
}

/** Most live alone with their line; many are behind a carrier, some are families, sit in a café, or use a VPN. */
const placeOf = (dice: Dice, index: number, people: number): Place => {
  const own = `device ${index}`
  const draw = dice.next()
  if (draw < 0.36) return { net: `carrier ${dice.whole(Math.ceil(people / 110))}`, devices: [own], isHosting: false }
  if (draw < 0.38) {
    const cafe = dice.whole(Math.ceil(people / 800))
    return { net: `cafe ${cafe}`, devices: [`cafe ${cafe} seat ${dice.whole(9)}`], isHosting: false }
  }
  if (draw < 0.42) return { net: `vpn ${dice.whole(20)}`, devices: [own], isHosting: true }
  if (draw < 0.54) {
    const home = Math.floor(index / 3)
    // Some families share the one computer; most have a phone each.
    const shared = dice.chance(0.12) ? [`home ${home}`] : []
    return { net: `home ${home}`, devices: [own, ...shared], isHosting: false }
  }
  return { net: `line ${index}`, devices: [own], isHosting: false }
}

/** A few models are everywhere: half of the phones share thirty prints. */
const printOf = (dice: Dice): string => `print ${Math.floor(600 * dice.next() ** 3)}`

const peopleOf = (dice: Dice, count: number): SimulatedUser[] => {
  const people: SimulatedUser[] = []
  for (let index = 0; index < count; index += 1) {
    const place = placeOf(dice, index, count)
    const habit = habitOf(dice)
    const claims = claimsOfPerson(dice, habit)
    const withoutPictures = dice.chance(0.02)
    const rate = Math.min(0.99, 0.925 + 0.02 * dice.normal())
    const pace = Math.log(6_000) + 0.25 * dice.normal()
    people.push({
      id: `person ${index}`,
      strategy: 'person',
      ...place,
      print: printOf(dice),
      address: addressOf(dice, index),
      referrer: index > 20 && dice.chance(0.3) ? `person ${Math.floor(index * dice.next() ** 3)}` : null,
      claims,
      solveMs: claims.map(() => Math.exp(pace + 0.35 * dice.normal())),
      answers: withoutPictures ? [] : answersOf(dice, { claims: claims.length, rate, lapses: LAPSES }),
      events: eventsOf(dice, 'people'),
    })
  }
  return people
}

/** Couples sometimes share a wallet; whoever is paid at an exchange has a tag of their own. */
const addressOf = (dice: Dice, index: number): string => `wallet ${dice.chance(0.004) ? index - 1 : index}`

/** Of every challenge that is shown so many end without an answer: a bad connection, a closed page, a call. */
const LAPSES = 0.08

const answersOf = (dice: Dice, habit: { claims: number; rate: number; lapses: number }): Answer[] =>
  Array.from({ length: habit.claims }, (): Answer[] => [
    ...(dice.chance(habit.lapses) ? (['unanswered'] as const) : []),
    dice.chance(habit.rate) ? 'right' : 'wrong',
  ]).flat()

interface Habit {
  /** Hour of the UTC day at which the day begins, hours awake, sessions a day, and claims in a session. */
  readonly wakes: number
  readonly awake: number
  readonly sessions: number
  readonly length: number
  readonly everyDay: number
  /** Comes when the alarm goes at the full hour, like everybody else who does. */
  readonly byAlarm: boolean
}

const habitOf = (dice: Dice): Habit => {
  const isHeavy = dice.chance(0.02)
  return {
    wakes: dice.pick([0, 2, 5, 6, 7, 8, 12, 13, 14, 18, 22]) + 1.2 * dice.normal(),
    awake: isHeavy ? 17 : 14 + dice.normal(),
    sessions: isHeavy ? 14 : 1 + dice.whole(6),
    length: isHeavy ? 7 : 1 + dice.whole(8),
    everyDay: isHeavy ? 0.97 : 0.35 + 0.6 * dice.next(),
    byAlarm: dice.chance(0.01),
  }
}

/** People come when they have time, do a few claims in a row, and are late by very different times. */
const claimsOfPerson = (dice: Dice, habit: Habit): Date[] => {
  const times: number[] = []
  for (let day = 0; day < DAYS; day += 1) {
    if (!dice.chance(habit.everyDay)) continue
    if (habit.byAlarm) {
      for (let hour = 0; hour < habit.awake; hour += 1) times.push(hourOf(day, habit.wakes + hour) + alarmed(dice))
      continue
    }
    for (let session = 0; session < habit.sessions; session += 1) {
      let at = START + day * DAY_MS + (habit.wakes + habit.awake * dice.next()) * 3_600_000
      const length = 1 + dice.whole(2 * habit.length)
      for (let claim = 0; claim < length; claim += 1) {
        times.push(at)
        at += 1_000 * (TIMER + Math.exp(Math.log(25) + 1.1 * dice.normal()))
      }
    }
  }
  return spaced(times)
}

const hourOf = (day: number, hour: number): number => START + day * DAY_MS + Math.floor(hour) * 3_600_000
const alarmed = (dice: Dice): number => 1_000 * Math.exp(Math.log(70) + 0.8 * dice.normal())

/** In order, and never sooner than the timer allows. */
const spaced = (times: readonly number[]): Date[] => {
  const kept: number[] = []
  for (const at of times.toSorted((a, b) => a - b)) {
    const last = kept.at(-1)
    if (last === undefined || at - last >= TIMER * 1_000) kept.push(at)
  }
  return kept.map((at) => new Date(at))
}

const robotsOf = (dice: Dice, { robots }: TownSize, people: readonly SimulatedUser[]): SimulatedUser[] => [
  ...herd(dice, 'one-box', robots['one-box']),
  ...herd(dice, 'proxies', robots.proxies),
  ...herd(dice, 'one-referrer', robots['one-referrer']),
  ...herd(dice, 'own-solver', robots['own-solver']),
  ...herd(dice, 'lone-careful', robots['lone-careful'], people),
]

type Robot = Exclude<Strategy, 'person'>

const herd = (dice: Dice, strategy: Robot, count: number, people: readonly SimulatedUser[] = []): SimulatedUser[] => {
  const rounds = roundsOf(dice)
  return Array.from({ length: count }, (_, index) => {
    const claims = claimsOfRobot(dice, strategy, rounds)
    const rate = { 'one-box': 0.6, proxies: 0.8, 'one-referrer': 0.85, 'own-solver': 0.763, 'lone-careful': 0.94 }
    return {
      id: `${strategy} ${index}`,
      strategy,
      ...robotPlace(dice, strategy, index),
      print: strategy === 'one-box' ? `print of ${strategy}` : printOf(dice),
      address: robotAddress(strategy, index),
      referrer: robotReferrer(dice, strategy, people),
      claims,
      solveMs: claims.map(() => Math.exp(Math.log(solveTimes[strategy]) + 0.3 * dice.normal())),
      answers: answersOf(dice, { claims: claims.length, rate: rate[strategy], lapses: 0 }),
      events: eventsOf(dice, strategy === 'lone-careful' ? 'careful' : 'robots'),
    }
  })
}

/** Usual milliseconds that a robot takes for a challenge. */
const solveTimes: Readonly<Record<Robot, number>> = {
  'one-box': 1_400,
  proxies: 4_000,
  'one-referrer': 4_000,
  'own-solver': 4_000,
  'lone-careful': 12_000,
}

const robotPlace = (dice: Dice, strategy: Robot, index: number): Place => {
  if (strategy === 'one-box') return { net: 'server 0', devices: [`box ${index % 2}`], isHosting: true }
  if (strategy === 'own-solver') {
    return { net: `rented ${index}`, devices: [`rented ${index}`], isHosting: dice.chance(0.5) }
  }
  return { net: `proxy ${strategy} ${index}`, devices: [`profile ${strategy} ${index}`], isHosting: false }
}

const robotAddress = (strategy: Robot, index: number): string => {
  if (strategy === 'one-box') return 'wallet of the box'
  if (strategy === 'proxies') return `wallet of proxies ${index % 3}`
  return `wallet ${strategy} ${index}`
}

const robotReferrer = (dice: Dice, strategy: Robot, people: readonly SimulatedUser[]): string | null => {
  if (strategy === 'one-referrer') return 'one-referrer 0'
  return strategy === 'lone-careful' && dice.chance(0.3) ? dice.pick(people).id : null
}

/**
 * When the rounds of a bot cluster begin: a script goes through its accounts, pauses as it was told, and begins again.
 */
const roundsOf = (dice: Dice): number[] => {
  const rounds: number[] = []
  for (let at = START; at < START + DAYS * DAY_MS;) {
    rounds.push(at)
    at += (25 + 50 * dice.next()) * 60_000
    if (new Date(at).getUTCHours() >= 20) at += 6 * 3_600_000
  }
  return rounds
}

const claimsOfRobot = (dice: Dice, strategy: Robot, rounds: readonly number[]): Date[] => {
  if (strategy === 'lone-careful' || strategy === 'own-solver') {
    return claimsOfPerson(dice, { ...habitOf(dice), sessions: 6, length: 5, everyDay: 0.95, byAlarm: false })
  }
  if (strategy === 'one-referrer') return spaced(rounds.map((at) => at + 1_000 * (20 + 180 * dice.next())))
  // One after the other, day and night, as soon as the timer lets them.
  const evenly: number[] = []
  const delay = dice.chance(0.3) ? 0.2 + dice.next() : 8 + 20 * dice.next()
  for (let at = START; at < START + DAYS * DAY_MS;) {
    evenly.push(at)
    at += 1_000 * (TIMER + delay * (0.9 + 0.2 * dice.next()))
    if (strategy === 'proxies' && dice.chance(0.01)) at += 3_600_000 * 2 * dice.next()
  }
  return spaced(evenly)
}
