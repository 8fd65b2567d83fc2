import { currencies } from '@runnel/contract/admin/method'
import type { EvmNetwork } from '@runnel/contract/payout'
import type { SecretSettingName } from '@runnel/contract/settings/settings'
import type { PayoutProcessor } from '@runnel/contract/withdraw'
import { coins, type CoinCode } from './coin-codes.ts'

export type PayoutSecret = Extract<SecretSettingName, `payout_${string}`>

/** The chain of a currency, for the processor that pays on chains of Ethereum's kind. */
export const networkOf: Readonly<Partial<Record<CoinCode, EvmNetwork>>> = {
  ETH: 'ethereum',
  'USDT-ERC20': 'ethereum',
  'USDC-ERC20': 'ethereum',
  BNB: 'bsc',
  'USDT-BEP20': 'bsc',
  POL: 'polygon',
  'USDT-POLYGON': 'polygon',
  'USDC-POLYGON': 'polygon',
}

/** Names of their own, the same in every language. */
export const networkNames = { ethereum: 'Ethereum', bsc: 'BNB Chain', polygon: 'Polygon' } as const

/** Where the tokens live, as their issuers publish it; the owner compares it before the first payout. */
export const knownContracts: Readonly<Partial<Record<CoinCode, string>>> = {
  'USDT-ERC20': '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  'USDC-ERC20': '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  'USDT-BEP20': '0x55d398326f99059fF775485246999027B3197955',
  'USDT-POLYGON': '0xc2132D05D31c914a87C6611C10748AEb04B58e8F',
  'USDC-POLYGON': '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
}

const nodeSecrets: Readonly<Partial<Record<CoinCode, PayoutSecret>>> = {
  BTC: 'payout_bitcoind_btc_url',
  LTC: 'payout_bitcoind_ltc_url',
  DOGE: 'payout_bitcoind_doge_url',
}

const atFaucetpay: readonly CoinCode[] = [
  ...(['BTC', 'LTC', 'DOGE', 'BCH', 'DASH', 'TRX', 'ETH', 'BNB', 'POL', 'SOL', 'XRP', 'TON'] as const),
  'USDT-TRC20',
]

/** The currencies that a processor can pay. */
export const currenciesOf = (processor: PayoutProcessor): readonly CoinCode[] => {
  switch (processor) {
    case 'faucetpay':
      return atFaucetpay
    case 'bitcoind':
      return currencies.filter((code) => nodeSecrets[code])
    case 'evm':
      return currencies.filter((code) => networkOf[code])
    case 'solana':
      return ['SOL', 'USDC-SOLANA', 'USDT-SOLANA']
    case 'tron':
      return ['TRX', 'USDT-TRC20']
    case 'ton':
      return ['TON', 'USDT-TON']
    case 'lnd':
    case 'cln':
    case 'lnbits':
    case 'btcpay':
      return ['BTC']
    case 'manual':
    case 'sandbox':
      return currencies
  }
}

/** The settings without which the processor cannot pay this currency. */
export const secretsFor = (processor: PayoutProcessor, currency: CoinCode): readonly PayoutSecret[] => {
  if (processor === 'faucetpay') return ['payout_faucetpay_key']
  if (processor === 'bitcoind') return [nodeSecrets[currency] ?? 'payout_bitcoind_btc_url']
  if (processor === 'solana') return ['payout_solana_url', 'payout_solana_key']
  if (processor === 'tron') return ['payout_tron_key']
  if (processor === 'ton') return ['payout_ton_key']
  if (processor === 'lnd') return ['payout_lnd_macaroon']
  if (processor === 'cln') return ['payout_cln_rune']
  if (processor === 'lnbits' || processor === 'btcpay') return [`payout_${processor}_key`]
  if (processor !== 'evm') return []
  const network = networkOf[currency] ?? 'ethereum'
  return [`payout_evm_${network}_url`, `payout_evm_${network}_key`]
}

/** The coin in which a chain takes its fees. */
export const feeCoinOf = (processor: PayoutProcessor, currency: CoinCode): string => {
  if (processor === 'solana') return 'SOL'
  if (processor === 'tron') return 'TRX'
  if (processor === 'ton') return 'TON'
  const network = networkOf[currency]
  if (processor !== 'evm' || !network) return currency
  return { ethereum: 'ETH', bsc: 'BNB', polygon: 'POL' }[network]
}

/** Blocks after which a payment counts when the owner says nothing else. */
export const usualConfirmations = (processor: PayoutProcessor, currency: CoinCode): number | null => {
  const network = networkOf[currency]
  if (processor === 'evm' && network) return { ethereum: 12, bsc: 15, polygon: 64 }[network]
  if (processor !== 'bitcoind') return null
  return currency === 'BTC' ? 1 : currency === 'LTC' ? 3 : 6
}

/** A token is found by its contract; the chain's own coin has none. */
export const isToken = (currency: CoinCode): boolean => knownContracts[currency] !== undefined

/** Whether a payee may need an account first, which somebody has to pay for. */
export const opensAccounts = (processor: PayoutProcessor, currency: CoinCode): boolean =>
  (processor === 'solana' && currency !== 'SOL') ||
  (processor === 'tron' && currency === 'TRX') ||
  (processor === 'ton' && currency === 'USDT-TON')

/** Whether the network's fee of one payout can be bounded. */
export const hasFeeMax = (processor: PayoutProcessor, currency: CoinCode): boolean =>
  ['solana', 'tron', 'ton'].includes(processor) || usualConfirmations(processor, currency) !== null

/** Whether payouts leave a wallet without a person, so that it can have a limit. */
export const isAutomatic = (processor: PayoutProcessor): boolean => processor !== 'manual'

/** FaucetPay counts every coin in parts of 10⁻⁸. */
export const decimalsOf = (processor: PayoutProcessor, currency: CoinCode): number => {
  const { decimals } = coins[currency]
  return processor === 'faucetpay' ? Math.min(8, decimals) : decimals
}
