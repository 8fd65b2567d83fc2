import type { Deposit } from '@runnel/contract/deposit'
import type { Settings } from '@runnel/contract/settings/settings'
import { afterAll, beforeAll } from 'vitest'
import type { DepositProcessors } from '#adapters/deposit/deposit.ts'
import { balancesOf } from '#money/accounts.ts'
import { type FakeBtcpay, startBtcpay } from '#test/fakes/btcpay.ts'
import { type FakeFaucetpay, startFaucetpay } from '#test/fakes/faucetpay.ts'
import { type FakeNowpayments, startNowpayments } from '#test/fakes/nowpayments.ts'
import type { Call, Provider } from '#test/fakes/provider.ts'
import type { Person, World } from '#test/world.ts'

/**
 * The deposit processors of a world. Where BTCPay Server and NOWPayments are is a setting, but there is only one
 * FaucetPay: `faucetpayAt` lets a test say where its fake listens.
 */
export const createTestDeposits = (real: DepositProcessors) => {
  const { faucetpay } = real
  // Until then nobody listens there, and no test reaches the real one.
  let url = 'http://127.0.0.1:1'
  if (faucetpay === undefined) return { processors: real, faucetpayAt: () => undefined }
  const at = <C extends { readonly faucetpay: { readonly username: string } }>(config: C) => ({
    ...config,
    faucetpay: { ...config.faucetpay, url },
  })
  const processors: DepositProcessors = {
    ...real,
    faucetpay: {
      ...faucetpay,
      closed: (config) => faucetpay.closed(at(config)),
      open: (config, order) => faucetpay.open(at(config), order),
      readWebhook: (config, call, mayAsk) => faucetpay.readWebhook(at(config), call, mayAsk),
      fetchInvoice: (config, question) => faucetpay.fetchInvoice(at(config), question),
    },
  }
  return { processors, faucetpayAt: (address: string) => void (url = address) }
}

/** What a test asks to be paid: 5 dollars. */
export const AMOUNT = 500_000

/** Opens a deposit as a person does. */
export const payIn = async (person: Person, method: string, amount = AMOUNT): Promise<Deposit> =>
  (await person.deposit.open({ body: { method, amount } })).deposit

export const one = async (person: Person, { _id: id }: Pick<Deposit, '_id'>): Promise<Deposit> =>
  (await person.deposit.one({ params: { id } })).deposit

export const depositBalance = async (world: World, { id }: Person): Promise<number> =>
  (await balancesOf(world.db.read, id)).deposit

/** What is kept of the calls of processors, oldest first. */
export const callsOf = (world: World, processor: string) =>
  world.db.read.selectFrom('deposit_calls').selectAll().where('processor', '=', processor).orderBy('id').execute()

export const depositRow = (world: World, { _id: id }: Pick<Deposit, '_id'>) =>
  world.db.read.selectFrom('deposits').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** What a payer and a provider do, alike for all three providers; each gives the calls that tell of it. */
export interface Payer {
  readonly provider: Provider
  /** Pays so much, finally; less than asked is final once the invoice is over. */
  readonly pay: (deposit: Deposit, dollars: string) => Promise<Call>
  /** A call that tells of the payment that was made, with words that are not true any more or never were. */
  readonly lie: (deposit: Deposit, call: Call) => Promise<Call>
  readonly forge: (deposit: Deposit, call: Call) => Promise<Call>
  /** The invoice's time is over. */
  readonly expire: (deposit: Deposit) => Promise<void>
}

/** Starts the three providers and points a site at them. */
export const startProviders = async (world: World) => {
  const [btcpay, nowpayments, faucetpay] = await Promise.all([startBtcpay(), startNowpayments(), startFaucetpay()])
  const settings: Partial<Settings> = {
    deposit_btcpay_url: btcpay.config.url,
    deposit_btcpay_store: btcpay.config.storeId,
    deposit_btcpay_key: btcpay.config.apiKey,
    deposit_btcpay_webhook_secret: btcpay.config.webhookSecret,
    deposit_nowpayments_url: nowpayments.config.url,
    deposit_nowpayments_key: nowpayments.config.apiKey,
    deposit_nowpayments_ipn_secret: nowpayments.config.ipnSecret,
    deposit_faucetpay_username: faucetpay.config.username,
  }
  await world.settings(settings)
  world.faucetpayAt(faucetpay.config.url)
  const invoiceOf = async (deposit: Deposit): Promise<string> => (await depositRow(world, deposit)).provider_id ?? ''
  return {
    btcpay,
    nowpayments,
    faucetpay,
    payers: {
      btcpay: btcpayPayer(btcpay, invoiceOf),
      nowpayments: nowpaymentsPayer(nowpayments, invoiceOf),
      faucetpay: faucetpayPayer(faucetpay),
    } satisfies Record<string, Payer>,
    close: () => Promise.all([btcpay.close(), nowpayments.close(), faucetpay.close()]),
  }
}
export type Providers = Awaited<ReturnType<typeof startProviders>>

/** Starts the providers and the site of a test file. `deliver` calls a webhook over the network, as providers do. */
export const useProviders = (world: World) => {
  let started: Providers
  let site = ''
  beforeAll(async () => {
    started = await startProviders(world)
    site = await world.app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(() => started.close())
  const deliver = async (processor: keyof Providers['payers'], call: Call, times = 1): Promise<number[]> => {
    const answers = await started[processor].deliver(call, `${site}/api/deposit/webhook/${processor}`, times)
    return answers.map(({ status }) => status)
  }
  return { providers: () => started, deliver }
}

type InvoiceOf = (deposit: Deposit) => Promise<string>
const ASKED_DOLLARS = 5

const btcpayPayer = (fake: FakeBtcpay, invoiceOf: InvoiceOf): Payer => ({
  provider: fake,
  pay: async (deposit, dollars) => {
    const id = await invoiceOf(deposit)
    fake.pay(id, { dollars })
    if (Number(dollars) < ASKED_DOLLARS) fake.expire(id)
    return fake.webhook(id, 'InvoiceSettled')
  },
  lie: async (deposit) => {
    const id = await invoiceOf(deposit)
    const told = { amount: '1000000', paidAmount: '1000000', payment: { value: '1000' }, overPaid: true }
    return fake.webhook(id, 'InvoiceProcessing', told)
  },
  forge: async (deposit) => fake.webhook(await invoiceOf(deposit), 'InvoiceSettled', { secret: 'guessed' }),
  expire: async (deposit) => fake.expire(await invoiceOf(deposit)),
})

const nowpaymentsPayer = (fake: FakeNowpayments, invoiceOf: InvoiceOf): Payer => {
  const paymentIn = (call: Call): string => String(/"payment_id":(\d+)/.exec(Buffer.from(call.body).toString())?.[1])
  return {
    provider: fake,
    pay: async (deposit, dollars) => {
      const payment = fake.choose(await invoiceOf(deposit))
      const isShort = Number(dollars) < ASKED_DOLLARS
      fake.settle(payment, { status: isShort ? 'partially_paid' : 'finished', paid: String(Number(dollars) / 50_000) })
      return fake.notice(payment)
    },
    lie: async (_deposit, call) =>
      fake.notice(paymentIn(call), { payment_status: 'waiting', actually_paid: 1_000, price_amount: 1_000_000 }),
    // One that names the payment itself only makes us ask NOWPayments; this one names a payment that there is not.
    forge: async (_deposit, call) =>
      fake.notice(paymentIn(call), { secret: 'guessed', payment_id: 999, payment_status: 'finished' }),
    // An invoice of NOWPayments has no end that it tells.
    expire: async () => undefined,
  }
}

const faucetpayPayer = (fake: FakeFaucetpay): Payer => {
  const customOf = async (deposit: Deposit): Promise<string> =>
    new URL(deposit.depositUrl ?? '').searchParams.get('custom') ?? ''
  return {
    provider: fake,
    pay: async (deposit, dollars) => {
      const url = deposit.depositUrl ?? ''
      return fake.callback(url, { token: await fake.pay(url, { amount1: `${dollars}.00000000` }) })
    },
    lie: async (_deposit, call) => ({
      ...call,
      body: Buffer.from(`${Buffer.from(call.body).toString()}&amount1=1000000&currency1=BTC&valid=true`),
    }),
    forge: async (deposit, call) => {
      const custom = (await customOf(deposit)).replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
      return { ...call, query: `deposit=${encodeURIComponent(custom)}` }
    },
    expire: async () => undefined,
  }
}
