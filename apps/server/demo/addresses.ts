import { sha256 } from '@noble/hashes/sha2.js'
import { bech32, createBase58check } from '@scure/base'

/** The coins that the made-up owner pays in. */
export const coins = ['BTC', 'LTC', 'DOGE', 'USDT-TRC20'] as const
export type Coin = (typeof coins)[number]

const check58 = createBase58check(sha256)
const hashOf = (text: string): Uint8Array => sha256(Buffer.from(`made up for ${text}`)).slice(0, 20)

const witness = (prefix: string, owner: string): string => bech32.encode(prefix, [0, ...bech32.toWords(hashOf(owner))])
const versioned = (version: number, owner: string): string =>
  check58.encode(new Uint8Array([version, ...hashOf(owner)]))

const makers: Readonly<Record<Coin, (owner: string) => string>> = {
  BTC: (owner) => witness('bc', owner),
  LTC: (owner) => witness('ltc', owner),
  DOGE: (owner) => versioned(0x1e, owner),
  'USDT-TRC20': (owner) => versioned(0x41, owner),
}

/** An address that is right in form and belongs to nobody: no key was ever made for it. */
export const addressOf = (coin: Coin, owner: string): string => makers[coin](`${coin} of ${owner}`)
