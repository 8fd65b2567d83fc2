import type { Contract } from '@runnel/contract'
import type { DescribedAdapters } from '#adapters/adapters.ts'
import { refuseLateInvoice, refuseUsedInvoice } from '#features/withdraw/destination/invoice.ts'
import { checkedQuote, networkCostOf } from '#features/withdraw/destination/payout-account.ts'
import type { Handlers } from '#kernel/context.ts'
import { refuse } from '#kernel/refusal.ts'
import { say, together } from '#kernel/words/say.ts'
import { balancesOf } from '#money/accounts.ts'
import { debtNote } from '#money/claw-back.ts'
import { refuseUncovered } from './coverage.ts'
import { findApplicant, isFresh } from './eligibility.ts'
import { findMethod, payTimes } from './method.ts'
import { previewOf, quoteFor } from './quote.ts'
import { isAfterRevert } from './reverted.ts'
import { countSharing, refuseOverDailyLimit, requestedToday, reviewReasons, waitsUntil, waitText } from './review.ts'

/** What arrives, and whether somebody has to look first; providers that know their users are asked whose it is. */
export const previewHandler =
  ({ payouts }: Pick<DescribedAdapters, 'payouts'>): Handlers<Contract['withdraw']>['preview'] =>
  async ({ params, body }, { db: database, adapters, caller, settings, now }) => {
    const db = database.read
    const method = await findMethod(db, params.methodId)
    const userId = caller.id
    const quote = await checkedQuote(
      { db: database, payouts: adapters.payouts, settings },
      { userId, method, address: body.address, now },
      quoteFor(method, body, { payouts, settings, now }),
    )
    const { amount, addressKey } = quote
    const [balances, today, siteToday, sharedWith, afterRevert, etas, applicant] = await Promise.all([
      balancesOf(db, userId),
      requestedToday(db, { userId, now }),
      requestedToday(db, { now }),
      countSharing(db, { addressKey, userId }),
      isAfterRevert(db, { userId, addressKey, methodId: method.id }),
      payTimes(db, now),
      findApplicant(db, userId, now),
    ])
    const { isHeld, isFlagged, debt } = applicant
    const known = { isHeld, isFlagged, debt, isFresh: isFresh(applicant, settings, now) }
    if (debt > 0) refuse('conflict', 'IN_DEBT', debtNote(debt, settings.site_currency))
    if (amount > balances.main) refuse('conflict', 'INSUFFICIENT_BALANCE', say('withdraw.insufficientBalance'))
    await refuseUncovered(db, { userId, amount, settings, now })
    refuseOverDailyLimit({ amount, today }, settings)
    await refuseUsedInvoice(db, quote)
    const reasons = reviewReasons({ ...known, amount, sharedWith, isAfterRevert: afterRevert, siteToday }, settings)
    if (method.processor === 'manual') reasons.push(say('withdraw.payoutsMethodSentManually'))
    const { address } = body
    const until = await waitsUntil(db, { applicant, addressKey, address, settings, now })
    refuseLateInvoice(quote.invoice, until)
    if (until !== null) reasons.push(waitText(until))
    const cost = await networkCostOf(adapters.payouts, { method, address, quote, settings })
    return {
      ...previewOf(method, quote, {
        eta: etas.get(method.id) ?? null,
        review: reasons.length === 0 ? null : together(...reasons),
      }),
      ...(cost && { networkCost: cost }),
    }
  }
