import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { type currencies, faucetpayCoins } from '@runnel/contract/admin/method'
import { isLightning } from '@runnel/contract/withdraw'
import { base58, base58xrp, createBase58check, hex } from '@scure/base'
import { Address, NETWORK, OutScript } from '@scure/btc-signer'
import { validate as isEvmAddress } from 'ox/Address'
import { say } from '#kernel/words/say.ts'
import { type Invoice, readLightningPlace } from '#money/lightning.ts'
import { readTonPlace } from '#money/ton-address.ts'
import { readCashAddress } from './cash-address.ts'

export type Currency = (typeof currencies)[number]

/** A checked address: two spellings of one place have the same key. */
export interface CheckedAddress {
  readonly key: string
  /** A Lightning invoice, which is paid once and for its own amount. */
  readonly invoice?: Invoice
}

interface Rule {
  readonly hint: string
  /** The key of an address, or null for what is no address of this currency. */
  readonly read: (text: string) => string | null
}

/** Whether somebody can be paid there: checks form and checksum, asks nobody. */
export const checkAddress = (currency: Currency, text: string): CheckedAddress | null => {
  const key = isFaucetpayCoin(currency) ? null : rules[currency].read(text)
  return key === null ? null : { key }
}

/** What an address of this currency looks like, in words. */
export const addressHint = (currency: Currency): string =>
  isFaucetpayCoin(currency) ? faucetpayHint : rules[currency].hint

/** A decoder's answer, or null where it throws at what it cannot read. */
const attempt = (read: () => string): string | null => {
  try {
    return read()
  } catch {
    return null
  }
}

interface Network {
  readonly bech32: string
  readonly pubKeyHash: number
  readonly scriptHash: number
}

// The library's networks also carry a prefix for private keys, which reading an address never looks at.
const litecoin = { bech32: 'ltc', pubKeyHash: 0x30, scriptHash: 0x32, wif: 0xb0 }
/** Litecoin's script addresses of the old form, which begin with 3 as Bitcoin's do. */
const oldLitecoin = { ...litecoin, scriptHash: 0x05 }
const dogecoin = { bech32: 'doge', pubKeyHash: 0x1e, scriptHash: 0x16, wif: 0x9e }

/** Coins built on Bitcoin's code; the key is the script that an address stands for. */
const script =
  (coin: string, ...networks: readonly (Network & { readonly wif: number })[]) =>
  (text: string): string | null => {
    for (const network of networks) {
      const found = attempt(() => hex.encode(OutScript.encode(Address(network).decode(text))))
      if (found !== null) return `${coin}:${found}`
    }
    return null
  }

const check58 = createBase58check(sha256)

/** Addresses in Base58 with a checksum, whose first byte is one of `versions` before 20 bytes of hash. */
const versioned =
  (coin: string, versions: readonly number[]) =>
  (text: string): string | null =>
    attempt(() => {
      const bytes = check58.decode(text)
      if (bytes.length !== 21 || !versions.includes(bytes[0] ?? -1)) throw new Error('another kind of address')
      return `${coin}:${hex.encode(bytes)}`
    })

/** Bitcoin Cash in its own form; the old one is refused, since it cannot be told from a Bitcoin address. */
const cash = (text: string): string | null => {
  const place = readCashAddress(text)
  return place === null ? null : `bch:${place.type}:${place.hash}`
}

const NOBODY = /^0x0{40}$/

/** One key on all chains of this kind: it is the same wallet on each. */
const evm = (text: string): string | null =>
  isEvmAddress(text) && !NOBODY.test(text) ? `evm:${text.toLowerCase()}` : null

const SOLANA_BYTES = 32

const solana = (text: string): string | null =>
  attempt(() => {
    const bytes = base58.decode(text)
    if (bytes.length !== SOLANA_BYTES || bytes.every((byte) => byte === 0)) throw new Error('no wallet of a person')
    return `sol:${text}`
  })

/** Tokens are paid to the wallet that owns them, of which somebody has the key. */
const solanaOwner = (text: string): string | null =>
  attempt(() => {
    ed25519.Point.fromBytes(base58.decode(text), true)
    return solana(text) ?? ''
  }) || null

/** A comment is part of the place: an exchange knows by it whose the payment is. */
const ton = (text: string): string | null => {
  const place = readTonPlace(text)
  if (place === null) return null
  return place.comment === '' ? `ton:${place.address}` : `ton:${place.address}:${place.comment}`
}

const CLASSIC_BYTES = 21
const TAGGED_BYTES = 31
const CHECKSUM_BYTES = 4

/** XRP: `r…` is an account; `X…` is an account with or without a destination tag, as exchanges need it. */
const xrp = (text: string): string | null =>
  attempt(() => {
    const all = base58xrp.decode(text)
    const bytes = all.slice(0, -CHECKSUM_BYTES)
    const sum = sha256(sha256(bytes)).slice(0, CHECKSUM_BYTES)
    if (hex.encode(sum) !== hex.encode(all.slice(-CHECKSUM_BYTES))) throw new Error('wrong checksum')
    if (bytes.length === CLASSIC_BYTES && bytes[0] === 0) return `xrp:${hex.encode(bytes.slice(1))}`
    const isTagged = bytes.length === TAGGED_BYTES && bytes[0] === 0x05 && bytes[1] === 0x44
    if (!isTagged || (bytes[22] ?? 2) > 1) throw new Error('another kind of address')
    const account = hex.encode(bytes.slice(2, 22))
    return bytes[22] === 0 ? `xrp:${account}` : `xrp:${account}:${hex.encode(bytes.slice(23))}`
  })

const tonHint = say('withdraw.startsUqEq48')
const evmHint = say('withdraw.starts0x42Characters')
const solanaTokenHint = say('withdraw.solanaWalletAddress32')
const tronHint = say('withdraw.startsT34Characters')

type FaucetpayCoin = (typeof faucetpayCoins)[number]
const isFaucetpayCoin = (currency: string): currency is FaucetpayCoin =>
  faucetpayCoins.some((coin) => coin === currency)

const faucetpayHint = say('withdraw.faucetpayEmailUsernameLinked')
const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,190}\.[^\s@.]{2,60}$/
const NAME = /^[A-Za-z0-9:_.-]{3,128}$/

interface Paying {
  readonly currency: Currency
  readonly processor: string
}

/**
 * Whether a method could pay there. FaucetPay pays to an email, a username or an address linked to an account: its form
 * is checked here, and whose it is by FaucetPay.
 */
export const checkDestination = ({ currency, processor }: Paying, text: string): CheckedAddress | null => {
  if (isLightning(processor)) return lightning(text)
  if (text.length > LENGTH_AT_MOST) return null
  if (processor !== 'faucetpay') return checkAddress(currency, text)
  return EMAIL.test(text) || NAME.test(text) ? { key: `faucetpay:${text.toLowerCase()}` } : null
}

/** Of every address that is no Lightning invoice. */
const LENGTH_AT_MOST = 128

const lightning = (text: string): CheckedAddress | null => {
  const place = readLightningPlace(text)
  if (place === null) return null
  return place.kind === 'invoice' ? { key: place.key, invoice: place.invoice } : { key: place.key }
}

const lightningHint = say('withdraw.lightningAddressSuchName')

export const destinationHint = ({ currency, processor }: Paying): string => {
  if (isLightning(processor)) return lightningHint
  return processor === 'faucetpay' ? faucetpayHint : addressHint(currency)
}

/** What a destination of a method is called. */
export const destinationName = ({ currency, processor }: Paying): string => {
  if (isLightning(processor)) return say('withdraw.lightningAddressInvoice')
  return processor === 'faucetpay' ? say('withdraw.faucetpayAccount') : say('withdraw.addressOf', { currency })
}

const rules: Readonly<Record<Exclude<Currency, FaucetpayCoin>, Rule>> = {
  BTC: { hint: say('withdraw.startsBc113'), read: script('btc', NETWORK) },
  LTC: { hint: say('withdraw.startsLtc1LM'), read: script('ltc', litecoin, oldLitecoin) },
  DOGE: { hint: say('withdraw.startsD'), read: script('doge', dogecoin) },
  BCH: { hint: say('withdraw.startsBitcoincashThenQ'), read: cash },
  DASH: { hint: say('withdraw.startsX'), read: versioned('dash', [0x4c, 0x10]) },
  TRX: { hint: tronHint, read: versioned('tron', [0x41]) },
  'USDT-TRC20': { hint: tronHint, read: versioned('tron', [0x41]) },
  ETH: { hint: evmHint, read: evm },
  BNB: { hint: evmHint, read: evm },
  POL: { hint: evmHint, read: evm },
  'USDT-ERC20': { hint: evmHint, read: evm },
  'USDC-ERC20': { hint: evmHint, read: evm },
  'USDT-BEP20': { hint: evmHint, read: evm },
  'USDT-POLYGON': { hint: evmHint, read: evm },
  'USDC-POLYGON': { hint: evmHint, read: evm },
  SOL: { hint: say('withdraw.3244Characters'), read: solana },
  'USDC-SOLANA': { hint: solanaTokenHint, read: solanaOwner },
  'USDT-SOLANA': { hint: solanaTokenHint, read: solanaOwner },
  TON: { hint: tonHint, read: ton },
  'USDT-TON': { hint: tonHint, read: ton },
  XRP: { hint: say('withdraw.startsRExchangesUse'), read: xrp },
}
