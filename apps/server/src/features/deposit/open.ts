import type { CreatedInvoice } from '#adapters/deposit/deposit.ts'
import { later } from '#kernel/clock.ts'
import type { Tx } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import { assert, refuse } from '#kernel/refusal.ts'
import { say } from '#kernel/words/say.ts'
import type { Units } from '#money/amount.ts'
import { decimalOfUnits } from './credit.ts'
import type { DepositDeps } from './deposit-deps.ts'
import { configOf, type Method } from './methods.ts'
import { firstPollAt, INVOICE_SECONDS } from './poll-schedule.ts'

const OPEN_AT_MOST = 10

export interface Order {
  readonly userId: string
  readonly method: Method
  readonly amount: Units
  /** The site's own at this moment. The deposit keeps it, whatever the site counts in later. */
  readonly currency: string
  readonly now: Date
}

/**
 * Opens an invoice and gives the deposit's id and where it is paid. The row stands before the processor learns of it,
 * so that an invoice whose answer was lost is found by its id, and no second one is ever opened for it.
 */
export const openDeposit = async (deps: DepositDeps, order: Order): Promise<{ id: string; depositUrl: string }> => {
  const id = await deps.db.write((tx) => insert(tx, order))
  const opened = await callProcessor(deps, { ...order, id })
  await deps.db.write((tx) => recordInvoice(tx, { id, opened, order }))
  if (opened.kind === 'opened') return { id, depositUrl: opened.depositUrl }
  deps.log.warn(
    { deposit: id, processor: order.method.processor.name, reason: opened.reason },
    'could not create an invoice',
  )
  return refuse('maintenance', 'PROVIDER_UNREACHABLE', say('deposit.paymentProcessorCouldntCreate'))
}

const insert = async (tx: Tx, { userId, method, amount, currency, now }: Order): Promise<string> => {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().executeTakeFirst()
  const { open } = await tx
    .selectFrom('deposits')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .where('user_id', '=', userId)
    .where('status', 'in', ['opening', 'waiting'])
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  if (open >= OPEN_AT_MOST) {
    const msg = say('deposit.unpaidDepositsPayOne', { open })
    refuse('conflict', 'TOO_MANY_OPEN_DEPOSITS', msg)
  }
  const id = newId()
  await tx
    .insertInto('deposits')
    .values({
      id,
      user_id: userId,
      method: method.id,
      processor: method.processor.name,
      coin: method.coin,
      currency,
      amount,
      fee_basis_points: method.feeBasisPoints,
      status: 'opening',
      note: null,
      provider_id: null,
      deposit_url: null,
      expires_at: later(now, INVOICE_SECONDS),
      poll_at: firstPollAt(now),
      created_at: now,
      updated_at: now,
      paid_at: null,
    })
    .execute()
  return id
}

const callProcessor = async (deps: DepositDeps, order: Order & { readonly id: string }): Promise<CreatedInvoice> => {
  const { id, method, amount, currency, now } = order
  const settings = deps.settings.current()
  const page = new URL('/app/deposit', deps.publicUrl)
  page.searchParams.set('id', id)
  try {
    return await method.processor.open(configOf(settings), {
      id,
      amount: decimalOfUnits(amount),
      currency,
      coin: method.coin,
      description: say('deposit.depositAt', { siteName: settings.site_name }),
      returnUrl: page.href,
      cancelUrl: page.href,
      webhookUrl: new URL(`/api/deposit/webhook/${method.processor.name}`, deps.publicUrl).href,
      expiresAt: later(now, INVOICE_SECONDS),
    })
  } catch (error) {
    return { kind: 'unknown', reason: String(error) }
  }
}

interface RecordInvoiceInput {
  readonly id: string
  readonly opened: CreatedInvoice
  readonly order: Order
}

const recordInvoice = async (tx: Tx, { id, opened, order: { method, now } }: RecordInvoiceInput): Promise<void> => {
  // Whether the invoice stands is found out by the job that looks.
  if (opened.kind === 'unknown' && method.processor.find !== undefined) return
  if (opened.kind !== 'opened') {
    // Nobody ever learned where to pay it; a notice that names it after all is still processed.
    const set = { status: 'failed', poll_at: null, updated_at: now } as const
    await tx.updateTable('deposits').set(set).where('id', '=', id).where('status', '=', 'opening').execute()
    return
  }
  const row = await tx
    .selectFrom('deposits')
    .select(['status', 'poll_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  assert(row !== undefined, 'the deposit was written before')
  await tx
    .updateTable('deposits')
    .set({
      // A notice may have been faster, and knows more.
      status: row.status === 'opening' || row.status === 'failed' ? 'waiting' : row.status,
      provider_id: opened.providerId,
      deposit_url: opened.depositUrl,
      poll_at: row.poll_at ?? firstPollAt(now),
      updated_at: now,
    })
    .where('id', '=', id)
    .execute()
}
