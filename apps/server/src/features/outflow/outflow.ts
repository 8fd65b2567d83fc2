import type { Contract } from '@runnel/contract'

import type { Handlers } from '#kernel/context.ts'

import { closedList } from './closed.ts'

export { alertOwner } from './alert.ts'
export {
  type BudgetRooms,
  fitsBudget,
  keepWatching,
  type MayPay,
  mayPay,
  midnightAfter,
  midnightBefore,
  OverBudget,
  refuseOverBudget,
} from './budgets.ts'
export { lookAtOutflow, payoutCrossing } from './breaker.ts'
export { closedBy, type Known, refuseBeginning, refuseClaiming, sourceName } from './closed.ts'
export { outflowRows } from './overview.ts'
export { openTrip, openTrips, payoutStop, resumeTrip, syncClosed, tripRows, tripView } from './trips.ts'

/** What pays nothing right now, told to everybody before they work for it. */
export const outflow: Handlers<Contract['outflow']> = {
  closed: (_input, context) => ({ closed: closedList(context) }),
}
