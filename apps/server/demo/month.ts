import { createHttp } from '#adapters/deposit/http.ts'
import type { AutomaticPayout, PayoutAnswer } from '#adapters/payout/payout.ts'
import { openPayouts } from '#adapters/payout/payouts.ts'
import { createSandbox } from '#adapters/payout/sandbox.ts'
import { countDays } from '#features/statistic/statistic.ts'
import { seededRandom } from '#guard/captcha-image/random.ts'
import { type Clock, later } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'
import type { Secrets } from '#kernel/secrets.ts'
import type { SettingsStore } from '#kernel/settings.ts'
import { type Books, proveHourly } from '#money/reconcile.ts'
import { earnHour } from './activity.ts'
import { runCalendar } from './calendar.ts'
import { emptyTown, type DemoWorld } from './demo-world.ts'
import { isOfRing, lockOut, refreshRestrictions, ringPlans } from './fraud-ring.ts'
import { createClock, type Member, type DemoHarness } from './harness.ts'
import { requestWithdrawal, claimHour, canWithdraw, withdrawHour } from './hour.ts'
import { fillMargins } from './margins.ts'
import { countBoards, refreshBalances, workAtNight } from './nightly-jobs.ts'
import { payAt, visit } from './owner.ts'
import { demoPlan, makeUp, type Plan } from './people.ts'
import { AUTO_MAX, join, renewRates, setUp, type Site } from './set-up.ts'
import { addUpDay, runSuspectJobs, recordClaims } from './suspect-jobs.ts'
import { sendPostbacks } from './wall.ts'
import { settleTasks } from './work.ts'

export interface Month {
  readonly db: Db
  readonly settings: SettingsStore
  readonly secrets: Secrets
  readonly publicUrl: string
  /** The last moment of it. */
  readonly now: Date
  readonly days: number
  /** People beside the owner and the visitor. */
  readonly people: number
  readonly seed: string
  readonly adminUsername: string
  readonly tell: (sentence: string) => void
}

export interface Lived {
  readonly people: number
  readonly claims: number
  /** How often people were paid, by what for. */
  readonly earned: Readonly<Record<string, number>>
  /** What there is of each, by status. */
  readonly campaigns: Readonly<Record<string, number>>
  readonly deposits: Readonly<Record<string, number>>
  readonly offers: Readonly<Record<string, number>>
  readonly visits: Readonly<Record<string, number>>
  readonly submissions: Readonly<Record<string, number>>
  readonly withdrawals: Readonly<Record<string, number>>
  /** What there is about people and about what left, by its table. */
  readonly kept: Readonly<Record<string, number>>
  /** What people wanted to earn and were refused, by the codes of their refusals. */
  readonly refused: readonly string[]
  readonly books: Books
}

const HOUR_SECONDS = 3_600
/** The owner has been away this long, so that something waits for whoever checks the demonstration. */
const AWAY_HOURS = 13
/** The visitor's own account rests before the end: its next claim is ready. */
const REST_HOURS = 1
const LAST_WISH_HOURS = 6
const LOST_HOURS = 9
const LOOK_BACK_SECONDS = 5 * 24 * HOUR_SECONDS

/**
 * Lives a month that never was, hour by hour, by the rules that requests and jobs follow and by nothing else: every
 * unit is earned or paid in, and every withdrawal goes the way of a real one.
 */
export const liveMonth = async (month: Month): Promise<Lived> => {
  const { now, days, people, seed, adminUsername } = month
  const start = later(now, -days * 24 * HOUR_SECONDS)
  const random = seededRandom(`month ${seed}`)
  const fate = { loseNext: false }
  const clock = createClock(start)
  const stage = { ...month, random, clock, payouts: payoutsOf(month.db, fate, clock.now) }
  const site = await setUp(stage, { adminUsername, now: start })
  const others = [...makeUp({ random, start, days, count: people }), ...ringPlans({ start, days })]
  const plans = [demoPlan({ start }), ...others.toSorted((a, b) => a.joinsAt.getTime() - b.joinsAt.getTime())]
  const members: Member[] = []
  const town = emptyTown()
  for (let hour = 0; hour < 24 * days; hour++) {
    const from = later(start, hour * HOUR_SECONDS)
    const hoursLeft = 24 * days - hour
    await welcome(stage, { plans, members, before: later(from, HOUR_SECONDS) })
    if (hour % 24 === 0) startDay(stage, members)
    fate.loseNext ||= hoursLeft === LOST_HOURS
    if (from.getUTCHours() === 0) await workAtNight(stage, town, from)
    if (isScanDue(from, hoursLeft)) await scanMembers(stage, members, from)
    await runCalendar({ stage, site, town, members, from }, { hour, hours: 24 * days })
    await liveHour({ stage, site, town, members, from, hoursLeft })
    if (from.getUTCHours() === 23) await addUpDay(stage, later(from, HOUR_SECONDS - 1))
    if (hour % 48 === 24) await renewRates(stage, site, from)
    if (hour % (24 * 5) === 24 * 5 - 1) month.tell(`day ${(hour + 1) / 24} of ${days}`)
  }
  await settleTasks({ stage, from: now })
  await countBoards(stage, now)
  await scanMembers(stage, members, now)
  await addUpDay(stage, now)
  await countDays(stage.db, now)
  await fillMargins(stage, now)
  return { ...(await sumUp(month, members.length)), refused: town.refused.toSorted() }
}

const payoutsOf = (db: Db, fate: { loseNext: boolean }, clock: Clock): DemoHarness['payouts'] => {
  const loseNext = (): boolean => {
    const loses = fate.loseNext
    fate.loseNext = false
    return loses
  }
  const { manual } = openPayouts({ db, clock, http: createHttp(), isProduction: false, isDemo: true })
  return { manual, sandbox: withMisfortune(createSandbox({ db, clock }), { loseNext }) }
}

const LAST_LOOK_HOURS = 4

/** Jobs look at people all day long; here every few nights are enough, and shortly before the end. */
const isScanDue = (from: Date, hoursLeft: number): boolean =>
  hoursLeft === LAST_LOOK_HOURS || (from.getUTCHours() === 0 && from.getUTCDate() % 4 === 0)

const scanMembers = async (stage: DemoHarness, members: readonly Member[], now: Date): Promise<void> => {
  await recordClaims(stage, { from: later(now, -LOOK_BACK_SECONDS), to: now })
  await runSuspectJobs(stage, now)
  await refreshRestrictions(stage, members, now)
}

interface WelcomeInput {
  readonly plans: readonly Plan[]
  readonly members: Member[]
  readonly before: Date
}

const welcome = async (stage: DemoHarness, { plans, members, before }: WelcomeInput): Promise<void> => {
  for (let next = plans[members.length]; next !== undefined && next.joinsAt < before; next = plans[members.length]) {
    members.push(await join(stage, next, members))
  }
}

const startDay = (stage: DemoHarness, members: readonly Member[]): void => {
  for (const member of members) member.isHereToday = stage.random() < member.plan.comes
}

interface Hour {
  readonly stage: DemoHarness
  readonly site: Site
  readonly town: DemoWorld
  readonly members: readonly Member[]
  readonly from: Date
  readonly hoursLeft: number
}

const liveHour = async ({ stage, site, town, members, from, hoursLeft }: Hour): Promise<void> => {
  const [visitor, ...others] = members
  const present = hoursLeft <= REST_HOURS ? others : members
  await settleTasks({ stage, from })
  const seated = await claimHour(stage, present, from)
  await earnHour(stage, town, { seated: seated.filter((member) => !isOfRing(member)), from })
  await sendPostbacks(
    { stage, site, town, members, from },
    seated.filter((member) => !isOfRing(member)),
  )
  await refreshBalances(stage, members)
  const keepsSaving = hoursLeft <= 5 * 24
  const askers = seated.filter((member) => !(member === visitor && keepsSaving))
  const asked = await withdrawHour(stage, site, { seated: askers, from })
  if (hoursLeft === LAST_WISH_HOURS) await requestFinalWithdrawals({ stage, site, members, from })
  if (asked > 0) await payAt(stage, later(from, 3_545 + Math.floor(stage.random() * 30)))
  if (hoursLeft > AWAY_HOURS && [8, 19].includes(from.getUTCHours())) await setUpOwner({ stage, site, members, from })
}

const setUpOwner = async ({ stage, site, members, from }: Omit<Hour, 'hoursLeft' | 'town'>): Promise<void> => {
  const doubles = members.filter((member) => member.plan.paidAs !== member.plan.username && !isOfRing(member))
  const ids = new Set(doubles.map(({ caller }) => caller.id))
  const left = new Set(members.filter(isOfRing).map(({ caller }) => caller.id))
  const refused = await visit(stage, site, { now: later(from, 3_580), doubles: ids, left })
  for (const member of doubles) {
    if (refused.has(member.caller.id)) await lockOut({ stage, site }, member, later(from, 3_585))
  }
  await payAt(stage, later(from, 3_590))
}

/** What waits when somebody looks: wishes so large that a person decides, the visitor's too, and one to pay by hand. */
const requestFinalWithdrawals = async ({
  stage,
  site,
  members,
  from,
}: Omit<Hour, 'hoursLeft' | 'town'>): Promise<void> => {
  const [visitor, ...others] = members
  const at = later(from, 3_542)
  const savers = others.filter((member) => canWithdraw(member, from)).toSorted((a, b) => b.balance - a.balance)
  const [first, second, byHand] = savers
  for (const [coin, member] of [
    ['LTC', visitor],
    ['DOGE', first],
    ['BTC', second],
  ] as const) {
    if (member === undefined || member.balance <= AUTO_MAX) continue
    const amount = Math.max(AUTO_MAX + 100, Math.floor(member.balance * 0.008) * 100)
    await requestWithdrawal(stage, site, { member, coin, amount, at })
  }
  if (byHand === undefined) return
  await requestWithdrawal(stage, site, {
    member: byHand,
    coin: 'USDT-TRC20',
    amount: Math.min(AUTO_MAX, byHand.balance),
    at,
  })
}

const sumUp = async ({ db, now }: Month, people: number): Promise<Omit<Lived, 'refused'>> => {
  const books = await db.write((tx) => proveHourly(tx, now))
  const { claims } = await db.read
    .selectFrom('users')
    .select(({ fn }) => fn.sum<number | string>('faucet_claim').as('claims'))
    .executeTakeFirstOrThrow()
  const earned = await counted(db, 'SELECT source AS name, sum(count)::int AS count FROM day_counters GROUP BY 1')
  return {
    people,
    claims: Number(claims),
    earned,
    campaigns: await byStatus(db, 'campaigns'),
    deposits: await byStatus(db, 'deposits'),
    offers: await byStatus(db, 'offers'),
    visits: await byStatus(db, 'link_visits'),
    submissions: await byStatus(db, 'task_submissions'),
    withdrawals: await byStatus(db, 'withdrawals'),
    kept: await keptOf(db),
    books,
  }
}

const keptOf = (db: Db): Promise<Record<string, number>> =>
  counted(
    db,
    ['suspects', 'ties', 'measures', 'appeals', 'trap_hits', 'networks', 'contact_answers', 'audit', 'outflow_trips']
      .concat(['outflow_hours', 'day_stats', 'solvency_days', 'imports'])
      .map((table) => `SELECT '${table}' AS name, count(*)::int AS count FROM ${table}`)
      .join(' UNION ALL '),
  )

type Counted = 'campaigns' | 'deposits' | 'offers' | 'link_visits' | 'task_submissions' | 'withdrawals'

const byStatus = (db: Db, table: Counted): Promise<Record<string, number>> =>
  counted(db, `SELECT status AS name, count(*)::int AS count FROM ${table} GROUP BY 1`)

const counted = async (db: Db, text: string): Promise<Record<string, number>> => {
  const rows = await db.raw(`${text} ORDER BY 1`)
  return Object.fromEntries(rows.map(({ name, count }) => [String(name), Number(count)]))
}

/**
 * The sandbox with the bad days of a real provider, so that a month holds every ending a payout can have. Every so
 * often it refuses an address, asks for patience, or its answer is lost: half of those had been paid all the same.
 */
const withMisfortune = (sandbox: AutomaticPayout, { loseNext }: { loseNext: () => boolean }): AutomaticPayout => {
  let orders = 0
  return {
    way: 'automatic',
    closed: () => null,
    send: async (order, settings): Promise<PayoutAnswer> => {
      orders += 1
      if (orders % 41 === 7) return { kind: 'refused', reason: 'The receiving wallet does not take this coin.' }
      if (orders % 29 === 11) return { kind: 'retry', reason: 'The network is busy.' }
      const isLost = loseNext() || orders % 97 === 19
      if (!isLost || orders % 2 === 1) {
        const answer = await sandbox.send(order, settings)
        if (!isLost) return answer
      }
      throw new Error('the connection ended before the answer came')
    },
    find: async () => ({ kind: 'unknown' }),
  }
}
