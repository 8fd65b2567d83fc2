import { trustLevels, type TrustLevel } from '@runnel/contract/check/trust'
import { defaults } from '@runnel/contract/settings/settings'
import { seededRandom } from '@runnel/server/src/guard/captcha-image/random.ts'
import { riskRules } from '@runnel/server/src/guard/suspicion/catalogue.ts'
import { checkRate, drawAt, drawOf, type DrawState } from '@runnel/server/src/guard/trust/draw.ts'
import { trustLevelOf } from '@runnel/server/src/guard/trust/trust.ts'
import { createSecrets } from '@runnel/server/src/kernel/secrets.ts'
import type { Bar } from './bar.ts'

const secrets = createSecrets('a site of the bench')
const MEMBERS = 1_000
const DAYS = 30
/** What a usual member claims in a day. */
const CLAIMS = 40
/** No account is new for ever: these are the claims of its first day beyond those that teach the captcha. */
const SEASONED = 100

interface Claimant {
  readonly userId: string
  readonly number: number
  readonly level: TrustLevel
  readonly state?: Partial<DrawState>
  readonly signalAt?: Date | null
}

/** What the server's own rule says of one claim of the faucet, with the settings that come with Runnel. */
const drawFor = ({ userId, number, level, state = {}, signalAt = null }: Claimant) => {
  const rank = trustLevels.indexOf(level)
  const before = {
    rank,
    judgedOn: null,
    number,
    claims: number,
    until: -1,
    signalAt: null,
    signalPassedAt: null,
    ...state,
  }
  const rate = checkRate(defaults, { level, pay: defaults.faucet_reward })
  const at = drawAt(secrets, { userId, action: 'faucet', number })
  return drawOf(before, { rate, at, wrongStreak: 0, signalAt })
}

/** C2: captchas a day of a usual member. */
const checksADay = (level: TrustLevel, claims: number): number => {
  let checks = 0
  for (let member = 0; member < MEMBERS; member += 1) {
    for (let claim = 0; claim < claims * DAYS; claim += 1) {
      if (drawFor({ userId: `member ${member}`, number: SEASONED + claim, level }).isDrawn) checks += 1
    }
  }
  return checks / MEMBERS / DAYS
}

const goals: Readonly<Record<TrustLevel, { readonly claims: number; readonly most: number }>> = {
  // ANTIBOT-2 counts a new account at 24 claims a day.
  new: { claims: 24, most: 15 },
  known: { claims: CLAIMS, most: 10 },
  trusted: { claims: CLAIMS, most: 4 },
  proven: { claims: CLAIMS, most: 1.5 },
}

const dayBars = (): Bar[] =>
  trustLevels.map((level) => {
    const { claims, most } = goals[level]
    const checks = Math.round(10 * checksADay(level, claims)) / 10
    return {
      bar: `C2 captchas a day at ${claims} claims, ${level}`,
      goal: `<= ${most}`,
      measured: checks.toFixed(1),
      held: checks <= most,
    }
  })

/** What a proven member meets on all but one of a thousand days; no draw bounds every single day. */
const busyDay = (): Bar => {
  const days: number[] = []
  for (let member = 0; member < MEMBERS; member += 1) {
    for (let day = 0; day < DAYS; day += 1) {
      const numbers = Array.from({ length: CLAIMS }, (_, claim) => SEASONED + day * CLAIMS + claim)
      const userId = `member ${member}`
      days.push(numbers.filter((number) => drawFor({ userId, number, level: 'proven' }).isDrawn).length)
    }
  }
  days.sort((one, other) => one - other)
  const [usual = Number.NaN, worst] = [days[Math.floor(days.length * 0.999)], days.at(-1)]
  return {
    bar: `C2 captchas of a proven member at ${CLAIMS} claims, on 999 of 1,000 days (worst of ${days.length}: ${worst})`,
    goal: '<= 6',
    measured: String(usual),
    held: usual <= 6,
  }
}

/** C1: looks at drawn claims again: reloads, devices, sessions, later days, and a level that rises meanwhile. */
const shopping = (): Bar => {
  let [drawn, vanished] = [0, 0]
  for (let member = 0; member < MEMBERS; member += 1) {
    const userId = `shopper ${member}`
    for (let number = SEASONED; number < SEASONED + 10; number += 1) {
      const first = drawFor({ userId, number, level: 'new' })
      if (!first.isDrawn) continue
      drawn += 1
      const state = { until: first.pin?.until ?? -1 }
      for (let look = 0; look < 50; look += 1) {
        const level = trustLevels[look % trustLevels.length] ?? 'new'
        if (!drawFor({ userId, number, level, state }).isDrawn) vanished += 1
      }
    }
  }
  return {
    bar: `C1 drawn claims (${drawn}) that 50 looks each make vanish, while the level rises (draw.test.ts: by HTTP)`,
    goal: '0',
    measured: String(vanished),
    held: vanished === 0,
  }
}

/** T2: what each single reason costs a proven account: the captchas of its next claims beyond those drawn anyway. */
const signals = (): Bar => {
  const signalAt = new Date('2030-01-31T00:00:00Z')
  const rules = Object.values(riskRules).flat()
  const more = rules.map((rule) => {
    const userId = `marked ${rule}`
    let state: Partial<DrawState> = {}
    let extra = 0
    for (let number = SEASONED; number < SEASONED + 200; number += 1) {
      const anyway = drawFor({ userId, number, level: 'proven' }).isDrawn
      const { isDrawn, pin } = drawFor({ userId, number, level: 'proven', state, signalAt })
      if (pin !== undefined) state = { ...state, ...pin }
      // Whoever claims where a captcha is drawn has passed it.
      if (isDrawn) state = { ...state, signalPassedAt: signalAt }
      if (isDrawn && !anyway) extra += 1
    }
    return extra
  })
  const most = Math.max(...more)
  return {
    bar: `T2 more captchas in 200 claims of a proven account after one of ${rules.length} reasons`,
    goal: '<= 1',
    measured: String(most),
    held: most <= 1,
  }
}

/** People are right so often at the pictures (assumed); a proof of work is always right. */
const RIGHT = 0.92
const LADDER_DAYS = 60

/** The level on each of 60 days, and how many captchas a member met until then. */
const climb = (userId: string, way: 'pictures' | 'work'): { level: TrustLevel; checks: number }[] => {
  const random = seededRandom(`ladder ${userId}`)
  const facts = { isVerified: true, activeDays: 0, answers: 0, earned: 0, grants: 0, isHeld: false, hasPayout: false }
  let [number, checks] = [0, 0]
  return Array.from({ length: LADDER_DAYS }, (_, day) => {
    const level = trustLevelOf({ ...facts, activeDays: day, earned: 600 * Math.max(0, day - 14), hasPayout: day > 30 })
    for (let claim = 0; claim < CLAIMS; claim += 1, number += 1) {
      const { isDrawn } = drawFor({ userId, number, level, state: { claims: number } })
      if (isDrawn) checks += 1
      // A wrong answer is followed by another captcha of the same claim.
      if (isDrawn && way === 'pictures' && random() < RIGHT) facts.answers += 1
      if (way === 'work') facts.answers += 1
    }
    return { level, checks }
  })
}

/** A2: whoever solves without pictures is as far, and has met as many captchas, on each day. */
const ways = (): Bar => {
  let differ = 0
  for (let member = 0; member < 200; member += 1) {
    const [seeing, blind] = [climb(`member ${member}`, 'pictures'), climb(`member ${member}`, 'work')]
    differ += seeing.filter((day, index) => JSON.stringify(day) !== JSON.stringify(blind[index])).length
  }
  return {
    bar: `A2 days on which levels or captchas differ with and without pictures, ${LADDER_DAYS} days of 200 members`,
    goal: '0',
    measured: String(differ),
    held: differ === 0,
  }
}

/** The bars of the trust ladder, from the server's own rule of draws. */
export const ladderBars = (): Bar[] => [shopping(), ...dayBars(), busyDay(), signals(), ways()]

if (import.meta.main) console.table(ladderBars())
