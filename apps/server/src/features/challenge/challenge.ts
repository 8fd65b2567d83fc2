import type { Contract } from '@runnel/contract'
import { type Challenge, ChallengeKind, type ChallengePeriod } from '@runnel/contract/earn/challenge'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { refuseClosedClaim, refuseOverBudget } from '#features/outflow/outflow.ts'
import { notifyLevelUp } from '#features/user/user.ts'
import { lockUserForClaim, refuseClaimedDevice, refuseUnderReview } from '#guard/claim-eligibility.ts'
import type { Context, Handlers } from '#kernel/context.ts'
import type { Read, Tx } from '#kernel/db.ts'
import { assert, refuse } from '#kernel/refusal.ts'
import { say } from '#kernel/words/say.ts'
import { asExecutor } from '#money/accounts.ts'
import { refuseBeyondAllowance } from '#money/allowance/allowance.ts'
import { reward } from '#money/reward.ts'
import { periodEnd, periodStart } from './period.ts'
import { progressOf } from './progress.ts'

type ClaimContext = Context<Contract['challenge']['claim']>

/** Challenges to earn with: so much of something in a day, in a week, or once. */
export const challenge: Handlers<Contract['challenge']> = {
  list: async (_input, { db, caller, now }) => {
    const [shown, total] = await Promise.all([
      challengesOf(db, { userId: caller.id, now }),
      claimedInAll(db, caller.id),
    ])
    const progress = await progressOf(db, { userId: caller.id, wanted: shown, now })
    const isDone = (one: Shown) => progress(one) >= one.requirement
    const rankOf = (one: (typeof shown)[number]) => (one.claimed ? 2 : isDone(one) ? 0 : 1)
    return {
      // What can be claimed now first, then what is under way; each in the owner's order.
      challenges: shown
        .toSorted((a, b) => rankOf(a) - rankOf(b))
        .map((one) => challengeView(one, { done: progress(one), claimed: one.claimed, now })),
      history: shown.filter(({ claimed }) => claimed).map(({ id }) => ({ challengeId: id })),
      settings: { dayEndsAt: endOf('daily', now), weekEndsAt: endOf('weekly', now) },
      stats: { ...total, open: shown.filter((one) => !one.claimed && !isDone(one)).length },
    }
  },

  claim: async ({ params }, context) => {
    const { tx, caller, settings, now, notifyLive } = context
    refuseClosedClaim(context, 'challenge')
    const claimed = await done(context, params.id)
    const start = periodStart(claimed.period, now)
    await storeClaim(context, { claimed, start })
    await refuseBeyondAllowance(context, { userId: caller.id, amount: claimed.reward })
    await refuseOverBudget(context, { source: 'challenge', amount: claimed.reward })
    const paid = await reward(
      tx,
      {
        userId: caller.id,
        source: 'challenge',
        amount: claimed.reward,
        exp: settings.challenge_exp,
        key: `challenge:${claimed.id}:${caller.id}:${start}`,
        ref: claimed.id,
      },
      now,
    )
    assert(paid.isNew, 'a claim that was written just now was not paid before')
    await notifyLevelUp(tx, { userId: caller.id, paid, now })
    await count(tx, claimed)
    notifyLive(caller.id)
    return {
      reward: claimed.reward,
      balance: paid.balance,
      challenge: challengeView(claimed, { done: claimed.requirement, claimed: true, now }),
      msg: say('receivedUnits', { units: claimed.reward }),
    }
  },
}

/** The challenges that a user has done and not claimed yet. */
export const doneChallenges = async (db: Read, asked: { userId: string; now: Date }): Promise<Shown[]> => {
  const open = (await challengesOf(db, asked)).filter(({ claimed }) => !claimed)
  const progress = await progressOf(db, { ...asked, wanted: open })
  return open.filter((one) => progress(one) >= one.requirement)
}

interface Shown {
  readonly id: string
  readonly kind: ChallengeKind
  readonly period: ChallengePeriod
  readonly requirement: number
  readonly reward: number
}

/** Text of the database as the kind that the owner chose; the contract let no other in. */
export const challengeKind = (text: string): ChallengeKind => z.parse(ChallengeKind, text)

const endOf = (period: 'daily' | 'weekly', now: Date): string => {
  const end = periodEnd(period, now)
  assert(end !== null, 'days and weeks end')
  return end.toISOString()
}

interface ChallengeProgress {
  readonly done: number
  readonly claimed: boolean
  readonly now: Date
}

const challengeView = (shown: Shown, { done: made, claimed, now }: ChallengeProgress): Challenge => ({
  _id: shown.id,
  kind: shown.kind,
  period: shown.period,
  requirement: shown.requirement,
  // What was claimed was done, even where the counters have since begun to say less.
  progress: claimed ? shown.requirement : Math.min(made, shown.requirement),
  tokenReward: shown.reward,
  claimed,
  resetsAt: periodEnd(shown.period, now)?.toISOString() ?? null,
})

/** The challenges that are on, with whether this user has claimed them in the running period, in the owner's order. */
const challengesOf = async (
  db: Read,
  { userId, now }: { userId: string; now: Date },
): Promise<(Shown & { readonly claimed: boolean })[]> => {
  const { rows } = await sql<Omit<Shown, 'kind'> & { kind: string; claimed: boolean }>`
    SELECT c.id, c.kind, c.period, c.requirement, c.reward, EXISTS (SELECT FROM challenge_claims m
      WHERE m.user_id = ${userId} AND m.challenge_id = c.id AND m.period_start = CASE c.period
        WHEN 'daily' THEN ${periodStart('daily', now)}::date
        WHEN 'weekly' THEN ${periodStart('weekly', now)}::date
        ELSE ${periodStart('once', now)}::date END) AS claimed
    FROM earn_challenges c WHERE c.enabled ORDER BY c.position, c.created_at, c.id`.execute(asExecutor(db))
  return rows.map((row) => ({ ...row, kind: challengeKind(row.kind) }))
}

const claimedInAll = (db: Read, userId: string): Promise<{ claimed: number; earned: number }> =>
  db
    .selectFrom('challenge_claims')
    .select(({ fn }) => [
      fn.countAll<number>().as('claimed'),
      sql<number>`coalesce(sum(reward), 0)::bigint`.as('earned'),
    ])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()

/** The challenge, if this user has done it in the running period and not claimed it yet; under the user's lock. */
const done = async ({ tx, caller, now }: ClaimContext, id: string): Promise<Shown> => {
  await lockUserForClaim(tx, caller.id)
  const row = await tx
    .selectFrom('earn_challenges')
    .select(['id', 'kind', 'period', 'requirement', 'reward'])
    .where('id', '=', id)
    .where('enabled', '=', true)
    // Held against its removal, and against nothing else.
    .forKeyShare()
    .executeTakeFirst()
  if (row === undefined) return refuse('notFound', 'CHALLENGE_UNKNOWN', say('challenge.challengeNoLongerAvailable'))
  const found = { ...row, kind: challengeKind(row.kind) }
  await refuseClaimed(tx, { userId: caller.id, found, now })
  const made = (await progressOf(tx, { userId: caller.id, wanted: [found], now }))(found)
  if (made < found.requirement) {
    const msg = say('challenge.challengeCompletedYet', { made, requirement: found.requirement })
    refuse('conflict', 'CHALLENGE_NOT_DONE', msg)
  }
  await refuseUnderReview(tx, { userId: caller.id, now })
  return found
}

interface ClaimedCheckInput {
  readonly userId: string
  readonly found: Shown
  readonly now: Date
}

const refuseClaimed = async (tx: Tx, { userId, found, now }: ClaimedCheckInput): Promise<void> => {
  const before = await tx
    .selectFrom('challenge_claims')
    .select('at')
    .where('user_id', '=', userId)
    .where('challenge_id', '=', found.id)
    .where('period_start', '=', periodStart(found.period, now))
    .executeTakeFirst()
  if (before === undefined) return
  refuse('conflict', 'CHALLENGE_CLAIMED', say('challenge.alreadyClaimedChallenge', { period: found.period }))
}

/** Writes the claim down. The user's own period was free under the lock, so only the device can have been used. */
const storeClaim = async (
  context: ClaimContext,
  { claimed, start }: { claimed: Shown; start: string },
): Promise<void> => {
  const { tx, caller, visitor, now } = context
  const kept = await tx
    .insertInto('challenge_claims')
    .values({
      challenge_id: claimed.id,
      user_id: caller.id,
      period_start: start,
      reward: claimed.reward,
      device_id: visitor.deviceId,
      at: now,
    })
    .onConflict((row) => row.doNothing())
    .returning('at')
    .executeTakeFirst()
  if (kept === undefined) refuseClaimedDevice(context, { userId: caller.id, what: 'challenge', now })
}

/** Counts the claim for the owner; last of all, because claims of one challenge wait for each other here. */
const count = async (tx: Tx, { id, reward: cost }: Shown): Promise<void> => {
  await tx
    .updateTable('earn_challenges')
    .set((row) => ({ claims: row('claims', '+', 1), cost: row('cost', '+', cost) }))
    .where('id', '=', id)
    .execute()
}
