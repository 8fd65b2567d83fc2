import { msg } from '@lingui/core/macro'
import type { SettingCard } from './row.ts'

const solana: SettingCard = {
  title: 'Solana',
  note: msg({
    id: 'admin.solana.note',
    message: 'SOL, USDC and USDT from a wallet only for payouts. Keep funds for a few days in it, plus SOL for fees.',
  }),
  rows: {
    payout_solana_url: {
      label: msg({ id: 'setting.payout_solana_url', message: 'Solana RPC URL' }),
      hint: msg({
        id: 'setting.payout_solana_url.hint',
        message: 'Of your own node or a provider, with transaction history. The public endpoint is too limited.',
      }),
      format: msg({ id: 'admin.format.solanaUrl', message: 'Enter a URL, such as https://rpc.example.com/key.' }),
    },
    payout_solana_key: {
      label: msg({ id: 'setting.payout_solana_key', message: 'Solana private key' }),
      hint: msg({
        id: 'setting.payout_solana_key.hint',
        message: 'As exported by the wallet, or the content of a keypair file.',
      }),
      format: msg({
        id: 'admin.format.solanaKey',
        message: 'Enter the private key in Base58 or as a list of 64 numbers.',
      }),
    },
  },
}

const tron: SettingCard = {
  title: 'TRON',
  note: msg({
    id: 'admin.tron.note',
    message: 'TRX and USDT from a wallet only for payouts. Keep funds for a few days in it, plus TRX for fees.',
  }),
  rows: {
    payout_tron_url: {
      label: msg({ id: 'setting.payout_tron_url', message: 'TRON node URL' }),
      hint: msg({
        id: 'setting.payout_tron_url.hint',
        message: 'TronGrid, or your own node. Only TronGrid finds payments that aren’t in the ledger.',
      }),
      format: msg({ id: 'admin.format.tronUrl', message: 'Enter a URL, such as https://api.trongrid.io.' }),
      input: { type: 'url', inputMode: 'url', spellCheck: false, placeholder: 'https://api.trongrid.io' },
    },
    payout_tron_api_key: {
      label: msg({ id: 'setting.payout_tron_api_key', message: 'TronGrid API key' }),
      hint: msg({ id: 'setting.payout_tron_api_key.hint', message: 'Leave empty for your own node.' }),
    },
    payout_tron_key: {
      label: msg({ id: 'setting.payout_tron_key', message: 'TRON private key' }),
      format: msg({ id: 'admin.format.key', message: 'Enter 64 hexadecimal characters.' }),
    },
  },
}

const ton: SettingCard = {
  title: 'TON',
  note: msg({
    id: 'admin.ton.note',
    message: 'TON and USDT from a W5 wallet only for payouts. Keep funds for a few days in it, plus TON for fees.',
  }),
  rows: {
    payout_ton_url: {
      label: msg({ id: 'setting.payout_ton_url', message: 'TON API URL' }),
      hint: msg({
        id: 'setting.payout_ton_url.hint',
        message: 'https://toncenter.com, or a server of your own with the same API (versions 2 and 3).',
      }),
      format: msg({ id: 'admin.format.tonUrl', message: 'Enter a URL, such as https://toncenter.com.' }),
      input: { type: 'url', inputMode: 'url', spellCheck: false },
    },
    payout_ton_api_key: {
      label: msg({ id: 'setting.payout_ton_api_key', message: 'TON Center API key' }),
      hint: msg({
        id: 'setting.payout_ton_api_key.hint',
        message: 'Without one, TON Center allows a single request per second, which is too few.',
      }),
    },
    payout_ton_key: {
      label: msg({ id: 'setting.payout_ton_key', message: 'TON recovery phrase' }),
      hint: msg({
        id: 'setting.payout_ton_key.hint',
        message: '24 words. The wallet’s version must be W5 (v5r1); use it only for payouts.',
      }),
      format: msg({
        id: 'admin.format.tonKey',
        message: 'Enter the 24 words with spaces between them, or 64 hexadecimal characters.',
      }),
    },
  },
}

/** Wallets of one's own on other chains than those of Ethereum's kind. */
export const chains: readonly SettingCard[] = [solana, tron, ton]
