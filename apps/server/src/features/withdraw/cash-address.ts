const CHARACTERS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const PREFIX = 'bitcoincash'
const CHECKSUM_WORDS = 8
const GENERATORS = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n] as const

/** What a Bitcoin Cash address pays to: a key or a script, by its hash in hexadecimal. */
export interface CashPlace {
  readonly type: 'key' | 'script'
  readonly hash: string
}

/**
 * Reads a CashAddr (`bitcoincash:q…`, the prefix may be left out) with its 40-bit checksum; null when it is none.
 * Written here because the one package that knows many coins takes such addresses without looking at the checksum.
 */
export const readCashAddress = (text: string): CashPlace | null => {
  if (text !== text.toLowerCase() && text !== text.toUpperCase()) return null
  const [prefix, body] = split(text.toLowerCase())
  if (prefix !== PREFIX) return null
  const words = [...body].map((character) => CHARACTERS.indexOf(character))
  if (words.length <= CHECKSUM_WORDS || words.includes(-1)) return null
  if (checksum([...[...PREFIX].map((character) => character.charCodeAt(0) & 31), 0, ...words]) !== 0n) return null
  const bytes = toBytes(words.slice(0, -CHECKSUM_WORDS))
  if (bytes === null || bytes.length !== 21) return null
  const [version] = bytes
  const hash = Buffer.from(bytes.slice(1)).toString('hex')
  if (version === 0) return { type: 'key', hash }
  return version === 8 ? { type: 'script', hash } : null
}

const split = (text: string): [prefix: string, body: string] => {
  const at = text.indexOf(':')
  return at === -1 ? [PREFIX, text] : [text.slice(0, at), text.slice(at + 1)]
}

/** Zero for words whose last eight are the right checksum of the others. */
const checksum = (words: readonly number[]): bigint => {
  let state = 1n
  for (const word of words) {
    const top = state >> 35n
    state = ((state & 0x07ffffffffn) << 5n) ^ BigInt(word)
    for (const [bit, generator] of GENERATORS.entries()) {
      if (((top >> BigInt(bit)) & 1n) === 1n) state ^= generator
    }
  }
  return state ^ 1n
}

/** Words of five bits as bytes; null when the bits left over are not zeros. */
const toBytes = (words: readonly number[]): number[] | null => {
  const bytes: number[] = []
  let held = 0
  let bits = 0
  for (const word of words) {
    held = (held << 5) | word
    bits += 5
    if (bits >= 8) {
      bits -= 8
      bytes.push(held >> bits)
      held &= (1 << bits) - 1
    }
  }
  return bits < 5 && held === 0 ? bytes : null
}
