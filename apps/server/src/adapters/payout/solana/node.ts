import type { Settings } from '@runnel/contract/settings/settings'
import * as z from 'zod/mini'
import type { Http } from '#adapters/deposit/http.ts'
import { type ChainNode, openNode, ProcessorHaltError } from '#adapters/payout/evm-chain.ts'
import { nodeAddressProblem, type NodeRpcDeps } from '#adapters/payout/node-rpc.ts'
import type { PayoutMethod, Retry } from '#adapters/payout/payout.ts'
import { say } from '#kernel/words/say.ts'
import { readSolanaKey, type SolanaKey } from './transaction.ts'

/** A coin of the chain: its own, or a token with its mint. */
export interface SolanaCoin {
  readonly decimals: number
  readonly mint: string | null
}

export const SOL_DECIMALS = 9

export const solanaCoins: Readonly<Partial<Record<string, SolanaCoin>>> = {
  SOL: { decimals: SOL_DECIMALS, mint: null },
  'USDC-SOLANA': { decimals: 6, mint: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' },
  'USDT-SOLANA': { decimals: 6, mint: 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB' },
}

export interface SolanaWallet {
  readonly node: ChainNode
  readonly key: SolanaKey
}

export const openSolana = (deps: NodeRpcDeps, settings: Settings): SolanaWallet => {
  const key = readSolanaKey(settings.payout_solana_key)
  if (key === null) throw new ProcessorHaltError({ kind: 'retry', reason: INVALID_KEY, halt: forOwner })
  return { node: openNode(deps, settings.payout_solana_url), key }
}

const INVALID_KEY = say('owner.payout.solanaPrivateKeyInvalid')
export const forOwner = { scope: 'currency', seconds: null } as const

/** Why this method cannot be paid as the site is set up; null when it can. */
export const solanaProblem = (http: Http, settings: Settings, { currency, decimals }: PayoutMethod): string | null => {
  const coin = solanaCoins[currency]
  if (coin === undefined) return say('owner.payout.paidSolana', { currency })
  if (decimals > coin.decimals) return say('owner.payout.decimalsSolana', { currency, decimals: coin.decimals })
  if (settings.payout_solana_url === '') return say('owner.payout.solanaRpcUrlMissing')
  if (settings.payout_solana_key === '') return say('owner.payout.solanaPrivateKeyMissing')
  if (readSolanaKey(settings.payout_solana_key) === null) return INVALID_KEY
  return nodeAddressProblem(http, settings.payout_solana_url)
}

/** The first block of the main network; coins of test networks are worth nothing. */
const MAINNET = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'

export const refuseOtherNetwork = async (node: ChainNode): Promise<void> => {
  if ((await node.read(z.string(), 'getGenesisHash')) === MAINNET) return
  const reason = say('owner.payout.nodeSolanasMainNetwork')
  throw new ProcessorHaltError({ kind: 'retry', reason, halt: forOwner })
}

export const Whole = z.string().check(z.regex(/^\d{1,20}$/))
const Account = z.object({ lamports: Whole, owner: z.string(), data: z.tuple([z.string(), z.literal('base64')]) })
const Accounts = z.object({ value: z.array(z.nullable(Account)) })

export interface SolanaAccount {
  readonly lamports: bigint
  /** The program that owns it. */
  readonly owner: string
  readonly data: Uint8Array
}

/** Accounts as they are now, in the order of the addresses; null where there is none. */
export const accountsAt = async (
  node: ChainNode,
  addresses: readonly string[],
): Promise<readonly (SolanaAccount | null)[]> => {
  const { value } = await node.read(Accounts, 'getMultipleAccounts', addresses, {
    encoding: 'base64',
    commitment: 'confirmed',
  })
  return value.map((found) =>
    found === null
      ? null
      : { lamports: BigInt(found.lamports), owner: found.owner, data: Buffer.from(found.data[0], 'base64') },
  )
}

export const poor = (reason: string): Retry => ({
  kind: 'retry',
  reason,
  halt: { scope: 'currency', seconds: 600 },
})
