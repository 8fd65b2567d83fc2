import type { Contract } from '@runnel/contract'
import type { DescribedAdapters } from '#adapters/adapters.ts'
import type { Context, Handlers } from '#kernel/context.ts'
import type { Queue } from '#kernel/queue.ts'
import { refuse } from '#kernel/refusal.ts'
import { say } from '#kernel/words/say.ts'
import { balancesOf } from '#money/accounts.ts'
import { bonusPercent } from '#money/loop.ts'
import { exchangeEarnings } from './exchange.ts'
import { chosenMethod, openMethods, processorOf } from './methods.ts'
import { openDeposit } from './open.ts'
import { paySandbox } from './sandbox.ts'
import { historyOf, ownDeposit } from './view.ts'
import { handleWebhook, type WebhookDeps } from './webhook.ts'

export { closedDeposits, withoutMissing } from './methods.ts'

/** What depositing depends on. */
export interface DepositHandlerDeps
  extends Omit<WebhookDeps, 'enqueue' | 'log' | 'deposits'>, Pick<DescribedAdapters, 'deposits'> {
  readonly queue: Pick<Queue, 'enqueue'>
}

type NetworkContext = Pick<Context<Contract['deposit']['open']>, 'adapters' | 'log'>

/** Money from outside: the ways to pay in, invoices, what processors tell, and moving earnings over. */
export const deposit = (given: DepositHandlerDeps): Handlers<Contract['deposit']> => {
  const depsWith = ({ adapters, log }: NetworkContext): WebhookDeps => ({
    ...given,
    deposits: adapters.deposits,
    enqueue: given.queue.enqueue,
    log,
  })
  return {
    overview: async ({ query }, { db, caller, settings, now }) => {
      const [history, balances] = await Promise.all([
        historyOf(db, { userId: caller.id, now, ...query }),
        balancesOf(db, caller.id),
      ])
      return {
        methods: openMethods(settings, given.deposits),
        ...history,
        faucetpay: settings.deposit_faucetpay_username,
        balance: balances.main,
        depositBalance: balances.deposit,
        exchange: { minimum: settings.exchange_minimum, bonusPercent: bonusPercent(settings) },
      }
    },

    open: async ({ body }, context) => {
      const { db, adapters, caller, settings, now } = context
      const method = chosenMethod(body, { settings, processors: adapters.deposits })
      const order = { userId: caller.id, method, amount: body.amount, currency: settings.site_currency, now }
      const { id, depositUrl } = await openDeposit(depsWith(context), order)
      return { depositUrl, deposit: await ownDeposit(db.read, { id, userId: caller.id, now }) }
    },

    one: async ({ params }, { db, caller, now }) => ({
      deposit: await ownDeposit(db, { id: params.id, userId: caller.id, now }),
    }),

    exchange: ({ body }, context) => exchangeEarnings(context, { userId: context.caller.id, amount: body.amount }),

    sandboxPay: ({ params, body }, context) => {
      const { caller, now } = context
      return paySandbox(depsWith(context), { id: params.id, userId: caller.id, outcome: body.outcome, now })
    },

    webhook: async ({ params, raw }, context) => {
      const { adapters, visitor, now } = context
      const processor = processorOf(adapters.deposits, params.processor)
      if (processor === undefined) return refuse('notFound', 'NOT_FOUND', say('request.notFound'))
      return handleWebhook(depsWith(context), { processor, raw, net: visitor.net, now })
    },
  }
}
