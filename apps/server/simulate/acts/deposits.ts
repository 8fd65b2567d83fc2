import type { Settings } from '@runnel/contract/settings/settings'
import { type ActKind, NothingToDoError, type ActContext } from '#simulate/act-context.ts'
import { webhookOf } from '#simulate/outside-deposits.ts'

const UNITS = 100_000

const openDeposit: ActKind = {
  weight: 4,
  moves: [],
  run: async (context) => {
    const { dice, site } = context
    const person = context.member()
    if (dice.chance(0.1))
      site.deposits.faults.push(dice.pick(['lost before', 'lost after', 'refused'] as const) ?? 'refused')
    const amount = dice.amount(2_000, 200_000)
    // A fault that this call did not meet is not left for another.
    await context
      .as(person)
      .deposit.open({ body: { method: 'btcpay', amount } })
      .finally(() => site.deposits.faults.splice(0))
    return `${person.username} opens a deposit of ${amount}`
  },
}

/** An invoice with the deposit that it is for. */
const anyInvoice = ({ site, dice }: ActContext) => {
  const found = dice.pick([...site.deposits.invoices.values()].slice(-8))
  if (found === undefined) throw new NothingToDoError()
  return found
}

const payDeposit: ActKind = {
  weight: 5,
  moves: [],
  run: async (context) => {
    const { dice } = context
    const invoice = anyInvoice(context)
    const [row] = await context.rows('SELECT amount FROM deposits WHERE id = $1', [invoice.depositId])
    const asked = Number(row?.['amount'] ?? 1_000)
    const units = dice.chance(0.7) ? asked : dice.amount(100, asked * 2)
    // What a processor tells may be finer than a unit, which is rounded down.
    const rest = dice.chance(0.3) ? '7' : '0'
    const paid = `${Math.floor(units / UNITS)}.${String(units % UNITS).padStart(5, '0')}${rest}`
    invoice.payments.push({ paidId: `payment-${invoice.providerId}-${invoice.payments.length}`, paid })
    return `${units} arrive at ${invoice.providerId}`
  },
}

const webhook: ActKind = {
  weight: 6,
  moves: ['deposit', 'deposit-fee', 'debt-repay', 'waived'],
  run: async (context) => {
    const { dice, site, record } = context
    const invoice = anyInvoice(context)
    const known = await paymentsOf(context, invoice.depositId)
    const isForged = dice.chance(0.1)
    const isLost = dice.chance(0.1)
    const nodes = dice.chance(0.3) ? [...site.nodes, context.node()] : [context.node()]
    // Each webhook that is processed asks once.
    if (isLost) site.deposits.faults.push(...nodes.map(() => 'unknown' as const))
    const answers = await Promise.all(
      nodes.map(({ app }) =>
        app.inject({
          method: 'POST',
          url: '/api/deposit/webhook/btcpay',
          remoteAddress: '203.0.113.8',
          ...webhookOf(invoice.depositId, isForged),
        }),
      ),
    )
    site.deposits.faults.splice(0)
    for (const { statusCode, body } of answers) {
      if (statusCode >= 500 && statusCode !== 503 && !record.isTrouble)
        context.problem(`${statusCode} at a webhook: ${body}`)
    }
    if (!isForged && !isLost) await expectPaid(context, invoice, known)
    return `a webhook about ${invoice.providerId}${isForged ? ', forged' : ''}${isLost ? ', the answer is lost' : ''}`
  },
}

type Invoice = ReturnType<typeof anyInvoice>

/** Payments that the site knows of already: a job may have found them before any webhook. */
const paymentsOf = async ({ rows }: ActContext, depositId: string): Promise<Set<string>> =>
  new Set(
    (await rows('SELECT paid_id FROM deposit_payments WHERE deposit_id = $1', [depositId])).map((row) =>
      String(row['paid_id']),
    ),
  )

/** Everything that has arrived is credited after a good webhook, and nothing is credited twice. */
const expectPaid = async (
  context: ActContext,
  { depositId, payments }: Invoice,
  known: ReadonlySet<string>,
): Promise<void> => {
  const [row] = await context.rows('SELECT user_id AS owner, fee_basis_points AS fee FROM deposits WHERE id = $1', [
    depositId,
  ])
  if (row === undefined) return
  for (const { paid } of payments.filter((payment) => !known.has(payment.paidId))) {
    const units = unitsOf(paid)
    context.expect(String(row['owner']), units - Math.ceil((units * Number(row['fee'])) / 10_000))
  }
}

/** A decimal of the site's currency in units, rounded down, by its text alone. */
export const unitsOf = (decimal: string): number => {
  const [whole = '0', fraction = ''] = decimal.split('.')
  return Number(whole) * UNITS + Number(fraction.slice(0, 5).padEnd(5, '0'))
}

/**
 * What may be given on top of an exchange: the percent that the owner set, and never so much that a task or an ad which
 * is bought with it pays a friend more than was exchanged.
 */
const bonusAtMost = (amount: number, settings: Settings): number => {
  const set = Math.floor((amount * settings.exchange_bonus_percent) / 100)
  const byTask = Math.floor((amount * settings.task_fee_basis_points) / 10_000) + 1
  const byAd = Math.floor((amount * 100) / settings.ptc_viewer_percent) - amount + 1
  return Math.min(set, byTask, byAd)
}

const exchange: ActKind = {
  weight: 4,
  moves: ['exchange', 'exchange-bonus', 'debt-repay'],
  run: async (context) => {
    const person = context.member()
    const amount = context.dice.amount(10, 30_000)
    const { bonus } = await context.as(person).deposit.exchange({ body: { amount } })
    const { settings } = context.node()
    const most = bonusAtMost(amount, settings.current())
    if (bonus > most)
      context.problem(`an exchange of ${amount} gave ${bonus} on top, where a circle takes ${most} again`)
    context.expect(person.id, bonus)
    return `${person.username} exchanges ${amount} and gets ${bonus} on top`
  },
}

export const deposits = { openDeposit, payDeposit, webhook, exchange }
