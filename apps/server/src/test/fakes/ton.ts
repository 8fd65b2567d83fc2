import { Address, beginCell, Cell, loadMessage, type Message, type TupleItem } from '@ton/core'
import { Blockchain, type BlockchainTransaction, createShardAccount } from '@ton/sandbox'
import { type Answer, type Got, startProvider } from './provider.ts'
import { holderState, minterState, USDT } from './ton-jetton.ts'
import {
  blockId,
  cellOf,
  entryOf,
  hashesOf,
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
    /** How many transactions of each trace the index shows; the rest is on its way. */
    shown: Infinity,
  }
  const put = (address: Address, { code, data }: { code: Cell; data: Cell }, balance: bigint) =>
    bc.setShardAccount(address, createShardAccount({ address, code, data, balance }))
  await put(USDT, minterState(USDT), 10n ** 9n)
  const accountOf = async (owner: string): Promise<Address> => {
    const slice = beginCell().storeAddress(Address.parse(owner)).endCell()
    const { stackReader } = await bc.runGetMethod(USDT, 'get_wallet_address', [{ type: 'slice', cell: slice }])
    return stackReader.readAddress()
  }
  const land = async (message: Message): Promise<void> => {
    const { transactions } = await bc.sendMessage(message)
    const [root] = transactions
    const hashes = root?.inMessage === null || root === undefined ? [] : hashesOf(root)
    landed.push({ transactions, hashes, at: state.now })
  }
  return {
    bc,
    landed,
    state,
    land,
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
      return (await bc.runGetMethod(account, 'get_wallet_data')).stackReader.readBigNumber()
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
    case '/api/v3/traces':
      return { status: 200, body: { traces: tracesOf(chain, query.get('msg_hash') ?? ''), address_book: {} } }
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

const runMethod = async ({ bc }: Chain, body: string): Promise<Answer> => {
  // What the adapter under test sends.
  const asked = JSON.parse(body) as { address: string; method: string; stack: { slice: { bytes: string } }[] }
  const stack = asked.stack.map(({ slice }): TupleItem => ({ type: 'slice', cell: Cell.fromBase64(slice.bytes) }))
  const address = Address.parse(asked.address)
  const found = await bc.runGetMethod(address, asked.method, stack)
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

const tracesOf = (chain: Chain, hash: string): unknown[] =>
  chain.landed
    .filter(isIndexed(chain))
    .filter(({ hashes }) => hashes.includes(hash))
    .map(({ transactions: all }) => {
      const transactions = all.slice(0, chain.state.shown)
      const keyed = transactions.map((one) => [one.hash().toString('base64'), transactionJson(one)] as const)
      return {
        trace_id: keyed[0]?.[0],
        is_incomplete: transactions.length < all.length,
        trace: { tx_hash: keyed[0]?.[0], in_msg_hash: '', children: [] },
        transactions: Object.fromEntries(keyed),
      }
    })

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
