import { appeal } from '#features/suspect/suspect.ts'
import { later } from '#kernel/clock.ts'
import { assert } from '#kernel/refusal.ts'
import { oneOfTheFirst } from './advertisers.ts'
import type { Occasion, Today } from './demo-world.ts'
import { asOwner } from './desk.ts'
import { act, by, type Member, type DemoHarness } from './harness.ts'
import type { Plan } from './people.ts'

const nothing = { params: undefined, query: undefined, headers: undefined, body: undefined }
const DAY_SECONDS = 86_400
const RING = ['quickdoge01', 'quickdoge02', 'quickdoge03', 'quickdoge04', 'quickdoge05']

/** One person with five accounts: one device, one wallet, and a program that solves in no time. */
export const ringPlans = ({ start, days }: { start: Date; days: number }): Plan[] =>
  RING.map((username, index) => ({
    username,
    email: `${username}@post.example`,
    tz: 'Europe/Istanbul',
    hoursAhead: 3,
    country: 'TR',
    isOnPhone: false,
    referredBy: index === 0 ? null : (RING[0] ?? null),
    joinsAt: later(start, (days / 2) * DAY_SECONDS + index * 240),
    leavesAt: null,
    verifies: true,
    comes: 1,
    sittingsOfDay: 5,
    claimsOfSitting: 9,
    patience: 1_200,
    coin: 'DOGE',
    paidAs: RING[0] ?? username,
    seenAs: RING[0] ?? username,
  }))

export const isOfRing = ({ plan }: Member): boolean => plan.seenAs !== undefined

/** What was decided about an account counts for its person: who is locked stays away. */
export const refreshRestrictions = async (
  { db }: DemoHarness,
  members: readonly Member[],
  now: Date,
): Promise<void> => {
  const rows = await db.read.selectFrom('users').select(['id', 'locked_at', 'locked_until', 'measures']).execute()
  const standing = new Map(rows.map((row) => [row.id, row]))
  for (const member of members) {
    const row = standing.get(member.caller.id)
    assert(row !== undefined, 'nobody leaves the month for good')
    const isLocked = row.locked_until === null || row.locked_until > now
    member.lockedAt = isLocked ? row.locked_at : null
    member.caller = { ...member.caller, measures: row.measures }
  }
}

/** The owner locks accounts of one person, who reads why. */
export const lockOut = async ({ stage, site }: Pick<Today, 'stage' | 'site'>, member: Member, at: Date) => {
  const reason = 'Several accounts of one person, paid to one address.'
  const body = { users: [member.caller.id], reason, forever: true }
  await asOwner({ stage, site }, at, (rules, context) => rules.banSuspects({ ...nothing, query: {}, body }, context))
  member.lockedAt = at
}

/** Whom the owner has doubts about: neither the visitor nor one of the ring. */
const doubted = (today: Today, number: number): Member => {
  const [visitor, ...others] = today.members.filter(
    (member) => !isOfRing(member) && member.plan.verifies && member.lockedAt === null,
  )
  return others[number % Math.max(1, others.length)] ?? visitor ?? oneOfTheFirst(today, 0)
}

/** Whoever is locked, beside the ring and second accounts, says something to it. */
const object = async (today: Today, message: string): Promise<void> => {
  const isOwn = ({ plan }: Member): boolean => plan.paidAs === plan.username
  const member = today.members.find((one) => one.lockedAt !== null && isOwn(one) && !isOfRing(one))
  if (member !== undefined) await sendAppeal(today, member, message)
}

const sendAppeal = async ({ stage, from }: Today, member: Member, message: string): Promise<void> => {
  await act(stage, from, async (scene) => appeal.appeal({ ...nothing, body: { message } }, by(member, scene)))
}

/** The owner answers whoever waits. */
const answer = async (today: Today, verdict: 'release' | 'keep', message: string): Promise<void> => {
  const open = await today.stage.db.read.selectFrom('appeals').select('id').where('answered_at', 'is', null).execute()
  for (const { id } of open) {
    const given = { ...nothing, params: { id }, body: { verdict, message } }
    await asOwner(today, today.from, (rules, context) => rules.answerAppeal(given, context))
  }
  await refreshRestrictions(today.stage, today.members, today.from)
}

const ban = async (today: Today, number: number, reason: string): Promise<void> => {
  const member = doubted(today, number)
  const until = later(today.from, 14 * DAY_SECONDS).toISOString()
  const body = { users: [member.caller.id], reason, until }
  await asOwner(today, today.from, (rules, context) => rules.banSuspects({ ...nothing, query: {}, body }, context))
  await refreshRestrictions(today.stage, today.members, today.from)
}

const restrict = async (today: Today, number: number, kind: 'challenge' | 'review', reason: string): Promise<void> => {
  const body = { users: [doubted(today, number).caller.id], kind, reason }
  await asOwner(today, today.from, (rules, context) => rules.measureSuspects({ ...nothing, body }, context))
}

/** Nothing odd came after all. */
const release = async (today: Today): Promise<void> => {
  const rows = await today.stage.db.read
    .selectFrom('measures')
    .select('user_id')
    .where('kind', '=', 'review')
    .where('by_user', 'is not', null)
    .where('released_at', 'is', null)
    .execute()
  if (rows.length === 0) return
  const body = { users: rows.map(({ user_id: id }) => id), note: 'Wrote to us; nothing odd since.' }
  await asOwner(today, today.from, (rules, context) => rules.releaseSuspects({ ...nothing, body }, context))
}

/** One of the ring says something to its lock, which waits for whoever checks the demonstration. */
const objectLast = async (today: Today): Promise<void> => {
  const member = today.members.find((one) => isOfRing(one) && one.lockedAt !== null)
  if (member === undefined) return
  await sendAppeal(today, member, 'These are my brothers and cousins. We all sit at one computer. Please unlock us.')
}

/** Suspicion, and what people say to it. */
export const doubts: readonly Occasion[] = [
  { when: 0.3, happens: (today) => ban(today, 9, 'Solves at night what nobody solves that fast.') },
  { when: 0.34, happens: (today) => object(today, 'I work in shifts and claim in my breaks.') },
  { when: 0.36, happens: (today) => answer(today, 'release', 'That explains it. Sorry, and welcome back.') },
  { when: 0.5, happens: (today) => restrict(today, 11, 'review', 'Two withdrawals in an hour to a new address.') },
  { when: 0.62, happens: (today) => release(today) },
  { when: 0.66, happens: (today) => ban(today, 14, 'Sold accounts of this site in a forum.') },
  { when: 0.68, happens: (today) => object(today, 'It was only one account. Let me back in.') },
  { when: 0.71, happens: (today) => answer(today, 'keep', 'One is one too many. The lock ends by itself.') },
  { when: 0.82, happens: (today) => restrict(today, 17, 'challenge', 'Many wrong answers in a row.') },
  { when: -3, happens: objectLast },
]
