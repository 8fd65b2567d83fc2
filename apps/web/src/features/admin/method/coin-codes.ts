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
  'USDT-TRC20': { name: 'Tether (Tron)', decimals: 6 },
  'USDT-ERC20': { name: 'Tether (Ethereum)', decimals: 6 },
  'USDC-ERC20': { name: 'USD Coin (Ethereum)', decimals: 6 },
  'USDT-BEP20': { name: 'Tether (BNB Chain)', decimals: 18 },
  'USDT-POLYGON': { name: 'Tether (Polygon)', decimals: 6 },
  'USDC-POLYGON': { name: 'USD Coin (Polygon)', decimals: 6 },
}
