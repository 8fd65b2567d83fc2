import { notify } from '#features/user/user.ts'
import { tellOfNewAddress } from '#features/withdraw/destination/address-wait.ts'
import { refuseLateInvoice, refuseUsedInvoice } from '#features/withdraw/destination/invoice.ts'
import { payoutJob } from '#features/withdraw/payout/payout-job.ts'
import type { WriteContext } from '#kernel/context.ts'
import { newId } from '#kernel/id.ts'
import { payoutAccount, userAccount } from '#money/accounts.ts'
import type { Units } from '#money/amount.ts'
import { post } from '#money/ledger.ts'
import { isFresh, type WithdrawingUser } from './eligibility.ts'
import type { Method } from './method.ts'
import type { Quote } from './quote.ts'
import { isAfterRevert } from './reverted.ts'
import {
  requestedToday,
  lockSiteLimit,
  flagSharedAddress,
  refuseOverDailyLimit,
  reviewReasons,
  waitsUntil,
} from './review.ts'
import { systemActor, recordStatus } from './transition.ts'

export interface Request {
  readonly applicant: WithdrawingUser
  readonly method: Method
  readonly quote: Quote
  readonly address: string
}

export interface Requested {
  readonly id: string
  readonly status: 'review' | 'approved'
  readonly balance: Units
  readonly notBefore: Date | null
}

type RequestContext = Pick<WriteContext, 'tx' | 'now' | 'settings' | 'enqueue' | 'notifyLive'>

/** Opens a withdrawal: the amount leaves the balance at once, and a person or the payout job takes it from there. */
export const openWithdrawal = async (context: RequestContext, request: Request): Promise<Requested> => {
  const { tx, now, settings, enqueue, notifyLive } = context
  const { applicant, method, quote } = request
  const { id: userId } = applicant
  const { amount, addressKey } = quote
  refuseOverDailyLimit({ amount, today: await requestedToday(tx, { userId, now }) }, settings)
  const sharedWith = await flagSharedAddress(tx, { addressKey, userId, now })
  await lockSiteLimit(tx)
  const siteToday = await requestedToday(tx, { now })
  const afterRevert = await isAfterRevert(tx, { userId, addressKey, methodId: method.id })
  const { isHeld, isFlagged, debt } = applicant
  const known = { isHeld, isFlagged, debt, isFresh: isFresh(applicant, settings, now) }
  const reasons = reviewReasons({ ...known, amount, sharedWith, isAfterRevert: afterRevert, siteToday }, settings)
  const status = reasons.length === 0 ? 'approved' : 'review'
  const { address } = request
  // The lock of the site's limit is held: of two requests with one invoice the second sees the first.
  await refuseUsedInvoice(tx, quote)
  const notBefore = await waitsUntil(tx, { applicant, addressKey, address, settings, now })
  refuseLateInvoice(quote.invoice, notBefore)
  await tellOfNewAddress(context, { userId, address, addressKey }, method.name)
  const id = await insert(context, { ...request, status, reasons, notBefore })
  const posted = await post(
    tx,
    [
      {
        kind: 'withdraw-request',
        debit: userAccount(userId, 'main'),
        credit: payoutAccount(method.id),
        amount,
        key: `withdraw-request:${id}`,
        ref: id,
      },
    ],
    now,
  )
  await recordStatus(tx, { withdrawalId: id, status, by: systemActor, now, note: reasons.join(' ') || undefined })
  await notify(tx, { userId, kind: 'withdrawal-requested', values: { amount, currency: method.currency }, now })
  if (status === 'approved') await enqueue(payoutJob, {}, notBefore === null ? {} : { startAfter: notBefore })
  notifyLive(userId)
  return { id, status, balance: posted.debitBalance ?? 0, notBefore }
}

interface InsertWithdrawalInput extends Request {
  readonly status: 'review' | 'approved'
  readonly reasons: readonly string[]
  readonly notBefore: Date | null
}

const insert = async ({ tx, now }: RequestContext, input: InsertWithdrawalInput): Promise<string> => {
  const { applicant, method, quote, address, status, reasons, notBefore } = input
  const id = newId()
  await tx
    .insertInto('withdrawals')
    .values({
      id,
      user_id: applicant.id,
      method_id: method.id,
      currency: method.currency,
      processor: method.processor,
      address,
      address_key: quote.addressKey,
      amount: quote.amount,
      fee: quote.fee,
      rate: method.rate,
      receives: quote.receives,
      status,
      review_reasons: [...reasons],
      not_before: notBefore,
      created_at: now,
      updated_at: now,
    })
    .execute()
  return id
}
