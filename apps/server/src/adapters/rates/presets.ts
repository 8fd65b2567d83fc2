import type { RateSource } from '@runnel/contract/payout'
import { decimalOf, textOf } from '#adapters/deposit/decimal.ts'
import { readJson } from '#adapters/deposit/json.ts'

/** One request to a source: where, how its answer is read, and which coins it tells of. */
export interface PriceCall {
  readonly url: string
  readonly read: (text: string) => ((coin: string) => string | undefined) | undefined
  readonly of: readonly string[]
}

type Preset = (source: RateSource, coins: readonly string[], currency: string) => readonly PriceCall[]

interface Names {
  /** At exchanges, without the chain that a token is on. */
  readonly symbol: string
  readonly kraken: string
  readonly coingecko: string
}

const named: Readonly<Record<string, Names>> = {
  BTC: { symbol: 'BTC', kraken: 'XBT', coingecko: 'bitcoin' },
  LTC: { symbol: 'LTC', kraken: 'LTC', coingecko: 'litecoin' },
  DOGE: { symbol: 'DOGE', kraken: 'XDG', coingecko: 'dogecoin' },
  BCH: { symbol: 'BCH', kraken: 'BCH', coingecko: 'bitcoin-cash' },
  DASH: { symbol: 'DASH', kraken: 'DASH', coingecko: 'dash' },
  TRX: { symbol: 'TRX', kraken: 'TRX', coingecko: 'tron' },
  ETH: { symbol: 'ETH', kraken: 'ETH', coingecko: 'ethereum' },
  BNB: { symbol: 'BNB', kraken: 'BNB', coingecko: 'binancecoin' },
  POL: { symbol: 'POL', kraken: 'POL', coingecko: 'polygon-ecosystem-token' },
  SOL: { symbol: 'SOL', kraken: 'SOL', coingecko: 'solana' },
  XRP: { symbol: 'XRP', kraken: 'XRP', coingecko: 'ripple' },
  USDT: { symbol: 'USDT', kraken: 'USDT', coingecko: 'tether' },
  ADA: { symbol: 'ADA', kraken: 'ADA', coingecko: 'cardano' },
  TON: { symbol: 'TON', kraken: 'TON', coingecko: 'the-open-network' },
  XLM: { symbol: 'XLM', kraken: 'XLM', coingecko: 'stellar' },
  XMR: { symbol: 'XMR', kraken: 'XMR', coingecko: 'monero' },
  ZEC: { symbol: 'ZEC', kraken: 'ZEC', coingecko: 'zcash' },
  DGB: { symbol: 'DGB', kraken: 'DGB', coingecko: 'digibyte' },
  FEY: { symbol: 'FEY', kraken: 'FEY', coingecko: 'feyorra' },
  TARA: { symbol: 'TARA', kraken: 'TARA', coingecko: 'taraxa' },
  TRUMP: { symbol: 'TRUMP', kraken: 'TRUMP', coingecko: 'official-trump' },
  PEPE: { symbol: 'PEPE', kraken: 'PEPE', coingecko: 'pepe' },
  USDC: { symbol: 'USDC', kraken: 'USDC', coingecko: 'usd-coin' },
}

/** A token costs the same on every chain. */
const namesOf = (coin: string): Names => {
  const symbol = coin.split('-')[0] ?? coin
  return named[symbol] ?? { symbol, kraken: symbol, coingecko: symbol.toLowerCase() }
}

const plain = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)

/** Follows member names into what JSON gave; a positive decimal there is a price. */
const priceAt = (found: unknown, path: readonly string[]): string | undefined => {
  let here = found
  for (const name of path) {
    if (typeof here !== 'object' || here === null) return undefined
    here = Array.isArray(here) ? here[Number(name)] : Object.entries(here).find(([known]) => known === name)?.[1]
  }
  const price = typeof here === 'string' ? decimalOf(here) : undefined
  return price === undefined || price === 0n ? undefined : textOf(price)
}

const reader =
  (pathOf: (coin: string, found: unknown) => readonly string[]): PriceCall['read'] =>
  (text) => {
    try {
      const found = readJson(text)
      return (coin) => priceAt(found, pathOf(coin, found))
    } catch {
      return undefined
    }
  }

/** The shapes of answers that price sources have, as data. */
export const presets: Readonly<Record<RateSource['kind'], Preset>> = {
  // {"bitcoin":{"usd":67187.33}}: all coins at once.
  coingecko: ({ url }, coins, currency) => {
    const ids = [...new Set(coins.map((coin) => namesOf(coin).coingecko))].join(',')
    const template = url || 'https://api.coingecko.com/api/v3/simple/price?ids={ids}&vs_currencies={currency}'
    const read = reader((coin) => [namesOf(coin).coingecko, currency.toLowerCase()])
    return [{ url: plain(template, { ids, currency: currency.toLowerCase() }), read, of: coins }]
  },
  // {"data":{"amount":"67187.33","base":"BTC","currency":"USD"}}
  coinbase: ({ url }, coins, currency) => {
    const template = url || 'https://api.coinbase.com/v2/prices/{coin}-{currency}/spot'
    const read = reader(() => ['data', 'amount'])
    return coins.map((coin) => ({ url: plain(template, { coin: namesOf(coin).symbol, currency }), read, of: [coin] }))
  },
  // {"error":[],"result":{"XXBTZUSD":{"c":["67187.3","0.001"]}}}: the pair is answered under a name of its own.
  kraken: ({ url }, coins, currency) => {
    const template = url || 'https://api.kraken.com/0/public/Ticker?pair={coin}{currency}'
    const read = reader((_coin, found) => ['result', firstName(found), 'c', '0'])
    return coins.map((coin) => ({ url: plain(template, { coin: namesOf(coin).kraken, currency }), read, of: [coin] }))
  },
  json: ({ url, path }, coins, currency) =>
    coins.map((coin) => {
      const values = { coin: namesOf(coin).symbol, currency }
      return { url: plain(url, values), read: reader(() => plain(path, values).split('.')), of: [coin] }
    }),
}

const firstName = (found: unknown): string => {
  const result = typeof found === 'object' && found !== null && 'result' in found ? found.result : null
  return typeof result === 'object' && result !== null ? (Object.keys(result)[0] ?? '') : ''
}
