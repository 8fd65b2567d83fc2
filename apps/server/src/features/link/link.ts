import type { Contract } from '@runnel/contract'

import type { Context, Handlers } from '#kernel/context.ts'

import { linkPage, type Visiting } from './offers.ts'
import { openVisit } from './open.ts'
import type { LinkRooms } from './provider.ts'
import { linkStatistic, linkStatisticFile } from './statistic.ts'
import { verifyVisit } from './verify.ts'

export { decideHeld, heldBehind, heldPage, type HeldRow } from './decide.ts'
export { addProvider, editProvider, orderProviders, providerViews, removeProvider, testProvider } from './manage.ts'
export { bestLinks, payableVisits } from './offers.ts'
export type { LinkRooms } from './provider.ts'

/** Shortlinks: visits of other sites, paid when their visitor comes back. */
export const link = (rooms: LinkRooms): Handlers<Contract['link']> => ({
  list: (_input, context) => linkPage(context.db, visitingOf(context), context.settings),
  statistic: ({ query }, { db, now }) => linkStatistic(db, query, now),

  statisticCsv: ({ query }, { db, now }) => linkStatisticFile(db, query, now),
  open: ({ params }, context) => openVisit(rooms, context, params.id),
  verify: ({ body, headers }, context) => verifyVisit(context, { secret: body.secret, token: headers['x-link-token'] }),
})

const visitingOf = ({ caller, visitor, now }: Context<Contract['link']['list']>): Visiting => ({
  userId: caller.id,
  country: visitor.country,
  now,
})
