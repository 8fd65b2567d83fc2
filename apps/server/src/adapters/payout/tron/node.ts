import type { Settings } from '@runnel/contract/settings/settings'
import * as z from 'zod/mini'
import { refusalOf } from '#adapters/deposit/http.ts'
import { parseWith } from '#adapters/deposit/json.ts'
import { ProcessorHaltError } from '#adapters/payout/evm-chain.ts'
import type { NodeRpcDeps } from '#adapters/payout/node-rpc.ts'
import type { PayoutMethod, Retry } from '#adapters/payout/payout.ts'
import { say } from '#kernel/words/say.ts'
import { addressOfKey } from './transaction.ts'

export const DECIMALS = 6
export const USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'

/** The node serves nothing at a path that it was asked for. */
export class UnservedPathError extends ProcessorHaltError {}

/** Asks a node; throws a `ProcessorHaltError` when it gives no answer of that shape. */
export interface TronNode {
  readonly read: <Shape extends z.ZodMiniType>(shape: Shape, path: string, body?: object) => Promise<z.infer<Shape>>
}

export interface TronWallet {
  readonly node: TronNode
  /** 64 hexadecimal digits. */
  readonly key: string
  readonly address: string
}

const TIMEOUT_MS = 20_000
export const forOwner = { scope: 'currency', seconds: null } as const
const halt = (meaning: Retry): ProcessorHaltError => new ProcessorHaltError(meaning)

export const openTron = ({ http }: NodeRpcDeps, settings: Settings): TronWallet => {
  const { payout_tron_url: url, payout_tron_api_key: apiKey } = settings
  const key = settings.payout_tron_key.replace(/^0x/, '')
  const headers = { 'content-type': 'application/json', ...(apiKey === '' ? {} : { 'tron-pro-api-key': apiKey }) }
  return {
    key,
    address: addressOfKey(key),
    node: {
      // A GET names all in its address; a POST has a body, and errors come with status 200 too.
      read: async (shape, path, body) => {
        const request = { url: `${url.replace(/\/+$/, '')}${path}`, headers, timeoutMs: TIMEOUT_MS }
        const answer = await http.call(
          body === undefined
            ? { method: 'GET', ...request }
            : { method: 'POST', ...request, body: JSON.stringify(body) },
        )
        if (answer.kind !== 'answered') throw halt({ kind: 'retry', reason: answer.reason })
        if (answer.status === 401 || answer.status === 403) {
          throw halt({
            kind: 'retry',
            reason: say('owner.payout.nodeRejectedApiKey', { status: answer.status }),
            halt: forOwner,
          })
        }
        if (answer.status === 404) throw new UnservedPathError({ kind: 'retry', reason: refusalOf(answer) })
        const found = answer.status === 200 ? parseWith(shape, answer.text) : undefined
        if (found === undefined) throw halt({ kind: 'retry', reason: refusalOf(answer) })
        return found
      },
    },
  }
}

const KEY = /^(0x)?[0-9a-fA-F]{64}$/

/** Why this method cannot be paid as the site is set up; null when it can. */
export const tronProblem = (
  { http }: NodeRpcDeps,
  settings: Settings,
  { currency, decimals }: PayoutMethod,
): string | null => {
  if (currency !== 'TRX' && currency !== 'USDT-TRC20') return say('owner.payout.paidTron', { currency })
  if (decimals > DECIMALS) return say('owner.payout.decimalsTron', { currency, decimals: DECIMALS })
  if (settings.payout_tron_url === '') return say('owner.payout.tronNodeUrlMissing')
  if (settings.payout_tron_key === '') return say('owner.payout.tronPrivateKeyMissing')
  if (!KEY.test(settings.payout_tron_key) || !isKey(settings.payout_tron_key))
    return say('owner.payout.tronPrivateKeyInvalid')
  return http.addressProblem(settings.payout_tron_url)
}

const isKey = (key: string): boolean => {
  try {
    return addressOfKey(key.replace(/^0x/, '')) !== ''
  } catch {
    return false
  }
}

export const Whole = z.string().check(z.regex(/^\d{1,20}$/))
const Block = z.object({
  blockID: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  block_header: z.object({ raw_data: z.object({ number: z.optional(Whole), timestamp: z.optional(Whole) }) }),
})

export interface TronBlock {
  readonly id: string
  readonly number: bigint
  /** In milliseconds. */
  readonly timestamp: bigint
}

/** A block that two thirds of the producers built on, so that no fork undoes it, as the node knows it. */
export const solidBlock = async (node: TronNode, number?: bigint): Promise<TronBlock | null> => {
  const asked = number === undefined ? {} : { id_or_num: String(number) }
  const found = await node.read(z.union([Block, z.strictObject({})]), '/walletsolidity/getblock', {
    ...asked,
    detail: false,
  })
  const block = z.safeParse(Block, found).data
  if (block === undefined) return null
  const { number: at = '0', timestamp = '0' } = block.block_header.raw_data
  return { id: block.blockID, number: BigInt(at), timestamp: BigInt(timestamp) }
}

export const newestSolidBlock = async (node: TronNode): Promise<TronBlock> => {
  const block = await solidBlock(node)
  if (block === null) throw halt({ kind: 'retry', reason: say('owner.payout.nodeNoSolidBlock') })
  return block
}

/**
 * The first block of the main network; coins of test networks are worth nothing. The vendor prints its last four bytes,
 * 0x2b6653dc (https://tronprotocol.github.io/documentation-en/api/json-rpc/node/eth_chainId/); the whole of it stands
 * in CAIP-2's profile of TRON (https://namespaces.chainagnostic.org/tron/caip2).
 */
const MAINNET = '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc'

export const refuseOtherNetwork = async (node: TronNode): Promise<void> => {
  if ((await solidBlock(node, 0n))?.id === MAINNET) return
  throw halt({ kind: 'retry', reason: say('owner.payout.nodeTronsMainNetwork'), halt: forOwner })
}

const Account = z.object({
  address: z.optional(z.string()),
  balance: z.optional(Whole),
  type: z.optional(z.string()),
  Error: z.optional(z.string()),
})

/** Which state a node is asked for: that of the newest block, or of the newest one that no fork undoes. */
type State = 'wallet' | 'walletsolidity'

/** An account of the chain; null for an address that nobody has paid yet. */
export const accountAt = async (
  node: TronNode,
  address: string,
  state: State = 'wallet',
): Promise<{ sun: bigint; isContract: boolean } | null> => {
  const found = await node.read(Account, `/${state}/getaccount`, { address, visible: true })
  if (found.Error !== undefined)
    throw halt({ kind: 'retry', reason: say('owner.payout.nodeError', { error: found.Error }) })
  if (found.address === undefined) return null
  return { sun: BigInt(found.balance ?? 0), isContract: found.type === 'Contract' }
}

const Trial = z.object({
  result: z.object({ result: z.optional(z.boolean()), message: z.optional(z.string()) }),
  energy_used: z.optional(Whole),
  constant_result: z.optional(z.array(z.string())),
  transaction: z.optional(z.object({ ret: z.optional(z.array(z.object({ ret: z.optional(z.string()) }))) })),
})

interface TokenCall {
  readonly from: string
  readonly selector: string
  readonly parameter: string
}

/** Tries a call of the token's contract, which moves nothing: its answer and the energy that it takes. */
export const tryToken = async (
  node: TronNode,
  { from, selector, parameter }: TokenCall,
  state: State = 'wallet',
): Promise<{ answer: string; energy: bigint }> => {
  const body = { owner_address: from, contract_address: USDT, function_selector: selector, parameter, visible: true }
  const found = await node.read(Trial, `/${state}/triggerconstantcontract`, body)
  const isFailed = found.result.result !== true || found.transaction?.ret?.some(({ ret }) => ret === 'FAILED') === true
  if (isFailed) {
    throw halt({ kind: 'retry', reason: say('owner.payout.tokenRefuses', { message: found.result.message ?? '?' }) })
  }
  return { answer: found.constant_result?.[0] ?? '', energy: BigInt(found.energy_used ?? 0) }
}
