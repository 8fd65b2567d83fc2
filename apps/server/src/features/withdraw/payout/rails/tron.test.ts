import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTron } from '#adapters/payout/tron/tron.ts'
import { explorerUrl } from '#features/withdraw/destination/explorer.ts'
import { runPayouts } from '#features/withdraw/payout/pay.ts'
import { pollWalletBalances, walletsOf } from '#features/withdraw/payout/wallets.ts'
import { inEnglish } from '#kernel/words/render.ts'
import { balancesOf } from '#money/accounts.ts'
import { OWNER, OWNER_KEY, placeOf, startTron, type Tron } from '#test/fakes/tron.ts'
import { requestDirectly, rowOf } from '#test/features/paying.ts'
import { addMethod, earn, openHanded, payoutDeps } from '#test/features/withdrawing.ts'
import { localHttp } from '#test/local-http.ts'
import { expectRefused } from '#test/sign-up.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld({ settings: openHanded, limits: false })
let chain: Tron
beforeAll(async () => {
  chain = await startTron()
  chain.give(OWNER, 10n ** 12n)
  chain.giveTokens(OWNER, 10n ** 12n)
  await world.settings({ payout_tron_url: chain.url, payout_tron_key: OWNER_KEY })
})
afterAll(() => chain.close())

const deps = () => payoutDeps(world, { tron: createTron({ http: localHttp() }) })
const run = () => runPayouts(deps())
const again = async (seconds = 60) => {
  world.clock.turn(seconds)
  return run()
}
const trx = { processor: 'tron', currency: 'TRX', decimals: 6 } as const
const usdt = { processor: 'tron', currency: 'USDT-TRC20', decimals: 6 } as const
let count = 0
const approved = async (fields: Parameters<typeof addMethod>[1]) => {
  count += 1
  const method = await addMethod(await world.owner(), fields)
  const person = await world.user(`tron${count}`)
  await earn(world, person, 20_000)
  const address = placeOf(20_000 + count)
  const { _id: id } = await requestDirectly(world, person, { method, address })
  return { id, address, person, method }
}
const several = async (times: number, fields: Parameters<typeof addMethod>[1]) => {
  const all = []
  for (let done = 0; done < times; done += 1) all.push(await approved(fields))
  return all
}
const paymentsOf = (id: string) =>
  world.db.read.selectFrom('payout_transactions').selectAll().where('withdrawal_id', '=', id).orderBy('id').execute()

describe('a payout on TRON', () => {
  test('is stored, sent, followed and paid once it is solid, with its fee and an explorer', async () => {
    const { id, address } = await approved(usdt)
    await run()
    const [payment] = await paymentsOf(id)
    expect(await rowOf(world, id)).toMatchObject({ status: 'sending', txId: payment?.tx_id })
    // Energy for somebody who holds none of it yet, three tenths on top, and bytes.
    expect(Number(payment?.fee)).toBeGreaterThan(16)
    chain.mine(10)
    await again()
    expect((await rowOf(world, id)).status).toBe('sending')
    chain.mine(10)
    await again()
    const { status, txId } = await rowOf(world, id)
    expect({ status, txId }).toEqual({ status: 'paid', txId: payment?.tx_id })
    expect(chain.paidTo(address)).toEqual([990_000n])
    const url = explorerUrl({ txId, currency: 'USDT-TRC20', processor: 'tron', options: {} })
    expect(url).toBe(`https://tronscan.org/#/transaction/${txId}`)
  })

  test('that no block takes is sent again, and signed anew only when it has expired for good', async () => {
    const { id, address } = await approved({ ...trx, options: { createAccounts: true } })
    chain.drop(2)
    await run()
    await again()
    expect(await paymentsOf(id)).toHaveLength(1)
    chain.mine(340)
    await again()
    expect((await rowOf(world, id)).status).toBe('approved')
    await again(600)
    expect(await paymentsOf(id)).toHaveLength(2)
    chain.mine(20)
    await again()
    const [, second] = await paymentsOf(id)
    expect(await rowOf(world, id)).toMatchObject({ status: 'paid', txId: second?.tx_id })
    expect(chain.paidTo(address)).toEqual([990_000n])
  })

  test('of TRX to an unused wallet is refused before it is asked for, and after', async () => {
    const { id, person, method } = await approved(trx)
    const body = { address: placeOf(1), amount: 5_000 }
    const asked = person.withdraw.preview({ params: { methodId: method._id }, body })
    const { msg } = await expectRefused(asked, 422, 'ADDRESS_UNKNOWN')
    expect(msg).toContain('1.1 TRX')
    await run()
    expect(await rowOf(world, id)).toMatchObject({ status: 'failed', reason: expect.stringContaining('1.1 TRX') })
    expect((await balancesOf(world.db.read, person.id)).main).toBe(20_000)
  })

  test('that a block took without effect is given back whole', async () => {
    const { id, person } = await approved(usdt)
    await run()
    const held = chain.tokens.get(OWNER) ?? 0n
    chain.tokens.set(OWNER, 0n)
    chain.mine(20)
    chain.tokens.set(OWNER, held)
    await again()
    expect(await rowOf(world, id)).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('without effect'),
    })
    expect((await balancesOf(world.db.read, person.id)).main).toBe(20_000)
  })
})

describe('a wallet that holds too little for all of them', () => {
  test('pays what it holds, and the rest once it holds more, without a payment that fails', async () => {
    chain.tokens.set(OWNER, 2_500_000n)
    const all = await several(6, usdt)
    const statuses = async () => (await Promise.all(all.map(({ id }) => rowOf(world, id)))).map(({ status }) => status)
    const failed = chain.taken.filter(({ outcome }) => outcome !== 'SUCCESS').length
    await run()
    expect((await statuses()).filter((status) => status === 'sending')).toHaveLength(2)
    expect((await statuses()).filter((status) => status === 'approved')).toHaveLength(4)
    expect(await world.db.read.selectFrom('payout_halts').select(['currency', 'reason']).execute()).toMatchObject([
      { currency: 'USDT-TRC20', reason: expect.stringContaining('TooLittle') },
    ])
    chain.mine(5)
    await again(601)
    expect((await statuses()).filter((status) => status === 'sending')).toHaveLength(2)
    chain.mine(15)
    chain.giveTokens(OWNER, 10n ** 12n)
    await again(601)
    chain.mine(20)
    await again()
    expect(await statuses()).toEqual(all.map(() => 'paid'))
    expect(chain.taken.filter(({ outcome }) => outcome !== 'SUCCESS')).toHaveLength(failed)
  })

  test('keeps the TRX that payments on their way may take, of both currencies', async () => {
    const held = chain.sun.get(OWNER) ?? 0n
    // Of a token one takes about 17 TRX.
    chain.sun.set(OWNER, 40_000_000n)
    const all = await several(4, usdt)
    await run()
    const rows = await Promise.all(all.map(({ id }) => rowOf(world, id)))
    expect(rows.filter(({ status }) => status === 'sending')).toHaveLength(2)
    const coin = await approved({ ...trx, options: { createAccounts: true }, rate: '500' })
    await again()
    expect((await rowOf(world, coin.id)).status).toBe('approved')
    chain.mine(20)
    chain.sun.set(OWNER, held)
    await again(601)
    chain.mine(20)
    await again()
    for (const { id } of [...all, coin]) expect((await rowOf(world, id)).status).toBe('paid')
  })
})

test('the wallet’s balances are told, of the token and of what pays its fees', async () => {
  await approved(usdt)
  expect(inEnglish(await pollWalletBalances(deps()))).toContain('without a response: 0')
  const held = new Map((await walletsOf(world.db.read, world.clock.now())).map((one) => [one.currency, one.balance]))
  expect(Number(held.get('TRX'))).toBeGreaterThan(999_000)
  expect(Number(held.get('USDT-TRC20'))).toBeGreaterThan(999_000)
})
