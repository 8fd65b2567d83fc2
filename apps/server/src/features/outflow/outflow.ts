import type { Contract } from '@runnel/contract'
import type { Handlers } from '#kernel/context.ts'
import { closedList } from './closed-source-checks.ts'

export { alertOwner } from './alert.ts'
export {
  type BudgetDeps,
  fitsBudget,
  isSmallPayment,
  startBudgetWatch,
  type MayPay,
  mayPay,
  midnightAfter,
  midnightBefore,
  OverBudget,
  refuseOverBudget,
  smallPaymentMax,
} from './budgets.ts'
export { checkOutflow, payoutCrossing } from './circuit-breaker.ts'
export { closedBy, type Known, refuseClosedSource, refuseClosedClaim, sourceName } from './closed-source-checks.ts'
export { outflowRows } from './outflow-rows.ts'
export { telegramState, testTelegram } from './telegram.ts'
export { lockPayoutStop, openTrip, openTrips, payoutStop, resumeTrip, syncClosed, tripRows, tripView } from './trips.ts'

/** What pays nothing right now, told to everybody before they work for it. */
export const outflow: Handlers<Contract['outflow']> = {
  closed: (_input, context) => ({ closed: closedList(context) }),
}
