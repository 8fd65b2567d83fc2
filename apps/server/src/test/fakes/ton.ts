import {
  Address,
  beginCell,
  Cell,
  loadMessage,
  type Message,
  storeMessage,
  type Transaction,
  type TupleItem,
} from '@ton/core'
import { Blockchain, type BlockchainTransaction, createShardAccount } from '@ton/sandbox'
import { type Answer, type Got, startProvider } from './provider.ts'
import { holderState, minterState, USDT } from './ton-jetton.ts'

/** The wallet v5r1 whose seed is 32 times 0x11, as TON’s own library derives it. */
export const OWNER = 'UQA6mmlmbvTArSX2TKXXLms7q7saf0UZzGu3Ub66VXPZHdAE'
export const OWNER_KEY = '11'.repeat(32)

/** The address of a wallet that nobody has used, the same for the same number. */
export const placeOf = (number: number): string =>
  new Address(0, Buffer.from(number.toString(16).padStart(64, '7'), 'hex')).toString({ bounceable: false })

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

const cellOf = (message: Message): Cell => beginCell().store(storeMessage(message)).endCell()

/** Under which hashes the index finds a message: its own, and the normalized one (TEP-467). */
const hashesOf = ({ inMessage }: Transaction): string[] => {
  if (inMessage === null || inMessage === undefined) return []
  return [cellOf(inMessage).hash().toString('hex'), normalized(inMessage).toString('hex')]
}

const normalized = (message: Message): Buffer => {
  if (message.info.type !== 'external-in') return cellOf(message).hash()
  const info = { type: 'external-in' as const, src: null, dest: message.info.dest, importFee: 0n }
  const plain: Message = { info, init: null, body: message.body }
  return beginCell()
    .store(storeMessage(plain, { forceRef: true }))
    .endCell()
    .hash()
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

const blockId = (seqno: number, rootHash: string) => ({
  '@type': 'ton.blockIdExt',
  workchain: -1,
  shard: '-9223372036854775808',
  seqno,
  root_hash: rootHash,
  file_hash: 'XplPz01CXAps5qeSWUtxcyBfdAo5zVb1N979KLSKD24=',
})

const masterchainInfo = (root: string) => ({
  '@type': 'blocks.masterchainInfo',
  last: blockId(50_000_000, 'FhhEG0sV0nlqNnwz2dmnHyyCC0zEfWtjIUDnvcQwlJg='),
  state_root_hash: '3BMfYhIlfjYVyxJY8zB06PDpbtdu0nqjbDNKXTGvDfA=',
  init: blockId(0, root),
})

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

const entryOf = (item: TupleItem): unknown => {
  if (item.type === 'int') {
    const number = { '@type': 'tvm.numberDecimal', number: String(item.value) }
    return { '@type': 'tvm.stackEntryNumber', number }
  }
  if (item.type !== 'cell' && item.type !== 'slice') return { '@type': 'tvm.stackEntryUnsupported' }
  const bytes = item.cell.toBoc().toString('base64')
  return item.type === 'cell'
    ? { '@type': 'tvm.stackEntryCell', cell: { '@type': 'tvm.cell', bytes } }
    : { '@type': 'tvm.stackEntrySlice', slice: { '@type': 'tvm.slice', bytes } }
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

const placeOfTransaction = ({ address }: Transaction): Address =>
  new Address(0, Buffer.from(address.toString(16).padStart(64, '0'), 'hex'))

/** The index prints addresses in capitals. */
const raw = (address: Address): string => address.toRawString().toUpperCase()

const transactionJson = (transaction: BlockchainTransaction) => {
  const { description, inMessage, outMessages, now, lt, totalFees } = transaction
  if (description.type !== 'generic') throw new Error('only messages make transactions here')
  const { computePhase: compute, actionPhase: action, aborted } = description
  return {
    account: raw(placeOfTransaction(transaction)),
    hash: transaction.hash().toString('base64'),
    lt: String(lt),
    now,
    total_fees: String(totalFees.coins),
    description: {
      type: 'ord',
      aborted,
      destroyed: description.destroyed,
      credit_first: description.creditFirst,
      compute_ph:
        compute.type === 'skipped'
          ? { skipped: true, reason: compute.reason }
          : { skipped: false, success: compute.success, exit_code: compute.exitCode },
      ...(action === null || action === undefined
        ? {}
        : {
            action: { success: action.success, result_code: action.resultCode, skipped_actions: action.skippedActions },
          }),
    },
    in_msg: inMessage === null || inMessage === undefined ? null : messageJson(inMessage),
    out_msgs: outMessages.values().map(messageJson),
    emulated: false,
  }
}

const messageJson = (message: Message) => {
  const { info, body } = message
  const isInternal = info.type === 'internal'
  return {
    hash: cellOf(message).hash().toString('base64'),
    ...(info.type === 'external-in' ? { hash_norm: normalized(message).toString('base64') } : {}),
    source: isInternal ? raw(info.src) : null,
    destination: info.type === 'external-out' ? null : raw(info.dest),
    value: isInternal ? String(info.value.coins) : null,
    bounce: isInternal ? info.bounce : null,
    bounced: isInternal ? info.bounced : null,
    message_content: { hash: body.hash().toString('base64'), body: body.toBoc().toString('base64'), decoded: null },
  }
}
