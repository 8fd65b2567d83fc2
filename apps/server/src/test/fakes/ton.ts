import { Address, beginCell, Cell, loadMessage, type Message, type TupleItem, TupleReader } from '@ton/core'
import { Blockchain, type BlockchainTransaction, createShardAccount } from '@ton/sandbox'
import { type Answer, type Got, startProvider } from './provider.ts'
import { holderState, minterState, USDT } from './ton-jetton.ts'
import {
  blockId,
  cellOf,
  entryOf,
  hashesOf,
  messagesOf,
  masterchainInfo,
  normalized,
  placeOfTransaction,
  transactionJson,
} from './ton-json.ts'

/** The wallet v5r1 whose seed is 32 times 0x11, as TON’s own library derives it. */
export const OWNER = 'UQA6mmlmbvTArSX2TKXXLms7q7saf0UZzGu3Ub66VXPZHdAE'
export const OWNER_KEY = '11'.repeat(32)

/** The address of a wallet that nobody has used, the same for the same number. */
export const placeOf = (number: number): string => {
  const account = Buffer.from(`${'5a'.repeat(28)}${number.toString(16).padStart(8, '0')}`, 'hex')
  return new Address(0, account).toString({ bounceable: false })
}

const MAINNET = 'F6OpKZKqvqeFp6CQmFomXNMfMj2EnaUSOXN+Mh+wVWk='
const BEGAN = 1_780_000_000

interface Landed {
  /** Everything that one message from outside set off, the wallet’s own transaction first. */
  readonly transactions: readonly BlockchainTransaction[]
  readonly hashes: readonly string[]
  readonly at: number
}

/**
 * TON’s real virtual machine in this process (@ton/sandbox), behind the calls of TON Center that a wallet makes. Blocks
 * come when a test says so. It cannot show shards that fall behind each other, or a liteserver that lags.
 */
export const startTon = async () => {
  const chain = await createChain()
  const provider = await startProvider((got) => answer(chain, got))
  return { ...provider, ...chain }
}

export type Ton = Awaited<ReturnType<typeof startTon>>
type Chain = Awaited<ReturnType<typeof createChain>>

const createChain = async () => {
  const bc = await Blockchain.create()
  bc.now = BEGAN
  const landed: Landed[] = []
  const state = {
    now: BEGAN,
    dropped: 0,
    /** Seconds by which the index follows the chain. */
    lag: 0,
    firstIndexed: 0,
    root: MAINNET,
    /** How many of the transactions that a message set off the index shows; the rest is on its way. */
    shown: Infinity,
  }
  const put = (address: Address, { code, data }: { code: Cell; data: Cell }, balance: bigint) =>
    bc.setShardAccount(address, createShardAccount({ address, code, data, balance }))
  await put(USDT, minterState(USDT), 10n ** 9n)
  const getMethod = createGetMethod(bc)
  const accountOf = async (owner: string): Promise<Address> => {
    const slice = beginCell().storeAddress(Address.parse(owner)).endCell()
    const stack = await getMethod({
      address: USDT,
      method: 'get_wallet_address',
      stack: [{ type: 'slice', cell: slice }],
    })
    return new TupleReader([...stack.stack]).readAddress()
  }
  const land = async (message: Message): Promise<void> => {
    const { transactions } = await bc.sendMessage(message)
    landed.push({ transactions, hashes: hashesOf(message), at: state.now })
  }
  return {
    bc,
    landed,
    state,
    land,
    getMethod,
    accountOf,
    /** Lets time go by in the chain. */
    mine: (seconds: number): void => {
      state.now += seconds
      bc.now = state.now
    },
    /** The next so many messages are taken by the API and by no block. */
    drop: (count: number) => void (state.dropped = count),
    give: async (owner: string, nanotons: bigint): Promise<void> => {
      const contract = await bc.getContract(Address.parse(owner))
      contract.balance = nanotons
    },
    setTokens: async (owner: string, amount: bigint): Promise<void> => {
      await put(await accountOf(owner), holderState(Address.parse(owner), amount), 50_000_000n)
    },
    nanotonsOf: async (owner: string): Promise<bigint> => (await bc.getContract(Address.parse(owner))).balance,
    tokensOf: async (owner: string): Promise<bigint> => {
      const account = await accountOf(owner)
      if ((await bc.getContract(account)).accountState?.type !== 'active') return 0n
      const { stack } = await getMethod({ address: account, method: 'get_wallet_data', stack: [] })
      return new TupleReader([...stack]).readBigNumber()
    },
    /** The index knows nothing of a message any more. */
    forget: (hash: string): void => {
      landed.splice(
        landed.findIndex(({ hashes }) => hashes.includes(hash)),
        1,
      )
    },
  }
}

interface GetCall {
  readonly address: Address
  readonly method: string
  readonly stack: readonly { readonly type: 'slice'; readonly cell: Cell }[]
}

interface GetResult {
  readonly stack: readonly TupleItem[]
  readonly exitCode: number
}

/** Runs what a contract can be asked, once for each of its states: a call costs the virtual machine 4 ms. */
const createGetMethod = (bc: Blockchain) => {
  const known = new Map<string, Promise<GetResult>>()
  return async ({ address, method, stack }: GetCall): Promise<GetResult> => {
    const account = (await bc.getContract(address)).accountState
    const state = account?.type === 'active' ? account.state : undefined
    const cells = [state?.code, state?.data, ...stack.map(({ cell }) => cell)]
    const key = [address.toRawString(), method, ...cells.map((cell) => cell?.hash().toString('hex'))].join(' ')
    const found = known.get(key) ?? bc.runGetMethod(address, method, [...stack])
    known.set(key, found)
    return found
  }
}

const ok = (result: unknown): Answer => ({ status: 200, body: { ok: true, result } })
const fault = (code: number, error: string): Answer => ({ status: code, body: { ok: false, code, error } })

const answer = async (chain: Chain, { path, query, body }: Got): Promise<Answer> => {
  const { state } = chain
  switch (path) {
    case '/api/v2/getMasterchainInfo':
      return ok(masterchainInfo(state.root))
    case '/api/v2/getAddressInformation':
      return ok(await accountJson(chain, Address.parse(query.get('address') ?? '')))
    case '/api/v2/runGetMethodStd':
      return runMethod(chain, body)
    case '/api/v2/sendBocReturnHash':
      return send(chain, body)
    case '/api/v3/masterchainInfo':
      return { status: 200, body: { first: blockJson(state.firstIndexed), last: blockJson(state.now - state.lag) } }
    case '/api/v3/transactionsByMessage':
      return byMessage(chain, query)
    case '/api/v3/transactions':
      return { status: 200, body: { transactions: listOf(chain, query), address_book: {} } }
    default:
      return fault(404, 'not found')
  }
}

/** Numbers in quotes, as the index prints times of blocks. */
const blockJson = (time: number) => ({ workchain: -1, shard: '8000000000000000', seqno: 1, gen_utime: String(time) })

const accountJson = async ({ bc, state }: Chain, address: Address) => {
  const contract = await bc.getContract(address)
  const found = contract.accountState
  const active = found?.type === 'active' ? found.state : undefined
  const boc = (cell: Cell | null | undefined) => cell?.toBoc().toString('base64') ?? ''
  return {
    '@type': 'raw.fullAccountState',
    balance: String(contract.balance),
    extra_currencies: [],
    code: boc(active?.code),
    data: boc(active?.data),
    last_transaction_id: { '@type': 'internal.transactionId', lt: '0', hash: '' },
    block_id: blockId(1, ''),
    frozen_hash: '',
    sync_utime: state.now,
    state: found?.type === 'active' ? 'active' : found?.type === 'frozen' ? 'frozen' : 'uninitialized',
  }
}

const runMethod = async ({ getMethod }: Chain, body: string): Promise<Answer> => {
  // What the adapter under test sends.
  const asked = JSON.parse(body) as { address: string; method: string; stack: { slice: { bytes: string } }[] }
  const stack = asked.stack.map(({ slice }) => ({ type: 'slice' as const, cell: Cell.fromBase64(slice.bytes) }))
  const found = await getMethod({ address: Address.parse(asked.address), method: asked.method, stack })
  return ok({ '@type': 'smc.runResult', gas_used: 0, stack: found.stack.map(entryOf), exit_code: found.exitCode })
}

const send = async (chain: Chain, body: string): Promise<Answer> => {
  const { boc } = JSON.parse(body) as { boc: string }
  const message = loadMessage(Cell.fromBase64(boc).beginParse())
  if (chain.state.dropped > 0) chain.state.dropped -= 1
  else {
    try {
      await chain.land(message)
    } catch (error) {
      return fault(500, String(error).slice(0, 300))
    }
  }
  const hash = cellOf(message).hash().toString('base64')
  return ok({ '@type': 'raw.extMessageInfo', hash, hash_norm: normalized(message).toString('base64') })
}

const isIndexed =
  ({ state }: Chain) =>
  ({ at }: Landed): boolean =>
    at <= state.now - state.lag

/**
 * Transactions whose inbound or outbound message has a hash, in any of its three forms, as `v3.yaml` describes them; a
 * query without one is refused as in `GetTransactionsByMessage` of toncenter/ton-indexer.
 */
const byMessage = (chain: Chain, query: URLSearchParams): Answer => {
  const asked = query.get('msg_hash')
  const direction = query.get('direction')
  if (asked === null) return { status: 422, body: { error: 'at least one of msg_hash, body_hash, opcode', code: 422 } }
  const hash = Buffer.from(asked, asked.length === 64 ? 'hex' : 'base64').toString('hex')
  const offset = Number(query.get('offset') ?? 0)
  const transactions = chain.landed
    .filter(isIndexed(chain))
    .flatMap((one) => one.transactions.slice(0, chain.state.shown))
    .filter((one) => {
      const { incoming, outgoing } = messagesOf(one)
      return (direction !== 'out' && incoming.includes(hash)) || (direction !== 'in' && outgoing.includes(hash))
    })
    .toSorted((a, b) => (a.lt < b.lt ? 1 : -1))
    .slice(offset, offset + Number(query.get('limit') ?? 10))
  return { status: 200, body: { transactions: transactions.map(transactionJson), address_book: {} } }
}

const listOf = (chain: Chain, query: URLSearchParams): unknown[] => {
  const account = Address.parse(query.get('account') ?? '')
  const [limit, offset] = ['limit', 'offset'].map((name) => Number(query.get(name)))
  return chain.landed
    .filter(isIndexed(chain))
    .filter(({ at }) => at > Number(query.get('start_utime')))
    .flatMap(({ transactions }) => transactions)
    .filter((one) => placeOfTransaction(one).equals(account))
    .toSorted((a, b) => (a.lt < b.lt ? 1 : -1))
    .slice(offset, (offset ?? 0) + (limit ?? 0))
    .map(transactionJson)
}
