import * as z from 'zod/mini'
import { DepositProcessor } from '#contract/deposit.ts'
import { RateSource } from '#contract/payout.ts'
import { line, Units } from '#contract/values.ts'
import { DailyBudgets, FLOOR, noBudgets, OutflowLimits, usualLimits } from './outflow-limits.ts'
import {
  Secret,
  always,
  differ,
  downwards,
  free,
  isHigher,
  limit,
  loosens,
  proof,
  reasonable,
  secret,
  setting,
  switchedOn,
  unlessEmptied,
  upwards,
} from './setting.ts'

/** An address of a server, or nothing. */
const Address = z.union([z.literal(''), z.string().check(z.maxLength(300), z.url({ protocol: /^https?$/ }))])
/** The address of a node with what opens it, such as `http://name:password@127.0.0.1:8332/wallet/payouts`. */
const SecretAddress = z.union([z.literal(''), z.string().check(z.maxLength(500), z.regex(/^https?:\/\/\S+$/))])
/** A macaroon in hexadecimal, as LND's REST API takes it. */
const Macaroon = z.union([z.literal(''), z.string().check(z.regex(/^([0-9a-fA-F]{2}){20,1000}$/))])
/** A private key of Solana in Base58, or as the list of 64 bytes that its own program writes. */
const SolanaKey = z.union([
  z.literal(''),
  z.string().check(z.regex(/^([1-9A-HJ-NP-Za-km-z]{32,90}|\[[\d,\s]{127,400}\])$/)),
])
/** The 24 words of a TON wallet, or its seed in hexadecimal. */
const TonKey = z.union([
  z.literal(''),
  z.string().check(z.regex(/^\s*([0-9a-fA-F]{64}|[0-9a-fA-F]{128}|[a-z]{3,8}(\s+[a-z]{3,8}){23})\s*$/)),
])
const PrivateKey = z.union([z.literal(''), z.string().check(z.regex(/^(0x)?[0-9a-fA-F]{64}$/))])

export const DepositSetting = z
  .object({
    processor: DepositProcessor,
    /** The coin that it takes; empty: the payer chooses at the processor. */
    coin: z.string().check(z.regex(/^([A-Z0-9-]{2,12})?$/)),
    minimum: reasonable(1_000_000_000, 1),
    maximum: reasonable(1_000_000_000_000, 1),
    feeBasisPoints: reasonable(5_000),
    enabled: z.boolean(),
  })
  .check(
    z.refine(({ minimum, maximum }) => minimum <= maximum, {
      path: ['maximum'],
      error: 'validation.maximumBelowMinimum',
    }),
  )
export type DepositSetting = z.infer<typeof DepositSetting>

const budgets = loosens((before: DailyBudgets, after: DailyBudgets) =>
  namesOf(before).some((source) => isHigher(before[source], after[source])),
)

const outflowLimits = loosens((before: OutflowLimits, after: OutflowLimits) =>
  namesOf(before).some((source) =>
    namesOf(before[source]).some((name) => isHigher(before[source][name], after[source][name])),
  ),
)

// The given objects have exactly the keys of their type.
const namesOf = <T extends object>(record: T) => Object.keys(record) as (keyof T)[]

/** A way to pay in that was not open before says for itself how much arrived. */
const depositMethods = loosens((before: readonly DepositSetting[], after: readonly DepositSetting[]) => {
  const openOf = (rows: readonly DepositSetting[]) =>
    rows.filter(({ enabled }) => enabled).map(({ processor, coin }) => `${processor}:${coin}`)
  const open = new Set(openOf(before))
  return openOf(after).some((name) => !open.has(name))
})

/** Payouts, rates, deposits, and how much may leave the site. */
export const moneySettings = {
  /** Units up to which a withdrawal with a clean score is paid without a person; 0: never. */
  // What is paid without any person needs no second one either.
  payout_auto_max: setting(Units, 0, upwards),
  /** Units a user may withdraw in a UTC day; 0: no limit. */
  payout_user_day_max: setting(Units, 1_000_000, limit),
  /** Units the whole site may pay in a UTC day before the rest waits for a person; 0: no limit. */
  payout_site_day_max: setting(Units, 10_000_000, limit),
  /** Answers from which on a first withdrawal needs no person, or the account's age in days beside it. */
  withdraw_min_answers: setting(reasonable(10_000), 100, downwards),
  withdraw_min_days: setting(reasonable(365), 7, downwards),
  /** Hours that a new payout address waits before it is paid automatically; 0: it doesn’t wait. */
  payout_address_wait_hours: setting(reasonable(720), 24, downwards),

  /** Goes through everything but the sending, and writes down what would be sent. */
  payout_dry_run: setting(z.boolean(), false, proof),
  payout_faucetpay_key: secret(Secret, proof),
  payout_bitcoind_btc_url: secret(SecretAddress, proof),
  payout_bitcoind_ltc_url: secret(SecretAddress, proof),
  payout_bitcoind_doge_url: secret(SecretAddress, proof),
  payout_evm_ethereum_url: secret(SecretAddress, proof),
  payout_evm_ethereum_key: secret(PrivateKey, proof),
  payout_evm_bsc_url: secret(SecretAddress, proof),
  payout_evm_bsc_key: secret(PrivateKey, proof),
  payout_evm_polygon_url: secret(SecretAddress, proof),
  payout_evm_polygon_key: secret(PrivateKey, proof),
  payout_solana_url: secret(SecretAddress, proof),
  payout_solana_key: secret(SolanaKey, proof),
  payout_tron_url: setting(Address, '', proof),
  payout_tron_api_key: secret(Secret, proof),
  payout_tron_key: secret(PrivateKey, proof),
  payout_ton_url: setting(Address, '', proof),
  payout_ton_api_key: secret(Secret, proof),
  payout_ton_key: secret(TonKey, proof),
  payout_lnd_url: setting(Address, '', proof),
  payout_lnd_macaroon: secret(Macaroon, proof),
  payout_cln_url: setting(Address, '', proof),
  payout_cln_rune: secret(Secret, proof),
  payout_lnbits_url: setting(Address, '', proof),
  payout_lnbits_key: secret(Secret, proof),
  payout_btcpay_url: setting(Address, '', proof),
  payout_btcpay_store: setting(line(0, 100), '', proof),
  payout_btcpay_key: secret(Secret, proof),
  /** Minutes after which an unmined transaction is offered again with a higher fee; 0: never. */
  payout_evm_bump_minutes: setting(reasonable(1_440), 10, proof),

  // Who chooses the sources, or lets old and odd rates count, chooses how many coins an amount is.
  rate_sources: setting(
    z.array(RateSource).check(z.maxLength(10)),
    [
      { kind: 'coingecko', enabled: true, url: '', path: '' },
      { kind: 'coinbase', enabled: true, url: '', path: '' },
      { kind: 'kraken', enabled: true, url: '', path: '' },
    ],
    always,
  ),
  /** Minutes after which a rate counts as too old; the method then closes. Fixed rates never age. */
  rate_max_age_minutes: setting(reasonable(1_440, 1), 15, upwards),
  /** Percent by which a rate may move at once; a larger jump counts only when seen twice more. */
  rate_jump_percent: setting(reasonable(1_000, 1), 20, upwards),

  daily_budgets: setting(DailyBudgets, noBudgets, budgets),
  outflow_limits: setting(OutflowLimits, usualLimits, outflowLimits),
  /** Units in an hour below which nothing is more than usual; on a new site, where nothing is usual, the limit. */
  outflow_usual_floor: setting(reasonable(1_000_000_000_000), FLOOR, upwards),
  /** Trips are noted and shown, and stop nothing. */
  outflow_dry_run: setting(z.boolean(), false, switchedOn),
  /** Whether everybody may see what the site owes and holds. */
  solvency_public: setting(z.boolean(), true, proof),

  /** Ways to pay in, in the order shown. */
  // Whoever is asked whether a deposit arrived can say that it did.
  deposit_methods: setting(
    z.array(DepositSetting).check(
      z.maxLength(20),
      z.refine((rows) => differ(rows.map(({ processor, coin }) => `${processor}:${coin}`)), {
        error: 'validation.depositListedTwice',
      }),
    ),
    [
      { processor: 'sandbox', coin: '', minimum: 10_000, maximum: 100_000_000, feeBasisPoints: 0, enabled: true },
      { processor: 'btcpay', coin: '', minimum: 100_000, maximum: 100_000_000, feeBasisPoints: 0, enabled: true },
      { processor: 'nowpayments', coin: '', minimum: 500_000, maximum: 100_000_000, feeBasisPoints: 0, enabled: true },
      { processor: 'faucetpay', coin: '', minimum: 10_000, maximum: 100_000_000, feeBasisPoints: 0, enabled: true },
    ],
    depositMethods,
  ),
  deposit_btcpay_url: setting(Address, '', unlessEmptied),
  deposit_btcpay_store: setting(line(0, 100), '', unlessEmptied),
  deposit_btcpay_key: secret(Secret, unlessEmptied),
  deposit_btcpay_webhook_secret: secret(Secret, unlessEmptied),
  deposit_nowpayments_url: setting(Address, '', unlessEmptied),
  deposit_nowpayments_key: secret(Secret, unlessEmptied),
  deposit_nowpayments_ipn_secret: secret(Secret, unlessEmptied),
  /** The merchant's name at FaucetPay. */
  deposit_faucetpay_username: setting(line(0, 60), '', unlessEmptied),
  /** Fewest units that can be moved from the earned to the deposit balance at once, and percent given on top. */
  exchange_minimum: setting(reasonable(1_000_000_000, 1), 1_000, free),
  // A percentage is of amounts that nobody bounds.
  exchange_bonus_percent: setting(reasonable(100), 0, upwards),
}
