import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { setTimeout } from 'node:timers/promises'
import { encodeFunctionData, parseAbi } from 'viem'
import { freePort } from '#kernel/processes/free-port.ts'
import { startProvider } from './provider.ts'
import { tokenBytecode } from './token/bytecode.ts'

const CHAIN_ID = 31_337
/** Longer than the node needs on the busiest machine to start, or to make a block. */
const START_MS = 120_000
/** The first of the accounts that every such node makes rich, and its key; both are known to all the world. */
export const OWNER = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
export const OWNER_KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'

/** The second of those accounts, and what makes a transaction of it the first of its block. */
const OTHER = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const URGENT = { maxPriorityFeePerGas: '0xba43b7400', maxFeePerGas: '0x174876e800' }

const tokenAbi = parseAbi([
  'function refuse(address who, bool yes)',
  'function ignore(address who, bool yes)',
  'function balanceOf(address owner) view returns (uint256)',
])

/**
 * A real node of Ethereum's kind (anvil) with a token on it, behind a proxy that loses answers. Blocks are made
 * when a test says so, unless it wants one for each payment.
 */
export const startEvm = async () => {
  const { child, url } = await startAnvil()
  const ask = async (method: string, ...params: unknown[]): Promise<unknown> => {
    const answer = await forward(url, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
    // What a node answers to a test that asks it rightly.
    const { result, error } = answer as { result?: unknown; error?: { message: string } }
    if (error !== undefined) throw new Error(`${method}: ${error.message}`)
    return result
  }
  const provider = await startProvider(async ({ body }) => ({ status: 200, body: await forward(url, body) }))
  const contract = await deploy(ask)
  const number = async (method: string, ...params: unknown[]) => BigInt(String(await ask(method, ...params)))
  const tell = async (name: 'refuse' | 'ignore', who: string) => {
    const data = encodeFunctionData({ abi: tokenAbi, functionName: name, args: [asHex(who), true] })
    await ask('eth_sendTransaction', { from: OTHER, to: contract, data, ...URGENT })
    await ask('anvil_mine', '0x1')
  }
  return {
    ...provider,
    ask,
    number,
    contract,
    chainId: CHAIN_ID,
    /** Makes a block for each payment, or only when told. */
    automine: (on: boolean) => ask('evm_setAutomine', on),
    mine: (blocks = 1) => ask('anvil_mine', `0x${blocks.toString(16)}`),
    balance: (address: string) => number('eth_getBalance', address, 'latest'),
    tokens: (address: string) =>
      number(
        'eth_call',
        {
          to: contract,
          data: encodeFunctionData({ abi: tokenAbi, functionName: 'balanceOf', args: [asHex(address)] }),
        },
        'latest',
      ),
    /** The token's contract refuses to pay there. */
    refuse: (who: string) => tell('refuse', who),
    /** The token's contract says that it paid there, and does not. */
    ignore: (who: string) => tell('ignore', who),
    close: async () => {
      await provider.close()
      child.kill('SIGKILL')
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

export type Evm = Awaited<ReturnType<typeof startEvm>>

/** A test's addresses have this form. */
const asHex = (text: string): `0x${string}` => `0x${text.slice(2)}`

const forward = async (url: string, body: string): Promise<unknown> => {
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  return response.json()
}

const deploy = async (ask: (method: string, ...params: unknown[]) => Promise<unknown>): Promise<string> => {
  await ask('evm_setAutomine', true)
  const hash = await ask('eth_sendTransaction', { from: OWNER, data: tokenBytecode, gas: '0x1e8480' })
  // The block is made a moment after the answer; only then is there a receipt, with the new contract's address.
  for (const until = Date.now() + START_MS; Date.now() < until; await setTimeout(20)) {
    const receipt = (await ask('eth_getTransactionReceipt', hash)) as { contractAddress: string } | null
    if (receipt !== null) return receipt.contractAddress
  }
  throw new Error('the chain made no block for the token')
}

const startAnvil = async (): Promise<{ child: ChildProcess; url: string }> => {
  const port = await freePort()
  const args = ['--port', String(port), '--chain-id', String(CHAIN_ID), '--silent', '--accounts', '2']
  const child = spawn(binary(), args, { stdio: ['ignore', 'ignore', 'pipe'] })
  let printed = ''
  child.stderr?.on('data', (bytes: Buffer) => void (printed = (printed + bytes.toString()).slice(-2_000)))
  const url = `http://127.0.0.1:${port}`
  const until = Date.now() + START_MS
  while (!(await isUp(url))) {
    if (child.exitCode !== null || Date.now() > until) throw new Error(`the chain did not come up:\n${printed}`)
    await setTimeout(50)
  }
  return { child, url }
}

/** The package of this machine's kind holds nothing but the program. */
const binary = (): string => {
  const kind = `${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`
  const name = process.platform === 'win32' ? 'anvil.exe' : 'anvil'
  const from = createRequire(createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json'))
  return from.resolve(`@foundry-rs/anvil-${kind}/bin/${name}`)
}

const isUp = (url: string): Promise<boolean> =>
  forward(url, JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] })).then(
    () => true,
    () => false,
  )
