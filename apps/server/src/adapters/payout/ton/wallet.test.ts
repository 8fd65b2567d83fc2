import { Address, Cell, internal, loadMessage, SendMode } from '@ton/core'
import { keyPairFromSeed, mnemonicNew, mnemonicToPrivateKey } from '@ton/crypto'
import { WalletContractV5R1 } from '@ton/ton'
import { describe, expect, test } from 'vitest'
import { OWNER, OWNER_KEY, placeOf } from '#test/fakes/ton.ts'
import { readTonKey, signMessage, transferJetton, transferTon } from './wallet.ts'

const V4 = Address.parse('UQDcB_cHx9Yfwv4b4sLcW2tRg4HNjZJLqjr0TBKCL2-7Nfjt')

describe('what TON’s own library makes of the same', () => {
  test('a recovery phrase or a seed has the same address', async () => {
    const words = await mnemonicNew(24)
    const pairs = [
      { text: words.join(' '), pair: await mnemonicToPrivateKey(words) },
      { text: OWNER_KEY, pair: keyPairFromSeed(Buffer.from(OWNER_KEY, 'hex')) },
    ]
    for (const { text, pair } of pairs) {
      const { address, init } = WalletContractV5R1.create({ publicKey: pair.publicKey })
      const key = await readTonKey(text)
      expect(key.address.equals(address)).toBe(true)
      expect(key.init.code?.equals(init.code)).toBe(true)
      const whole = await readTonKey(pair.secretKey.toString('hex'))
      expect(whole.address.equals(address)).toBe(true)
    }
    expect((await readTonKey(OWNER_KEY)).address.toString({ bounceable: false })).toBe(OWNER)
  })

  test('a message is the same, bit for bit', async () => {
    const key = await readTonKey(OWNER_KEY)
    const wallet = WalletContractV5R1.create({ publicKey: keyPairFromSeed(Buffer.from(key.seed)).publicKey })
    const messages = [0, 1, 2].map((number) =>
      internal({ to: placeOf(number), value: BigInt(number + 1), bounce: false, body: `Payout ${number}` }),
    )
    const theirs = wallet.createTransfer({
      seqno: 41,
      timeout: 1_763_816_460,
      secretKey: keyPairFromSeed(Buffer.from(key.seed)).secretKey,
      sendMode: SendMode.PAY_GAS_SEPARATELY + SendMode.IGNORE_ERRORS,
      messages,
    })
    const { boc } = signMessage(key, { seqno: 41, validUntil: 1_763_816_460, messages, isFirst: false })
    expect(loadMessage(Cell.fromBase64(boc).beginParse()).body.hash()).toEqual(theirs.hash())
  })

  test('a message and the body of a token’s payment have the hashes that were found for them', async () => {
    const key = await readTonKey(OWNER_KEY)
    const messages = [transferTon({ to: V4, nanotons: 500_000_000n, comment: 'W-17' })]
    const { hash } = signMessage(key, { seqno: 7, validUntil: 1_763_816_460, messages, isFirst: false })
    expect(hash).toBe('eedd37bc9be35ed370e87b2c00af3da12801b52fa68f8838f7f9737c193d9b5c')
    const { body } = transferJetton({
      account: V4,
      owner: key.address,
      to: V4,
      amount: 2_500_000n,
      queryId: 17n,
      comment: 'W-17',
      attached: 50_000_000n,
    })
    expect(body.hash().toString('hex')).toBe('e3ba70f845b3c4b8a8e73a9e0474b3e52c8dcc99fc67c788760bca6b1aaf71fb')
  })
})
