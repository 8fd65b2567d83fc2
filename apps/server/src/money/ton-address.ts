/** Where TON and its tokens can be paid. */
export interface TonPlace {
  /** `workchain:64 hexadecimal digits`, the same for every spelling of an address. */
  readonly address: string
  /** What an exchange knows its user by; empty without one. */
  readonly comment: string
}

const LINK = /^(?:ton:\/\/transfer\/)?([^?]+)(?:\?(.*))?$/
const RAW = /^(0|-1):([0-9a-fA-F]{64})$/
const FRIENDLY = /^[A-Za-z0-9_+/-]{48}$/

/**
 * Reads an address in any of its forms, alone or as `address?text=comment` or `ton://transfer/address?text=comment`,
 * the link of wallets. Null for what is none, has a wrong checksum, or belongs to a test network.
 * https://docs.ton.org/foundations/addresses/formats · https://docs.ton.org/ecosystem/wallet-apps/deep-links
 */
export const readTonPlace = (text: string): TonPlace | null => {
  const [, written, query] = LINK.exec(text) ?? []
  const address = written === undefined ? null : (rawAddress(written) ?? friendlyAddress(written))
  if (address === null || address.endsWith(NOBODY)) return null
  const comment = commentIn(query ?? '')
  return comment === null ? null : { address, comment }
}

const NOBODY = `:${'0'.repeat(64)}`

const rawAddress = (text: string): string | null => (RAW.test(text) ? text.toLowerCase() : null)

const BOUNCEABLE = 0x11
const NOT_BOUNCEABLE = 0x51

/** One byte of flags (with 0x80: of a test network), the workchain, the account, and a checksum. */
const friendlyAddress = (text: string): string | null => {
  if (!FRIENDLY.test(text)) return null
  const bytes = Buffer.from(text, 'base64')
  const [flag, workchain] = bytes
  if (crc16(bytes.subarray(0, 34)) !== bytes.readUInt16BE(34)) return null
  if (flag !== BOUNCEABLE && flag !== NOT_BOUNCEABLE) return null
  if (workchain !== 0 && workchain !== 0xff) return null
  return `${workchain === 0 ? '0' : '-1'}:${bytes.toString('hex', 2, 34)}`
}

/** CRC-16/XMODEM. */
const crc16 = (bytes: Uint8Array): number => {
  let sum = 0
  for (const byte of bytes) {
    sum ^= byte << 8
    for (let bit = 0; bit < 8; bit += 1) sum = ((sum << 1) ^ (sum & 0x8000 ? 0x1021 : 0)) & 0xffff
  }
  return sum
}

const UNPRINTABLE = /\p{C}/u

/** The comment of a link; null where the link asks for more than that, such as an amount of its own. */
const commentIn = (query: string): string | null => {
  const parameters = new URLSearchParams(query)
  if ([...parameters.keys()].some((name) => name !== 'text') || parameters.getAll('text').length > 1) return null
  const comment = (parameters.get('text') ?? '').trim()
  return UNPRINTABLE.test(comment) ? null : comment
}
