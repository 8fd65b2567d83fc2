import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base58, base64 } from '@scure/base'

const KEY_BYTES = 32
const SIGNATURE_BYTES = 64

export const programs = {
  system: '11111111111111111111111111111111',
  token: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  tokenAccount: 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
  memo: 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  budget: 'ComputeBudget111111111111111111111111111111',
} as const

interface Account {
  readonly key: string
  readonly isWritable: boolean
}

/** What a program is told to do. The payer signs; nobody else does. */
export interface Instruction {
  readonly program: string
  readonly accounts: readonly Account[]
  readonly data: Uint8Array
}

const writable = (key: string): Account => ({ key, isWritable: true })
const readonly = (key: string): Account => ({ key, isWritable: false })

const number = (value: bigint, bytes: number): Uint8Array =>
  Uint8Array.from({ length: bytes }, (_, at) => Number((value >> BigInt(8 * at)) & 0xffn))

const joined = (...parts: readonly (Uint8Array | readonly number[])[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => [...part]))

export const instructions = {
  /** How much work it may take, and what is offered for each unit of it in 10⁻⁶ lamports. */
  budget: ({ units, price }: { units: bigint; price: bigint }): Instruction[] => [
    { program: programs.budget, accounts: [], data: joined([2], number(units, 4)) },
    { program: programs.budget, accounts: [], data: joined([3], number(price, 8)) },
  ],
  transfer: ({ from, to, lamports }: { from: string; to: string; lamports: bigint }): Instruction => ({
    program: programs.system,
    accounts: [writable(from), writable(to)],
    data: joined(number(2n, 4), number(lamports, 8)),
  }),
  /** Opens the account of an owner for a token; nothing happens where it is open already. */
  createTokenAccount: ({ payer, owner, mint }: { payer: string; owner: string; mint: string }): Instruction => ({
    program: programs.tokenAccount,
    accounts: [
      writable(payer),
      writable(tokenAccountOf(owner, mint)),
      ...[owner, mint, programs.system, programs.token].map(readonly),
    ],
    data: Uint8Array.of(1),
  }),
  /** The network compares the mint and its decimals before anything moves. */
  transferToken: ({ from, to, mint, amount, decimals }: TokenTransfer): Instruction => ({
    program: programs.token,
    accounts: [
      writable(tokenAccountOf(from, mint)),
      readonly(mint),
      writable(tokenAccountOf(to, mint)),
      readonly(from),
    ],
    data: joined([12], number(amount, 8), [decimals]),
  }),
  memo: (text: string): Instruction => ({
    program: programs.memo,
    accounts: [],
    data: new TextEncoder().encode(text),
  }),
} as const

interface TokenTransfer {
  readonly from: string
  readonly to: string
  readonly mint: string
  readonly amount: bigint
  readonly decimals: number
}

/** Whether somebody can have the key of an address; programs own the others. */
export const isOnCurve = (address: Uint8Array): boolean => {
  try {
    ed25519.Point.fromBytes(address, true)
    return true
  } catch {
    return false
  }
}

/** The account in which a wallet holds a token: the first address that these name and nobody has the key of. */
export const tokenAccountOf = (owner: string, mint: string): string => {
  const seeds = joined(...[owner, programs.token, mint].map((key) => base58.decode(key)))
  const rest = joined(base58.decode(programs.tokenAccount), new TextEncoder().encode('ProgramDerivedAddress'))
  for (let bump = 255; bump >= 0; bump -= 1) {
    const address = sha256(joined(seeds, [bump], rest))
    if (!isOnCurve(address)) return base58.encode(address)
  }
  throw new Error('no account of this token has an address')
}

interface Message {
  readonly payer: string
  readonly blockhash: string
  readonly instructions: readonly Instruction[]
}

/** Lengths up to 127 are one byte; nothing here is longer. */
const length = (count: number): number[] => {
  if (count > 127) throw new Error('a transaction of the site is shorter')
  return [count]
}

/** The bytes that are signed: accounts, the blockhash that bounds its life, and what is to be done. */
const messageBytes = ({ payer, blockhash, instructions: steps }: Message): Uint8Array => {
  const named = steps.flatMap(({ program, accounts }) => [...accounts, readonly(program)])
  const others = [...new Set(named.map(({ key }) => key))].filter((key) => key !== payer)
  const isWritable = (key: string) => named.some((account) => account.key === key && account.isWritable)
  const changed = others.filter(isWritable)
  const read = others.filter((key) => !isWritable(key))
  const keys = [payer, ...changed, ...read]
  const at = (key: string) => keys.indexOf(key)
  return joined(
    [1, 0, read.length],
    length(keys.length),
    ...keys.map((key) => base58.decode(key)),
    base58.decode(blockhash),
    length(steps.length),
    ...steps.map(({ program, accounts, data }) =>
      joined(
        [at(program)],
        length(accounts.length),
        accounts.map(({ key }) => at(key)),
        length(data.length),
        data,
      ),
    ),
  )
}

export interface SignedTransaction {
  /** Its first signature, under which the network knows it. */
  readonly signature: string
  readonly bytes: string
}

export const signTransaction = (message: Message, seed: Uint8Array): SignedTransaction => {
  const bytes = messageBytes(message)
  const signature = ed25519.sign(bytes, seed)
  return { signature: base58.encode(signature), bytes: base64.encode(joined(length(1), signature, bytes)) }
}

/** The same without a signature, for a trial. */
export const unsignedTransaction = (message: Message): string =>
  base64.encode(joined(length(1), new Uint8Array(SIGNATURE_BYTES), messageBytes(message)))

export interface SolanaKey {
  readonly seed: Uint8Array
  readonly address: string
}

/** Reads a private key as wallets export it (Base58) or as Solana's own program writes it (a list of 64 bytes). */
export const readSolanaKey = (text: string): SolanaKey | null => {
  try {
    const bytes = text.startsWith('[') ? bytesOf(JSON.parse(text)) : base58.decode(text)
    if (bytes.length !== SIGNATURE_BYTES && bytes.length !== KEY_BYTES) return null
    const seed = bytes.slice(0, KEY_BYTES)
    const address = base58.encode(ed25519.getPublicKey(seed))
    const isWhole = bytes.length === KEY_BYTES || base58.encode(bytes.slice(KEY_BYTES)) === address
    return isWhole ? { seed, address } : null
  } catch {
    return null
  }
}

const bytesOf = (list: unknown): Uint8Array => {
  const isBytes = Array.isArray(list) && list.every((one) => Number.isInteger(one) && one >= 0 && one <= 255)
  return isBytes ? Uint8Array.from(list) : new Uint8Array()
}
