import { type RiskFamily, riskRules, type RiskRule } from '#guard/suspicion/catalogue.ts'
import { traps } from '#guard/trap.ts'
import type { Dice } from '#test/town.ts'

/** What was noted of an account, and on which days of the town's two weeks it was seen first and last. */
export interface TownEvent {
  readonly family: RiskFamily
  readonly rule: RiskRule
  readonly points: number
  readonly first: number
  readonly last: number
}

/** What follows from what is recorded of an account: the town plays it, nobody has to make it up. */
const playedRules = [
  'sequential',
  'address-shared',
  'device-shared',
  'print-shared',
  'hosting',
  'moves-with-referrals',
  'same-slots',
  'quick-solver',
  'fast-claims',
  'even-delays',
  'never-sleeps',
  'cluster',
] as const
type NotedRule = Exclude<RiskRule, (typeof playedRules)[number]>

type Who = 'people' | 'robots' | 'careful'
interface Chance {
  readonly points: number
  /** The share of accounts that it happens to within two weeks. */
  readonly people: number
  readonly robots: number
  /** Seen again and again, as a browser that stays the same is. */
  readonly lasts?: boolean
}

/** A sign of a browser: few people have one, and most ways to drive a browser show some (ANTIBOT.md 1.4). */
const sign = (points: number, people = 0.002, robots = 0.06): Chance => ({ points, people, robots, lasts: true })
/** What no honest client can send: a test of the bench proves that. */
const trap = (name: keyof typeof traps, robots: number): Chance => ({ points: traps[name], people: 0, robots })

/** How often each is noted. All shares are assumed, and a rule that is missing here does not compile. */
const chances: Readonly<Record<NotedRule, Chance>> = {
  'claimed-on-device': { points: 20, people: 0.01, robots: 0.2 },
  webdriver: sign(25, 0.0005, 0.2),
  'headless-agent': sign(25, 0, 0.1),
  'software-graphics': sign(15, 0.004, 0.2),
  'no-graphics': sign(10, 0.004),
  'window-smaller-than-page': sign(10, 0.006),
  'window-without-size': sign(15),
  'brands-empty': sign(20, 0.001),
  'brands-other-version': sign(20, 0.001),
  'brands-only-chromium': sign(10, 0.004),
  'worker-differs': sign(25, 0.001),
  'frame-differs': sign(20, 0.001),
  'patched-functions': sign(20, 0.004),
  'patched-navigator': sign(20, 0.003),
  'no-plugins': sign(10, 0.004, 0.2),
  'notifications-disagree': sign(15, 0.004, 0.2),
  'no-languages': sign(15, 0.001),
  'screen-impossible': sign(10, 0.003),
  'automation-globals': sign(25, 0.0005),
  'clock-disagrees': sign(15, 0.01),
  'touch-disagrees': sign(10, 0.003),
  'agent-automated': sign(25, 0, 0.1),
  'no-language': sign(10, 0.002, 0.15),
  'header-other-version': sign(20, 0.001),
  'header-no-brands': sign(15, 0.002),
  'proof-missing': { points: 10, people: 0.03, robots: 0.4, lasts: true },
  'bad-key': { points: 40, people: 0.0005, robots: 0.05 },
  'no-real-page': { points: 20, people: 0.001, robots: 0.1, lasts: true },
  'bad-conduct': { points: 20, people: 0.0005, robots: 0.05 },
  'untrusted-events': { points: 25, people: 0.004, robots: 0.2, lasts: true },
  'no-pointer-movement': { points: 10, people: 0.02, robots: 0.2 },
  'identical-points': { points: 15, people: 0.003, robots: 0.1 },
  'page-hidden': { points: 15, people: 0.02, robots: 0.1 },
  'hasty-view': { points: 20, people: 0.01, robots: 0.05 },
  'hidden-field': { points: traps['hidden-field'], people: 0.01, robots: 0.05 },
  'decoy-address': trap('decoy-address', 0.03),
  'decoy-secret': trap('decoy-secret', 0.02),
  'canary-coupon': trap('canary-coupon', 0.02),
  forged: trap('forged', 0.03),
  'hidden-option': trap('hidden-option', 0.05),
  'trap-order': trap('trap-order', 0.05),
  'hasty-link': { points: 15, people: 0.02, robots: 0.1 },
  'regular-link': { points: 35, people: 0.002, robots: 0.1 },
  'referral-device': { points: 45, people: 0.01, robots: 0.02, lasts: true },
  'referral-network': { points: 45, people: 0.04, robots: 0.02, lasts: true },
  'referral-chain': { points: 45, people: 0.002, robots: 0.02, lasts: true },
}

/** Every rule that the town knows, made up or played; a test compares them with the product's. */
export const townRules: ReadonlySet<string> = new Set([...playedRules, ...Object.keys(chances)])

const LAST_DAY = 13

export const eventsOf = (dice: Dice, who: Who): TownEvent[] =>
  noted.flatMap(({ rule, family }) => {
    const { points, people, robots, lasts = false } = chances[rule]
    const share = { people, robots, careful: 0 }[who]
    if (!dice.chance(share)) return []
    const first = dice.whole(LAST_DAY + 1)
    return [lasts ? { family, rule, points, first: 0, last: LAST_DAY } : { family, rule, points, first, last: first }]
  })

const isNoted = (rule: RiskRule): rule is NotedRule => rule in chances
// The keys of an object are its own names.
const families = Object.keys(riskRules) as RiskFamily[]
const noted = families.flatMap((family) => riskRules[family].filter(isNoted).map((rule) => ({ family, rule })))
