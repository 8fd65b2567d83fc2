import { defaults, type Settings } from '@runnel/contract/settings/settings'
import { afterEach, describe, expect, test } from 'vitest'
import { createHttp } from '#adapters/deposit/http.ts'
import { createBitcoind } from '#adapters/payout/bitcoind.ts'
import { nodeAddressProblem } from '#adapters/payout/node-rpc.ts'
import type { PayoutOrder, SignedPayment } from '#adapters/payout/payout.ts'
import { inEnglish } from '#kernel/words/render.ts'
import { startBitcoind } from '#test/fakes/bitcoind.ts'
import { localHttp } from '#test/local-http.ts'
import { saysEnglish } from '#test/says-english.ts'

const payout = saysEnglish(createBitcoind({ http: localHttp() }))
const order: PayoutOrder = {
  reference: 'one',
  currency: 'DOGE',
  decimals: 8,
  options: { confirmations: 2 },
  address: 'DAlice',
  amount: '0.99',
}

let node: Awaited<ReturnType<typeof startBitcoind>>
const open = async (manner: Parameters<typeof startBitcoind>[0] = {}): Promise<Settings> => {
  node = await startBitcoind(manner)
  node.fund(2, 2)
  return { ...defaults, payout_bitcoind_doge_url: node.address }
}
afterEach(() => node.close())

const signed = async (settings: Settings, held: readonly string[] = []): Promise<SignedPayment> => {
  const answer = await payout.sign(order, held, settings)
  if (answer.kind !== 'signed') throw new Error(answer.reason)
  return answer
}
const standing = (settings: Settings, payment: SignedPayment) =>
  payout.checkStatus({ ...order, payments: [payment] }, settings)

const nodes = [
  { name: 'of today', manner: {} },
  { name: 'that answers errors by HTTP', manner: { errorsAsHttp: true } },
  { name: 'of the older kind (Dogecoin 1.14)', manner: { isOld: true, errorsAsHttp: true } },
]

describe.each(nodes)('a node $name', ({ manner }) => {
  test('signs without any effect, takes the payment as often as it comes, and confirms it', async () => {
    const settings = await open(manner)
    const payment = await signed(settings)
    expect(node.known.size).toBe(0)
    expect(payment.fee).toBe('0.00001')
    expect(await standing(settings, payment)).toMatchObject({ kind: 'absent' })
    for (let time = 0; time < 3; time++) {
      expect(await payout.broadcast(order, payment, settings)).toMatchObject({ kind: 'accepted' })
    }
    expect(node.paidTo('DAlice')).toEqual([99_000_000n])
    node.mine()
    expect(await standing(settings, payment)).toMatchObject({ kind: 'waiting', answer: 'It has 1 of 2 confirmations.' })
    // In a block it answers with -27, which means that it has it.
    expect(await payout.broadcast(order, payment, settings)).toMatchObject({ kind: 'accepted' })
    node.mine()
    expect(await standing(settings, payment)).toEqual({ kind: 'paid', txId: payment.txId })
  })

  test('never spends what a stored payment spends, also after it forgot its locks', async () => {
    const settings = await open(manner)
    const first = await signed(settings)
    node.restart()
    const second = await signed(settings, first.inputs)
    expect(second.inputs.some((input) => first.inputs.includes(input))).toBe(false)
    expect(node.locked.size).toBe(1)
    expect(await payout.sign(order, [...first.inputs, ...second.inputs], settings)).toMatchObject({ kind: 'retry' })
    node.failNext('drops before')
    expect(await payout.release?.(order, [first], settings), 'the node was away').toBe(false)
    expect(await payout.release?.(order, [first], settings)).toBe(true)
    expect((await signed(settings, second.inputs)).inputs).toEqual(first.inputs)
  })

  test('says what stands in the way, and it is known what that means', async () => {
    const settings = await open(manner)
    const sign = (changes: Partial<PayoutOrder> = {}) => payout.sign({ ...order, ...changes }, [], settings)
    expect(await sign({ amount: '50' })).toMatchObject({ kind: 'retry', halt: { scope: 'currency', seconds: 600 } })
    expect(await sign({ address: 'bad' })).toMatchObject({ kind: 'refused' })
    expect(await sign({ options: { feeMax: '0.000001' } })).toMatchObject({ kind: 'retry' })
    node.errorNext('fundrawtransaction', -4, 'Transaction amount too small')
    expect(await sign()).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('too small for the network'),
    })
    const name = manner.isOld ? 'signrawtransaction' : 'signrawtransactionwithwallet'
    node.errorNext(name, -13, 'Please enter the wallet passphrase')
    expect(await sign()).toMatchObject({ kind: 'retry', halt: { scope: 'currency', seconds: null } })
    node.errorNext('createrawtransaction', -28, 'Loading block index…')
    expect(await sign()).toMatchObject({ kind: 'retry', reason: expect.stringContaining('-28') })
    const wrong = { ...settings, payout_bitcoind_doge_url: node.address.replace('payer', 'other') }
    expect(await payout.sign(order, [], wrong)).toMatchObject({ kind: 'retry', halt: { scope: 'currency' } })
    expect(await payout.holdings?.(settings, order)).toEqual([{ currency: 'DOGE', amount: '4' }])
  })

  test('a double spend in a block is told, one that is forgotten can be sent again', async () => {
    const settings = await open(manner)
    const payment = await signed(settings)
    await payout.broadcast(order, payment, settings)
    node.forget(payment.txId)
    expect(await standing(settings, payment)).toMatchObject({ kind: 'absent' })
    await payout.broadcast(order, payment, settings)
    node.doubleSpend(payment.txId)
    expect(await standing(settings, payment)).toMatchObject({ kind: 'waiting' })
    expect(await payout.broadcast(order, payment, settings)).toMatchObject({ kind: 'rejected' })
    node.mine()
    expect(await standing(settings, payment)).toMatchObject({ kind: 'conflict' })
  })
})

test('the node of another coin is no node of this one: nobody is refused or paid by it', async () => {
  const settings = await open()
  const payment = await signed(settings)
  node.turnInto('LTC')
  const words = expect.stringContaining('isn’t on the DOGE chain')
  const stops = { kind: 'retry', reason: words, halt: { scope: 'currency', seconds: null } }
  expect(await payout.sign(order, [], settings)).toEqual(stops)
  expect(await payout.sign({ ...order, address: 'bad' }, [], settings)).toEqual(stops)
  expect(await standing(settings, payment)).toEqual({ kind: 'lost', answer: words })
  await expect(payout.holdings?.(settings, order)).rejects.toThrow('isn’t on the')
})

test('a node is only called where its password is safe', async () => {
  await open()
  const own = createHttp({ privateHosts: ['127.0.0.1:8332', 'bitcoind', '192.168.1.7'] })
  expect(nodeAddressProblem(own, 'http://a:b@127.0.0.1:8332')).toBeNull()
  expect(nodeAddressProblem(own, 'http://bitcoind:8332/wallet/x')).toBeNull()
  expect(nodeAddressProblem(own, 'http://192.168.1.7:8332')).toBeNull()
  expect(nodeAddressProblem(own, 'https://node.example.com')).toBeNull()
  expect(
    inEnglish(nodeAddressProblem(own, 'http://a:b@127.0.0.1:9332') ?? ''),
    'of another port nothing was said',
  ).toContain('127.0.0.1:9332 is in a private network')
  expect(inEnglish(nodeAddressProblem(createHttp(), 'http://bitcoind:8332/wallet/x') ?? '')).toContain('PRIVATE_HOSTS')
  expect(inEnglish(nodeAddressProblem(own, 'http://node.example.com') ?? '')).toContain('https://')
  expect(inEnglish(nodeAddressProblem(own, 'http://10.example.com') ?? '')).toContain('https://')
  expect(inEnglish(nodeAddressProblem(own, 'nothing') ?? '')).toContain('URL is invalid')
})
