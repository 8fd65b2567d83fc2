import type { Contract } from '@runnel/contract'
import { withdrawalCases } from '#features/withdraw/owner/cases.ts'
import { decisions } from '#features/withdraw/owner/decisions.ts'
import { type MethodDeps, methods } from '#features/withdraw/owner/methods.ts'
import { type PayoutAdminDeps, payouts } from '#features/withdraw/owner/payouts.ts'
import { withdrawalFile, withdrawalPage } from '#features/withdraw/owner/withdrawals.ts'
import type { Handlers } from '#kernel/context.ts'

export { isStillUnknown, refundUnknownWithdrawal } from '#features/withdraw/owner/decisions.ts'
export { textOfEdit } from '#features/withdraw/owner/method-approval.ts'
export { acceptEdit } from '#features/withdraw/owner/methods.ts'

type Routes = Handlers<Contract['admin']>
type Lists = Pick<Routes, 'withdrawals' | 'withdrawalsCsv' | 'withdrawalCases'>
type Withdrawals = Lists & typeof decisions & ReturnType<typeof payouts> & ReturnType<typeof methods>

/** Withdrawals in the admin area: the list, what is decided about them, the wallets and the methods. */
export const withdrawals = (deps: MethodDeps & PayoutAdminDeps): Withdrawals => ({
  withdrawals: ({ query }, { db, now }) => withdrawalPage(db, query, now),

  withdrawalsCsv: ({ query }, { db, now }) => withdrawalFile(db, query, now),

  withdrawalCases: async (_input, { db, now }) => ({ cases: await withdrawalCases(db, now) }),

  ...decisions,
  ...payouts(deps),
  ...methods(deps),
})
