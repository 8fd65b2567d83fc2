import { between, oneOf, type Random, wholeBetween } from '#guard/captcha-image/random.ts'
import { later } from '#kernel/clock.ts'
import { type Coin, coins } from './addresses.ts'

/** Somebody who never lived: when they come, how often they are here, and what they want. */
export interface Plan {
  readonly username: string
  readonly email: string
  readonly tz: string
  /** Hours by which their clock is ahead of UTC, as far as the rhythm of a day needs to know. */
  readonly hoursAhead: number
  readonly country: string
  readonly isOnPhone: boolean
  /** Whose link they came by. */
  readonly referredBy: string | null
  readonly joinsAt: Date
  /** They lose interest one day, some of them. */
  readonly leavesAt: Date | null
  readonly verifies: boolean
  /** The chance that they come on a day at all. */
  readonly comes: number
  readonly sittingsOfDay: number
  readonly claimsOfSitting: number
  /** Units that they want to have together before they ask to be paid. */
  readonly patience: number
  readonly coin: Coin
  /** Whose payout address they use; their own, unless somebody runs two accounts. */
  readonly paidAs: string
  /** Whose device they sit at; their own, unless somebody runs a ring. */
  readonly seenAs?: string
}

const firstNames = `aarav abena adam agnes ahmed aiko alba amara amir ana andre anika anton arjun astrid ayesha beatriz
  bilal bruno camila carlos chen chiara chidi clara daniel dario diego dina elena elif emeka emil emma erik esra eva
  fatima felix fernando filip gabriel grace hana hassan helena hugo ibrahim ines irina isla ivan jakub jamal jana jin
  joana jonas jose julia kai kamal karin kemal kofi lars laura leila leo lina linh lucas luis maja malik marco maria
  marta mateo mei mia milan mina mira nadia naomi natalia nikola nina noah nora olga omar oscar pablo paula pedro petra
  priya rafael rania ravi rosa ruben samir sara sofia stefan sven tariq tatiana thiago tomas tuan valentina victor wei
  yara yasmin yusuf zara zoe`.split(/\s+/)
const lastLetters = 'abcdefghjklmnprstvwz'
const words = ['river', 'moon', 'pixel', 'coin', 'fox', 'north', 'lucky', 'tiny', 'blue', 'maple', 'sunny', 'coffee']

const zones = [
  { tz: 'Asia/Manila', country: 'PH', hoursAhead: 8, weight: 5 },
  { tz: 'Asia/Jakarta', country: 'ID', hoursAhead: 7, weight: 5 },
  { tz: 'Asia/Kolkata', country: 'IN', hoursAhead: 5, weight: 6 },
  { tz: 'Africa/Lagos', country: 'NG', hoursAhead: 1, weight: 4 },
  { tz: 'Europe/Istanbul', country: 'TR', hoursAhead: 3, weight: 3 },
  { tz: 'Europe/Berlin', country: 'DE', hoursAhead: 2, weight: 3 },
  { tz: 'America/Sao_Paulo', country: 'BR', hoursAhead: -3, weight: 4 },
  { tz: 'America/Caracas', country: 'VE', hoursAhead: -4, weight: 3 },
  { tz: 'America/New_York', country: 'US', hoursAhead: -4, weight: 2 },
].flatMap(({ weight, ...zone }) => Array.from({ length: weight }, () => zone))

/** How people use a faucet: most look in, some come back daily, a few make a habit of it. */
type Range = readonly [number, number]
interface Habit {
  /** Up to where a roll from 0 to 1 falls on this habit. */
  readonly upTo: number
  readonly comes: Range
  readonly sittings: Range
  readonly claims: Range
}
const devoted: Habit = { upTo: 1, comes: [0.8, 0.98], sittings: [3, 5], claims: [5, 10] }
const habits: readonly Habit[] = [
  { upTo: 0.6, comes: [0.25, 0.55], sittings: [1, 2], claims: [1, 4] },
  { upTo: 0.9, comes: [0.5, 0.85], sittings: [1.5, 3], claims: [3, 7] },
  devoted,
]

interface Crowd {
  readonly random: Random
  readonly start: Date
  readonly days: number
  readonly count: number
}

/** The member whom visitors of the demonstration sign in as; one of the first, and fond of the place. */
export const demoPlan = ({ start }: Pick<Crowd, 'start'>): Plan => ({
  username: 'demo',
  email: 'demo@visitors.example',
  tz: 'Europe/Berlin',
  hoursAhead: 2,
  country: 'DE',
  isOnPhone: false,
  referredBy: null,
  joinsAt: later(start, 1_800),
  leavesAt: null,
  verifies: true,
  comes: 0.97,
  sittingsOfDay: 5,
  claimsOfSitting: 9,
  patience: 3_000,
  coin: 'DOGE',
  paidAs: 'demo',
})

/** Plans for so many people, in the order in which they join. */
export const makeUp = (crowd: Crowd): Plan[] => {
  const { random, count } = crowd
  const taken = new Set(['demo', 'admin'])
  const plans = Array.from({ length: count }, () => planOf(crowd, usernameOf(random, taken)))
  const sorted = plans.toSorted((a, b) => a.joinsAt.getTime() - b.joinsAt.getTime())
  return sorted.map((plan, index) => {
    const referredBy = random() < 0.35 ? referrerOf(random, sorted.slice(0, index)) : null
    // Somebody with two accounts is found out by the address that both want to be paid to.
    const isPair = index < count / 2 && index % 40 >= 12 && index % 40 <= 13
    const first = sorted[index - (index % 40) + 12]
    if (!isPair || first === undefined) return { ...plan, referredBy }
    return { ...plan, ...eager, coin: first.coin, paidAs: first.username }
  })
}

/** The visitor of the demonstration brings some, the first ones more than those who came late. */
const referrerOf = (random: Random, before: readonly Plan[]): string => {
  const early = before[Math.floor(before.length * random() ** 2)]
  return early === undefined || random() < 0.2 ? 'demo' : early.username
}

/** What somebody is like who opens a second account. */
const eager = {
  verifies: true,
  leavesAt: null,
  comes: 0.97,
  sittingsOfDay: 5,
  claimsOfSitting: 8,
  patience: 2_600,
} satisfies Partial<Plan>

const planOf = ({ random, start, days }: Crowd, username: string): Plan => {
  const roll = random()
  const habit = habits.find(({ upTo }) => roll < upTo) ?? devoted
  const joinsAt = later(start, joiningDay(random, days) * 86_400)
  const staysDays = between(random, 3, 3 * days)
  return {
    username,
    email: `${username.replaceAll('_', '.')}@${oneOf(random, ['mail', 'post', 'inbox'])}.example`,
    ...oneOf(random, zones),
    isOnPhone: random() < 0.6,
    referredBy: null,
    joinsAt,
    leavesAt: later(joinsAt, staysDays * 86_400),
    verifies: random() < 0.85,
    comes: between(random, ...habit.comes),
    sittingsOfDay: between(random, ...habit.sittings),
    claimsOfSitting: wholeBetween(random, ...habit.claims),
    patience: wholeBetween(random, 10, 40) * 100,
    coin: oneOf(random, [...coins, 'DOGE', 'LTC']),
    paidAs: username,
  }
}

/** A moment of the month, in days; each day a few more people learn of the site. */
const joiningDay = (random: Random, days: number): number => {
  // The density grows from 1 at the start to 4 at the end: this is its distribution turned round.
  const share = random()
  return (days * (Math.sqrt(1 + 15 * share) - 1)) / 3
}

const usernameOf = (random: Random, taken: Set<string>): string => {
  for (;;) {
    const first = oneOf(random, firstNames)
    const letter = oneOf(random, [...lastLetters])
    const name = oneOf(random, [
      `${first}_${letter}`,
      `${first}${letter}${wholeBetween(random, 1, 9)}`,
      `${first}${wholeBetween(random, 71, 99)}`,
      `${oneOf(random, words)}_${first}`,
      `${first}${oneOf(random, words)}`,
      first,
    ]).slice(0, 20)
    if (taken.has(name)) continue
    taken.add(name)
    return name
  }
}
