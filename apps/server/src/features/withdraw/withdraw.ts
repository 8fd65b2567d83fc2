import type { Contract } from '@runnel/contract'
import type { DescribedAdapters } from '#adapters/adapters.ts'
import type { Handlers } from '#kernel/context.ts'
import type { Read } from '#kernel/db.ts'
import { refuse } from '#kernel/refusal.ts'
import { balancesOf } from '#money/accounts.ts'
import { debtNote } from '#money/claw-back.ts'
import { formatAmount } from '#money/format-amount.ts'
import { findApplicant, lockApplicant, refuseIneligible, requirementsOf } from './eligibility.ts'
import { historyOf, readWithdrawal, recentPayouts } from './history.ts'
import { allMethods, findMethod, medianPaySeconds, methodView, payTimes } from './method.ts'
import { previewOf, quoteFor } from './quote.ts'
import { openWithdrawal } from './request.ts'
import { requestedToday, countSharing, refuseOverDailyLimit, reviewReasons, waitsUntil } from './review.ts'

export { checkAddress } from './address.ts'
export { approveWithdrawals, recordPaid, refundUnknown, rejectWithdrawals } from './decide.ts'
export { recentPayouts, withdrawalColumns, withdrawalView } from './history.ts'
export { attemptsOf } from '#features/withdraw/payout/attempts.ts'
export { reconcilePayoutNow } from '#features/withdraw/payout/reconcile-payouts.ts'
export { allMethods, closedForOwner, findMethod, lockMethodRow, medianPaySeconds, type Method } from './method.ts'
export { hasRate, isRateInForce, NEVER } from './method.ts'
export { payoutWarnings } from '#features/withdraw/payout/payout-warnings.ts'
export { ratesJob } from '#features/withdraw/rates/rates-job.ts'
export type { PayoutDeps } from '#features/withdraw/payout/payout-deps.ts'
export { walletsOf } from '#features/withdraw/payout/wallets.ts'
export { returnPayoutsToReview } from './return-to-review.ts'
export { payoutJob } from '#features/withdraw/payout/payout-job.ts'
export { reReview } from './re-review.ts'
export { payoutStopReason } from '#features/withdraw/payout/payout-gate.ts'

/** What withdrawing depends on. */
export type WithdrawDeps = Pick<DescribedAdapters, 'payouts'>

const SHOWN_PAYOUTS = 10

/** Withdrawing: the ways to be paid, what arrives, the request, and what became of it. */
export const withdraw = ({ payouts }: WithdrawDeps): Handlers<Contract['withdraw']> => ({
  methods: async (_input, { db, caller, settings, now }) => {
    const world = { payouts, settings, now }
    const [methods, etas, balances, applicant, recent, median] = await Promise.all([
      allMethods(db),
      payTimes(db, now),
      balancesOf(db, caller.id),
      findApplicant(db, caller.id, now),
      recentPayouts(db, SHOWN_PAYOUTS),
      medianPaySeconds(db, now),
    ])
    const offered = methods.filter(({ enabled }) => enabled)
    return {
      methods: offered.map((method) => methodView(method, world, etas.get(method.id) ?? null)),
      balance: balances.main,
      requirements: requirementsOf(applicant, settings, now),
      payouts: recent,
      medianPaySeconds: median,
    }
  },

  preview: async ({ params, body }, { db, caller, settings, now }) => {
    const method = await findMethod(db, params.methodId)
    const quote = quoteFor(method, body, { payouts, settings, now })
    const { amount, addressKey } = quote
    const userId = caller.id
    const [balances, today, siteToday, sharedWith, etas, applicant] = await Promise.all([
      balancesOf(db, userId),
      requestedToday(db, { userId, now }),
      requestedToday(db, { now }),
      countSharing(db, { addressKey, userId }),
      payTimes(db, now),
      findApplicant(db, userId, now),
    ])
    const { standing, isHeld, debt } = applicant
    if (debt > 0) refuse('conflict', 'IN_DEBT', debtNote(debt, settings.site_currency))
    if (amount > balances.main) refuse('conflict', 'INSUFFICIENT_BALANCE', 'Insufficient balance.')
    refuseOverDailyLimit({ amount, today }, settings)
    const reasons = reviewReasons({ amount, score: standing.score, isHeld, debt, sharedWith, siteToday }, settings)
    if (method.processor === 'manual') reasons.push('Payouts with this method are sent manually.')
    if ((await waitsUntil(db, { applicant, addressKey, now })) !== null) reasons.push(WAITS)
    return previewOf(method, quote, { eta: etas.get(method.id) ?? null, review: reasons.join(' ') || null })
  },

  request: async ({ params, body }, context) => {
    const { tx, caller, settings, now } = context
    const method = await findMethod(tx, params.methodId)
    const quote = quoteFor(method, body, { payouts, settings, now })
    const applicant = await lockApplicant(tx, caller.id, now)
    refuseIneligible(applicant, settings, now)
    const { id, status, balance, notBefore } = await openWithdrawal(context, {
      applicant,
      method,
      quote,
      address: body.address,
    })
    const asked = `Withdrawal of ${formatAmount(quote.amount, settings.site_currency)} requested.`
    const next = status === 'review' ? 'It will be reviewed before payment.' : 'It is approved and queued for payment.'
    return {
      withdrawal: await readWithdrawal(tx, id),
      balance,
      msg: `${asked} ${notBefore === null ? next : WAITS}`,
    }
  },

  history: ({ query }, { db, caller }) => historyOf(db, { userId: caller.id, ...query }),
})

const WAITS =
  'Because you changed your password in the last 24 hours and this address is new, it will be paid after 24 ' + 'hours.'

/** The currencies that people can be paid in, in the owner's order. */
export const enabledCurrencies = async (db: Read): Promise<string[]> => {
  const methods = await allMethods(db)
  return [...new Set(methods.filter(({ enabled }) => enabled).map(({ currency }) => currency))]
}
