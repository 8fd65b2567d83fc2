import { bonus } from '#features/bonus/bonus.ts'
import { turnOf } from '#features/bonus/schedule.ts'
import { challenge, doneChallenges } from '#features/challenge/challenge.ts'
import { coupon } from '#features/coupon/coupon.ts'
import { link } from '#features/link/link.ts'
import { linkToken } from '#features/link/token.ts'
import { beatSeconds } from '#features/ptc/open.ts'
import { ptc } from '#features/ptc/ptc.ts'
import { deviceClassOf } from '#features/ptc/viewer.ts'
import { startTask } from '#features/task/submission/start.ts'
import { submitProof } from '#features/task/submission/submit.ts'
import { between, oneOf, wholeBetween } from '#guard/captcha-image/random.ts'
import { dayOf, later } from '#kernel/clock.ts'
import { noRateLimits } from '#kernel/http/rate-limit.ts'
import { assert, Refusal } from '#kernel/refusal.ts'
import type { OpenTask, DemoAd, DemoWorld } from './demo-world.ts'
import { act, by, type Member, type DemoHarness } from './harness.ts'
import { CLAIM_SECONDS, LANES } from './hour.ts'
import { depsAt, outside } from './rules.ts'

const { check: redeem } = coupon({ limits: noRateLimits })

/** All is done before people ask to be paid. */
const DONE_SECONDS = 3_490

/** Something that somebody does in this hour, once it was decided. */
type Activity = () => Promise<unknown>

interface ActivityTurn {
  readonly stage: DemoHarness
  readonly town: DemoWorld
  readonly member: Member
  /** Takes so many seconds of the hour, and returns when they begin; undefined where there are no more. */
  readonly take: (seconds: number) => Date | undefined
}

/** After their claims people look what else there is to earn. What each does is decided before the first does it. */
export const earnHour = async (
  stage: DemoHarness,
  town: DemoWorld,
  { seated, from }: { seated: Member[]; from: Date },
) => {
  const lanes = Array.from({ length: LANES }, (): Activity[] => [])
  for (const [index, member] of seated.entries()) {
    lanes[index % LANES]?.push(...activitiesOf({ stage, town, member, take: timeOf(stage, from) }))
  }
  const noteRefused = recordRefusal(town)
  await Promise.all(
    lanes.map(async (lane) => {
      for (const deed of lane) await deed().catch(noteRefused)
    }),
  )
}

/** Who is under review, or whose turn somebody else took, is refused as on any site, and goes on. */
const recordRefusal =
  (town: DemoWorld) =>
  (error: unknown): void => {
    if (!(error instanceof Refusal)) throw error
    town.refused.push(error.failure.code)
  }

const timeOf = ({ random }: DemoHarness, from: Date): ActivityTurn['take'] => {
  let second = CLAIM_SECONDS + wholeBetween(random, 1, 20)
  return (seconds) => {
    if (second + seconds > DONE_SECONDS) return undefined
    const at = later(from, second)
    second += seconds
    return at
  }
}

const activitiesOf = (sitting: ActivityTurn): Activity[] => {
  const { stage, town } = sitting
  const { random } = stage
  // Rolled in any case, so that what there is to do does not change everybody else's luck.
  const [luckOfLink, luckOfTask, luckOfCode, luckOfList, ads] = [random(), random(), random(), random(), random()]
  const deeds: (Activity | undefined)[] = [bonusActivity(sitting)]
  if (luckOfCode < 0.06) deeds.push(couponActivity(sitting))
  if (luckOfTask < 0.06) deeds.push(taskActivity(sitting, town.tasks))
  if (luckOfLink < 0.3) deeds.push(linkActivity(sitting))
  for (let count = Math.floor(ads * 3); count > 0; count--) deeds.push(adActivity(sitting))
  if (luckOfList < 0.35) deeds.push(challengeActivity(sitting))
  return deeds.filter((deed) => deed !== undefined)
}

const nothing = { params: undefined, query: undefined, headers: undefined, body: undefined }
const solved = { id: 'solved' }

const bonusActivity = ({ stage, member, take }: ActivityTurn): Activity | undefined => {
  const { bonus_min_claims: needed, bonus_grace_days: graceDays } = stage.settings.current()
  const { day, count } = member.claimed
  const at = take(2)
  if (at === undefined || day !== dayOf(at) || count < needed) return undefined
  const turn = turnOf(member.bonus, { today: day, graceDays })
  if (turn.claimed) return undefined
  const claimed = { date: day, day: turn.day, streak: turn.streak, grace: turn.usesGrace }
  member.bonus = { newest: claimed, lastGrace: turn.usesGrace ? day : member.bonus.lastGrace }
  const given = { ...nothing, params: { day: String(turn.day) }, body: { captcha: solved } }
  return () => act(stage, at, async (scene) => bonus.claim(given, by(member, scene)))
}

const couponActivity = ({ stage, town, member, take }: ActivityTurn): Activity | undefined => {
  const known = town.codes.findLast(({ left }) => left > 0)
  const at = take(2)
  if (at === undefined || known === undefined || member.codes.has(known.code) || !member.plan.verifies) return undefined
  const { code } = known
  known.left -= 1
  member.codes.add(code)
  return () => act(stage, at, async (scene) => redeem({ ...nothing, body: { code } }, by(member, scene)))
}

const challengeActivity = ({ stage, member, take }: ActivityTurn): Activity | undefined => {
  const at = take(2)
  if (at === undefined) return undefined
  return async () => {
    const done = await doneChallenges(stage.db.read, { userId: member.caller.id, now: at })
    for (const { id } of done) {
      await act(stage, at, async (scene) => challenge.claim({ ...nothing, params: { id } }, by(member, scene)))
    }
  }
}

const adActivity = ({ stage, town, member, take }: ActivityTurn): Activity | undefined => {
  const { caller, visitor } = member
  const device = deviceClassOf(visitor.userAgent)
  const fits = ({ ownerId, device: wanted, countries }: DemoAd): boolean =>
    ownerId !== caller.id &&
    (wanted === 'any' || wanted === device) &&
    (countries.length === 0 || countries.includes(member.plan.country))
  const shown = town.ads.filter((ad) => ad.left > 0 && fits(ad))
  const ad = shown[Math.floor(stage.random() * shown.length)]
  const at = ad === undefined ? undefined : take(ad.timer + 4)
  if (ad === undefined || at === undefined || (ad.again.get(caller.id) ?? at) > at) return undefined
  ad.left -= 1
  ad.again.set(caller.id, later(at, 86_400 + ad.timer + 2))
  return () => viewAd(stage, member, { ad, at })
}

/** A view from its opening to its pay, with heartbeats as far apart as they may be. */
const viewAd = (stage: DemoHarness, member: Member, { ad, at }: { ad: DemoAd; at: Date }): Promise<unknown> =>
  act(stage, at, async (scene) => {
    const context = by(member, scene)
    const given = { ...nothing, params: { id: ad.id } }
    const { ticket } = await ptc.open(given, context)
    for (let second = 0; second < ad.timer; second += 2 * beatSeconds(ad.timer) + 1) {
      await ptc.beat({ ...given, body: { ticket, watching: true } }, { ...context, now: later(at, second) })
    }
    await ptc.verify({ ...given, body: { ticket, captcha: solved } }, { ...context, now: later(at, ad.timer + 1) })
  })

/** Seconds that a person needs for a link: some twice as long as others. */
const linkActivity = ({ stage, town, member, take }: ActivityTurn): Activity | undefined => {
  const { random } = stage
  const roll = between(random, -1, 1) + between(random, -1, 1)
  const seconds = Math.round(36 * Math.exp(0.4 * roll))
  if (town.links.length === 0) return undefined
  const id = oneOf(random, town.links)
  const at = take(seconds + 2)
  const visits = member.links.get(id) ?? ''
  if (at === undefined || visits === dayOf(at)) return undefined
  member.links.set(id, dayOf(at))
  return () => visitLink(stage, member, { id, at, seconds })
}

interface Visit {
  readonly id: string
  readonly at: Date
  readonly seconds: number
}

export const visitLink = async (stage: DemoHarness, member: Member, { id, at, seconds }: Visit): Promise<void> => {
  const rules = link(depsAt(stage, at))
  const { result, vt } = await rules.open({ ...nothing, params: { id } }, outside(stage, member, at))
  const secret = result.split('/').at(-1)
  assert(secret !== undefined, 'a visit comes back to an address with its secret')
  const token = linkToken(Buffer.from(vt, 'base64url'), { secret, userId: member.caller.id })
  const given = { ...nothing, headers: { 'x-link-token': token }, body: { secret } }
  await act(stage, later(at, seconds), async (scene) => rules.verify(given, by(member, scene)))
}

const taskActivity = ({ stage, member, take }: ActivityTurn, tasks: readonly OpenTask[]): Activity | undefined => {
  const { id: userId } = member.caller
  const task = tasks.find(({ left, ownerId, workers }) => left > 0 && ownerId !== userId && !workers.has(userId))
  const seconds = wholeBetween(stage.random, 50, 100)
  const at = task === undefined ? undefined : take(seconds + 1)
  if (task === undefined || at === undefined) return undefined
  task.left -= 1
  task.workers.add(userId)
  const answer = oneOf(stage.random, answers)
  return async () => {
    await act(stage, at, (scene) => startTask(by(member, scene), task.id))
    const proof = { answers: [answer], imageIds: [] }
    await act(stage, later(at, seconds), (scene) => submitProof(by(member, scene), { taskId: task.id, proof }))
  }
}

const answers = [
  'The page is clear. I would put the prices higher up, I had to look for them.',
  'Easy to read on my phone. The green button is hard to see in the sun.',
  'I understood at once what it is about. A few more pictures would be nice.',
  'Good, but the text is small. I liked the part about seeds most.',
  'The menu hides the first line on my screen. Everything else works.',
]
