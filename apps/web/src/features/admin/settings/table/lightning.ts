import { msg } from '@lingui/core/macro'
import type { SettingCard } from './row.ts'

const url = msg({ id: 'admin.format.lightningUrl', message: 'Enter a URL, such as https://node.example.com:8080.' })
const node = { type: 'url', inputMode: 'url', spellCheck: false } as const

const lnd: SettingCard = {
  title: 'LND',
  note: msg({ id: 'admin.lnd.note', message: 'Lightning payouts by your own LND node, over its REST API.' }),
  rows: {
    payout_lnd_url: {
      label: msg({ id: 'setting.payout_lnd_url', message: 'LND REST URL' }),
      format: url,
      input: { ...node, placeholder: 'https://node.example.com:8080' },
    },
    payout_lnd_macaroon: {
      label: msg({ id: 'setting.payout_lnd_macaroon', message: 'LND macaroon' }),
      hint: msg({
        id: 'setting.payout_lnd_macaroon.hint',
        message: 'In hexadecimal, with the permissions info:read, offchain:read and offchain:write only.',
      }),
      format: msg({ id: 'admin.format.macaroon', message: 'Enter the macaroon in hexadecimal.' }),
    },
  },
}

const cln: SettingCard = {
  title: 'Core Lightning',
  note: msg({ id: 'admin.cln.note', message: 'Lightning payouts by your own Core Lightning node with clnrest.' }),
  rows: {
    payout_cln_url: {
      label: msg({ id: 'setting.payout_cln_url', message: 'Core Lightning REST URL' }),
      format: url,
      input: { ...node, placeholder: 'https://node.example.com:3010' },
    },
    payout_cln_rune: {
      label: msg({ id: 'setting.payout_cln_rune', message: 'Core Lightning rune' }),
      hint: msg({
        id: 'setting.payout_cln_rune.hint',
        message: 'Restricted to the methods getinfo, listpeerchannels, listpays and xpay.',
      }),
    },
  },
}

const lnbits: SettingCard = {
  title: 'LNbits',
  note: msg({
    id: 'admin.lnbits.note',
    message: 'Lightning payouts from one LNbits wallet. LNbits limits the routing fee by its own settings.',
  }),
  rows: {
    payout_lnbits_url: {
      label: msg({ id: 'setting.payout_lnbits_url', message: 'LNbits URL' }),
      format: url,
      input: { ...node, placeholder: 'https://lnbits.example.com' },
    },
    payout_lnbits_key: {
      label: msg({ id: 'setting.payout_lnbits_key', message: 'LNbits admin key' }),
      hint: msg({
        id: 'setting.payout_lnbits_key.hint',
        message: 'Of a wallet used only for payouts. Find it in LNbits under API docs.',
      }),
    },
  },
}

const btcpay: SettingCard = {
  title: msg({ id: 'admin.btcpayPayouts', message: 'BTCPay Server (Lightning payouts)' }),
  note: msg({
    id: 'admin.btcpayPayouts.note',
    message: 'Pays with the Lightning node of a store. Use another API key than for deposits.',
  }),
  rows: {
    payout_btcpay_url: {
      label: msg({ id: 'setting.payout_btcpay_url', message: 'BTCPay Server URL (payouts)' }),
      format: url,
      input: { ...node, placeholder: 'https://pay.example.com' },
    },
    payout_btcpay_store: {
      label: msg({ id: 'setting.payout_btcpay_store', message: 'BTCPay Server store ID (payouts)' }),
      input: { spellCheck: false },
    },
    payout_btcpay_key: {
      label: msg({ id: 'setting.payout_btcpay_key', message: 'BTCPay Server API key (payouts)' }),
      hint: msg({
        id: 'setting.payout_btcpay_key.hint',
        message: 'It needs permission to use the store’s Lightning node.',
      }),
    },
  },
}

/** The nodes by which Lightning is paid. */
export const lightning: readonly SettingCard[] = [lnd, cln, lnbits, btcpay]
