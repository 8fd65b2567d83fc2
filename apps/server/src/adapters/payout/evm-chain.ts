import type { EvmNetwork } from '@runnel/contract/payout'
import type { Settings } from '@runnel/contract/settings/settings'
import * as z from 'zod/mini'
import type { Http } from '#adapters/deposit/http.ts'
import { say } from '#kernel/words/say.ts'
import { callNode, type NodeAnswer, nodeAddressProblem, type NodeRpcDeps, rpcErrorMessage } from './node-rpc.ts'
import type { PayoutMethod, Refused, Retry } from './payout.ts'

interface Chain {
  readonly name: string
  readonly id: number
  /** The coin that pays its fees. */
  readonly coin: string
  /**
   * Currencies that are tokens there: each is paid on this chain alone, whatever stands at its address on others. With
   * the decimals of their contracts, which no node may tell otherwise.
   */
  readonly tokens: Readonly<Record<string, number>>
  /** Blocks after which a payment counts, when the owner says nothing else. */
  readonly confirmations: number
}

export const chains: Readonly<Record<EvmNetwork, Chain>> = {
  ethereum: { name: 'Ethereum', id: 1, coin: 'ETH', tokens: { 'USDT-ERC20': 6, 'USDC-ERC20': 6 }, confirmations: 12 },
  bsc: { name: 'BNB Chain', id: 56, coin: 'BNB', tokens: { 'USDT-BEP20': 18 }, confirmations: 15 },
  polygon: {
    name: 'Polygon',
    id: 137,
    coin: 'POL',
    tokens: { 'USDT-POLYGON': 6, 'USDC-POLYGON': 6 },
    confirmations: 64,
  },
}

/** The keys of one chain as the owner typed them. */
export const keysOf = (settings: Settings, network: EvmNetwork): { url: string; key: string } =>
  ({
    ethereum: { url: settings.payout_evm_ethereum_url, key: settings.payout_evm_ethereum_key },
    bsc: { url: settings.payout_evm_bsc_url, key: settings.payout_evm_bsc_key },
    polygon: { url: settings.payout_evm_polygon_url, key: settings.payout_evm_polygon_key },
  })[network]

const CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** Why this method cannot be paid as the site is set up; null when it can. */
export const problemOf = (http: Http, settings: Settings, { currency, options }: PayoutMethod): string | null => {
  if (options.network === undefined) return say('owner.payout.selectChainPayouts')
  const { name, coin, tokens } = chains[options.network]
  const { url, key } = keysOf(settings, options.network)
  if (url === '') return say('owner.payout.nodeUrlMissingSettings', { name })
  if (key === '') return say('owner.payout.privateKeyMissingSettings', { name })
  const secret = BigInt(hexKey(key))
  if (secret === 0n || secret >= CURVE_ORDER) return say('owner.payout.privateKeyInvalid', { name })
  const isToken = Object.hasOwn(tokens, currency)
  if (!isToken && currency !== coin) return say('owner.payout.cantBePaidOn', { currency, name })
  if (isToken && options.contract === undefined) return say('owner.payout.tokenNeedsContract', { currency, name })
  if (!isToken && options.contract !== undefined) return say('owner.payout.sOwnCoinNo', { coin, name })
  return nodeAddressProblem(http, url)
}

export const hexKey = (key: string): `0x${string}` => `0x${key.replace(/^0x/, '')}`

/** A call did not give what the next step needs. Whatever it was, nothing has been sent. */
export class ProcessorHaltError extends Error {
  readonly meaning: Refused | Retry
  constructor(meaning: Refused | Retry) {
    super(meaning.reason)
    this.meaning = meaning
  }
}

/** What one chain's node is asked; everything but `call` throws a `ProcessorHaltError` when there is no such answer. */
export interface ChainNode {
  readonly call: (method: string, ...params: readonly unknown[]) => Promise<NodeAnswer>
  readonly number: (method: string, ...params: readonly unknown[]) => Promise<bigint>
  readonly read: <Shape extends z.ZodMiniType>(
    shape: Shape,
    method: string,
    ...params: readonly unknown[]
  ) => Promise<z.infer<Shape>>
}

const Quantity = z.string().check(z.regex(/^0x[0-9a-fA-F]+$/))

export const openNode = (deps: NodeRpcDeps, url: string): ChainNode => {
  const call: ChainNode['call'] = (method, ...params) => callNode(deps, url, { method, params })
  const read: ChainNode['read'] = async (shape, method, ...params) => {
    const answer = await call(method, ...params)
    const found = answer.kind === 'result' ? z.safeParse(shape, answer.result) : undefined
    if (found?.success !== true) throw new ProcessorHaltError(meaningOf(method, answer))
    return found.data
  }
  return { call, read, number: async (method, ...params) => BigInt(await read(Quantity, method, ...params)) }
}

const forOwner = { scope: 'currency', seconds: null } as const

const meaningOf = (method: string, answer: NodeAnswer): Refused | Retry => {
  const reason = rpcErrorMessage(answer)
  if (answer.kind === 'closed') return { kind: 'retry', reason, halt: forOwner }
  const hasReverted = answer.kind === 'error' && (answer.code === 3 || /revert/i.test(answer.message))
  if (!hasReverted) return { kind: 'retry', reason }
  if (method === 'eth_estimateGas') {
    return { kind: 'refused', reason: say('payout.contractTokenRefusesPay') }
  }
  // No place was named yet, so that it is the contract that is wrong, for everybody.
  return {
    kind: 'retry',
    reason: say('owner.payout.tokenContractDoesntRespond'),
    halt: forOwner,
  }
}

/** Refuses to work on another chain than the method says: a signature for one could be worth something on another. */
export const chainIdOf = async (node: ChainNode, network: EvmNetwork, asked: number | undefined): Promise<number> => {
  const wanted = asked ?? chains[network].id
  const found = Number(await node.number('eth_chainId'))
  if (found === wanted) return wanted
  const reason = say('owner.payout.nodeChainButMethod', { found, wanted })
  throw new ProcessorHaltError({ kind: 'retry', reason, halt: forOwner })
}
