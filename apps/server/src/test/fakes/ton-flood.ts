import { Address, beginCell, Cell, internal, storeMessageRelaxed } from '@ton/core'
import { createShardAccount } from '@ton/sandbox'
import { placeOf, type Ton } from './ton.ts'

/** About 10 KB in 80 cells. */
const longBody = (): Cell => {
  let body = Cell.EMPTY
  for (let at = 0; at < 80; at += 1) body = beginCell().storeBuffer(Buffer.alloc(120, at)).storeRef(body).endCell()
  return body
}

/**
 * Puts a contract where somebody wants to be paid, which answers what it gets with long messages at its own cost:
 * `wide` 100 of them at once to somebody else, `deep` one to itself, and so on until its coins are spent.
 */
export const putFlood = async ({ bc }: Ton, owner: string, kind: 'wide' | 'deep'): Promise<void> => {
  const [times, to, balance] = kind === 'wide' ? [100, placeOf(0), 10n ** 10n] : [1, owner, 2n * 10n ** 9n]
  // times PUSHINT <{ c4 PUSHCTR 1 PUSHINT SENDRAWMSG }> PUSHCONT REPEAT: the message stands in the data.
  const code = Buffer.from([0x80, times, 0x95, 0xed, 0x44, 0x71, 0xfb, 0x00, 0xe4])
  const message = internal({ to, value: 10_000_000n, bounce: false, body: longBody() })
  const account = {
    address: Address.parse(owner),
    code: beginCell().storeBuffer(code).endCell(),
    data: beginCell().store(storeMessageRelaxed(message)).endCell(),
    balance,
  }
  await bc.setShardAccount(account.address, createShardAccount(account))
}
