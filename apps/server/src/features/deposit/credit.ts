import { UNITS_PER_CURRENCY } from '@runnel/contract/constants'
import type { DepositStatus } from '@runnel/contract/deposit'
import type { Selectable } from 'kysely'
import type { InvoiceAnswer, InvoiceState, PaymentNote, Payment } from '#adapters/deposit/deposit.ts'
import { notifyAndMail } from '#features/user/user.ts'
import type { WriteAccess } from '#kernel/context.ts'
import type { Tx } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import { assert } from '#kernel/refusal.ts'
import type { DepositRow } from '#kernel/tables/advertising.ts'
import { houseAccount, openPlainAccounts, outsideAccount, userAccount } from '#money/accounts.ts'
import { decimalText, portionUp, scaled, type Units } from '#money/amount.ts'
import { type Leg, post } from '#money/ledger.ts'
import type { DepositDeps } from './deposit-deps.ts'
import { nextPollAt } from './poll-schedule.ts'
import { statusAfter, type ProcessorStatus } from './status.ts'
import { tokensAfter } from './tokens.ts'

type Deposit = Selectable<DepositRow>

export interface CreditResult {
  readonly status: DepositStatus
  /** Units that arrived now and never before, the fee included. */
  readonly credited: Units
}

/**
 * Writes down what a processor says of an invoice and credits every payment that was not credited before, all in one
 * transaction under the lock of the deposit. Whatever is told twice, late or in a wrong order moves nothing twice.
 */
export const settleDeposit = async (
  deps: DepositDeps,
  { depositId, state, isNotice = false }: { depositId: string; state: InvoiceAnswer; isNotice?: boolean },
): Promise<CreditResult> => {
  const { db, clock, live } = deps
  const { before, settled } = await db.write(async (tx) => {
    const now = clock()
    const row = await tx.selectFrom('deposits').selectAll().where('id', '=', depositId).forUpdate().executeTakeFirst()
    assert(row !== undefined, `there is a deposit ${depositId}`)
    const done = state.kind === 'paid' ? await credit(deps, { tx, row, state, now }) : nothing
    const told = storePayments(state, { row, received: row.received + done.amount, now })
    const next = nextPollAt(row, now)
    const status = told === undefined ? row.status : statusAfter(row.status, told)
    // What could not be learned until the end is over as well, and no longer shown as if it could be paid.
    const last = next === null && (status === 'opening' || status === 'waiting') ? 'expired' : status
    await tx
      .updateTable('deposits')
      .set({
        status: last,
        received: row.received + done.amount,
        fee: row.fee + done.fee,
        note: done.amount > 0 && state.kind === 'paid' ? latePaymentNote(row, state.note) : row.note,
        paid_at: last === 'paid' ? (row.paid_at ?? now) : null,
        poll_at: next,
        provider_tokens: tokensAfter(row, state, { isNotice, now }),
        updated_at: last === row.status && done.amount === 0 ? row.updated_at : now,
      })
      .where('id', '=', depositId)
      .execute()
    return { before: row, settled: { status: last, credited: done.amount } }
  })
  if (settled.credited > 0 || settled.status !== before.status) live.notify(before.user_id)
  return settled
}

const storePayments = (
  state: InvoiceState,
  { row, received, now }: { row: Deposit; received: Units; now: Date },
): ProcessorStatus | undefined => {
  if (state.kind === 'unknown') return undefined
  if (state.kind === 'paid') return received > 0 ? 'paid' : undefined
  // Not every processor says that an invoice is over.
  return state.kind === 'waiting' && now >= row.expires_at ? 'expired' : state.kind
}

interface CreditInput {
  readonly tx: Tx
  readonly row: Deposit
  readonly state: Extract<InvoiceState, { kind: 'paid' }>
  readonly now: Date
}

interface Sums {
  readonly amount: Units
  readonly fee: Units
}

const nothing: Sums = { amount: 0, fee: 0 }

/** Units are those of the currency that the deposit was ordered in, as they were when it was ordered. */
const credit = async (deps: DepositDeps, input: CreditInput): Promise<Sums> => {
  const { tx, row, state, now } = input
  const outside = outsideAccount('deposit', row.currency)
  const legs: Leg[] = []
  const sums = { amount: 0, fee: 0 }
  for (const payment of state.payments) {
    const amount = unitsOf(payment)
    if (amount > LARGEST) deps.log.error({ deposit: row.id, payment }, 'a payment exceeds the maximum amount')
    if (amount === 0 || amount > LARGEST) continue
    const fee = portionUp(amount, row.fee_basis_points)
    const id = await claimPayment(input, { payment, amount, fee })
    if (id === undefined) continue
    legs.push(...legsOf({ id, row, amount, fee, outside }))
    sums.amount += amount
    sums.fee += fee
  }
  const [first, ...rest] = legs
  if (first === undefined) return nothing
  await openPlainAccounts(tx, [outside], now)
  await post(tx, [first, ...rest], now)
  const writing: Pick<WriteAccess, 'tx' | 'enqueue'> = { tx, enqueue: (...job) => deps.enqueue(tx, ...job) }
  const values = { amount: sums.amount - sums.fee }
  await notifyAndMail(writing, { userId: row.user_id, kind: 'deposit-credited', values, now })
  return sums
}

/** More units than any one payment has; what claims more is a mistake of its sender. */
const LARGEST = 10_000_000_000_000

const SCALE = 18n
const unitsOf = ({ paid }: Payment): Units => Number((scaled(paid) * BigInt(UNITS_PER_CURRENCY)) / 10n ** SCALE)

/** Units as processors read amounts: a decimal of the currency. */
export const decimalOfUnits = (units: Units): string => decimalText(BigInt(units), DECIMALS)
const DECIMALS = String(UNITS_PER_CURRENCY).length - 1

/** Takes a payment for its own; undefined when it was credited before, to whichever deposit. */
const claimPayment = async (
  { tx, row, state, now }: CreditInput,
  { payment, amount, fee }: { payment: Payment; amount: Units; fee: Units },
): Promise<string | undefined> => {
  const taken = await tx
    .insertInto('deposit_payments')
    .values({
      id: newId(),
      processor: row.processor,
      paid_id: payment.paidId,
      deposit_id: row.id,
      amount,
      fee,
      note: words[state.note],
      at: now,
    })
    .onConflict((known) => known.columns(['processor', 'paid_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return taken?.id
}

const legsOf = (paid: { id: string; row: Deposit; amount: Units; fee: Units; outside: Leg['debit'] }): Leg[] => {
  const { id, row, amount, fee, outside } = paid
  const account = userAccount(row.user_id, 'deposit')
  const arrived: Leg = {
    kind: 'deposit',
    debit: outside,
    credit: account,
    amount,
    key: `deposit:${id}`,
    ref: row.id,
    meta: { processor: row.processor },
  }
  const kept: Leg = {
    kind: 'deposit-fee',
    debit: account,
    credit: houseAccount('fee'),
    amount: fee,
    key: `deposit-fee:${id}`,
    ref: row.id,
  }
  return fee > 0 ? [arrived, kept] : [arrived]
}

const words: Readonly<Record<PaymentNote, string | null>> = {
  exact: null,
  partial: 'underpaid',
  over: 'overpaid',
  late: 'late',
}

/** Not every processor knows that an invoice was over when it was paid; we do. */
const latePaymentNote = (row: Deposit, note: PaymentNote): string | null => {
  const wasLate = row.status === 'expired' || row.note === words.late
  return note === 'exact' && wasLate ? words.late : words[note]
}
