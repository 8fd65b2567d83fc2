import { lookAtDue } from '#features/advertise/look-again.ts'
import { countScores } from '#features/leaderboard/count.ts'
import { markPlaces } from '#features/leaderboard/marks.ts'
import { payPrizes } from '#features/leaderboard/pay.ts'
import { learnDurations } from '#features/link/learn.ts'
import { releaseOffers } from '#features/offerwall/release.ts'
import { reviewViews } from '#features/ptc/review.ts'
import { settleReferrals } from '#features/referral/settle.ts'
import { userAccount } from '#money/accounts.ts'
import { rollUp } from '#money/flow.ts'
import { reconcile } from '#money/reconcile.ts'

import { roomsAt } from './rules.ts'
import type { Member, Stage } from './stage.ts'
import type { Town } from './town.ts'

/** What the jobs of a night do, each once: on a site that is up they come more often. */
export const workAtNight = async (stage: Stage, town: Town, now: Date): Promise<void> => {
  const rooms = roomsAt(stage, now)
  const { db } = stage
  await reviewViews(rooms)
  await lookAtViews(stage, town)
  await releaseOffers(rooms)
  await learnDurations(rooms)
  await lookAtDue(rooms)
  await settleReferrals(rooms, now)
  await keepBoards(stage, now)
  await payPrizes(rooms, now)
  await db.write((tx) => reconcile(tx, now))
  await db.write((tx) => rollUp(tx, now))
}

/** Views that were returned can be viewed again. */
const lookAtViews = async ({ db }: Stage, { ads }: Town): Promise<void> => {
  const rows = await db.read.selectFrom('campaigns').select(['id', 'views_left']).execute()
  for (const ad of ads) ad.left = rows.find(({ id }) => id === ad.id)?.views_left ?? 0
}

/** Counts what everybody has earned into the boards. */
export const keepBoards = async ({ db }: Stage, now: Date): Promise<void> => {
  await countScores(db, now)
  await markPlaces(db, now)
}

/** What others moved (prizes, commissions, walls, tasks) everybody finds on their account. */
export const lookAtBalances = async ({ db }: Stage, members: readonly Member[]): Promise<void> => {
  const names = members.map(({ caller }) => userAccount(caller.id, 'main'))
  const rows = await db.raw('SELECT name, balance FROM accounts WHERE name = ANY ($1::text[])', [names])
  const balances = new Map(rows.map(({ name, balance }) => [name, Number(balance)]))
  for (const member of members) {
    member.balance = balances.get(userAccount(member.caller.id, 'main')) ?? member.balance
  }
}
