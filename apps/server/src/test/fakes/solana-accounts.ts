import { ed25519 } from '@noble/curves/ed25519.js'
import { address as addressOf, getAddressDecoder, getBase58Decoder, getBase58Encoder, lamports } from '@solana/kit'
import type { LiteSVM } from 'litesvm'

/** The wallet whose private key is 32 times 0x11, in the form that Solana's own program writes. */
export const OWNER = 'F25s3DdjXdCxYBhh2z8FBusVEMT4b9bGNFVKJi3wFoF4'
export const OWNER_KEY = `[${[...Buffer.alloc(32, 0x11), ...getBase58Encoder().encode(OWNER)].join(',')}]`
export const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
/** The owner's account for it, as Solana's own library derives it. */
export const OWNER_USDC = 'DQhCHAxmJxGcys4CvR2PCb9bkaCHTRHDAMJz73u98jwm'

/** The address of a wallet that nobody has used, the same for the same number. */
export const walletOf = (number: number): string => {
  const seed = new Uint8Array(32)
  new DataView(seed.buffer).setUint32(0, number)
  return getBase58Decoder().decode(ed25519.getPublicKey(seed))
}

export const TOKEN_PROGRAM = addressOf('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA')
export const accountJson = (svm: LiteSVM, key: string): unknown => {
  const account = svm.getAccount(addressOf(key))
  if (!account.exists || account.lamports === 0n) return null
  return {
    lamports: Number(account.lamports),
    owner: account.programAddress,
    data: [Buffer.from(account.data).toString('base64'), 'base64'],
    executable: account.executable,
    rentEpoch: 0,
    space: account.data.length,
  }
}

/** What an account of a token says. */
export const tokenOf = (data: Buffer) => ({
  mint: getAddressDecoder().decode(data.subarray(0, 32)),
  owner: getAddressDecoder().decode(data.subarray(32, 64)),
  amount: data.readBigUInt64LE(64),
})

export interface TokenAccount {
  /** Where it stands, which is not checked. */
  readonly account: string
  readonly owner: string
  readonly mint: string
  readonly amount: bigint
  readonly isFrozen?: boolean
}

/** Writes an account of a token, and its mint, as the token's program lays them out. */
export const setTokens = (svm: LiteSVM, { account, owner, mint, amount, isFrozen = false }: TokenAccount): void => {
  const encode = getBase58Encoder()
  const supply = Buffer.alloc(82)
  supply.writeUInt32LE(1, 0)
  supply.set(encode.encode(OWNER), 4)
  supply.writeBigUInt64LE(10n ** 15n, 36)
  supply[44] = 6
  supply[45] = 1
  const data = Buffer.alloc(165)
  data.set(encode.encode(mint), 0)
  data.set(encode.encode(owner), 32)
  data.writeBigUInt64LE(amount, 64)
  data[108] = isFrozen ? 2 : 1
  for (const [key, bytes] of [[mint, supply] as const, [account, data] as const]) {
    svm.setAccount({
      address: addressOf(key),
      lamports: lamports(10_000_000n),
      programAddress: TOKEN_PROGRAM,
      data: new Uint8Array(bytes),
      executable: false,
      space: BigInt(bytes.length),
    })
  }
}
