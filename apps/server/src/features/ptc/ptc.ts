import type { Contract } from '@runnel/contract'
import type { Handlers } from '#kernel/context.ts'
import type { Read } from '#kernel/db.ts'
import { say } from '#kernel/words/say.ts'
import { bestAds, countAds, listAds, todayOf } from './ads.ts'
import { openAd } from './open.ts'
import { reportAd } from './report.ts'
import { deviceClassOf, viewerOf } from './viewer.ts'
import { beatOf, verifyView } from './watch.ts'

/** Paid to click: users view ads, and campaigns pay for the views that the server has seen. */
export const ptc: Handlers<Contract['ptc']> = {
  list: async (_input, context) => {
    const viewer = viewerOf(context)
    const [listed, today] = await Promise.all([listAds(context.db, viewer), todayOf(context.db, viewer)])
    return { ...listed, today }
  },
  refresh: async (_input, context) => {
    const { ads, history, ptcCount } = await listAds(context.db, viewerOf(context))
    return { ads: ads.map(({ _id, remaining }) => ({ _id, remaining })), history, ptcCount }
  },
  open: ({ params }, context) => openAd(context, params.id),
  beat: ({ params, body }, context) => beatOf(context, { ...body, campaignId: params.id }),
  verify: ({ params, body }, context) => verifyView(context, { ticket: body.ticket, campaignId: params.id }),
  report: async ({ params, body }, context) => {
    await reportAd(context, { campaignId: params.id, reason: body.reason })
    return { msg: say('ptc.thankReportSent') }
  },
}

interface AdQuery {
  readonly userId: string
  readonly country: string | null
  readonly userAgent: string
  readonly now: Date
}

/** The ads that pay a user best right now, how many there are, and what they all pay together. */
export const bestAdsFor = (db: Read, { userAgent, ...viewer }: AdQuery, limit: number) =>
  bestAds(db, { ...viewer, device: deviceClassOf(userAgent) }, limit)

/** How many ads a user can be paid for right now: the badge. */
export const viewableAds = (db: Read, { userId, country, userAgent, now }: AdQuery): Promise<number> =>
  countAds(db, { userId, country, device: deviceClassOf(userAgent), now })

/** What the ad pays that a user has open; undefined: none is. */
export const openViewReward = async (db: Read, userId: string): Promise<number | undefined> => {
  const view = await db
    .selectFrom('ptc_views')
    .select('reward')
    .where('user_id', '=', userId)
    .where('status', '=', 'open')
    .executeTakeFirst()
  return view?.reward
}
