import type { Contract } from '@runnel/contract'
import type { DescribedAdapters } from '#adapters/adapters.ts'
import { quoteOfChecked } from '#features/withdraw/destination/payout-account.ts'
import { savedAddresses } from '#features/withdraw/destination/saved-addresses.ts'
import { invoiceScans } from '#features/withdraw/destination/scan.ts'
import type { Handlers } from '#kernel/context.ts'
import type { Read } from '#kernel/db.ts'
import { money, say, together } from '#kernel/words/say.ts'
import { balancesOf } from '#money/accounts.ts'
import { coverageRequirement, refuseUncovered, uncoveredOf } from './coverage.ts'
import { findApplicant, firstWithdrawal, lockApplicant, refuseIneligible, requirementsOf } from './eligibility.ts'
import { historyOf, readWithdrawal, recentPayouts } from './history.ts'
import { allMethods, findMethod, medianPaySeconds, methodView, payTimes } from './method.ts'
import { previewHandler } from './preview.ts'
import { quoteFor } from './quote.ts'
import { openWithdrawal } from './request.ts'
import { waitText } from './review.ts'

export { checkAddress } from './address.ts'
export { uncoveredOf } from './coverage.ts'
export { approveWithdrawals, canMarkPaid, recordPaid, refundUnknown, rejectWithdrawals } from './decide.ts'
export { recentPayouts, withdrawalColumns, withdrawalView } from './history.ts'
export { attemptsOf } from '#features/withdraw/payout/attempts.ts'
export { reconcilePayoutNow } from '#features/withdraw/payout/reconcile-payouts.ts'
export { allMethods, closedForOwner, findMethod, lockMethodRow, medianPaySeconds, type Method } from './method.ts'
export { closedReason, hasRate, isRateInForce, type MethodWorld, NEVER } from './method.ts'
export { uncoveredMinimum } from './coverage.ts'
export { payoutAlerts } from '#features/withdraw/payout/payout-alerts.ts'
export { payoutWarnings } from '#features/withdraw/payout/payout-warnings.ts'
export { ratesJob } from '#features/withdraw/rates/rates-job.ts'
export type { PayoutDeps } from '#features/withdraw/payout/payout-deps.ts'
export { dismissDifference, walletDifferences } from '#features/withdraw/owner/wallet-differences.ts'
export { walletsOf } from '#features/withdraw/payout/wallets.ts'
export { returnPayoutsToReview } from './return-to-review.ts'
export { payoutJob } from '#features/withdraw/payout/payout-job.ts'
export { lockWaiting, reReview } from './re-review.ts'
export { payoutStopReason } from '#features/withdraw/payout/payout-gate.ts'

/** What withdrawing depends on. */
export interface WithdrawDeps extends Pick<DescribedAdapters, 'payouts'> {
  readonly publicUrl: string
}

const SHOWN_PAYOUTS = 10

/** Withdrawing: the ways to be paid, what arrives, the request, and what became of it. */
export const withdraw = ({ payouts, publicUrl }: WithdrawDeps): Handlers<Contract['withdraw']> => ({
  methods: async (_input, { db, caller, settings, now }) => {
    const world = { payouts, settings, now }
    const [methods, etas, balances, applicant, recent, median, uncovered] = await Promise.all([
      allMethods(db),
      payTimes(db, now),
      balancesOf(db, caller.id),
      findApplicant(db, caller.id, now),
      recentPayouts(db, SHOWN_PAYOUTS),
      medianPaySeconds(db, now),
      uncoveredOf(db, { userId: caller.id, settings, now }),
    ])
    const offered = methods.filter(({ enabled }) => enabled)
    return {
      methods: offered.map((method) => methodView(method, world, etas.get(method.id) ?? null)),
      balance: balances.main,
      requirements: [
        ...requirementsOf(applicant, settings),
        ...coverageRequirement({ uncovered, balance: balances.main }, settings),
      ],
      first: firstWithdrawal(applicant, settings, now),
      payouts: recent,
      medianPaySeconds: median,
    }
  },

  preview: previewHandler({ payouts }),

  ...savedAddresses,

  ...invoiceScans({ payouts, publicUrl }),

  request: async ({ params, body }, context) => {
    const { tx, caller, settings, now } = context
    const method = await findMethod(tx, params.methodId)
    const told = quoteFor(method, body, { payouts, settings, now })
    const quote = await quoteOfChecked(tx, { userId: caller.id, method, address: body.address, now }, told)
    const applicant = await lockApplicant(tx, caller.id, now)
    refuseIneligible(applicant, settings, now)
    await refuseUncovered(tx, { userId: caller.id, amount: quote.amount, settings, now })
    const { id, status, balance, notBefore } = await openWithdrawal(context, {
      applicant,
      method,
      quote,
      address: body.address,
    })
    const asked = say('withdraw.withdrawalRequested', { amount: money(quote.amount, settings.site_currency) })
    const next = status === 'review' ? say('withdraw.willReviewedBeforePayment') : say('withdraw.approvedQueuedPayment')
    return {
      withdrawal: await readWithdrawal(tx, id),
      balance,
      msg: together(asked, notBefore === null ? next : waitText(notBefore)),
    }
  },

  history: ({ query }, { db, caller }) => historyOf(db, { userId: caller.id, ...query }),
})

/** The currencies that people can be paid in, in the owner's order. */
export const enabledCurrencies = async (db: Read): Promise<string[]> => {
  const methods = await allMethods(db)
  return [...new Set(methods.filter(({ enabled }) => enabled).map(({ currency }) => currency))]
}
