import { Cell, internal, loadMessage } from '@ton/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SignedPayout } from '#adapters/payout/payout.ts'
import { createTon } from '#adapters/payout/ton/ton.ts'
import { readTonKey, seqnoIn, signMessage } from '#adapters/payout/ton/wallet.ts'
import { explorerUrl } from '#features/withdraw/destination/explorer.ts'
import { compareWallets } from '#features/withdraw/payout/compare-wallets.ts'
import { runPayouts } from '#features/withdraw/payout/pay.ts'
import { pollWalletBalances, walletsOf } from '#features/withdraw/payout/wallets.ts'
import { inEnglish } from '#kernel/words/render.ts'
import { balancesOf } from '#money/accounts.ts'
import { putFlood } from '#test/fakes/ton-flood.ts'
import { OWNER, OWNER_KEY, placeOf, startTon, type Ton } from '#test/fakes/ton.ts'
import { requestDirectly, rowOf } from '#test/features/paying.ts'
import { addMethod, earn, openHanded, payoutDeps } from '#test/features/withdrawing.ts'
import { localHttp } from '#test/local-http.ts'
import { expectRefused } from '#test/sign-up.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld({ settings: openHanded, limits: false })
let chain: Ton
beforeAll(async () => {
  chain = await startTon()
  await chain.give(OWNER, 10n ** 13n)
  await chain.setTokens(OWNER, 10n ** 12n)
  await world.settings({ payout_ton_url: chain.url, payout_ton_key: OWNER_KEY })
})
afterAll(() => chain.close())

const payout = createTon({ http: localHttp() })
const deps = (ton: SignedPayout = payout) => payoutDeps(world, { ton })
const run = () => runPayouts(deps())
const again = async (seconds = 60) => {
  world.clock.turn(seconds)
  chain.mine(seconds)
  return run()
}
const ton = { processor: 'ton', currency: 'TON', decimals: 9 } as const
const usdt = { processor: 'ton', currency: 'USDT-TON', decimals: 6, options: { createAccounts: true } } as const
let count = 0
const person = async () => {
  count += 1
  const one = await world.user(`ton${count}`)
  await earn(world, one, 100_000)
  return { one, address: placeOf(30_000 + count) }
}
const approved = async (fields: Parameters<typeof addMethod>[1], times = 1) => {
  const method = await addMethod(await world.owner(), fields)
  const made: { id: string; address: string; one: Awaited<ReturnType<typeof person>>['one'] }[] = []
  while (made.length < times) {
    const { one, address } = await person()
    const { _id: id } = await requestDirectly(world, one, { method, address })
    made.push({ id, address, one })
  }
  return { method, made }
}
const first = <T>([one]: readonly T[]): T => {
  if (one === undefined) throw new Error('there is one')
  return one
}
const paymentsOf = (id: string) =>
  world.db.read.selectFrom('payout_transactions').selectAll().where('withdrawal_id', '=', id).orderBy('id').execute()
const statusesOf = async (made: readonly { id: string }[]) =>
  (await Promise.all(made.map(({ id }) => rowOf(world, id)))).map(({ status }) => status)

describe('a payout on TON', () => {
  test('is stored, sent, followed and paid, with its fee and an explorer', async () => {
    const { id, address } = first((await approved(ton)).made)
    await run()
    const [payment] = await paymentsOf(id)
    expect(await rowOf(world, id)).toMatchObject({ status: 'sending', txId: payment?.tx_id })
    expect(Number(payment?.fee)).toBeLessThan(0.01)
    await again()
    const { status, txId } = await rowOf(world, id)
    expect({ status, txId }).toEqual({ status: 'paid', txId: payment?.tx_id })
    expect(await chain.nanotonsOf(address)).toBeGreaterThan(989_000_000n)
    const url = explorerUrl({ txId, currency: 'TON', processor: 'ton', options: {} })
    expect(url).toBe(`https://tonviewer.com/transaction/${txId}`)
  })

  test('that no block takes is sent again, and signed anew only when it has expired for good', async () => {
    const { id, address } = first((await approved(ton)).made)
    chain.drop(4)
    await run()
    await again()
    await again()
    expect(await paymentsOf(id)).toHaveLength(1)
    chain.mine(400)
    await again()
    expect(await rowOf(world, id)).toMatchObject({ status: 'approved' })
    chain.drop(0)
    await again(600)
    expect(await paymentsOf(id)).toHaveLength(2)
    await again()
    const [, second] = await paymentsOf(id)
    expect(await rowOf(world, id)).toMatchObject({ status: 'paid', txId: second?.tx_id })
    expect(await chain.nanotonsOf(address)).toBeLessThan(991_000_000n)
  })

  test('of USDT to a wallet without an account for it is refused before it is asked for, and after', async () => {
    const { method, made } = await approved({ ...usdt, options: {} })
    const { id, one, address } = first(made)
    const asked = one.withdraw.preview({ params: { methodId: method._id }, body: { address, amount: 10_000 } })
    const { msg } = await expectRefused(asked, 422, 'ADDRESS_UNKNOWN')
    expect(msg).toContain('0.04 TON')
    await run()
    expect(await rowOf(world, id)).toMatchObject({ status: 'failed', reason: expect.stringContaining('0.04 TON') })
    expect((await balancesOf(world.db.read, one.id)).main).toBe(100_000)
  })

  test('to an exchange carries the comment that its user gave with the address', async () => {
    const method = await addMethod(await world.owner(), ton)
    const { one, address } = await person()
    const { _id: id } = await requestDirectly(world, one, { method, address: `${address}?text=884213` })
    const landed = chain.landed.length
    await run()
    await again()
    expect((await rowOf(world, id)).status).toBe('paid')
    const [sent] = chain.landed[landed]?.transactions[0]?.outMessages.values() ?? []
    expect(sent?.body.beginParse().skip(32).loadStringTail()).toBe('884213')
  })
})

test('a payout to a contract that answers with more than anybody reads holds up no other', async () => {
  const { method, made } = await approved(ton)
  const { id, address } = first(made)
  await putFlood(chain, address, 'wide')
  await run()
  const { one, address: other } = await person()
  const { _id: next } = await requestDirectly(world, one, { method, address: other })
  await again()
  await again()
  expect(await statusesOf([{ id }, { id: next }])).toEqual(['paid', 'paid'])
  expect(await chain.nanotonsOf(other)).toBeGreaterThan(989_000_000n)
})

describe('payouts that wait together', () => {
  test('are paid by one message, each once, and share its fee, also where three processes pay', async () => {
    const { made } = await approved(usdt, 4)
    const landed = chain.landed.length
    await Promise.all([run(), run(), run()])
    expect(chain.landed.length - landed).toBe(1)
    await Promise.all([again(), again()])
    expect(await statusesOf(made)).toEqual(Array.from(made, () => 'paid'))
    const ids = new Set<string | null>()
    for (const { id, address } of made) {
      expect(await chain.tokensOf(address)).toBe(990_000n)
      ids.add((await rowOf(world, id)).txId)
    }
    expect(ids.size).toBe(1)
    // The share of four, and what goes with each for the account that it opens.
    expect(Number(first(await paymentsOf(first(made).id)).fee)).toBeCloseTo(0.1025, 4)
  })

  test('to one place go one after the other, so that each is found again', async () => {
    const method = await addMethod(await world.owner(), ton)
    const { one, address } = await person()
    const ids: string[] = []
    for (let times = 0; times < 2; times += 1) ids.push((await requestDirectly(world, one, { method, address }))._id)
    const landed = chain.landed.length
    await run()
    expect(chain.landed.length - landed).toBe(1)
    expect((await statusesOf(ids.map((id) => ({ id })))).toSorted()).toEqual(['approved', 'sending'])
    await again()
    await again()
    expect(await statusesOf(ids.map((id) => ({ id })))).toEqual(['paid', 'paid'])
    expect(await chain.nanotonsOf(address)).toBeGreaterThan(1_970_000_000n)
    expect(await chain.nanotonsOf(address)).toBeLessThan(1_981_000_000n)
  })

  test('are not sent when one of them was taken over while they were signed, and are paid once later', async () => {
    const { made } = await approved(usdt, 3)
    const landed = chain.landed.length
    const { together } = payout
    if (together === undefined) throw new Error('TON carries several')
    const slow: SignedPayout = {
      ...payout,
      together: {
        ...together,
        sign: async (...asked) => {
          const answers = await together.sign(...asked)
          // Another process takes them for dead, and pays them.
          world.clock.turn(121)
          await run()
          return answers
        },
      },
    }
    await runPayouts(deps(slow))
    expect(chain.landed).toHaveLength(landed)
    for (const seconds of [60, 60, 120]) await again(seconds)
    expect(await statusesOf(made)).toEqual(Array.from(made, () => 'paid'))
    for (const { address } of made) expect(await chain.tokensOf(address)).toBe(990_000n)
    expect(chain.landed.length).toBeGreaterThan(landed)
  })

  test('above the limit of their wallet wait for the next day, also in one message', async () => {
    const now = world.clock.now()
    world.clock.turn(86_400 + 43_200 - ((now.getTime() / 1_000) % 86_400))
    const { made } = await approved({ ...usdt, options: { createAccounts: true, dayMax: '2.5' } }, 3)
    await Promise.all([run(), run(), run()])
    await again()
    await again()
    expect((await statusesOf(made)).toSorted()).toEqual(['approved', 'paid', 'paid'])
    await again(86_400)
    await again()
    expect(await statusesOf(made)).toEqual(['paid', 'paid', 'paid'])
  })
})

test('the wallet’s balances are told, of the token and of what pays its fees', async () => {
  await approved(usdt)
  await again()
  await again()
  expect(inEnglish(await pollWalletBalances(deps()))).toContain('without a response: 0')
  const held = new Map((await walletsOf(world.db.read, world.clock.now())).map((one) => [one.currency, one.balance]))
  expect(Number(held.get('TON'))).toBeGreaterThan(9_000)
  expect(Number(held.get('USDT-TON'))).toBeGreaterThan(900_000)
})

test('what left the wallet behind the site’s back, and what never arrived, is shown', async () => {
  // The chain’s clock and the site’s agree from here on.
  chain.mine(Math.max(0, Math.floor(world.clock.now().getTime() / 1_000) - chain.state.now))
  world.clock.turn(Math.max(0, chain.state.now - Math.floor(world.clock.now().getTime() / 1_000)))
  const { id } = first((await approved(ton)).made)
  await approved(usdt)
  await run()
  await again()
  await again()
  expect((await rowOf(world, id)).status).toBe('paid')
  const key = await readTonKey(OWNER_KEY)
  const state = (await chain.bc.getContract(key.address)).accountState
  const seqno = state?.type === 'active' && state.state.data ? seqnoIn(state.state.data) : null
  const messages = [internal({ to: placeOf(77), value: 7_000_000_000n, bounce: false })]
  const foreign = signMessage(key, { seqno: seqno ?? 0, validUntil: 4_000_000_000, messages, isFirst: false })
  const landed = chain.landed.length
  await chain.land(loadMessage(Cell.fromBase64(foreign.boc).beginParse()))
  const root = chain.landed[landed]?.transactions[0]
  chain.forget((await rowOf(world, id)).txId ?? '')
  world.clock.turn(180)
  chain.mine(180)
  await compareWallets(deps())
  const rows = await world.db.read.selectFrom('wallet_differences').selectAll().where('processor', '=', 'ton').execute()
  const found = rows.map(({ kind, currency, tx_id: txId, amount }) => ({
    kind,
    currency,
    txId,
    amount: Number(amount),
  }))
  expect(found).toEqual(
    expect.arrayContaining([
      { kind: 'unbooked', currency: 'TON', txId: root?.hash().toString('hex'), amount: 7 },
      expect.objectContaining({ kind: 'missing', currency: 'TON', amount: 0.99 }),
    ]),
  )
  expect(found).toHaveLength(2)
})
