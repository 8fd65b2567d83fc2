import { encodeFunctionData, parseAbi } from 'viem'
import type { ChainNode } from './evm-chain.ts'

const abi = parseAbi([
  'function transfer(address to, uint256 amount) returns (bool)',
  'function balanceOf(address owner) view returns (uint256)',
  'function decimals() view returns (uint8)',
])

/** Reads a number that a contract tells. Some old tokens answer more or fewer bytes than the standard says. */
const readNumber = (node: ChainNode, to: string, data: `0x${string}`, block: Block = 'latest'): Promise<bigint> =>
  node.number('eth_call', { to, data }, block)

/** `pending`: with what waits for a block. */
type Block = 'latest' | 'pending'

/** What a token of the ERC-20 kind is asked. */
export const token = {
  abi,
  decimals: (node: ChainNode, contract: string): Promise<bigint> =>
    readNumber(node, contract, encodeFunctionData({ abi, functionName: 'decimals' })),
  balance: (node: ChainNode, contract: string, owner: `0x${string}`, block?: Block): Promise<bigint> =>
    readNumber(node, contract, encodeFunctionData({ abi, functionName: 'balanceOf', args: [owner] }), block),
} as const
