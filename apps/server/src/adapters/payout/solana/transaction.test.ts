import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import {
  address,
  decompileTransactionMessage,
  getAddressEncoder,
  getBase64Encoder,
  getCompiledTransactionMessageDecoder,
  getProgramDerivedAddress,
  getPublicKeyFromAddress,
  getSignatureFromTransaction,
  getTransactionDecoder,
  type Instruction,
  verifySignature,
} from '@solana/kit'
import { describe, expect, test } from 'vitest'
import { OWNER, OWNER_KEY, OWNER_USDC, USDC } from '#test/fakes/solana-accounts.ts'
import { instructions, programs, readSolanaKey, signTransaction, tokenAccountOf } from './transaction.ts'

const seed = (byte: number) => new Uint8Array(32).fill(byte)
const walletOf = (byte: number): string => base58.encode(ed25519.getPublicKey(seed(byte)))

describe('what Solana’s own library makes of the same', () => {
  test('a private key has the same address in each of its forms', () => {
    expect(readSolanaKey(OWNER_KEY)?.address).toBe(OWNER)
    expect(readSolanaKey(base58.encode(seed(0x11)))?.address).toBe(OWNER)
    const whole = base58.encode(Uint8Array.from([...seed(0x11), ...base58.decode(OWNER)]))
    expect(readSolanaKey(whole)?.address).toBe(OWNER)
    const torn = base58.encode(Uint8Array.from([...seed(0x11), ...base58.decode(walletOf(0x22))]))
    for (const wrong of [torn, '', 'x', '[1,2]', '[300]', OWNER.slice(1)]) expect(readSolanaKey(wrong)).toBeNull()
  })

  test('a token account has the same address', async () => {
    const owner = 'Bow1CGKGDB9mNxeWdw85E2aCthQ1oZX4oFEe7fYT17ew'
    expect(tokenAccountOf(owner, USDC)).toBe('3RFAFPQaRKXQaoXiPxEciUViHe6MLxfh6ERj6kX3eBs5')
    const usdt = 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB'
    expect(tokenAccountOf(owner, usdt)).toBe('5oPfGYqVnZG1NjPhbrShY1yyiBq1aWQoqCAzX8qwofF1')
    expect(tokenAccountOf(OWNER, USDC)).toBe(OWNER_USDC)
    const encode = getAddressEncoder()
    for (let byte = 1; byte < 40; byte += 1) {
      const [derived] = await getProgramDerivedAddress({
        programAddress: address('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'),
        seeds: [walletOf(byte), 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', USDC].map((key) =>
          encode.encode(address(key)),
        ),
      })
      expect(tokenAccountOf(walletOf(byte), USDC)).toBe(derived)
    }
  })

  test('a transaction is read there as what it was made of, and its signature holds', async () => {
    const hash = 'EkSnNWid2cvwEVnVx9aBqawnmiCNiDgp3gUdkDPTKN1N'
    const to = walletOf(0x22)
    const steps = [
      ...instructions.budget({ units: 30_000n, price: 10_000n }),
      instructions.createTokenAccount({ payer: OWNER, owner: to, mint: USDC }),
      instructions.transferToken({ from: OWNER, to, mint: USDC, amount: 2_500_000n, decimals: 6 }),
      instructions.transfer({ from: OWNER, to, lamports: 1n }),
      instructions.memo('0190f3a0-0000-7000-8000-000000000000'),
    ]
    const { signature, bytes } = signTransaction({ payer: OWNER, blockhash: hash, instructions: steps }, seed(0x11))
    const transaction = getTransactionDecoder().decode(getBase64Encoder().encode(bytes))
    expect(getSignatureFromTransaction(transaction)).toBe(signature)
    const key = await getPublicKeyFromAddress(address(OWNER))
    const signed = transaction.signatures[address(OWNER)]
    expect(signed && (await verifySignature(key, signed, transaction.messageBytes))).toBe(true)
    const compiled = getCompiledTransactionMessageDecoder().decode(transaction.messageBytes)
    const message = decompileTransactionMessage(compiled, { lastValidBlockHeight: 1n })
    expect(message).toMatchObject({
      feePayer: { address: OWNER },
      lifetimeConstraint: { blockhash: hash },
      instructions: steps.map(({ program, data }) => ({ programAddress: program, data })),
    })
    const instructionsRead: readonly Instruction[] = message.instructions
    const read = instructionsRead.map(({ accounts }) => [...(accounts ?? [])])
    expect(read.map((list) => list.map((one) => String(one.address)))).toEqual(
      steps.map(({ accounts }) => accounts.map(({ key: name }) => name)),
    )
    // Of its roles the odd ones may be written.
    const isWritable = (name: string) => read.flat().some((one) => one.address === name && one.role % 2 === 1)
    expect([OWNER, to, OWNER_USDC, tokenAccountOf(to, USDC)].map(isWritable)).toEqual([true, true, true, true])
    expect([USDC, programs.token, programs.system].map(isWritable)).toEqual([false, false, false])
  })
})
