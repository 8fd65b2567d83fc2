import { faucet } from '#features/faucet/faucet.ts'
import { withdraw } from '#features/withdraw/withdraw.ts'
import { between, type Random } from '#guard/captcha-image/random.ts'
import { dayOf, later } from '#kernel/clock.ts'
import { assert } from '#kernel/refusal.ts'
import { addressOf, type Coin } from './addresses.ts'
import { act, by, type Member, type DemoHarness } from './harness.ts'
import type { Site } from './set-up.ts'

/** Claims end this long before the hour does, so that a claim of the next hour is never too early. */
export const CLAIM_SECONDS = 3_300
const TIMER_SECONDS = 300
/** Who asks to be paid does so when the claims are over, shortly before the payout job looks. */
const ASK_SECONDS = 3_500
/** Members are dealt into lanes that run side by side: both the database and we are kept busy. */
export const LANES = 3

interface Claim {
  readonly member: Member
  readonly at: Date
}

/** Everybody who sits down in this hour claims; returns the members who did. */
export const claimHour = async (stage: DemoHarness, members: readonly Member[], from: Date): Promise<Member[]> => {
  const lanes = Array.from({ length: LANES }, (): Claim[] => [])
  const seated: Member[] = []
  for (const member of members) {
    const claims = claimsOf(stage.random, member, from)
    if (claims.length === 0) continue
    lanes[seated.length % LANES]?.push(...claims)
    seated.push(member)
  }
  await Promise.all(lanes.filter((lane) => lane.length > 0).map((lane) => runLane(stage, lane, from)))
  return seated
}

/** How much of a day's use falls into each hour of somebody's own clock. */
const rhythm = [
  0.02, 0.01, 0.01, 0.01, 0.01, 0.02, 0.03, 0.05, 0.05, 0.04, 0.04, 0.05, 0.06, 0.05, 0.04, 0.04, 0.05, 0.06, 0.07,
  0.08, 0.08, 0.06, 0.04, 0.03,
]

const claimsOf = (random: Random, member: Member, from: Date): Claim[] => {
  const { plan, isHereToday, lockedAt } = member
  const isGone = lockedAt !== null || (plan.leavesAt !== null && plan.leavesAt < from)
  const ownHour = (from.getUTCHours() + plan.hoursAhead + 24) % 24
  // Rolled in any case, so that one person's fate does not change everybody else's.
  const [sits, first] = [random(), between(random, 0, 1_500)]
  if (isGone || !isHereToday || sits > plan.sittingsOfDay * (rhythm[ownHour] ?? 0)) return []
  const claims: Claim[] = []
  for (let second = first; second < CLAIM_SECONDS && claims.length < plan.claimsOfSitting;) {
    const at = later(from, Math.floor(second))
    if (at > plan.joinsAt) claims.push({ member, at })
    second += TIMER_SECONDS + between(random, 5, 70)
  }
  return claims
}

const runLane = (stage: DemoHarness, lane: readonly Claim[], from: Date): Promise<void> =>
  act(stage, from, async (scene) => {
    for (const { member, at } of lane.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
      // Claims of an hour are made side by side, in no order of time, so that no budget of the hour can count them.
      const settings = { ...scene.settings, faucet_day_max: 0 }
      const { balance } = await faucet.claim(claimed, { ...by(member, scene), settings, now: at })
      member.balance = balance
      const day = dayOf(at)
      member.claimed = { day, count: member.claimed.day === day ? member.claimed.count + 1 : 1 }
    }
  })

/** The checks of a request have passed: the rule itself does not look at the challenge any more. */
const claimed = { params: undefined, query: undefined, headers: {}, body: { antibot: { id: 'solved' } } }

const FRESH_SECONDS = 7 * 86_400 + 60

/** Whether somebody's first withdrawal is open. */
export const canWithdraw = ({ plan, lockedAt }: Member, now: Date): boolean =>
  plan.verifies && lockedAt === null && later(plan.joinsAt, FRESH_SECONDS) < now

/** Of those who are here, the ones with enough ask to be paid; returns how many did. */
export const withdrawHour = async (
  stage: DemoHarness,
  site: Site,
  { seated, from }: { seated: Member[]; from: Date },
) => {
  let asked = 0
  for (const member of seated) {
    const { plan, balance } = member
    if (!canWithdraw(member, from) || balance < plan.patience || stage.random() > 0.8) continue
    const amount = Math.floor((balance * between(stage.random, 0.75, 1)) / 100) * 100
    asked += 1
    const at = later(from, ASK_SECONDS + Math.min(5 * asked, 40))
    await requestWithdrawal(stage, site, { member, coin: plan.coin, amount, at })
  }
  return asked
}

interface Wish {
  readonly member: Member
  readonly coin: Coin
  readonly amount: number
  readonly at: Date
}

export const requestWithdrawal = async (
  stage: DemoHarness,
  site: Site,
  { member, coin, amount, at }: Wish,
): Promise<void> => {
  const body = {
    address: addressOf(coin, member.plan.paidAs),
    amount: Math.max(amount, leastOf[coin]),
    captcha: solved,
  }
  if (body.amount > member.balance) return
  const given = { params: { methodId: site.methods[coin] }, body, query: undefined, headers: undefined }
  const { balance } = await act(stage, at, async (scene) => withdraw(stage).request(given, by(member, scene)))
  assert(balance === member.balance - body.amount, 'the amount left the balance')
  member.balance = balance
}

const solved = { id: 'solved' }
const leastOf: Readonly<Record<Coin, number>> = { DOGE: 1_000, LTC: 1_000, BTC: 2_000, 'USDT-TRC20': 2_500 }
