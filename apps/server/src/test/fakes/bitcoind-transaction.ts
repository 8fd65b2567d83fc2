import { createHash } from 'node:crypto'

import { jsonNumber } from '#adapters/deposit/json.ts'

export const SATOSHIS = 100_000_000n

/** A transaction as its bytes say it: what it spends, what it pays, and whether it is signed. */
export interface Transaction {
  readonly vin: readonly { txid: string; vout: number }[]
  readonly vout: readonly { address: string; value: string }[]
  readonly signed: boolean
}

export const hash = (text: string): string => createHash('sha256').update(text).digest('hex')
export const outpoint = ({ txid, vout }: { txid: string; vout: number }): string => `${txid}:${vout}`
export const toHex = (transaction: Transaction): string => Buffer.from(JSON.stringify(transaction)).toString('hex')
export const fromHex = (hex: string): Transaction => {
  try {
    // Only what `toHex` wrote is ever given back; anything else fails here as it would at a node.
    return JSON.parse(Buffer.from(hex, 'hex').toString()) as Transaction
  } catch {
    throw new RpcError(-22, 'TX decode failed')
  }
}
/** The id does not depend on the signature, as since SegWit. */
export const idOf = ({ vin, vout }: Transaction): string => hash(JSON.stringify({ vin, vout }))

export class RpcError extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** An amount as the node writes it. */
export const coinsOf = (satoshis: bigint): unknown => {
  const digits = satoshis.toString().padStart(9, '0')
  return jsonNumber(`${digits.slice(0, -8)}.${digits.slice(-8)}`)
}
