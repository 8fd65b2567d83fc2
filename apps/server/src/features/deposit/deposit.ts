import type { Contract } from '@runnel/contract'

import type { Handlers } from '#kernel/context.ts'
import { refuse } from '#kernel/refusal.ts'
import type { RequestLog } from '#kernel/log.ts'
import type { Queue } from '#kernel/queue.ts'
import { balancesOf } from '#money/accounts.ts'
import { bonusPercent } from '#money/loop.ts'

import { exchangeEarnings } from './exchange.ts'
import { handleWebhook, type WebhookDeps } from './webhook.ts'
import { chosenMethod, openMethods, processorOf } from './methods.ts'
import { openDeposit } from './open.ts'
import { paySandbox } from './sandbox.ts'
import { historyOf, ownDeposit } from './view.ts'

export { closedDeposits, withoutMissing } from './methods.ts'

/** What depositing depends on. */
export interface DepositHandlerDeps extends Omit<WebhookDeps, 'enqueue' | 'log'> {
  readonly queue: Pick<Queue, 'enqueue'>
}

/** Money from outside: the ways to pay in, invoices, what processors tell, and moving earnings over. */
export const deposit = (given: DepositHandlerDeps): Handlers<Contract['deposit']> => {
  const { deposits: processors, queue } = given
  const depsWith = (log: RequestLog): WebhookDeps => ({ ...given, enqueue: queue.enqueue, log })
  return {
    overview: async ({ query }, { db, caller, settings, now }) => {
      const [history, balances] = await Promise.all([
        historyOf(db, { userId: caller.id, now, ...query }),
        balancesOf(db, caller.id),
      ])
      return {
        methods: openMethods(settings, processors),
        ...history,
        faucetpay: settings.deposit_faucetpay_username,
        balance: balances.main,
        depositBalance: balances.deposit,
        exchange: { minimum: settings.exchange_minimum, bonusPercent: bonusPercent(settings) },
      }
    },

    open: async ({ body }, { db, caller, settings, now, log }) => {
      const method = chosenMethod(body, { settings, processors })
      const order = { userId: caller.id, method, amount: body.amount, currency: settings.site_currency, now }
      const { id, depositUrl } = await openDeposit(depsWith(log), order)
      return { depositUrl, deposit: await ownDeposit(db.read, { id, userId: caller.id, now }) }
    },

    one: async ({ params }, { db, caller, now }) => ({
      deposit: await ownDeposit(db, { id: params.id, userId: caller.id, now }),
    }),

    exchange: ({ body }, context) => exchangeEarnings(context, { userId: context.caller.id, amount: body.amount }),

    sandboxPay: ({ params, body }, { caller, now, log }) =>
      paySandbox(depsWith(log), { id: params.id, userId: caller.id, outcome: body.outcome, now }),

    webhook: async ({ params, raw }, { visitor, now, log }) => {
      const processor = processorOf(processors, params.processor)
      if (processor === undefined) return refuse('notFound', 'NOT_FOUND', 'Not found.')
      return handleWebhook(depsWith(log), { processor, raw, net: visitor.net, now })
    },
  }
}
