import type { DepositProcessor } from '#contract/deposit.ts'
import type { OfferApi } from '#contract/earn/offer.ts'
import type { RateSource } from '#contract/payout.ts'
import type { PayoutProcessor } from '#contract/withdraw.ts'
import type { LinkApi } from './link.ts'

const btcpayCode = 'https://github.com/btcpayserver/btcpayserver/blob/master/BTCPayServer'

const tonDocs = 'https://github.com/ton-org/docs/blob'

/**
 * Pages of the vendors against which the adapters were checked; an empty list marks one as unverified. The sandbox and
 * manual payouts have no vendor, and a `json` price source is described by the owner.
 */
interface ProviderSources {
  readonly deposit: Readonly<Record<Exclude<DepositProcessor, 'sandbox'>, readonly string[]>>
  readonly payout: Readonly<Record<Exclude<PayoutProcessor, 'sandbox' | 'manual'>, readonly string[]>>
  readonly shortlink: Readonly<Record<Exclude<LinkApi, 'sandbox'>, readonly string[]>>
  readonly rates: Readonly<Record<Exclude<RateSource['kind'], 'json'>, readonly string[]>>
  readonly offers: Readonly<Record<OfferApi, readonly string[]>>
  readonly captcha: Readonly<Record<'turnstile' | 'hcaptcha' | 'recaptcha', readonly string[]>>
}

export const providerSources: ProviderSources = {
  deposit: {
    btcpay: ['https://docs.btcpayserver.org/API/Greenfield/v1/'],
    nowpayments: ['https://documenter.getpostman.com/view/7907941/S1a32n38'],
    faucetpay: [],
  },
  payout: {
    faucetpay: ['https://faucetpay.io/page/api-documentation'],
    bitcoind: ['https://github.com/bitcoin/bitcoin/blob/master/doc/JSON-RPC-interface.md'],
    evm: ['https://ethereum.org/developers/docs/apis/json-rpc/'],
    solana: [
      'https://solana.com/docs/rpc/http/getsignaturestatuses',
      'https://solana.com/docs/rpc/http/sendtransaction',
    ],
    tron: [
      'https://tronprotocol.github.io/documentation-en/api/http/tx-build-and-broadcast/broadcasthex/',
      'https://tronprotocol.github.io/documentation-en/api/http/block-and-tx-query/gettransactioninfobyid/',
    ],
    ton: [
      `${tonDocs}/b28afb9ee201cd2fbd3e9396c1e9d65e6eee6c87/ecosystem/api/toncenter/v2.json`,
      `${tonDocs}/2a9dc4c39f27a93d1fdca60ba16080943410e51a/ecosystem/rpc/cookbook/traces.mdx`,
    ],
    lnd: [
      'https://github.com/lightningnetwork/lnd/blob/master/payments/db/errors.go',
      'https://github.com/lightningnetwork/lnd/blob/master/lnrpc/routerrpc/router_backend.go',
    ],
    cln: [
      'https://github.com/ElementsProject/lightning/blob/master/doc/schemas/xpay.json',
      'https://github.com/ElementsProject/lightning/blob/master/doc/schemas/listpays.json',
    ],
    lnbits: [
      'https://github.com/lnbits/lnbits/blob/main/lnbits/core/services/payments.py',
      'https://github.com/lnbits/lnbits/blob/main/lnbits/core/views/payment_api.py',
    ],
    btcpay: [`${btcpayCode}/Controllers/GreenField/GreenfieldLightningNodeApiController.cs`],
  },
  shortlink: { adlinkfly: [], cuty: [], ouo: [], shortest: [] },
  rates: {
    coingecko: ['https://docs.coingecko.com/reference/simple-price'],
    coinbase: ['https://docs.cdp.coinbase.com/coinbase-app/track-apis/prices'],
    kraken: ['https://docs.kraken.com/api/docs/rest-api/get-ticker-information'],
  },
  offers: {
    bitlabs: [
      'https://docs.bitlabs.ai/operation/operation-getoffersv2',
      'https://developer.bitlabs.ai/v2.0/docs/user-based-offer-api',
      'https://developer.bitlabs.ai/docs/custom-parameters-in-callbacks',
      'https://developer.bitlabs.ai/docs/offer-api',
    ],
    bitcotasks: ['https://bitcotasks.com/documentations'],
    ayet: [],
    cpx: [],
    lootably: [],
  },
  captcha: {
    turnstile: ['https://developers.cloudflare.com/turnstile/get-started/server-side-validation/'],
    hcaptcha: ['https://docs.hcaptcha.com/'],
    recaptcha: ['https://developers.google.com/recaptcha/docs/verify'],
  },
}
