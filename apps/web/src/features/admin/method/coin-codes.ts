import type { currencies } from '@runnel/contract/admin/method'

export type CoinCode = (typeof currencies)[number]

interface Coin {
  /** A name of its own, the same in every language. */
  name: string
  decimals: number
}

/** What a method of each currency usually says. */
export const coins: Readonly<Record<CoinCode, Coin>> = {
  BTC: { name: 'Bitcoin', decimals: 8 },
  LTC: { name: 'Litecoin', decimals: 8 },
  DOGE: { name: 'Dogecoin', decimals: 8 },
  BCH: { name: 'Bitcoin Cash', decimals: 8 },
  DASH: { name: 'Dash', decimals: 8 },
  TRX: { name: 'Tron', decimals: 6 },
  ETH: { name: 'Ethereum', decimals: 18 },
  BNB: { name: 'BNB', decimals: 18 },
  POL: { name: 'Polygon', decimals: 18 },
  SOL: { name: 'Solana', decimals: 9 },
  XRP: { name: 'XRP', decimals: 6 },
  TON: { name: 'Toncoin', decimals: 9 },
  'USDT-TRC20': { name: 'Tether (Tron)', decimals: 6 },
  'USDT-ERC20': { name: 'Tether (Ethereum)', decimals: 6 },
  'USDC-ERC20': { name: 'USD Coin (Ethereum)', decimals: 6 },
  'USDT-BEP20': { name: 'Tether (BNB Chain)', decimals: 18 },
  'USDT-POLYGON': { name: 'Tether (Polygon)', decimals: 6 },
  'USDC-POLYGON': { name: 'USD Coin (Polygon)', decimals: 6 },
  'USDC-SOLANA': { name: 'USD Coin (Solana)', decimals: 6 },
  'USDT-SOLANA': { name: 'Tether (Solana)', decimals: 6 },
  'USDT-TON': { name: 'Tether (TON)', decimals: 6 },
  USDC: { name: 'USD Coin', decimals: 6 },
  ADA: { name: 'Cardano', decimals: 6 },
  XLM: { name: 'Stellar', decimals: 7 },
  XMR: { name: 'Monero', decimals: 8 },
  ZEC: { name: 'Zcash', decimals: 8 },
  DGB: { name: 'DigiByte', decimals: 8 },
  FEY: { name: 'Feyorra', decimals: 8 },
  TARA: { name: 'Taraxa', decimals: 8 },
  TRUMP: { name: 'TRUMP', decimals: 6 },
  PEPE: { name: 'Pepe', decimals: 8 },
}
