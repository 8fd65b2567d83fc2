import { createHash } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { publicKeyToAddress } from 'viem/accounts'
import { addressText } from '#adapters/payout/tron/transaction.ts'

/** A signed transaction as a node reads it from its bytes. */
export interface TronTransaction {
  readonly txId: string
  readonly signer: string
  readonly type: string
  readonly from: string
  readonly to: string
  readonly amount: bigint
  readonly token: boolean
  readonly feeLimit: bigint
  readonly expiration: number
  readonly refBlockBytes: string
  readonly refBlockHash: string
  readonly size: number
  /** Of its contract, as nodes print it. */
  readonly value: Record<string, string | number>
}

type Field = bigint | Buffer

/** The fields of a message of Google's wire format; each stands once in what a wallet sends. */
const fieldsOf = (bytes: Buffer): Map<number, Field> => {
  const fields = new Map<number, Field>()
  let at = 0
  const varint = (): bigint => {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at] ?? 0
      at += 1
      value |= BigInt(byte & 127) << shift
      if (byte < 128) return value
    }
  }
  while (at < bytes.length) {
    const tag = Number(varint())
    if ((tag & 7) === 0) fields.set(tag >> 3, varint())
    else {
      const length = Number(varint())
      fields.set(tag >> 3, bytes.subarray(at, at + length))
      at += length
    }
  }
  return fields
}

const bytesAt = (fields: Map<number, Field>, number: number): Buffer => {
  const found = fields.get(number)
  if (!(found instanceof Buffer)) throw new Error(`field ${number} is missing`)
  return found
}
const numberAt = (fields: Map<number, Field>, number: number): bigint => {
  const found = fields.get(number) ?? 0n
  if (typeof found !== 'bigint') throw new Error(`field ${number} is no number`)
  return found
}

export const readTransaction = (hex: string): TronTransaction => {
  const all = fieldsOf(Buffer.from(hex, 'hex'))
  const raw = bytesAt(all, 1)
  const fields = fieldsOf(raw)
  const contract = fieldsOf(bytesAt(fields, 11))
  const parameter = fieldsOf(bytesAt(contract, 2))
  const value = fieldsOf(bytesAt(parameter, 2))
  const type = bytesAt(parameter, 1).toString().replace('type.googleapis.com/protocol.', '')
  const owner = bytesAt(value, 1).toString('hex')
  const id = createHash('sha256').update(raw).digest()
  const shared = {
    txId: id.toString('hex'),
    signer: signerOf(id, bytesAt(all, 2)),
    type,
    from: addressText(owner),
    feeLimit: numberAt(fields, 18),
    expiration: Number(numberAt(fields, 8)),
    refBlockBytes: bytesAt(fields, 1).toString('hex'),
    refBlockHash: bytesAt(fields, 4).toString('hex'),
    size: hex.length / 2,
  }
  if (type === 'TransferContract') {
    const to = bytesAt(value, 2).toString('hex')
    const amount = numberAt(value, 3)
    const printed = { owner_address: owner, to_address: to, amount: Number(amount) }
    return { ...shared, to: addressText(to), amount, token: false, value: printed }
  }
  const data = bytesAt(value, 4).toString('hex')
  const printed = { owner_address: owner, contract_address: bytesAt(value, 2).toString('hex'), data }
  const to = addressText(`41${data.slice(32, 72)}`)
  return { ...shared, to, amount: BigInt(`0x${data.slice(72)}`), token: true, value: printed }
}

/** Who signed it, by the library of Ethereum, whose addresses are the same but for their first byte. */
const signerOf = (id: Buffer, signature: Buffer): string => {
  const recovery = (signature[64] ?? 0) % 27
  const compact = Uint8Array.from([recovery, ...signature.subarray(0, 64)])
  const key = secp256k1.Signature.fromBytes(compact, 'recovered').recoverPublicKey(id).toHex(false)
  return addressText(`41${publicKeyToAddress(`0x${key}`).slice(2).toLowerCase()}`)
}
