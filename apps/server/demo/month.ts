import type { WithdrawalStatus } from '@runnel/contract/withdraw'

import { openPayouts } from '#adapters/payout/payouts.ts'
import { createSandbox } from '#adapters/payout/sandbox.ts'
import { seededRandom } from '#guard/picture/random.ts'
import { type Clock, later } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'
import type { SettingsRoom } from '#kernel/settings.ts'
import { rollUp } from '#money/flow.ts'
import { type Books, reconcile } from '#money/reconcile.ts'

import { askFor, claimHour, mayAsk, withdrawHour } from './hour.ts'
import { fillMargins, lockOut } from './margins.ts'
import { withMisfortune } from './misfortune.ts'
import { payAt, visit } from './owner.ts'
import { demoPlan, makeUp, type Plan } from './people.ts'
import { AUTO_MAX, join, renewRates, setUp, type Site } from './set-up.ts'
import { createClock, type Member, type Stage } from './stage.ts'

export interface Month {
  readonly db: Db
  readonly settings: SettingsRoom
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
  readonly withdrawals: Readonly<Partial<Record<WithdrawalStatus, number>>>
  readonly books: Books
}

const HOUR_SECONDS = 3_600
/** The owner has been away this long, so that something waits for whoever looks at the demonstration. */
const AWAY_HOURS = 13
/** The visitor's own account rests before the end: its next claim is ready. */
const REST_HOURS = 1
const LAST_WISH_HOURS = 6
const LOST_HOURS = 9

/**
 * Lives a month that never was, hour by hour, by the rules that requests and jobs follow and by nothing else: every
 * unit comes from a claim, and every withdrawal goes the way of a real one.
 */
export const liveMonth = async (month: Month): Promise<Lived> => {
  const { now, days, people, seed, adminUsername } = month
  const start = later(now, -days * 24 * HOUR_SECONDS)
  const random = seededRandom(`month ${seed}`)
  const fate = { loseNext: false }
  const clock = createClock(start)
  const stage = { ...month, random, clock, payouts: payoutsOf(month.db, fate, clock.now) }
  const site = await setUp(stage, { adminUsername, now: start })
  const plans = [demoPlan({ start }), ...makeUp({ random, start, days, count: people })]
  const members: Member[] = []
  for (let hour = 0; hour < 24 * days; hour++) {
    const from = later(start, hour * HOUR_SECONDS)
    const hoursLeft = 24 * days - hour
    await welcome(stage, { plans, members, before: later(from, HOUR_SECONDS) })
    if (hour % 24 === 0) beginDay(stage, members)
    fate.loseNext ||= hoursLeft === LOST_HOURS
    await liveHour({ stage, site, members, from, hoursLeft })
    if (from.getUTCHours() === 0) await closeDay(month, from)
    if (hour % 48 === 24) await renewRates(stage, site, from)
    if (hour % (24 * 5) === 24 * 5 - 1) month.tell(`day ${(hour + 1) / 24} of ${days}`)
  }
  await fillMargins(stage, members, now)
  return sumUp(month, members.length)
}

const payoutsOf = (db: Db, fate: { loseNext: boolean }, clock: Clock): Stage['payouts'] => {
  const loseNext = (): boolean => {
    const loses = fate.loseNext
    fate.loseNext = false
    return loses
  }
  const { manual } = openPayouts({ db, clock, isProduction: false, isDemo: true })
  return { manual, sandbox: withMisfortune(createSandbox({ db, clock }), { loseNext }) }
}

interface Coming {
  readonly plans: readonly Plan[]
  readonly members: Member[]
  readonly before: Date
}

const welcome = async (stage: Stage, { plans, members, before }: Coming): Promise<void> => {
  for (let next = plans[members.length]; next !== undefined && next.joinsAt < before; next = plans[members.length]) {
    members.push(await join(stage, next))
  }
}

const beginDay = (stage: Stage, members: readonly Member[]): void => {
  for (const member of members) member.isHereToday = stage.random() < member.plan.comes
}

interface Hour {
  readonly stage: Stage
  readonly site: Site
  readonly members: readonly Member[]
  readonly from: Date
  readonly hoursLeft: number
}

const liveHour = async ({ stage, site, members, from, hoursLeft }: Hour): Promise<void> => {
  const [visitor, ...others] = members
  const present = hoursLeft <= REST_HOURS ? others : members
  const seated = await claimHour(stage, present, from)
  const keepsSaving = hoursLeft <= 5 * 24
  const askers = seated.filter((member) => !(member === visitor && keepsSaving))
  const asked = await withdrawHour(stage, site, { seated: askers, from })
  if (hoursLeft === LAST_WISH_HOURS) await askOnceMore({ stage, site, members, from })
  if (asked > 0) await payAt(stage, later(from, 3_545 + Math.floor(stage.random() * 30)))
  if (hoursLeft > AWAY_HOURS && [8, 19].includes(from.getUTCHours())) await bringOwner({ stage, site, members, from })
}

const bringOwner = async ({ stage, site, members, from }: Omit<Hour, 'hoursLeft'>): Promise<void> => {
  const doubles = members.filter(({ plan }) => plan.paidAs !== plan.username)
  const ids = new Set(doubles.map(({ caller }) => caller.id))
  const refused = await visit(stage, site, { now: later(from, 3_580), doubles: ids })
  for (const member of doubles) {
    if (refused.has(member.caller.id)) await lockOut(stage, member, later(from, 3_585))
  }
  await payAt(stage, later(from, 3_590))
}

/** What waits when somebody looks: wishes so large that a person decides, the visitor's too, and one to pay by hand. */
const askOnceMore = async ({ stage, site, members, from }: Omit<Hour, 'hoursLeft'>): Promise<void> => {
  const [visitor, ...others] = members
  const at = later(from, 3_542)
  const savers = others.filter((member) => mayAsk(member, from)).toSorted((a, b) => b.balance - a.balance)
  const [first, second, byHand] = savers
  for (const [coin, member] of [
    ['LTC', visitor],
    ['DOGE', first],
    ['BTC', second],
  ] as const) {
    if (member === undefined || member.balance <= AUTO_MAX) continue
    const amount = Math.max(AUTO_MAX + 100, Math.floor(member.balance * 0.008) * 100)
    await askFor(stage, site, { member, coin, amount, at })
  }
  if (byHand === undefined) return
  await askFor(stage, site, { member: byHand, coin: 'USDT-TRC20', amount: Math.min(AUTO_MAX, byHand.balance), at })
}

/** What the jobs of the night do. */
const closeDay = async ({ db }: Month, now: Date): Promise<void> => {
  await db.write((tx) => reconcile(tx, now))
  await db.write((tx) => rollUp(tx, now))
}

const sumUp = async ({ db, now }: Month, people: number): Promise<Lived> => {
  const books = await db.write((tx) => reconcile(tx, now))
  const { claims } = await db.read
    .selectFrom('users')
    .select(({ fn }) => fn.sum<number | string>('faucet_claim').as('claims'))
    .executeTakeFirstOrThrow()
  const counted = await db.read
    .selectFrom('withdrawals')
    .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
    .groupBy('status')
    .orderBy('status')
    .execute()
  const withdrawals = Object.fromEntries(counted.map(({ status, count }) => [status, count]))
  return { people, claims: Number(claims), withdrawals, books }
}
