import { createHash } from 'node:crypto'
import { addressHex, addressText } from '#adapters/payout/tron/transaction.ts'
import { type Got, startProvider } from './provider.ts'
import { readTransaction, type TronTransaction } from './tron-transaction.ts'

/** The wallet whose private key is 32 times 0x11, as TRON's own library tells it. */
export const OWNER = 'TCLBgkbfVkJroVBJVqBEsxtPNQEQMTQCLQ'
export const OWNER_KEY = '11'.repeat(32)
export const USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'

const GENESIS = '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc'
const BLOCK_MS = 3_000
/** So many blocks must stand on one before it is solid. */
const SOLID = 19
const SUN_FOR_ENERGY = 100n
const SUN_FOR_BYTE = 1_000n
const ENERGY = { holder: 64_285n, newcomer: 130_285n }

interface Taken extends TronTransaction {
  readonly block: number
  readonly outcome: 'SUCCESS' | 'OUT_OF_ENERGY' | 'REVERT'
  readonly fee: bigint
}

/** A wallet's address that nobody has the key of, the same for the same number. */
export const placeOf = (number: number): string => {
  const hash = createHash('sha256').update(`tron ${number}`).digest('hex')
  return addressText(`41${hash.slice(0, 40)}`)
}

/**
 * A node of TRON by what its documentation prints: no real one can be installed from a registry. It reads transactions
 * byte by byte, checks their ids, signers and expiry, and keeps balances. It cannot show producers, forks, staking, the
 * real contract's energy, or how the network spreads what one node took.
 */
export const startTron = async () => {
  const chain = createChain()
  const provider = await startProvider((got) => {
    try {
      return { status: 200, body: answerOf(chain, got) }
    } catch (error) {
      return { status: 200, body: { Error: `class java.lang.Exception : ${String(error)}` } }
    }
  })
  return { ...provider, ...chain }
}

export type Tron = Awaited<ReturnType<typeof startTron>>
type Chain = ReturnType<typeof createChain>

const createChain = () => {
  const state = {
    head: 1_000,
    began: Date.UTC(2026, 2, 1),
    genesis: GENESIS,
    dropped: 0,
    prunedBefore: 0,
    freeBytes: 0,
    /** The node fails, which it tells with status 200. */
    hasError: false,
    /** So many blocks later than it has them it finds what they carried: another node behind the same address. */
    indexBehind: 0,
    /** The node has blocks and keeps no receipts: storage.transHistory is off, or it began from a snapshot without. */
    hasNoReceipts: false,
  }
  const sun = new Map<string, bigint>()
  const tokens = new Map<string, bigint>()
  const pool: TronTransaction[] = []
  const taken: Taken[] = []
  const timeOf = (block: number): number => state.began + block * BLOCK_MS
  const add = (to: Map<string, bigint>, key: string, amount: bigint) => to.set(key, (to.get(key) ?? 0n) + amount)

  const carryOut = (one: TronTransaction): void => {
    const burned = bytesBurned(one, state.freeBytes) + (one.token || sun.has(one.to) ? 0n : 1_100_000n)
    const energy = one.token ? energyOf(tokens, one.to) * SUN_FOR_ENERGY : 0n
    const isShort = one.token && (one.feeLimit < energy || (tokens.get(one.from) ?? 0n) < one.amount)
    const work = isShort ? one.feeLimit : energy
    if ((sun.get(one.from) ?? 0n) < burned + work + (one.token ? 0n : one.amount)) return
    add(sun, one.from, -burned - work)
    const outcome = !isShort ? 'SUCCESS' : one.feeLimit < energy ? 'OUT_OF_ENERGY' : 'REVERT'
    taken.push({ ...one, block: state.head, outcome, fee: burned + work })
    if (isShort) return
    const books = one.token ? tokens : sun
    add(books, one.from, -one.amount)
    add(books, one.to, one.amount)
  }

  return {
    state,
    sun,
    tokens,
    pool,
    taken,
    timeOf,
    solid: (): number => state.head - SOLID,
    /** Makes so many blocks of three seconds; the first takes what waits and has not expired. */
    mine: (blocks: number): void => {
      state.head += 1
      for (const one of pool.splice(0)) if (one.expiration > timeOf(state.head - 1)) carryOut(one)
      state.head += blocks - 1
    },
    /** The next so many transactions are taken by the node and by no block. */
    drop: (count: number) => void (state.dropped = count),
    /** No block before this one is known any more. */
    prune: () => void (state.prunedBefore = state.head),
    moveTo: (genesis: string) => void (state.genesis = genesis),
    give: (to: string, amount: bigint) => void add(sun, to, amount),
    giveTokens: (to: string, amount: bigint) => void add(tokens, to, amount),
    forget: (txId: string) =>
      void taken.splice(
        taken.findIndex((one) => one.txId === txId),
        1,
      ),
    /** How often somebody was paid so much. */
    paidTo: (to: string): bigint[] =>
      taken.flatMap((one) => (one.to === to && one.outcome === 'SUCCESS' ? [one.amount] : [])),
  }
}

/** What a wallet that only pays held at the newest solid block. */
const solidOf = (chain: Chain, books: 'sun' | 'tokens', from: string): bigint => {
  const later = chain.taken.filter((one) => one.from === from && one.block > chain.solid())
  const moved = later.filter((one) => one.outcome === 'SUCCESS' && one.token === (books === 'tokens'))
  const back = moved.map(({ amount }) => amount).concat(books === 'sun' ? later.map(({ fee }) => fee) : [])
  return back.reduce((sum, one) => sum + one, chain[books].get(from) ?? 0n)
}

const energyOf = (tokens: Map<string, bigint>, to: string): bigint =>
  (tokens.get(to) ?? 0n) > 0n ? ENERGY.holder : ENERGY.newcomer

const bytesBurned = ({ size }: TronTransaction, freeBytes: number): bigint =>
  size + 64 <= freeBytes ? 0n : BigInt(size + 64) * SUN_FOR_BYTE

const answerOf = (chain: Chain, { path, query, body }: Got): unknown => {
  // What the adapter under test sends.
  const asked = (body === '' ? {} : JSON.parse(body)) as Record<string, string>
  switch (path) {
    case '/walletsolidity/getblock':
      return blockJson(chain, asked['id_or_num'])
    case '/wallet/getaccount': {
      const { address = '' } = asked
      if (address === USDT) return { address, type: 'Contract' }
      const balance = chain.sun.get(address)
      return balance === undefined ? {} : { address, balance: Number(balance) }
    }
    case '/walletsolidity/getaccount': {
      const { address = '' } = asked
      if (!chain.sun.has(address)) return {}
      return { address, balance: Number(solidOf(chain, 'sun', address)) }
    }
    case '/wallet/getaccountresource':
      return { freeNetUsed: 441, freeNetLimit: 441 + chain.state.freeBytes, TotalNetLimit: 43_200_000_000 }
    case '/wallet/getchainparameters':
      return {
        chainParameter: [
          { key: 'getTransactionFee', value: Number(SUN_FOR_BYTE) },
          { key: 'getCreateAccountFee', value: 100_000 },
          { key: 'getCreateNewAccountFeeInSystemContract', value: 1_000_000 },
          { key: 'getEnergyFee', value: Number(SUN_FOR_ENERGY) },
          { key: 'getAllowUpdateAccountName' },
        ],
      }
    case '/wallet/triggerconstantcontract':
      return trialJson(chain.tokens, asked)
    case '/walletsolidity/triggerconstantcontract': {
      const { owner_address: from = '' } = asked
      return trialJson(new Map([[from, solidOf(chain, 'tokens', from)]]), asked)
    }
    case '/wallet/broadcasthex':
      return take(chain, asked['transaction'] ?? '')
    case '/walletsolidity/gettransactionbyid':
      return transactionJson(chain, asked['value'] ?? '')
    case '/walletsolidity/gettransactioninfobyid':
      return infoJson(chain, asked['value'] ?? '')
    default:
      if (path.startsWith('/v1/accounts/')) return listedJson(chain, query)
      throw new Error(`nothing answers ${path}`)
  }
}

const idOf = (number: number): string =>
  number.toString(16).padStart(16, '0') + createHash('sha256').update(String(number)).digest('hex').slice(0, 48)

const blockJson = ({ state, solid, timeOf }: Chain, asked: string | undefined): unknown => {
  const number = asked === undefined ? solid() : Number(asked)
  if (number === 0) return { blockID: state.genesis, block_header: { raw_data: {} } }
  if (number > solid() || number < state.prunedBefore) return {}
  return { blockID: idOf(number), block_header: { raw_data: { number, timestamp: timeOf(number) } } }
}

const trialJson = (tokens: Map<string, bigint>, asked: Record<string, string>): unknown => {
  const { function_selector: selector, parameter = '', owner_address: from = '' } = asked
  const place = (word: string) => addressText(`41${word.slice(24, 64)}`)
  const result = { result: true }
  if (selector === 'balanceOf(address)') {
    const held = tokens.get(place(parameter)) ?? 0n
    return {
      result,
      energy_used: 935,
      constant_result: [held.toString(16).padStart(64, '0')],
      transaction: { ret: [{}] },
    }
  }
  const amount = BigInt(`0x${parameter.slice(64)}`)
  if ((tokens.get(from) ?? 0n) < amount) {
    const failed = { result: { result: true, message: 'REVERT opcode executed' }, energy_used: 3_000 }
    return { ...failed, constant_result: [''], transaction: { ret: [{ ret: 'FAILED' }] } }
  }
  const energy = Number(energyOf(tokens, place(parameter)))
  return { result, energy_used: energy, constant_result: ['0'.repeat(63) + '1'], transaction: { ret: [{}] } }
}

const take = ({ state, pool, taken, timeOf }: Chain, hex: string): unknown => {
  const one = readTransaction(hex)
  const refused = (code: string) => ({ result: false, code, txid: one.txId, message: code, transaction: '{}' })
  if (one.signer !== one.from) return refused('SIGERROR')
  if ([...pool, ...taken].some(({ txId }) => txId === one.txId)) return refused('DUP_TRANSACTION_ERROR')
  if (one.expiration <= timeOf(state.head)) return refused('TRANSACTION_EXPIRATION_ERROR')
  if (one.from === one.to && !one.token) return refused('CONTRACT_VALIDATE_ERROR')
  const ref = idOf(Math.floor(state.head / 65_536) * 65_536 + Number.parseInt(one.refBlockBytes, 16))
  if (ref.slice(16, 32) !== one.refBlockHash) return refused('TAPOS_ERROR')
  if (state.dropped > 0) state.dropped -= 1
  else pool.push(one)
  return { result: true, code: 'SUCCESS', message: '', transaction: '{...}', txid: one.txId }
}

const TRANSFER = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const word = (address: string): string => addressHex(address).slice(2).padStart(64, '0')

const infoJson = ({ state, taken, solid, timeOf }: Chain, txId: string): unknown => {
  if (state.hasError) throw new Error('the database is closed')
  const one = taken.find((found) => found.txId === txId)
  if (one === undefined || one.block > solid() - state.indexBehind || state.hasNoReceipts) return {}
  const shared = { id: txId, fee: Number(one.fee), blockNumber: one.block, blockTimeStamp: timeOf(one.block) }
  if (!one.token) return { ...shared, contractResult: [''], receipt: { net_fee: Number(one.fee) } }
  const receipt = { energy_fee: Number(one.fee), net_fee: 0, result: one.outcome }
  if (one.outcome !== 'SUCCESS') return { ...shared, result: 'FAILED', receipt, contractResult: [''] }
  const data = one.amount.toString(16).padStart(64, '0')
  const log = { address: addressHex(USDT).slice(2), topics: [TRANSFER, word(one.from), word(one.to)], data }
  return { ...shared, contract_address: addressHex(USDT), receipt, log: [log] }
}

const transactionJson = ({ state, taken, solid }: Chain, txId: string): unknown => {
  const one = taken.find((found) => found.txId === txId)
  if (one === undefined || one.block > solid() - state.indexBehind) return {}
  return { ret: [{ contractRet: one.outcome }], txID: one.txId, raw_data: {} }
}

/** The newest first, in pages; each tells the mark of the next one. */
const listedJson = ({ taken, timeOf }: Chain, query: URLSearchParams): unknown => {
  const from = Number(query.get('fingerprint') ?? 0)
  const until = from + Number(query.get('limit') ?? 20)
  const since = Number(query.get('min_timestamp') ?? 0)
  const all = taken.filter(({ block }) => timeOf(block) >= since).toReversed()
  const page = all.slice(from, until)
  const next = until < all.length ? { fingerprint: String(until) } : {}
  return {
    success: true,
    meta: { page_size: page.length, ...next },
    data: page.map((one) => ({
      txID: one.txId,
      block_timestamp: timeOf(one.block),
      ret: [{ contractRet: one.outcome, fee: Number(one.fee) }],
      raw_data: { contract: [{ type: one.type, parameter: { value: one.value } }] },
    })),
  }
}
