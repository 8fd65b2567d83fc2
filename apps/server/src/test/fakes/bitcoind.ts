import {
  coinsOf,
  decoded,
  fromHex,
  hash,
  idOf,
  outpoint,
  outputsOf,
  RpcError,
  SATOSHIS,
  pageOf,
  sentBy,
  toHex,
  type Transaction,
} from './bitcoind-transaction.ts'
import { type Answer, type Got, startProvider } from './provider.ts'

const FEE = 1_000n

interface Output {
  readonly address: string
  readonly value: bigint
}

interface Known {
  readonly transaction: Transaction
  /** The block that it is in; null while it waits. */
  height: number | null
  /** The height at which another transaction spent its inputs; null when none did. */
  conflictedAt: number | null
  /** The one that the wallet put in its place, with a higher fee. */
  replacedBy: string | null
  /** The network dropped it, since others pay more; the wallet offers it again and again. */
  isEvicted: boolean
}

interface Chain {
  readonly known: Map<string, Known>
  readonly spent: Map<string, string>
  readonly locked: Set<string>
  readonly coins: Map<string, Output>
  /** Transactions of a wallet that is not open any more. */
  readonly foreign: Set<string>
  height: number
  genesis: string
  /** Errors that the next calls of a method are answered with. */
  readonly errors: Map<string, { code: number; message: string }[]>
}

interface Manner {
  /** Dogecoin's base is older: signing has its old name. */
  readonly isOld?: boolean
  /** When everything is said to have happened. */
  readonly now?: () => Date
  /** Errors as HTTP 500 with both members, as before Bitcoin Core 28. */
  readonly errorsAsHttp?: boolean
}

const WALLET = 'wallet'
/** The first block of Dogecoin's chain, and that of Litecoin's. */
const DOGECOIN = '1a91e3dace36e2be3bf030a65679fe821aa1d6ef92e7c9902eb318182c355691'
const LITECOIN = '12a765e31ffd4059bada1e25190f6e98c99d9714d334efa41a195a7e7e04bfe2'
export const NODE_NAME = 'payer'
export const NODE_PASSWORD = 'p@ss word'

/** A node of Bitcoin's kind with a wallet: outputs, a memory of what waits, blocks, locks and its error codes. */
export const startBitcoind = async (manner: Manner = {}) => {
  const chain: Chain = {
    known: new Map(),
    spent: new Map(),
    locked: new Set(),
    coins: new Map(),
    foreign: new Set(),
    height: 100,
    genesis: DOGECOIN,
    errors: new Map(),
  }
  const provider = await startProvider((got) => answer(got, chain, manner))
  const name = `${encodeURIComponent(NODE_NAME)}:${encodeURIComponent(NODE_PASSWORD)}`
  return {
    ...provider,
    /** The address as an owner types it, with what opens the node. */
    address: `${provider.url.replace('http://', `http://${name}@`)}/wallet/payouts`,
    ...worldOf(chain),
  }
}

/** What a test does to the chain and the node, and what it sees of them. */
const worldOf = (chain: Chain) => ({
  /** Returns the wallet outputs of so many coins. */
  fund: (...coins: number[]): void => {
    for (const value of coins) {
      chain.coins.set(`${hash(`coinbase ${chain.coins.size}`)}:0`, {
        address: WALLET,
        value: BigInt(value) * SATOSHIS,
      })
    }
  },
  /** Puts everything that waits into a block, and so many more on top. */
  mine: (blocks = 1): void => {
    chain.height += 1
    for (const one of chain.known.values()) {
      if (isWaiting(one)) one.height = chain.height
    }
    for (const one of chain.known.values()) {
      if (one.replacedBy !== null) one.conflictedAt ??= chain.known.get(one.replacedBy)?.height ?? null
    }
    chain.height += blocks - 1
  },
  /** Somebody else's transaction with the same inputs gets into a block. */
  doubleSpend: (txid: string): void => {
    const one = chain.known.get(txid)
    if (one === undefined) throw new Error(`no transaction ${txid}`)
    chain.height += 1
    one.height = null
    one.conflictedAt = chain.height
  },
  /** Raises the fee of what waits, as `bumpfee` does: another transaction with the same inputs takes its place. */
  bump: (txid: string): string => bump(chain, txid),
  /** Has another wallet open from now on, which knows nothing of what the first one sent. */
  changeWallet: (): void => {
    for (const txid of chain.known.keys()) chain.foreign.add(txid)
  },
  /** Turns out to be the node of another coin, or of the right one again. */
  turnInto: (coin: 'LTC' | 'DOGE'): void => void (chain.genesis = coin === 'LTC' ? LITECOIN : DOGECOIN),
  /** Starts again: locks are forgotten. */
  restart: (): void => chain.locked.clear(),
  /** The network drops all that waits, since others pay more, until it becomes calm again. */
  crowd: (): void => crowd(chain, true),
  calm: (): void => crowd(chain, false),
  /** Forgets what waits, as a node does that was given a fresh memory. */
  forget: (txid: string): void => forget(chain, txid),
  /** Takes a transaction from somebody else. */
  give: (hex: string): string => send(chain, fromHex(hex)),
  errorNext: (method: string, code: number, message: string): void =>
    void chain.errors.set(method, [...(chain.errors.get(method) ?? []), { code, message }]),
  locked: chain.locked,
  /** What was paid to an address by everything that waits or is in a block. */
  paidTo: (address: string): bigint[] =>
    [...chain.known.values()]
      .filter(({ conflictedAt, replacedBy }) => conflictedAt === null && replacedBy === null)
      .flatMap(({ transaction }) => transaction.vout)
      .filter((output) => output.address === address)
      .map(({ value }) => BigInt(value)),
  known: chain.known,
})

const isWaiting = ({ height, conflictedAt, replacedBy, isEvicted }: Known): boolean =>
  height === null && conflictedAt === null && replacedBy === null && !isEvicted

const crowd = (chain: Chain, isEvicted: boolean): void => {
  for (const one of chain.known.values()) if (one.height === null) one.isEvicted = isEvicted
}

const forget = (chain: Chain, txid: string): void => {
  const one = chain.known.get(txid)
  for (const input of one?.transaction.vin ?? []) chain.spent.delete(outpoint(input))
  chain.known.delete(txid)
  for (const name of chain.coins.keys()) if (name.startsWith(txid)) chain.coins.delete(name)
}

/** The wallet abandons what the network has not, or no longer. */
const abandon = (chain: Chain, txid: string): null => {
  if (chain.known.get(txid)?.isEvicted !== true) throw new RpcError(-5, 'Transaction not eligible for abandonment')
  forget(chain, txid)
  return null
}

const answer = (got: Got, chain: Chain, manner: Manner): Answer => {
  const expected = `Basic ${Buffer.from(`${NODE_NAME}:${NODE_PASSWORD}`).toString('base64')}`
  if (got.headers.authorization !== expected) return { status: 401, body: '' }
  // Only this project's own adapter speaks to this node.
  const { method, params, id } = JSON.parse(got.body) as { method: string; params: unknown[]; id: unknown }
  try {
    const error = chain.errors.get(method)?.shift()
    if (error !== undefined) throw new RpcError(error.code, error.message)
    const call = methodsOf(chain, manner)[method]
    if (call === undefined) throw new RpcError(-32_601, 'Method not found')
    const result = call(...params)
    return { status: 200, body: manner.errorsAsHttp ? { result, error: null, id } : { jsonrpc: '2.0', result, id } }
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
    const said = { code: error.code, message: error.message }
    if (!manner.errorsAsHttp) return { status: 200, body: { jsonrpc: '2.0', error: said, id } }
    return { status: error.code === -32_601 ? 404 : 500, body: { result: null, error: said, id } }
  }
}

type Call = (...params: unknown[]) => unknown

const methodsOf = (
  chain: Chain,
  { isOld, now = () => new Date(0) }: Manner,
): Readonly<Record<string, Call | undefined>> => {
  const sign: Call = (hex) => ({ hex: toHex({ ...fromHex(String(hex)), signed: true }), complete: true })
  return {
    getblockhash: (height) => (height === 0 ? chain.genesis : hash(`block ${String(height)}`)),
    getbalance: () => coinsOf(spendable(chain).reduce((sum, [, { value }]) => sum + value, 0n)),
    createrawtransaction: (_inputs, outputs) => toHex({ vin: [], vout: outputsOf(outputs), signed: false }),
    fundrawtransaction: (hex) => fund(chain, fromHex(String(hex))),
    ...(isOld ? { signrawtransaction: sign } : { signrawtransactionwithwallet: sign }),
    decoderawtransaction: (hex) => decoded(fromHex(String(hex))),
    sendrawtransaction: (hex) => send(chain, fromHex(String(hex))),
    gettransaction: (txid) => shown(chain, String(txid)),
    listtransactions: (_label, count = 10, skip = 0) =>
      pageOf(sentBy(chain.known, { wallet: WALLET, at: now() }), Number(count), Number(skip)),
    abandontransaction: (txid) => abandon(chain, String(txid)),
    gettxout: (txid, n) => unspent(chain, `${String(txid)}:${String(n)}`),
    lockunspent: (unlock, outputs) => lock(chain, unlock === true, outputs as { txid: string; vout: number }[]),
    validateaddress: (address) => ({ isvalid: !String(address).startsWith('bad'), address }),
  }
}

const spendable = ({ coins, spent, locked }: Chain): [string, Output][] =>
  [...coins].filter(([name, { address }]) => address === WALLET && !spent.has(name) && !locked.has(name))

const fund = (chain: Chain, { vout }: Transaction): unknown => {
  const wanted = vout.reduce((sum, { value }) => sum + BigInt(value), 0n) + FEE
  const vin: { txid: string; vout: number }[] = []
  let found = 0n
  for (const [name, { value }] of spendable(chain)) {
    if (found >= wanted) break
    const [txid = '', index = '0'] = name.split(':')
    vin.push({ txid, vout: Number(index) })
    found += value
  }
  if (found < wanted) throw new RpcError(-6, 'Insufficient funds')
  const change = { address: WALLET, value: (found - wanted).toString() }
  return { hex: toHex({ vin, vout: [...vout, change], signed: false }), fee: coinsOf(FEE), changepos: vout.length }
}

const send = (chain: Chain, transaction: Transaction): string => {
  const txid = idOf(transaction)
  const known = chain.known.get(txid)
  if (known?.height !== null && known !== undefined) throw new RpcError(-27, 'Transaction already in block chain')
  if (known?.conflictedAt !== null && known !== undefined) throw new RpcError(-25, 'bad-txns-inputs-missingorspent')
  if (known?.replacedBy !== null && known !== undefined) throw new RpcError(-26, 'insufficient fee')
  if (known?.isEvicted === true) throw new RpcError(-26, 'mempool min fee not met')
  if (known !== undefined) return txid
  if (!transaction.signed) throw new RpcError(-26, 'mandatory-script-verify-flag-failed')
  for (const input of transaction.vin) {
    if (!chain.coins.has(outpoint(input))) throw new RpcError(-25, 'bad-txns-inputs-missingorspent')
    if (chain.spent.has(outpoint(input))) throw new RpcError(-26, 'txn-mempool-conflict')
  }
  for (const input of transaction.vin) {
    chain.spent.set(outpoint(input), txid)
    chain.locked.delete(outpoint(input))
  }
  for (const [index, { address, value }] of transaction.vout.entries()) {
    chain.coins.set(`${txid}:${index}`, { address, value: BigInt(value) })
  }
  chain.known.set(txid, { transaction, height: null, conflictedAt: null, replacedBy: null, isEvicted: false })
  return txid
}

/** The change pays the higher fee. */
const bump = (chain: Chain, txid: string): string => {
  const known = chain.known.get(txid)
  if (known === undefined || known.height !== null) throw new Error(`no transaction ${txid} waits`)
  const vout = known.transaction.vout.map((output) =>
    output.address === WALLET ? { ...output, value: (BigInt(output.value) - FEE).toString() } : output,
  )
  for (const input of known.transaction.vin) chain.spent.delete(outpoint(input))
  for (const name of chain.coins.keys()) if (name.startsWith(txid)) chain.coins.delete(name)
  known.replacedBy = send(chain, { ...known.transaction, vout })
  return known.replacedBy
}

const shown = (chain: Chain, txid: string): unknown => {
  const known = chain.known.get(txid)
  if (known === undefined || chain.foreign.has(txid)) throw new RpcError(-5, 'Invalid or non-wallet transaction id')
  const { height, conflictedAt, replacedBy, transaction } = known
  const other = replacedBy ?? (conflictedAt === null ? null : hash(`other ${txid}`))
  const confirmations = height === null ? 0 : chain.height - height + 1
  return {
    txid,
    confirmations: conflictedAt === null ? confirmations : -(chain.height - conflictedAt + 1),
    ...(other === null ? {} : { replaced_by_txid: other }),
    hex: toHex(transaction),
  }
}

const unspent = (chain: Chain, name: string): unknown => {
  const [txid = ''] = name.split(':')
  const { height = null, conflictedAt = null } = chain.known.get(txid) ?? {}
  if (!chain.coins.has(name) || chain.spent.has(name) || conflictedAt !== null) return null
  return { confirmations: height === null ? 0 : chain.height - height + 1 }
}

const lock = (chain: Chain, unlock: boolean, outputs: { txid: string; vout: number }[]): true => {
  for (const output of outputs) {
    const name = outpoint(output)
    if (!chain.coins.has(name)) throw new RpcError(-8, 'Invalid parameter, unknown transaction')
    if (chain.spent.has(name)) throw new RpcError(-8, 'Invalid parameter, expected unspent output')
    if (unlock !== chain.locked.has(name))
      throw new RpcError(-8, `Invalid parameter, output is ${unlock ? 'not ' : ''}locked`)
  }
  for (const output of outputs) chain.locked[unlock ? 'delete' : 'add'](outpoint(output))
  return true
}
