import type { DepositMethod, DepositProcessor as ProcessorName } from '@runnel/contract/deposit'
import type { Settings } from '@runnel/contract/settings/settings'
import type { DescribedAdapters } from '#adapters/adapters.ts'
import type { DepositConfig, DepositProcessor, DepositProcessors } from '#adapters/deposit/deposit.ts'
import { refuse, refuseField } from '#kernel/refusal.ts'
import { money, say } from '#kernel/words/say.ts'
import type { Units } from '#money/amount.ts'

type Described = DescribedAdapters['deposits']
type DescribedProcessor = NonNullable<Described[ProcessorName]>

/** A way to pay in that the owner offers and this site can run. */
export interface Method<Processor extends DescribedProcessor = DepositProcessor> {
  readonly id: string
  readonly processor: Processor
  readonly coin: string | null
  readonly minimum: Units
  readonly maximum: Units
  readonly feeBasisPoints: number
}

/** What the processors need to know, out of the owner's settings. */
export const configOf = (settings: Settings): DepositConfig => ({
  btcpay: {
    url: settings.deposit_btcpay_url,
    apiKey: settings.deposit_btcpay_key,
    storeId: settings.deposit_btcpay_store,
    webhookSecret: settings.deposit_btcpay_webhook_secret,
  },
  nowpayments: {
    url: settings.deposit_nowpayments_url,
    apiKey: settings.deposit_nowpayments_key,
    ipnSecret: settings.deposit_nowpayments_ipn_secret,
  },
  // FaucetPay is one site, so where it is needs no setting.
  faucetpay: { url: '', username: settings.deposit_faucetpay_username },
})

/** The ways to pay in that users can choose. What is not set up is for the owner to see, in the settings. */
export const openMethods = (settings: Settings, processors: Described): DepositMethod[] => {
  const config = configOf(settings)
  return methodsOf(settings, processors)
    .filter(({ processor }) => processor.closed(config) === null)
    .map(methodView)
}

/** The ways to pay in that are offered, in the owner's order. */
const methodsOf = <Processor extends DescribedProcessor>(
  settings: Settings,
  processors: { readonly [Name in ProcessorName]?: Processor },
): readonly Method<Processor>[] =>
  settings.deposit_methods.flatMap(({ processor: name, coin, enabled, ...limits }): readonly Method<Processor>[] => {
    const processor = processors[name]
    if (!enabled || processor === undefined) return []
    return [{ id: coin === '' ? name : `${name}:${coin}`, processor, coin: coin === '' ? null : coin, ...limits }]
  })

const methodView = (method: Method<DescribedProcessor>): DepositMethod => ({
  _id: method.id,
  processor: method.processor.name,
  currency: method.coin,
  minimum: method.minimum,
  maximum: method.maximum,
  feeBasisPoints: method.feeBasisPoints,
})

/** The same settings without ways to pay in that this site does not have: the sandbox, where coins are real. */
export const withoutMissing = (settings: Settings, processors: Described): Settings => ({
  ...settings,
  deposit_methods: settings.deposit_methods.filter(({ processor }) => processors[processor] !== undefined),
})

/** The offered ways to pay in that this site cannot run as it is set up, with the reasons for its owner. */
export const closedDeposits = (
  settings: Settings,
  processors: Described,
): { processor: ProcessorName; msg: string }[] =>
  [...new Set(settings.deposit_methods.filter(({ enabled }) => enabled).map(({ processor }) => processor))].flatMap(
    (name) => {
      const msg = processors[name]?.closed(configOf(settings)) ?? null
      return msg === null ? [] : [{ processor: name, msg }]
    },
  )

/** The method that a user chose, or a refusal. */
export const chosenMethod = (
  wish: { readonly method: string; readonly amount: Units },
  { settings, processors }: { settings: Settings; processors: DepositProcessors },
): Method => {
  const { amount } = wish
  const method = methodsOf(settings, processors).find(({ id }) => id === wish.method)
  if (method === undefined) {
    return refuseField('method', 'METHOD_UNKNOWN', say('deposit.depositMethodAvailableChoose'))
  }
  if (method.processor.closed(configOf(settings)) !== null) {
    refuse('conflict', 'METHOD_CLOSED', say('deposit.depositMethodCurrentlyUnavailable'))
  }
  const { minimum, maximum } = method
  const words = (units: Units) => money(units, settings.site_currency)
  if (amount < minimum)
    refuseField('amount', 'AMOUNT_TOO_SMALL', say('deposit.theMinimumIs', { minimum: words(minimum) }))
  if (amount > maximum)
    refuseField('amount', 'AMOUNT_TOO_LARGE', say('deposit.theMaximumIs', { maximum: words(maximum) }))
  return method
}

/** A processor of this site by its name, whether it is offered or not: what was opened before is still paid. */
export const processorOf = (processors: DepositProcessors, name: string): DepositProcessor | undefined =>
  // The names of all processors are the keys of this object, and a name that is none finds nothing.
  Object.hasOwn(processors, name) ? processors[name as ProcessorName] : undefined
