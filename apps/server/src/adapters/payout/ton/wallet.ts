import { ed25519 } from '@noble/curves/ed25519.js'
import {
  type Address,
  beginCell,
  Cell,
  contractAddress,
  external,
  internal,
  type MessageRelaxed,
  SendMode,
  type StateInit,
  storeMessage,
  storeOutList,
} from '@ton/core'
import { mnemonicToPrivateKey } from '@ton/crypto'
import { ProcessorHaltError } from '#adapters/payout/evm-chain.ts'
import { INVALID_KEY, TON_SEED, wordsOf } from './coins.ts'

export interface TonKey {
  readonly seed: Uint8Array
  readonly address: Address
  /** With which the first message of a wallet puts it into the chain. */
  readonly init: StateInit
}

/**
 * The code of wallet v5r1, which new wallets of Tonkeeper and other apps are (“W5”):
 * https://github.com/ton-blockchain/wallet-contract-v5/blob/main/build/wallet_v5.compiled.json
 */
const CODE = [
  'te6cckECFAEAAoEAART/APSkE/S88sgLAQIBIAINAgFIAwQC3NAg10nBIJFbj2Mg1wsfIIIQZXh0br0hghBzaW50vbCSXwPgghBl',
  'eHRuuo60gCDXIQHQdNch+kAw+kT4KPpEMFi9kVvg7UTQgQFB1yH0BYMH9A5voTGRMOGAQNchcH/bPOAxINdJgQKAuZEw4HDiEA8C',
  'ASAFDAIBIAYJAgFuBwgAGa3OdqJoQCDrkOuF/8AAGa8d9qJoQBDrkOuFj8ACAUgKCwAXsyX7UTQcdch1wsfgABGyYvtRNDXCgCAA',
  'Gb5fD2omhAgKDrkPoCwBAvIOAR4g1wsfghBzaWduuvLgin8PAeaO8O2i7fshgwjXIgKDCNcjIIAg1yHTH9Mf0x/tRNDSANMfINMf',
  '0//XCgAK+QFAzPkQmiiUXwrbMeHywIffArNQB7Dy0IRRJbry4IVQNrry4Ib4I7vy0IgikvgA3gGkf8jKAMsfAc8Wye1UIJL4D95w',
  '2zzYEAP27aLt+wL0BCFukmwhjkwCIdc5MHCUIccAs44tAdcoIHYeQ2wg10nACPLgkyDXSsAC8uCTINcdBscSwgBSMLDy0InXTNc5',
  'MAGk6GwShAe78uCT10rAAPLgk+1V4tIAAcAAkVvg69csCBQgkXCWAdcsCBwS4lIQseMPINdKERITAJYB+kAB+kT4KPpEMFi68uCR',
  '7UTQgQFB1xj0BQSdf8jKAEAEgwf0U/Lgi44UA4MH9Fvy4Iwi1woAIW4Bs7Dy0JDiyFADzxYS9ADJ7VQAcjDXLAgkji0h8uCS0gDt',
  'RNDSAFETuvLQj1RQMJExnAGBAUDXIdcKAPLgjuLIygBYzxbJ7VST8sCN4gAQk1vbMeHXTNC01sNe',
].join('')

/** Of a key’s first wallet on the main network: its number -239 with the bits of “workchain 0, version 0, no. 0”. */
const WALLET_ID = 0x7fffff11

/** Reads the recovery phrase of a wallet, or its seed in hexadecimal. */
export const readTonKey = async (text: string): Promise<TonKey> => {
  const seed = TON_SEED.test(text)
    ? Buffer.from(text.slice(0, 64), 'hex')
    : (await mnemonicToPrivateKey(wordsOf(text)).catch(refuseKey)).secretKey.subarray(0, 32)
  const data = beginCell()
    .storeBit(true)
    .storeUint(0, 32)
    .storeUint(WALLET_ID, 32)
    .storeBuffer(Buffer.from(ed25519.getPublicKey(seed)))
    .storeBit(false)
    .endCell()
  const init = { code: Cell.fromBase64(CODE), data }
  return { seed, init, address: contractAddress(0, init) }
}

const refuseKey = (): never => {
  const halt = { scope: 'currency', seconds: null } as const
  throw new ProcessorHaltError({ kind: 'retry', reason: INVALID_KEY, halt })
}

/** How often a wallet has paid; null where its owner has forbidden signatures, or it is another contract. */
export const seqnoIn = (data: Cell): number | null => {
  const slice = data.beginParse()
  if (slice.remainingBits < 65 || !slice.loadBit()) return null
  const seqno = slice.loadUint(32)
  return slice.loadUint(32) === WALLET_ID ? seqno : null
}

const SIGNED = 0x7369676e

export interface TonMessage {
  /** The normalized hash (TEP-467), under which the network knows it however it is written; in hexadecimal. */
  readonly hash: string
  /** In Base64. */
  readonly boc: string
}

interface Signing {
  readonly seqno: number
  /** The time from which no block takes it; in seconds. */
  readonly validUntil: number
  readonly messages: readonly MessageRelaxed[]
  /** Whether the wallet has to be put into the chain. */
  readonly isFirst: boolean
}

/**
 * Signs messages that the wallet sends, all with one number. The contract demands the second bit of the mode, by which
 * it skips what it cannot pay and spends its number all the same.
 */
export const signMessage = (key: TonKey, { seqno, validUntil, messages, isFirst }: Signing): TonMessage => {
  const mode = SendMode.PAY_GAS_SEPARATELY | SendMode.IGNORE_ERRORS
  const actions = messages.map((outMsg) => ({ type: 'sendMsg' as const, mode, outMsg }))
  const unsigned = beginCell()
    .storeUint(SIGNED, 32)
    .storeUint(WALLET_ID, 32)
    .storeUint(validUntil, 32)
    .storeUint(seqno, 32)
    .storeMaybeRef(beginCell().store(storeOutList(actions)).endCell())
    .storeBit(false)
  const signature = ed25519.sign(unsigned.endCell().hash(), key.seed)
  const body = unsigned.storeBuffer(Buffer.from(signature)).endCell()
  const written = external({ to: key.address, init: isFirst ? key.init : null, body })
  const boc = beginCell()
    .store(storeMessage(written, { forceRef: true }))
    .endCell()
    .toBoc()
  return { hash: normalizedHash(key.address, body), boc: boc.toString('base64') }
}

/** The hash of a message to a wallet without what may be written in more than one way. */
export const normalizedHash = (to: Address, body: Cell): string => {
  const message = external({ to, body })
  return beginCell()
    .store(storeMessage(message, { forceRef: true }))
    .endCell()
    .hash()
    .toString('hex')
}

/** The number that a signed body spends; null where it is another kind of body. */
export const seqnoOf = (body: Cell): number | null => {
  const slice = body.beginParse()
  if (slice.remainingBits < 128 || slice.loadUint(32) !== SIGNED) return null
  slice.skip(64)
  return slice.loadUint(32)
}

/** A text that the payee reads; exchanges know by it whose a payment is. */
const commentBody = (text: string): Cell => beginCell().storeUint(0, 32).storeStringTail(text).endCell()

interface Transfer {
  readonly to: Address
  readonly nanotons: bigint
  /** Empty: none. */
  readonly comment: string
}

/** TON to a wallet, which need not be in the chain yet: what does not bounce stays there until it is. */
export const transferTon = ({ to, nanotons, comment }: Transfer): MessageRelaxed =>
  internal({ to, value: nanotons, bounce: false, body: comment === '' ? Cell.EMPTY : commentBody(comment) })

export const JETTON_TRANSFER = 0x0f8a7ea5

interface JettonTransfer {
  /** The account in which the site’s wallet holds the token. */
  readonly account: Address
  readonly owner: Address
  readonly to: Address
  readonly amount: bigint
  readonly queryId: bigint
  readonly comment: string
  /** What goes with it for the accounts on the way; what they leave comes back. */
  readonly attached: bigint
}

/** A payment of a token (TEP-74). One nanoton goes on to the payee, without which exchanges do not notice it. */
export const transferJetton = (transfer: JettonTransfer): MessageRelaxed => {
  const { account, owner, to, amount, queryId, comment, attached } = transfer
  const body = beginCell()
    .storeUint(JETTON_TRANSFER, 32)
    .storeUint(queryId, 64)
    .storeCoins(amount)
    .storeAddress(to)
    .storeAddress(owner)
    .storeBit(false)
    .storeCoins(1n)
    .storeMaybeRef(comment === '' ? null : commentBody(comment))
    .endCell()
  return internal({ to: account, value: attached, bounce: true, body })
}
