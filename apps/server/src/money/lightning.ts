import { decode } from 'light-bolt11-decoder'
import { coins, type Coins } from '#kernel/words/say.ts'
import { decimalText, scaled } from './amount.ts'

/** A BOLT11 invoice of Bitcoin's main network. Its signature is checked by the node that pays it. */
export interface Invoice {
  /** In lower case and without a prefix. */
  readonly text: string
  /** The payment hash, in hexadecimal: what a node pays once at most. */
  readonly hash: string
  /** Thousandths of a satoshi; null where the payer chooses. */
  readonly msat: bigint | null
  readonly expiresAt: Date
}

/** Where somebody is paid over Lightning; two spellings of one place have the same key. */
export type LightningPlace =
  | { readonly kind: 'invoice'; readonly key: string; readonly invoice: Invoice }
  | { readonly kind: 'address'; readonly key: string; readonly name: string; readonly host: string }

const PREFIX = /^lightning:/i
/** LUD-16; a name may have a tag behind a plus sign. */
const ADDRESS = /^([a-z0-9._+-]{1,64})@((?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63})$/

/** Reads what a user entered; null for what is neither an invoice nor a Lightning address. */
export const readLightningPlace = (entered: string): LightningPlace | null => {
  const text = entered.trim().replace(PREFIX, '')
  const found = ADDRESS.exec(text.toLowerCase())
  if (found !== null) {
    const [address, name = '', host = ''] = found
    return { kind: 'address', key: `lightning:${address}`, name, host }
  }
  const invoice = readInvoice(text)
  return invoice === null ? null : { kind: 'invoice', key: `bolt11:${invoice.hash}`, invoice }
}

const HASH = /^[0-9a-f]{64}$/
/** Longer than any that a wallet makes: reading one takes time that grows with it. */
const LENGTH_AT_MOST = 4_000
/** What BOLT11 says where an invoice names no time. */
const USUAL_EXPIRY_SECONDS = 3_600
/** The prefix of the main network, an amount and the separator: no test network begins like this. */
const MAIN_NETWORK = /^lnbc(\d+[munp]?)?1/i

/** Reads a BOLT11 invoice; null where its form or its checksum is wrong, or where it is of a test network. */
export const readInvoice = (text: string): Invoice | null => {
  if (text.length > LENGTH_AT_MOST || !MAIN_NETWORK.test(text)) return null
  try {
    const { sections, paymentRequest } = decode(text)
    const hash = sections.find(({ name }) => name === 'payment_hash')
    const amount = sections.find(({ name }) => name === 'amount')
    const made = sections.find(({ name }) => name === 'timestamp')
    const expiry = sections.find(({ name }) => name === 'expiry')
    if (hash?.name !== 'payment_hash' || made?.name !== 'timestamp' || !HASH.test(hash.value)) return null
    const seconds = made.value + (expiry?.name === 'expiry' ? expiry.value : USUAL_EXPIRY_SECONDS)
    const expiresAt = new Date(seconds * 1_000)
    if (Number.isNaN(expiresAt.getTime())) return null
    const msat = amount?.name === 'amount' ? BigInt(amount.value) : null
    return { text: paymentRequest, hash: hash.value, msat, expiresAt }
  } catch {
    return null
  }
}

/** A bitcoin has so many decimals in Lightning's smallest parts, and so many in whole satoshis. */
const MSAT_DECIMALS = 11
const SCALE = 18

/** Thousandths of a satoshi in so many bitcoins, rounded down. */
export const msatOf = (coins: string): bigint => scaled(coins) / 10n ** BigInt(SCALE - MSAT_DECIMALS)

/** The same as decimal text of bitcoins. */
export const coinsOfMsat = (msat: bigint): string => decimalText(msat, MSAT_DECIMALS)

/** Whole satoshis as an amount of a sentence. */
export const satAmount = (msat: bigint): Coins => coins(String(msat / 1_000n), 'sat')
