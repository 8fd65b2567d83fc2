import type { Contract } from '@runnel/contract'
import { route } from '@runnel/contract/route'
import { beforeAll, expect, expectTypeOf, it } from 'vitest'
import * as z from 'zod/mini'
import type { CaptchaVerifier } from '#adapters/captcha/captcha.ts'
import type { Mailer } from '#adapters/mail/mail.ts'
import type { PriceSources } from '#adapters/rates/rates.ts'
import type { Adapters, AllHandlers, Context, Handlers } from '#kernel/context.ts'
import { mount } from '#kernel/http/mount.ts'
import type { AppDeps } from '#server/app.ts'
import type { HandlerDeps } from '#server/handlers.ts'
import { useWorld } from '#test/world.ts'

const seen = z.object({ hasAdapters: z.boolean() })
const asked = { summary: 'Says what its handler is given.', access: 'anyone', answer: seen } as const
const box = {
  read: route({ ...asked, method: 'GET', path: '/api/box/read', transaction: 'read' }),
  write: route({ ...asked, method: 'POST', path: '/api/box/write', transaction: 'write' }),
  none: route({ ...asked, method: 'GET', path: '/api/box/none', transaction: 'none' }),
}
const table = { box }
const world = useWorld()

beforeAll(() => {
  const say = (_input: unknown, context: object) => ({ hasAdapters: 'adapters' in context })
  const handlers: AllHandlers<typeof table> = { box: { read: say, write: say, none: say } }
  mount(world.app, { table, handlers, deps: world.deps })
})

it('gives adapters only to handlers of routes without a transaction', async () => {
  const answers = await Promise.all(
    Object.values(box).map(async ({ method, path }) => (await world.guest().raw({ method, path })).body),
  )
  expect(answers).toEqual([{ hasAdapters: false }, { hasAdapters: false }, { hasAdapters: true }])
})

type Network = Adapters[keyof Adapters] | Mailer | PriceSources | CaptchaVerifier

/** Which of these could stand in for an adapter. */
type AdaptersIn<Deps> = { [Name in keyof Deps]: Deps[Name] extends Network ? Name : never }[keyof Deps]

it('makes handlers without any adapter, also one that is added later', () => {
  expectTypeOf<AdaptersIn<HandlerDeps>>().toBeNever()
  // The same search finds all of them where they are.
  expectTypeOf<AdaptersIn<AppDeps>>().toEqualTypeOf<keyof Adapters | 'mailer' | 'prices' | 'captcha'>()
})

/** Never called: the compiler refuses each of these lines, and `npm run check` fails where it accepts one. */
export const refusedByTheCompiler = {
  contextInTransaction: (
    read: Context<Contract['withdraw']['methods']>,
    write: Context<Contract['withdraw']['request']>,
    outside: Context<Contract['deposit']['open']>,
  ) => [
    // @ts-expect-error: a handler that reads has no adapters.
    read.adapters,
    // @ts-expect-error: a handler that writes has no adapters.
    write.adapters,
    outside.adapters.deposits.btcpay?.open,
    outside.adapters.payouts.evm?.way,
  ],

  newHandler: (): Pick<Handlers<Contract['withdraw']>, 'request'> => ({
    // @ts-expect-error: a handler that writes cannot ask for adapters.
    request: async (_input, { adapters }) => adapters.payouts,
  }),

  payouts: ({ payouts: { evm, faucetpay } }: HandlerDeps) => [
    evm?.way === 'signed' && evm.closed,
    // @ts-expect-error: it cannot pay.
    faucetpay?.way === 'automatic' && faucetpay.send,
    // @ts-expect-error: it cannot ask what became of a payout.
    faucetpay?.way === 'automatic' && faucetpay.find,
    // @ts-expect-error: it cannot ask a wallet for its balance.
    faucetpay?.way === 'automatic' && faucetpay.holdings,
    // @ts-expect-error: it cannot sign.
    evm?.way === 'signed' && evm.sign,
    // @ts-expect-error: it cannot broadcast.
    evm?.way === 'signed' && evm.broadcast,
    // @ts-expect-error: it cannot ask a node for a payment.
    evm?.way === 'signed' && evm.checkStatus,
    // @ts-expect-error: it cannot sign another payment in place of one.
    evm?.way === 'signed' && evm.bumpFee,
    // @ts-expect-error: it cannot release what a payment spends.
    evm?.way === 'signed' && evm.release,
  ],

  deposits: ({ deposits: { btcpay } }: HandlerDeps) => [
    btcpay?.name,
    btcpay?.closed,
    // @ts-expect-error: it cannot open an invoice.
    btcpay?.open,
    // @ts-expect-error: it cannot read an invoice.
    btcpay?.fetchInvoice,
    // @ts-expect-error: it cannot look for an invoice.
    btcpay?.find,
    // @ts-expect-error: some ask the processor to read a webhook.
    btcpay?.readWebhook,
  ],

  others: (deps: HandlerDeps) => [
    deps.shortener.problem,
    // @ts-expect-error: it cannot ask for a short address.
    deps.shortener.shorten,
    // @ts-expect-error: it cannot ask Google or Telegram.
    deps.oidc,
    // @ts-expect-error: it cannot fetch a page.
    deps.runPageCheck,
    // @ts-expect-error: it cannot read or write files.
    deps.storage,
    // @ts-expect-error: it cannot send mail.
    deps.mailer,
    // @ts-expect-error: it cannot ask for prices.
    deps.prices,
    // @ts-expect-error: it cannot ask a captcha provider.
    deps.captcha,
    // @ts-expect-error: it cannot run a check, which may ask a captcha provider.
    deps.challenges.checks,
    // @ts-expect-error: nor one that fetches a page.
    deps.checks,
    // @ts-expect-error: nor take the adapters of others.
    deps.adapters,
  ],

  newFeature: (deps: HandlerDeps, ask: { [Name in keyof Adapters]: (given: Pick<Adapters, Name>) => void }) => {
    // @ts-expect-error: a feature that wants to pay cannot be made.
    ask.payouts(deps)
    // @ts-expect-error: nor one that wants to open invoices.
    ask.deposits(deps)
    // @ts-expect-error: nor one that wants to call a shortlink provider.
    ask.shortener(deps)
  },
}
