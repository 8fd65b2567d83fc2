import { Address, beginCell, type Cell, type Message, storeMessage, type Transaction, type TupleItem } from '@ton/core'

export const cellOf = (message: Message): Cell => beginCell().store(storeMessage(message)).endCell()

const known = new WeakMap<Message, readonly string[]>()

/** Under which hashes the index finds a message: its own, and the normalized one (TEP-467). Hashing is slow. */
export const hashesOf = (message: Message | null | undefined): readonly string[] => {
  if (message === null || message === undefined) return []
  const hashes = known.get(message) ?? [cellOf(message).hash().toString('hex'), normalized(message).toString('hex')]
  known.set(message, hashes)
  return hashes
}

interface MessageHashes {
  readonly incoming: readonly string[]
  readonly outgoing: readonly string[]
}

const named = new WeakMap<Transaction, MessageHashes>()

/** Under which hashes the index finds a transaction: those of its messages. */
export const messagesOf = (transaction: Transaction): MessageHashes => {
  const found = named.get(transaction) ?? {
    incoming: hashesOf(transaction.inMessage),
    outgoing: transaction.outMessages.values().flatMap(hashesOf),
  }
  named.set(transaction, found)
  return found
}

export const normalized = (message: Message): Buffer => {
  if (message.info.type !== 'external-in') return cellOf(message).hash()
  const info = { type: 'external-in' as const, src: null, dest: message.info.dest, importFee: 0n }
  const plain: Message = { info, init: null, body: message.body }
  return beginCell()
    .store(storeMessage(plain, { forceRef: true }))
    .endCell()
    .hash()
}

export const blockId = (seqno: number, rootHash: string) => ({
  '@type': 'ton.blockIdExt',
  workchain: -1,
  shard: '-9223372036854775808',
  seqno,
  root_hash: rootHash,
  file_hash: 'XplPz01CXAps5qeSWUtxcyBfdAo5zVb1N979KLSKD24=',
})

export const masterchainInfo = (root: string) => ({
  '@type': 'blocks.masterchainInfo',
  last: blockId(50_000_000, 'FhhEG0sV0nlqNnwz2dmnHyyCC0zEfWtjIUDnvcQwlJg='),
  state_root_hash: '3BMfYhIlfjYVyxJY8zB06PDpbtdu0nqjbDNKXTGvDfA=',
  init: blockId(0, root),
})

export const entryOf = (item: TupleItem): unknown => {
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

export const placeOfTransaction = ({ address }: Transaction): Address =>
  new Address(0, Buffer.from(address.toString(16).padStart(64, '0'), 'hex'))

/** The index prints addresses in capitals. */
const raw = (address: Address): string => address.toRawString().toUpperCase()

const printed = new WeakMap<Transaction, ReturnType<typeof print>>()

/** A transaction as the index prints it, which never changes. */
export const transactionJson = (transaction: Transaction) => {
  const json = printed.get(transaction) ?? print(transaction)
  printed.set(transaction, json)
  return json
}

const print = (transaction: Transaction) => {
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
            action: {
              success: action.success,
              result_code: action.resultCode,
              skipped_actions: action.skippedActions,
              msgs_created: action.messagesCreated,
            },
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
