import type { Settings } from '@runnel/contract/settings/settings'
import { type Address, Cell } from '@ton/core'
import * as z from 'zod/mini'
import { refusalOf } from '#adapters/deposit/http.ts'
import { parseWith } from '#adapters/deposit/json.ts'
import { ProcessorHaltError } from '#adapters/payout/evm-chain.ts'
import type { NodeRpcDeps } from '#adapters/payout/node-rpc.ts'
import type { Retry } from '#adapters/payout/payout.ts'
import { say } from '#kernel/words/say.ts'
import { readTonKey, type TonKey } from './wallet.ts'

/** Asks a TON Center API; throws a `ProcessorHaltError` when it gives no answer of that shape. */
export interface TonNode {
  readonly read: <Shape extends z.ZodMiniType>(shape: Shape, path: string, body?: object) => Promise<z.infer<Shape>>
}

export interface TonWallet {
  readonly node: TonNode
  readonly key: TonKey
}

const TIMEOUT_MS = 20_000
export const forOwner = { scope: 'currency', seconds: null } as const
const halt = (meaning: Retry): ProcessorHaltError => new ProcessorHaltError(meaning)

export const openTon = async (deps: NodeRpcDeps, settings: Settings): Promise<TonWallet> => ({
  node: openNode(deps, settings),
  key: await readTonKey(settings.payout_ton_key),
})

export const openNode = ({ http }: NodeRpcDeps, settings: Settings): TonNode => {
  const { payout_ton_url: url, payout_ton_api_key: apiKey } = settings
  // Who copies an address of the API itself, with its version, means the same server.
  const base = url.replace(/\/+$/, '').replace(/\/api\/v[23]$/, '')
  const headers = { 'content-type': 'application/json', ...(apiKey === '' ? {} : { 'x-api-key': apiKey }) }
  return {
    read: async (shape, path, body) => {
      const request = { url: `${base}${path}`, headers, timeoutMs: TIMEOUT_MS }
      const answer = await http.call(
        body === undefined ? { method: 'GET', ...request } : { method: 'POST', ...request, body: JSON.stringify(body) },
      )
      if (answer.kind !== 'answered') throw halt({ kind: 'retry', reason: answer.reason })
      if (answer.status === 401 || answer.status === 403) {
        throw halt({
          kind: 'retry',
          reason: say('owner.payout.tonApiRejectedApi', { status: answer.status }),
          halt: forOwner,
        })
      }
      if (answer.status === 429) throw halt({ kind: 'retry', reason: say('owner.payout.tonApiAllowsFewer') })
      const found = answer.status === 200 ? parseWith(shape, answer.text) : undefined
      if (found === undefined) throw halt({ kind: 'retry', reason: refusalOf(answer) })
      return found
    },
  }
}

export const Whole = z.string().check(z.regex(/^\d{1,20}$/))
export const Amount = z.string().check(z.regex(/^\d{1,40}$/))

const Masterchain = z.object({ ok: z.literal(true), result: z.object({ init: z.object({ root_hash: z.string() }) }) })

/** The state from which the main network began; coins of test networks are worth nothing. */
const MAINNET = 'F6OpKZKqvqeFp6CQmFomXNMfMj2EnaUSOXN+Mh+wVWk='

export const refuseOtherNetwork = async (node: TonNode): Promise<void> => {
  const { result } = await node.read(Masterchain, '/api/v2/getMasterchainInfo')
  if (result.init.root_hash === MAINNET) return
  throw halt({ kind: 'retry', reason: say('owner.payout.apiTonsMainNetwork'), halt: forOwner })
}

const Account = z.object({
  ok: z.literal(true),
  result: z.object({
    balance: z.union([Amount, z.literal('-1')]),
    state: z.enum(['uninitialized', 'active', 'frozen']),
    data: z.string(),
    sync_utime: Whole,
  }),
})

export interface TonAccount {
  readonly nanotons: bigint
  readonly state: 'uninitialized' | 'active' | 'frozen'
  /** What a contract there has stored. */
  readonly data: Cell | null
  /** Of the block in which it looked so; in seconds. */
  readonly at: bigint
}

export const accountAt = async (node: TonNode, address: Address): Promise<TonAccount> => {
  const query = new URLSearchParams({ address: address.toRawString() })
  const { result } = await node.read(Account, `/api/v2/getAddressInformation?${query}`)
  const nanotons = result.balance === '-1' ? 0n : BigInt(result.balance)
  const data = result.data === '' ? null : cellIn(result.data)
  return { nanotons, state: result.state, data, at: BigInt(result.sync_utime) }
}

/** A cell in Base64, as the API prints it. */
export const cellIn = (base64: string): Cell => {
  try {
    return Cell.fromBase64(base64)
  } catch {
    throw halt({ kind: 'retry', reason: say('owner.payout.tonApiAnsweredSomething') })
  }
}

const Bytes = z.object({ bytes: z.string() })
const Entry = z.union([
  z.object({ number: z.object({ number: z.string().check(z.regex(/^-?\d{1,80}$/)) }) }),
  z.object({ slice: Bytes }),
  z.object({ cell: Bytes }),
])
const Returned = z.object({
  ok: z.literal(true),
  result: z.object({ exit_code: z.string(), stack: z.array(z.unknown()) }),
})

/** What a get method of a contract returns, as numbers and cells; null for what is neither. */
export const callMethod = async (
  node: TonNode,
  { address, method, slices = [] }: { address: Address; method: string; slices?: readonly Cell[] },
): Promise<readonly (bigint | Cell | null)[]> => {
  const stack = slices.map((cell) => ({
    '@type': 'tvm.stackEntrySlice',
    slice: { '@type': 'tvm.slice', bytes: cell.toBoc().toString('base64') },
  }))
  const body = { address: address.toRawString(), method, stack }
  const { result } = await node.read(Returned, '/api/v2/runGetMethodStd', body)
  if (result.exit_code !== '0' && result.exit_code !== '1') {
    throw halt({
      kind: 'retry',
      reason: say('owner.payout.contractAnsweredError', { method, exitCode: result.exit_code }),
    })
  }
  return result.stack.map((entry) => {
    const { data } = z.safeParse(Entry, entry)
    if (data === undefined) return null
    if ('number' in data) return BigInt(data.number.number)
    return cellIn('slice' in data ? data.slice.bytes : data.cell.bytes)
  })
}

const Blocks = z.object({ first: z.object({ gen_utime: Whole }), last: z.object({ gen_utime: Whole }) })

/** From when until when the index knows every transaction; in seconds. */
export const indexedTime = async (node: TonNode): Promise<{ from: bigint; until: bigint }> => {
  const { first, last } = await node.read(Blocks, '/api/v3/masterchainInfo')
  return { from: BigInt(first.gen_utime), until: BigInt(last.gen_utime) }
}

export const poor = (reason: string): Retry => ({ kind: 'retry', reason, halt: { scope: 'currency', seconds: 600 } })
