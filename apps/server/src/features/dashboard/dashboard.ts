import type { Contract } from '@runnel/contract'
import type { Answer } from '@runnel/contract/route'
import { bonusNow } from '#features/bonus/bonus.ts'
import { doneChallenges } from '#features/challenge/challenge.ts'
import { claimAhead } from '#features/faucet/faucet.ts'
import { ownRankOn } from '#features/leaderboard/leaderboard.ts'
import { bestLinks } from '#features/link/link.ts'
import { unreadNews } from '#features/news/news.ts'
import { closedBy } from '#features/outflow/outflow.ts'
import { bestAdsFor } from '#features/ptc/ptc.ts'
import { bestTasks } from '#features/task/task.ts'
import type { Context, Handlers } from '#kernel/context.ts'
import { bestEarningOptions, type EarningOptions } from './earning-options.ts'

type Overview = Answer<Contract['dashboard']['overview']>
type OverviewContext = Context<Contract['dashboard']['overview']>

/** Where a user stands, and what is worth doing next. */
export const dashboard: Handlers<Contract['dashboard']> = {
  overview: async (_input, context) => {
    const { db, caller, locale, settings, now } = context
    const asked = { userId: caller.id, locale, settings, now }
    // Three at a time: one page must not take all connections of the process.
    const [options, self, [standing, news]] = await Promise.all([
      earningOptionsOf(context),
      db.selectFrom('users').select('email_verified_at').where('id', '=', caller.id).executeTakeFirstOrThrow(),
      ownRankOn(db, { ...asked, board: 'today' }).then(async (place) => [place, await unreadNews(db, asked)] as const),
    ])
    return {
      best: bestEarningOptions(options, now),
      todo: todoOf(options, { isVerified: self.email_verified_at !== null, unread: news.unread, now }),
      streak: options.bonus.streak,
      rank: standing?.rank ?? null,
      news,
    }
  },
}

/** As many ads, as many links and as many tasks may stand among the best ways. */
const EACH = 3

const earningOptionsOf = async ({
  db,
  caller,
  visitor,
  settings,
  closed,
  now,
}: OverviewContext): Promise<EarningOptions> => {
  const asked = { userId: caller.id, settings, closed, now }
  const [[faucet, ads], [links, tasks, bonus, challenges]] = await Promise.all([
    claimAhead(db, { ...asked, visitor }).then(async (claim) => {
      const { country, userAgent } = visitor
      return [claim, await bestAdsFor(db, { ...asked, country, userAgent }, EACH)] as const
    }),
    bestLinks(db, { ...asked, country: visitor.country }, EACH).then(async (found) => {
      const worker = { userId: caller.id, country: visitor.country }
      const tasks = await bestTasks(db, worker, EACH)
      return [found, tasks, await bonusNow(db, asked), await doneChallenges(db, asked)] as const
    }),
  ])
  const isShut = (source: 'ptc' | 'link' | 'task' | 'bonus' | 'challenge') =>
    closedBy({ closed, now }, source) !== undefined
  return {
    faucet,
    ads: isShut('ptc') ? { ads: [], count: 0, amount: 0 } : ads,
    links: isShut('link') ? { links: [], count: 0, amount: 0 } : links,
    tasks: isShut('task') ? [] : tasks,
    bonus: isShut('bonus') ? { ...bonus, reward: 0 } : bonus,
    challenges: isShut('challenge') ? [] : challenges,
  }
}

interface Todo {
  readonly isVerified: boolean
  readonly unread: number
  readonly now: Date
}

/** What can be done at once, the shortest way to money first. */
const todoOf = (options: EarningOptions, { isVerified, unread, now }: Todo): Overview['todo'] => {
  const { faucet, ads, links, bonus, challenges } = options
  const isReady = faucet !== undefined && faucet.readyAt <= now
  const all: Overview['todo'] = [
    { kind: 'verify-email', count: isVerified ? 0 : 1, amount: 0 },
    { kind: 'claim-faucet', count: isReady ? 1 : 0, amount: faucet?.amount ?? 0 },
    { kind: 'claim-bonus', count: bonus.reward > 0 ? 1 : 0, amount: bonus.reward },
    {
      kind: 'claim-challenge',
      count: challenges.length,
      amount: challenges.reduce((sum, { reward }) => sum + reward, 0),
    },
    { kind: 'view-ads', count: ads.count, amount: ads.amount },
    { kind: 'visit-links', count: links.count, amount: links.amount },
    { kind: 'read-news', count: unread, amount: 0 },
  ]
  return all.filter(({ count }) => count > 0)
}
