import { recheckDueCampaigns } from '#features/advertise/recheck-pages.ts'
import { countScores } from '#features/leaderboard/count.ts'
import { payPrizes } from '#features/leaderboard/pay.ts'
import { cacheRanks } from '#features/leaderboard/rank-cache.ts'
import { updateDurationStats } from '#features/link/duration-stats.ts'
import { releaseOffers } from '#features/offerwall/release.ts'
import { reviewViews } from '#features/ptc/review.ts'
import { payReferralCommission } from '#features/referral/pay-commission.ts'
import { userAccount } from '#money/accounts.ts'
import { rollUpDailyTotals } from '#money/daily-totals.ts'
import { proveHourly } from '#money/reconcile.ts'
import type { DemoWorld } from './demo-world.ts'
import type { Member, DemoHarness } from './harness.ts'
import { depsAt } from './rules.ts'

/** What the jobs of a night do, each once: on a site that is up they come more often. */
export const workAtNight = async (stage: DemoHarness, town: DemoWorld, now: Date): Promise<void> => {
  const deps = depsAt(stage, now)
  const { db } = stage
  await reviewViews(deps)
  await reviewDemoViews(stage, town)
  await releaseOffers(deps)
  await updateDurationStats(deps)
  await recheckDueCampaigns(deps)
  await payReferralCommission(deps, now)
  await countBoards(stage, now)
  await payPrizes(deps, now)
  await db.write((tx) => proveHourly(tx, now))
  await db.write((tx) => rollUpDailyTotals(tx, now))
}

/** Views that were returned can be viewed again. */
const reviewDemoViews = async ({ db }: DemoHarness, { ads }: DemoWorld): Promise<void> => {
  const rows = await db.read.selectFrom('campaigns').select(['id', 'views_left']).execute()
  for (const ad of ads) ad.left = rows.find(({ id }) => id === ad.id)?.views_left ?? 0
}

/** Counts what everybody has earned into the boards. */
export const countBoards = async ({ db }: DemoHarness, now: Date): Promise<void> => {
  await countScores(db, now)
  await cacheRanks(db, now)
}

/** What others moved (prizes, commissions, walls, tasks) everybody finds on their account. */
export const refreshBalances = async ({ db }: DemoHarness, members: readonly Member[]): Promise<void> => {
  const names = members.map(({ caller }) => userAccount(caller.id, 'main'))
  const rows = await db.raw('SELECT name, balance FROM accounts WHERE name = ANY ($1::text[])', [names])
  const balances = new Map(rows.map(({ name, balance }) => [name, Number(balance)]))
  for (const member of members) {
    member.balance = balances.get(userAccount(member.caller.id, 'main')) ?? member.balance
  }
}
