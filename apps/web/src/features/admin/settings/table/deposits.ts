import { msg } from '@lingui/core/macro'
import type { SettingCard, SettingTab } from './row.ts'

const url = msg({ id: 'admin.format.url', message: 'Enter a URL, such as https://pay.example.com.' })

const methods: SettingCard = {
  title: msg({ id: 'setting.deposit_methods', message: 'Deposit methods' }),
  note: msg({ id: 'admin.deposits.note', message: 'Advertisers see them in this order.' }),
  rows: {
    deposit_methods: {
      label: msg({ id: 'setting.deposit_methods', message: 'Deposit methods' }),
      format: msg({ id: 'admin.format.methods', message: 'This processor and currency are listed twice.' }),
      part: 'depositMethods',
    },
  },
}

const btcpay: SettingCard = {
  title: 'BTCPay Server',
  note: msg({ id: 'admin.btcpay.note', message: 'Self-hosted payments without an intermediary.' }),
  rows: {
    deposit_btcpay_url: {
      label: msg({ id: 'setting.deposit_btcpay_url', message: 'BTCPay Server URL' }),
      format: url,
      input: { type: 'url', inputMode: 'url', spellCheck: false, placeholder: 'https://pay.example.com' },
    },
    deposit_btcpay_store: {
      label: msg({ id: 'setting.deposit_btcpay_store', message: 'BTCPay Server store ID' }),
      hint: msg({
        id: 'setting.deposit_btcpay_store.hint',
        message: 'Find it in BTCPay Server under Settings > General.',
      }),
      input: { spellCheck: false },
    },
    deposit_btcpay_key: {
      label: msg({ id: 'setting.deposit_btcpay_key', message: 'BTCPay Server API key' }),
      hint: msg({
        id: 'setting.deposit_btcpay_key.hint',
        message:
          'Create it in BTCPay Server under Account > API keys. It needs permission to view and create invoices.',
      }),
    },
    deposit_btcpay_webhook_secret: {
      label: msg({ id: 'setting.deposit_btcpay_webhook_secret', message: 'BTCPay Server webhook secret' }),
      address: {
        of: 'btcpay',
        hint: msg({
          id: 'admin.btcpay.webhook',
          message:
            'Paste it under Settings > Webhooks in BTCPay Server. Enable automatic redelivery and copy the secret.',
        }),
      },
    },
  },
}

const nowpayments: SettingCard = {
  title: 'NOWPayments',
  note: msg({
    id: 'admin.nowpayments.note',
    message: 'A payment service for many cryptocurrencies. It charges a fee.',
  }),
  rows: {
    deposit_nowpayments_key: msg({ id: 'setting.deposit_nowpayments_key', message: 'NOWPayments API key' }),
    deposit_nowpayments_ipn_secret: {
      label: msg({ id: 'setting.deposit_nowpayments_ipn_secret', message: 'NOWPayments IPN secret' }),
      address: {
        of: 'nowpayments',
        hint: msg({
          id: 'admin.nowpayments.webhook',
          message: 'NOWPayments: Settings > Payments > Instant payment notifications. Create the IPN secret there too.',
        }),
      },
    },
    deposit_nowpayments_url: {
      label: msg({ id: 'setting.deposit_nowpayments_url', message: 'NOWPayments API URL' }),
      hint: msg({
        id: 'setting.deposit_nowpayments_url.hint',
        message: 'For the NOWPayments sandbox only. Usually empty.',
      }),
      format: url,
      input: { type: 'url', inputMode: 'url', optional: true, spellCheck: false },
    },
  },
}

const faucetpay: SettingCard = {
  title: 'FaucetPay',
  note: msg({ id: 'admin.faucetpay.note', message: 'Users pay from their FaucetPay balance.' }),
  rows: {
    deposit_faucetpay_username: {
      label: msg({ id: 'setting.deposit_faucetpay_username', message: 'FaucetPay username' }),
      hint: msg({
        id: 'setting.deposit_faucetpay_username.hint',
        message: 'Username of the account with merchant access. Payers can see it.',
      }),
      input: { spellCheck: false },
      address: {
        of: 'faucetpay',
        hint: msg({
          id: 'admin.faucetpay.webhook',
          message: 'Included in every payment. Paste it only if FaucetPay asks for one.',
        }),
      },
    },
  },
}

const exchange: SettingCard = {
  title: msg({ id: 'setting.exchange', message: 'Exchange' }),
  note: msg({
    id: 'admin.exchange.note',
    message: 'Users can move earnings to their deposit balance 1:1. This can’t be reversed.',
  }),
  columns: true,
  rows: {
    exchange_minimum: {
      label: msg({ id: 'setting.exchange_minimum', message: 'Minimum exchange (units)' }),
      kind: 'units',
    },
    exchange_bonus_percent: {
      label: msg({ id: 'setting.exchange_bonus_percent', message: 'Exchange bonus (%)' }),
      hint: msg({
        id: 'setting.exchange_bonus_percent.hint',
        message: 'A bonus you pay to encourage advertising over withdrawing. Must stay below the fees. 0 = none.',
      }),
    },
  },
}

export const deposits: SettingTab<'deposits'> = {
  key: 'deposits',
  label: msg({ id: 'admin.tab.deposits', message: 'Deposits' }),
  cards: [methods, [btcpay, [nowpayments, faucetpay]], exchange],
}
