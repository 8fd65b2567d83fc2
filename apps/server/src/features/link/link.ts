import type { Contract } from '@runnel/contract'
import type { Context, Handlers } from '#kernel/context.ts'
import { linkPage, type VisitorContext } from './offers.ts'
import { openVisit } from './open.ts'
import type { LinkDeps } from './provider.ts'
import { linkStatistic, linkStatisticFile } from './statistic.ts'
import { verifyVisit } from './verify.ts'

export { reviewHeldVisits, heldBehind, heldPage, type HeldRow } from './review-visits.ts'
export {
  addProvider,
  editProvider,
  orderProviders,
  providerViews,
  deleteProvider,
  refuseVisitLimit,
  testProvider,
} from './manage.ts'
export { bestLinks, payableVisits } from './offers.ts'
export type { LinkDeps } from './provider.ts'

/** Shortlinks: visits of other sites, paid when their visitor comes back. */
export const link = (deps: LinkDeps): Handlers<Contract['link']> => ({
  list: (_input, context) => linkPage(context.db, visitingOf(context), context.settings),
  statistic: ({ query }, { db, now }) => linkStatistic(db, query, now),

  statisticCsv: ({ query }, { db, now }) => linkStatisticFile(db, query, now),
  open: ({ params }, context) => openVisit(deps, context, params.id),
  verify: ({ body, headers }, context) => verifyVisit(context, { secret: body.secret, token: headers['x-link-token'] }),
})

const visitingOf = ({ caller, visitor, now }: Context<Contract['link']['list']>): VisitorContext => ({
  userId: caller.id,
  country: visitor.country,
  now,
})
