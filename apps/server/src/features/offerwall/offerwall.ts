import type { Contract } from '@runnel/contract'
import { handlePostback, type KnownWalls, type PostbackDeps } from '#features/offerwall/postback/postback.ts'
import { clicksOf, reportMissing } from '#features/offerwall/report/report.ts'
import { refuseClosedSource } from '#features/outflow/outflow.ts'
import type { Handlers } from '#kernel/context.ts'
import { balancesOf } from '#money/accounts.ts'
import { recordClick } from './click.ts'
import { frameAddress, isPollfish, pollfishOf } from './frame.ts'
import { clickOffer, listOffers } from './offer-list.ts'
import { offersOf, wallFor, wallsFor, wallView } from './open-walls.ts'

export { profileMarks } from './frame.ts'
export { presets } from '#features/offerwall/preset/presets.ts'
export {
  chargeBackFile,
  chargeBackPage,
  postbackFile,
  postbackPage,
} from '#features/offerwall/postback/postback-list.ts'
export { wallStatistic, wallStatisticFile } from './statistic.ts'
export { wallUserId } from './wall-user-id.ts'
export { replayPostback } from '#features/offerwall/postback/replay.ts'
export { addWall, adminWallView, type Changed, editWall, deleteWall, type SetUpDeps } from './set-up.ts'
export { answerReport, creditReport } from '#features/offerwall/report/answer-report.ts'
export { reportPage } from '#features/offerwall/report/report-list.ts'
export { allWalls } from './wall.ts'

/** Walls of offers by other companies: their frames, what their calls credit and take back, and the user's record. */
export const offerwall = (deps: PostbackDeps): Handlers<Contract['offerwall']> => {
  const walls: KnownWalls = new Map()
  const calling = { ...deps, walls }
  return {
    list: async (_input, { db, caller, visitor, now }) => {
      const [walls, { held, debt }] = await Promise.all([
        wallsFor(db, { userId: caller.id, country: visitor.country, now }),
        balancesOf(db, caller.id),
      ])
      return { walls, heldBalance: held, debt }
    },

    offers: ({ query }, { db, caller }) => offersOf(db, { ...query, userId: caller.id }),

    wall: async ({ params }, { tx, caller, visitor, closed, now }) => {
      refuseClosedSource({ closed, now }, 'offerwall')
      const { id: userId, username } = caller
      const wall = await wallFor(tx, { id: params.id, userId, country: visitor.country })
      const clickId = await recordClick(tx, { wallId: wall.id, userId, now })
      const visiting = { wall, userId, username, now, clickId }
      if (isPollfish(wall)) return { wall: wallView(wall), url: '', pollfish: pollfishOf(deps.secrets, visiting) }
      return { wall: wallView(wall), url: frameAddress(deps.secrets, visiting), pollfish: null }
    },

    feed: ({ query }, context) => listOffers(deps.secrets, context, query),

    click: (input, context) => clickOffer(deps.secrets, context, input),

    clicks: ({ query }, { db, caller }) => clicksOf(db, { ...query, userId: caller.id }),

    report: (input, context) => reportMissing(context, input),

    postback: ({ params, raw }, context) => handlePostback(calling, context, { slug: params.wall, method: 'GET', raw }),

    postbackPost: ({ params, raw }, context) =>
      handlePostback(calling, context, { slug: params.wall, method: 'POST', raw }),
  }
}
