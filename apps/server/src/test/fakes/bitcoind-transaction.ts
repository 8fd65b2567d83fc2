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

/** Outputs as somebody asks for them, an amount for each address. */
export const outputsOf = (outputs: unknown): { address: string; value: string }[] =>
  Object.entries(outputs as Record<string, string>).map(([address, amount]) => {
    if (address.startsWith('bad')) throw new RpcError(-5, `Invalid address: ${address}`)
    const [whole = '0', fraction = ''] = String(amount).split('.')
    if (fraction.length > 8) throw new RpcError(-3, 'Invalid amount')
    return { address, value: (BigInt(whole) * SATOSHIS + BigInt(fraction.padEnd(8, '0'))).toString() }
  })

/** A transaction as the node shows it. */
export const decoded = (transaction: Transaction): unknown => ({
  txid: idOf(transaction),
  vin: transaction.vin,
  vout: transaction.vout.map(({ address, value }, n) => ({
    n,
    value: coinsOf(BigInt(value)),
    scriptPubKey: { address, hex: hash(address) },
  })),
})

interface Sent {
  readonly transaction: Transaction
  readonly height: number | null
}

/** What left a wallet, by its outputs. */
export const sentBy = (known: ReadonlyMap<string, Sent>, { wallet, at }: { wallet: string; at: Date }): unknown[] =>
  [...known].flatMap(([txid, { transaction, height }]) =>
    transaction.vout
      .map((output, vout) => ({ ...output, vout }))
      .filter(({ address }) => address !== wallet)
      .map(({ address, value, vout }) => ({
        category: 'send',
        txid,
        address,
        amount: -Number(value) / 1e8,
        vout,
        time: Math.floor(at.getTime() / 1_000),
        timereceived: Math.floor(at.getTime() / 1_000),
        confirmations: height === null ? 0 : 1,
      })),
  )

/** So many of the newest entries after those that are skipped, the oldest first, as `listtransactions` answers. */
export const pageOf = (entries: readonly unknown[], count: number, skip: number): readonly unknown[] => {
  const end = Math.max(0, entries.length - skip)
  return entries.slice(Math.max(0, end - count), end)
}
