import * as z from 'zod/mini'
import { type TronNode, Whole } from './node.ts'

const Resources = z.object({
  freeNetUsed: z.optional(Whole),
  freeNetLimit: z.optional(Whole),
  NetUsed: z.optional(Whole),
  NetLimit: z.optional(Whole),
  EnergyUsed: z.optional(Whole),
  EnergyLimit: z.optional(Whole),
})
const Parameters = z.object({ chainParameter: z.array(z.object({ key: z.string(), value: z.optional(z.string()) })) })

/** What the network takes, and what of it the wallet's free and staked shares cover. In sun. */
export interface TronPrices {
  /** Bytes that cost nothing today: only where all of a transaction fits. */
  readonly freeBytes: bigint
  readonly stakedBytes: bigint
  readonly energy: bigint
  readonly sunForByte: bigint
  readonly sunForEnergy: bigint
  /** For an account that the payment opens, and beside it where its bytes are not staked for. */
  readonly sunForAccount: bigint
  readonly sunForAccountBytes: bigint
}

export const pricesNow = async (node: TronNode, wallet: string): Promise<TronPrices> => {
  const [resources, { chainParameter }] = await Promise.all([
    node.read(Resources, '/wallet/getaccountresource', { address: wallet, visible: true }),
    node.read(Parameters, '/wallet/getchainparameters'),
  ])
  const left = (limit = '0', used = '0') => (BigInt(limit) > BigInt(used) ? BigInt(limit) - BigInt(used) : 0n)
  const price = (name: string): bigint => {
    const found = chainParameter.find(({ key }) => key === name)?.value
    if (found === undefined) throw new Error(`the node names no ${name}`)
    return BigInt(found)
  }
  return {
    freeBytes: left(resources.freeNetLimit, resources.freeNetUsed),
    stakedBytes: left(resources.NetLimit, resources.NetUsed),
    energy: left(resources.EnergyLimit, resources.EnergyUsed),
    sunForByte: price('getTransactionFee'),
    sunForEnergy: price('getEnergyFee'),
    sunForAccount: price('getCreateNewAccountFeeInSystemContract'),
    sunForAccountBytes: price('getCreateAccountFee'),
  }
}

/** What the chain keeps of each transaction counts too. */
export const RESULT_BYTES = 64n

/** What the bytes of a transaction burn: nothing, or all of them. */
export const bytesFee = (prices: TronPrices, bytes: bigint): bigint => {
  const counted = bytes + RESULT_BYTES
  return prices.freeBytes >= counted || prices.stakedBytes >= counted ? 0n : counted * prices.sunForByte
}

/** What opening an account burns; its bytes are never free. */
export const accountFee = (prices: TronPrices, bytes: bigint): bigint =>
  prices.sunForAccount + (prices.stakedBytes >= bytes + RESULT_BYTES ? 0n : prices.sunForAccountBytes)

const LIMIT_LEAST = 15_000_000n
export const LIMIT_MOST = 30_000_000n

/**
 * Most that a token's payment may burn for energy: three tenths above what the trial took, since a block in between may
 * make the same call cost more. What is too little is burned, and nothing arrives.
 */
export const energyLimit = (prices: TronPrices, energy: bigint): bigint => {
  const wanted = (energy * prices.sunForEnergy * 13n) / 10n
  return wanted > LIMIT_LEAST ? wanted : LIMIT_LEAST
}

/** What energy burns at most, beyond what is staked for. */
export const energyFee = (prices: TronPrices, energy: bigint): bigint => {
  const wanted = (energy * 13n) / 10n
  return wanted > prices.energy ? (wanted - prices.energy) * prices.sunForEnergy : 0n
}
