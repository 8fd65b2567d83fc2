import {
  type Address,
  address as addressOf,
  type Base64EncodedWireTransaction,
  getBase64Encoder,
  getCompiledTransactionMessageDecoder,
  getSignatureFromTransaction,
  getTransactionDecoder,
  lamports,
  type Transaction,
} from '@solana/kit'
import { FailedTransactionMetadata, LiteSVM } from 'litesvm'
import { startProvider } from './provider.ts'
import { accountJson, setTokens, TOKEN_PROGRAM, type TokenAccount, tokenOf } from './solana-accounts.ts'

const GENESIS = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'
const BLOCKS_VALID = 150n
const BLOCKS_UNTIL_FINAL = 32n
/** Slots without a block: a slot's number is never a block's height. */
const SLOTS_AHEAD = 5_000n

interface Landed {
  readonly signature: string
  readonly height: bigint
  readonly err: unknown
  readonly at: Date
  readonly keys: readonly string[]
  readonly json: unknown
}

/** What an account holds before and after a transaction. */
interface Holding {
  readonly lamports: bigint
  readonly token: { mint: string; owner: string; amount: bigint } | null
}

type Asked = (...params: readonly unknown[]) => unknown

/**
 * Solana's real runtime in this process (litesvm), behind the JSON-RPC methods that a wallet asks. Blocks are made when
 * a test says so. It cannot show forks, leaders that drop transactions by themselves, or a fee market.
 */
export const startSolana = async (now: () => Date) => {
  const chain = createChain(now)
  const methods = methodsOf(chain)
  const provider = await startProvider(({ body }) => {
    // What the adapter under test sends.
    const { method, params } = JSON.parse(body) as { method: string; params: unknown[] }
    const asked = methods[method]
    if (asked === undefined) return errorAnswer(-32_601, 'Method not found')
    try {
      return { status: 200, body: { jsonrpc: '2.0', id: 1, result: asked(...params) } }
    } catch (error) {
      return errorAnswer(-32_602, String(error))
    }
  })
  return { ...provider, ...chain, send: (wire: string) => chain.land(transactionOf(wire)) }
}

type Chain = ReturnType<typeof createChain>

const createChain = (now: () => Date) => {
  const svm = new LiteSVM()
  const landed: Landed[] = []
  const state = {
    height: 1_000n,
    born: 1_000n,
    dropped: 0,
    firstBlock: 0n,
    genesis: GENESIS,
    isTerse: false,
    /** The node doesn’t tell when blocks were made. */
    isTimeless: false,
    /** Blocks that the node never got: it started again from a snapshot behind them. */
    gap: { from: 0n, to: -1n },
  }
  const held = (key: string): Holding => {
    const account = svm.getAccount(addressOf(key))
    if (!account.exists) return { lamports: 0n, token: null }
    const isToken = account.programAddress === TOKEN_PROGRAM && account.data.length === 165
    return { lamports: account.lamports, token: isToken ? tokenOf(Buffer.from(account.data)) : null }
  }
  return {
    svm,
    landed,
    state,
    isFinal: (block: bigint): boolean => block <= state.height - BLOCKS_UNTIL_FINAL,
    /** Carries a transaction out in the newest block. */
    land: (transaction: Transaction): void => {
      const keys = getCompiledTransactionMessageDecoder().decode(transaction.messageBytes).staticAccounts
      const before = keys.map(held)
      const result = svm.sendTransaction(transaction)
      const err = result instanceof FailedTransactionMetadata ? errorOf(result) : null
      // No block takes one that expired, that was carried out before, or whose fee cannot be paid.
      if (typeof err === 'string') return
      const json = transactionJson({ transaction, keys, before, after: keys.map(held), err })
      const signature = getSignatureFromTransaction(transaction)
      landed.push({ signature, height: state.height, err, at: now(), keys, json })
    },
    /** The node and its history know nothing of it any more. */
    forget: (signature: string): void => {
      landed.splice(
        landed.findIndex((one) => one.signature === signature),
        1,
      )
    },
    /** Makes so many blocks; what is 32 blocks deep is final, and what waits longer than 150 has expired. */
    mine: (blocks: number): void => {
      state.height += BigInt(blocks)
      if (state.height <= state.born + BLOCKS_VALID) return
      svm.expireBlockhash()
      state.born = state.height
    },
    /** The next so many transactions are taken by the node and by no block. */
    drop: (count: number) => void (state.dropped = count),
    /** Blocks before this one are forgotten. */
    prune: () => void (state.firstBlock = state.height + SLOTS_AHEAD),
    /** Another network answers. */
    moveTo: (hash: string) => void (state.genesis = hash),
    give: (key: string, amount: bigint) => void svm.airdrop(addressOf(key), lamports(amount)),
    setTokens: (tokens: TokenAccount) => setTokens(svm, tokens),
    lamportsOf: (key: string): bigint => svm.getBalance(addressOf(key)) ?? 0n,
    tokensOf: (account: string): bigint => held(account).token?.amount ?? 0n,
  }
}

const slotOf = (block: bigint): number => Number(block + SLOTS_AHEAD)

/** The slots of final blocks that the node has, from one on. */
const blocksFrom = ({ state, isFinal }: Chain, slot: bigint, limit: number): number[] => {
  const slots: number[] = []
  for (let block = slot - SLOTS_AHEAD; isFinal(block) && slots.length < limit; block += 1n) {
    if (block < state.gap.from || block > state.gap.to) slots.push(slotOf(block))
  }
  return slots
}

const methodsOf = (chain: Chain): Readonly<Record<string, Asked>> => {
  const { svm, landed, state, isFinal } = chain
  const withContext = (value: unknown) => ({ context: { slot: slotOf(state.height) }, value })
  const statusOf = (found: Landed | undefined): unknown =>
    found === undefined
      ? null
      : {
          slot: slotOf(found.height),
          confirmations: isFinal(found.height) ? null : Number(state.height - found.height),
          // Some providers leave out what is null.
          ...(state.isTerse ? {} : { err: found.err }),
          confirmationStatus: isFinal(found.height) ? 'finalized' : 'confirmed',
        }
  const find = (signature: unknown) => landed.find((one) => one.signature === signature)
  return {
    getGenesisHash: () => state.genesis,
    getMultipleAccounts: (keys) => withContext(asList(keys).map((key) => accountJson(svm, key))),
    getMinimumBalanceForRentExemption: (bytes) => Number(svm.minimumBalanceForRentExemption(BigInt(Number(bytes)))),
    getLatestBlockhash: () =>
      withContext({ blockhash: svm.latestBlockhash(), lastValidBlockHeight: Number(state.born + BLOCKS_VALID) }),
    getRecentPrioritizationFees: () => [
      { slot: 348125, prioritizationFee: 0 },
      { slot: 348126, prioritizationFee: 1000 },
    ],
    simulateTransaction: (wire) => withContext(trial(svm, transactionOf(wire))),
    sendTransaction: (wire) => {
      const transaction = transactionOf(wire)
      if (state.dropped > 0) state.dropped -= 1
      else chain.land(transaction)
      return getSignatureFromTransaction(transaction)
    },
    getSignatureStatuses: (signatures) => withContext(asList(signatures).map((one) => statusOf(find(one)))),
    getEpochInfo: () => ({
      absoluteSlot: slotOf(state.height - BLOCKS_UNTIL_FINAL),
      blockHeight: Number(state.height - BLOCKS_UNTIL_FINAL),
      epoch: 27,
      slotIndex: 2790,
      slotsInEpoch: 8192,
    }),
    getFirstAvailableBlock: () => Number(state.firstBlock),
    getBlocksWithLimit: (slot, limit) => blocksFrom(chain, BigInt(Number(slot)), Number(limit)),
    getBlock: (slot) => ({ blockHeight: Number(slot) - Number(SLOTS_AHEAD), blockTime: null, parentSlot: 1 }),
    getSignaturesForAddress: (key, asked) => {
      const { limit = 1_000, before } = asked as { limit?: number; before?: string }
      const all = landed.filter(({ keys }) => keys.includes(String(key))).toReversed()
      const from = before === undefined ? 0 : all.findIndex(({ signature }) => signature === before) + 1
      const page = all.slice(from, from + limit)
      return page.map((one) => ({ ...listed(one), ...(state.isTimeless && { blockTime: null }) }))
    },
    getTransaction: (signature) => find(signature)?.json ?? null,
  }
}

const listed = ({ signature, err, at, height }: Landed) => ({
  signature,
  err,
  memo: null,
  slot: slotOf(height),
  blockTime: Math.floor(at.getTime() / 1_000),
})

export type Solana = Awaited<ReturnType<typeof startSolana>>

const errorAnswer = (code: number, message: string) => ({
  status: 200,
  body: { jsonrpc: '2.0', id: 1, error: { code, message } },
})

/** A test asks rightly. */
const asList = (value: unknown): readonly string[] => value as readonly string[]

const transactionOf = (wire: unknown): Transaction =>
  getTransactionDecoder().decode(getBase64Encoder().encode(wire as Base64EncodedWireTransaction))

const trial = (svm: LiteSVM, transaction: Transaction): unknown => {
  const result = svm.withSigverify(false).simulateTransaction(transaction)
  svm.withSigverify(true)
  const isFailed = result instanceof FailedTransactionMetadata
  const units = result.meta().computeUnitsConsumed()
  return { err: isFailed ? errorOf(result) : null, logs: [], accounts: null, unitsConsumed: Number(units) }
}

/** A text for what no block takes; an object for what a block takes without effect. */
const errorOf = (failed: FailedTransactionMetadata): unknown => {
  const err: unknown = failed.err()
  if (typeof err === 'number') return `TransactionError ${err}`
  const { index } = err as { index?: number | (() => number) }
  return { InstructionError: [typeof index === 'function' ? index() : (index ?? 0), { Custom: 1 }] }
}

interface Carried {
  readonly transaction: Transaction
  readonly keys: readonly Address[]
  readonly before: readonly Holding[]
  readonly after: readonly Holding[]
  readonly err: unknown
}

const transactionJson = ({ transaction, keys, before, after, err }: Carried): unknown => {
  const { header } = getCompiledTransactionMessageDecoder().decode(transaction.messageBytes)
  const sum = (all: readonly Holding[]) => all.reduce((total, one) => total + one.lamports, 0n)
  const tokens = (all: readonly Holding[]) =>
    all.flatMap(({ token }, accountIndex) =>
      token === null
        ? []
        : [{ accountIndex, mint: token.mint, owner: token.owner, uiTokenAmount: { amount: String(token.amount) } }],
    )
  return {
    slot: 1,
    transaction: {
      signatures: [getSignatureFromTransaction(transaction)],
      message: {
        accountKeys: keys,
        header: {
          numRequiredSignatures: header.numSignerAccounts,
          numReadonlySignedAccounts: header.numReadonlySignerAccounts,
          numReadonlyUnsignedAccounts: header.numReadonlyNonSignerAccounts,
        },
      },
    },
    meta: {
      err,
      fee: Number(sum(before) - sum(after)),
      preBalances: before.map((one) => Number(one.lamports)),
      postBalances: after.map((one) => Number(one.lamports)),
      preTokenBalances: tokens(before),
      postTokenBalances: tokens(after),
    },
  }
}
