import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { createBase58check, hex } from '@scure/base'

const check58 = createBase58check(sha256)

/** The 21 bytes of an address in hexadecimal, the first of them 41. */
export const addressHex = (address: string): string => hex.encode(check58.decode(address))
export const addressText = (bytes: string): string => check58.encode(hex.decode(bytes))

/** The address of a private key: the end of the hash of its public key. */
export const addressOfKey = (key: string): string => {
  const point = secp256k1.getPublicKey(hex.decode(key), false)
  return addressText(`41${hex.encode(keccak_256(point.slice(1)).slice(-20))}`)
}

/** Fields of the wire format that TRON's messages are written in. */
const varint = (value: bigint): number[] =>
  value < 128n ? [Number(value)] : [Number(value & 127n) | 128, ...varint(value >> 7n)]
const number = (field: bigint, value: bigint): number[] => [...varint(field << 3n), ...varint(value)]
const bytes = (field: bigint, value: Iterable<number>): number[] => {
  const all = [...value]
  return [...varint((field << 3n) | 2n), ...varint(BigInt(all.length)), ...all]
}
const text = (field: bigint, value: string): number[] => bytes(field, new TextEncoder().encode(value))

/** What the network needs besides: a block that it knows, and until when a block may take it. */
export interface Lifetime {
  readonly refBlockBytes: string
  readonly refBlockHash: string
  readonly timestamp: bigint
  readonly expiration: bigint
}

interface Contract {
  readonly type: bigint
  readonly name: string
  readonly value: readonly number[]
  /** Most that its work may burn, in sun; none for a plain transfer. */
  readonly feeLimit: bigint | null
}

interface Transfer {
  readonly from: string
  readonly to: string
  readonly amount: bigint
}

export const transferTrx = ({ from, to, amount }: Transfer): Contract => ({
  type: 1n,
  name: 'TransferContract',
  value: [...bytes(1n, hex.decode(addressHex(from))), ...bytes(2n, hex.decode(addressHex(to))), ...number(3n, amount)],
  feeLimit: null,
})

/** Address and amount as a token's contract takes them. */
export const transferParameter = ({ to, amount }: Omit<Transfer, 'from'>): string =>
  addressHex(to).slice(2).padStart(64, '0') + amount.toString(16).padStart(64, '0')

export const transferToken = (
  transfer: Transfer & { readonly token: string; readonly feeLimit: bigint },
): Contract => ({
  type: 31n,
  name: 'TriggerSmartContract',
  value: [
    ...bytes(1n, hex.decode(addressHex(transfer.from))),
    ...bytes(2n, hex.decode(addressHex(transfer.token))),
    ...bytes(4n, hex.decode(`a9059cbb${transferParameter(transfer)}`)),
  ],
  feeLimit: transfer.feeLimit,
})

export interface SignedTransaction {
  readonly txId: string
  readonly signature: string
  readonly raw: string
  /** With its signature, as the network takes it. */
  readonly hex: string
}

/** Built here from the first to the last byte: what a node builds could pay somebody else. */
export const signTransaction = (contract: Contract, lifetime: Lifetime, key: string): SignedTransaction => {
  const { type, name, value, feeLimit } = contract
  const parameter = [...text(1n, `type.googleapis.com/protocol.${name}`), ...bytes(2n, value)]
  const raw = Uint8Array.from([
    ...bytes(1n, hex.decode(lifetime.refBlockBytes)),
    ...bytes(4n, hex.decode(lifetime.refBlockHash)),
    ...number(8n, lifetime.expiration),
    ...bytes(11n, [...number(1n, type), ...bytes(2n, parameter)]),
    ...number(14n, lifetime.timestamp),
    ...(feeLimit === null ? [] : number(18n, feeLimit)),
  ])
  const id = sha256(raw)
  const [recovery = 0, ...rest] = secp256k1.sign(id, hex.decode(key), { prehash: false, format: 'recovered' })
  const signature = Uint8Array.from([...rest, recovery + 27])
  const all = Uint8Array.from([...bytes(1n, raw), ...bytes(2n, signature)])
  return { txId: hex.encode(id), signature: hex.encode(signature), raw: hex.encode(raw), hex: hex.encode(all) }
}
