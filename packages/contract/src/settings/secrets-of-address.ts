import type { SecretSettingName, Settings } from './settings.ts'

/**
 * The secrets that are sent to an address which is a setting of its own, or prove what comes from there. They are
 * removed when that address changes, unless they are typed again with it.
 */
export const secretsOfAddress = {
  captcha_provider: ['captcha_secret'],
  google_issuer: ['google_client_secret'],
  telegram_issuer: ['telegram_client_secret'],
  payout_tron_url: ['payout_tron_api_key'],
  payout_ton_url: ['payout_ton_api_key'],
  payout_lnd_url: ['payout_lnd_macaroon'],
  payout_cln_url: ['payout_cln_rune'],
  payout_lnbits_url: ['payout_lnbits_key'],
  payout_btcpay_url: ['payout_btcpay_key'],
  deposit_btcpay_url: ['deposit_btcpay_key', 'deposit_btcpay_webhook_secret'],
  deposit_nowpayments_url: ['deposit_nowpayments_key', 'deposit_nowpayments_ipn_secret'],
} as const satisfies Partial<Record<keyof Settings, readonly SecretSettingName[]>>
