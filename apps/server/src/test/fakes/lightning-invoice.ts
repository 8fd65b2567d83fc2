import { createHash } from 'node:crypto'
import { bech32 } from '@scure/base'
import { recoverPublicKey } from 'viem'
import { sign } from 'viem/accounts'

/** The key of BOLT11's own examples. */
const PAYEE_KEY = '0xe126f68f7eafcc8b74f54d269fe206be715000f94dac067d1c04a8ca3b2db734'
const LENGTH_AT_MOST = 4_000

interface InvoiceInput {
  readonly hash: string
  /** Left away where the payer chooses. */
  readonly msat?: bigint | undefined
  readonly madeAt: Date
  readonly expirySeconds?: number | undefined
  /** Of another network than the main one. */
  readonly prefix?: string
}

/** Makes a BOLT11 invoice with a real signature, as wallets do. */
export const makeInvoice = async ({ hash, msat, madeAt, expirySeconds, prefix = 'lnbc' }: InvoiceInput) => {
  // A thousandth of a satoshi is ten of the smallest multiplier's parts.
  const hrp = `${prefix}${msat === undefined ? '' : `${msat * 10n}p`}`
  const words = [
    ...number(Math.floor(madeAt.getTime() / 1_000), 7),
    ...tag('p', bech32.toWords(Buffer.from(hash, 'hex'))),
    ...tag('s', bech32.toWords(createHash('sha256').update(`secret ${hash}`).digest())),
    ...tag('d', bech32.toWords(Buffer.from('payout'))),
    ...(expirySeconds === undefined ? [] : tag('x', number(expirySeconds, 6))),
    // Needs a payment secret and knows its own onion: bits 14 and 9.
    ...tag('9', [16, 8, 0]),
  ]
  const { r, s, yParity } = await sign({ hash: digestOf(hrp, words), privateKey: PAYEE_KEY, to: 'object' })
  const signature = Buffer.from(`${r.slice(2)}${s.slice(2)}0${yParity}`, 'hex')
  return bech32.encode(hrp, [...words, ...bech32.toWords(signature)], LENGTH_AT_MOST)
}

/** The public key of whoever signed an invoice. */
export const payeeOf = async (invoice: string): Promise<string> => {
  // What is no invoice throws here.
  const { prefix, words } = bech32.decode(invoice as `${string}1${string}`, LENGTH_AT_MOST)
  const signature = Buffer.from(bech32.fromWords(words.slice(-104)))
  const [recovery = 0] = signature.subarray(64)
  const hex = `0x${signature.subarray(0, 64).toString('hex')}${(27 + recovery).toString(16)}` as const
  const key = await recoverPublicKey({ hash: digestOf(prefix, words.slice(0, -104)), signature: hex })
  const odd = Number.parseInt(key.slice(-1), 16) % 2 === 1
  return `${odd ? '03' : '02'}${key.slice(4, 68)}`
}

const digestOf = (hrp: string, words: readonly number[]): `0x${string}` => {
  const bits = words.map((word) => word.toString(2).padStart(5, '0')).join('')
  const bytes = (bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2))
  return `0x${createHash('sha256').update(hrp).update(Buffer.from(bytes)).digest('hex')}`
}

const CHARACTERS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'

const tag = (name: string, words: readonly number[]): number[] => [
  CHARACTERS.indexOf(name),
  ...number(words.length, 2),
  ...words,
]

/** A number in so many words of five bits. */
const number = (value: number, length: number): number[] =>
  Array.from({ length }, (_, at) => Math.floor(value / 32 ** (length - 1 - at)) % 32)
