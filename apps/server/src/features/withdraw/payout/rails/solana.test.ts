import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSolana } from '#adapters/payout/solana/solana.ts'
import { readSolanaKey, signTransaction, instructions, tokenAccountOf } from '#adapters/payout/solana/transaction.ts'
import { explorerUrl } from '#features/withdraw/destination/explorer.ts'
import { compareWallets } from '#features/withdraw/payout/compare-wallets.ts'
import { runPayouts } from '#features/withdraw/payout/pay.ts'
import { pollWalletBalances, walletsOf } from '#features/withdraw/payout/wallets.ts'
import { inEnglish } from '#kernel/words/render.ts'
import { OWNER, OWNER_KEY, OWNER_USDC, USDC, walletOf } from '#test/fakes/solana-accounts.ts'
import { type Solana, startSolana } from '#test/fakes/solana.ts'
import { requestDirectly, rowOf } from '#test/features/paying.ts'
import { addMethod, earn, openHanded, payoutDeps } from '#test/features/withdrawing.ts'
import { localHttp } from '#test/local-http.ts'
import { expectRefused } from '#test/sign-up.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld({ settings: openHanded, limits: false })
let chain: Solana
beforeAll(async () => {
  chain = await startSolana(world.clock.now)
  chain.give(OWNER, 1_000_000_000_000n)
  chain.setTokens({ account: OWNER_USDC, owner: OWNER, mint: USDC, amount: 10n ** 12n })
  await world.settings({ payout_solana_url: chain.url, payout_solana_key: OWNER_KEY })
})
afterAll(() => chain.close())

const deps = () => payoutDeps(world, { solana: createSolana({ http: localHttp() }) })
const run = () => runPayouts(deps())
const again = async (seconds = 60) => {
  world.clock.turn(seconds)
  return run()
}

const sol = { processor: 'solana', currency: 'SOL', decimals: 9 } as const
const usdc = { processor: 'solana', currency: 'USDC-SOLANA', decimals: 6 } as const
let count = 0
const person = async () => {
  count += 1
  const one = await world.user(`solana${count}`)
  await earn(world, one, 100_000)
  return { one, address: walletOf(10_000 + count) }
}
const approved = async (fields: Parameters<typeof addMethod>[1]) => {
  const method = await addMethod(await world.owner(), fields)
  const { one, address } = await person()
  const { _id: id } = await requestDirectly(world, one, { method, address })
  return { id, address, method, one }
}
const paymentsOf = (id: string) =>
  world.db.read.selectFrom('payout_transactions').selectAll().where('withdrawal_id', '=', id).orderBy('id').execute()

describe('a payout on Solana', () => {
  test('is stored, sent, followed and paid once it is final, with its fee and an explorer', async () => {
    const { id, address } = await approved(sol)
    await run()
    const [payment] = await paymentsOf(id)
    expect(await rowOf(world, id)).toMatchObject({ status: 'sending', txId: payment?.tx_id })
    expect(Number(payment?.fee)).toBeCloseTo(0.000005, 6)
    await again()
    expect((await rowOf(world, id)).status).toBe('sending')
    chain.mine(32)
    await again()
    const { status, txId } = await rowOf(world, id)
    expect({ status, txId }).toEqual({ status: 'paid', txId: payment?.tx_id })
    expect(chain.lamportsOf(address)).toBe(990_000_000n)
    expect(explorerUrl({ txId, currency: 'SOL', processor: 'solana', options: {} })).toBe(
      `https://solscan.io/tx/${txId}`,
    )
  })

  test('that no block takes is sent again, and signed anew only when it has expired for good', async () => {
    const { id, address } = await approved(sol)
    chain.drop(3)
    await run()
    await again()
    await again()
    expect(await paymentsOf(id)).toHaveLength(1)
    chain.mine(200)
    await again()
    expect(await rowOf(world, id)).toMatchObject({ status: 'approved' })
    await again(600)
    expect(await paymentsOf(id)).toHaveLength(2)
    chain.mine(32)
    await again()
    const [, second] = await paymentsOf(id)
    expect(await rowOf(world, id)).toMatchObject({ status: 'paid', txId: second?.tx_id })
    expect(chain.lamportsOf(address)).toBe(990_000_000n)
  })

  test('to a wallet without an account for the token is refused before it is asked for, and after', async () => {
    const method = await addMethod(await world.owner(), usdc)
    const { one, address } = await person()
    const body = { address, amount: 10_000 }
    const asked = one.withdraw.preview({ params: { methodId: method._id }, body })
    const { msg } = await expectRefused(asked, 422, 'ADDRESS_UNKNOWN')
    expect(msg).toContain('0.00203928 SOL')
    const { _id: id } = await requestDirectly(world, one, { method, address })
    await run()
    expect(await rowOf(world, id)).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('0.00203928 SOL'),
    })
  })

  test('opens that account where the owner said so, and shows what it cost', async () => {
    const { id, address } = await approved({ ...usdc, options: { createAccounts: true } })
    await run()
    chain.mine(32)
    await again()
    expect((await rowOf(world, id)).status).toBe('paid')
    expect(chain.tokensOf(tokenAccountOf(address, USDC))).toBe(990_000n)
    expect(Number((await paymentsOf(id))[0]?.fee)).toBeGreaterThan(0.00204)
  })

  test('above the limit of its wallet waits for the next day, and its owner sees how much is left', async () => {
    const now = world.clock.now()
    world.clock.turn(86_400 + 43_200 - ((now.getTime() / 1_000) % 86_400))
    const method = await addMethod(await world.owner(), { ...usdc, options: { createAccounts: true, dayMax: '2.5' } })
    const ids: string[] = []
    for (let times = 0; times < 3; times += 1) {
      const { one, address } = await person()
      ids.push((await requestDirectly(world, one, { method, address }))._id)
    }
    await Promise.all([run(), run(), run()])
    chain.mine(32)
    await again(121)
    chain.mine(32)
    await again()
    const statuses = async () => (await Promise.all(ids.map((id) => rowOf(world, id)))).map(({ status }) => status)
    expect((await statuses()).toSorted()).toEqual(['approved', 'paid', 'paid'])
    const [wallet] = (await walletsOf(world.db.read, world.clock.now())).filter(
      ({ currency }) => currency === 'USDC-SOLANA',
    )
    expect(wallet).toMatchObject({ todayCoins: '1.98', dayMax: '2.5' })
    await again(86_400)
    chain.mine(32)
    await again()
    expect(await statuses()).toEqual(['paid', 'paid', 'paid'])
  })
})

test('the wallet’s balances are told, of the coin and of what pays its fees', async () => {
  await approved(usdc)
  expect(inEnglish(await pollWalletBalances(deps()))).toContain('without a response: 0')
  const wallets = await walletsOf(world.db.read, world.clock.now())
  const held = new Map(wallets.map(({ currency, balance }) => [currency, Number(balance)]))
  expect(held.get('SOL')).toBeGreaterThan(990)
  expect(held.get('USDC-SOLANA')).toBeGreaterThan(900_000)
})

test('what left the wallet behind the site’s back, and what never arrived, is shown', async () => {
  const { id } = await approved(sol)
  await approved({ ...usdc, enabled: true })
  await run()
  chain.mine(32)
  await again()
  expect((await rowOf(world, id)).status).toBe('paid')
  // A stranger pays in, which is no difference.
  chain.give(OWNER, 5n)
  const key = readSolanaKey(OWNER_KEY)
  const to = walletOf(77)
  const blockhash = chain.svm.latestBlockhash()
  const steps = [
    instructions.createTokenAccount({ payer: OWNER, owner: to, mint: USDC }),
    instructions.transferToken({ from: OWNER, to, mint: USDC, amount: 7_000_000n, decimals: 6 }),
  ]
  const foreign = signTransaction({ payer: OWNER, blockhash, instructions: steps }, key?.seed ?? new Uint8Array())
  chain.send(foreign.bytes)
  chain.forget((await rowOf(world, id)).txId ?? '')
  world.clock.turn(180)
  await compareWallets(deps())
  const rows = await world.db.read
    .selectFrom('wallet_differences')
    .selectAll()
    .where('processor', '=', 'solana')
    .execute()
  expect(
    rows.map(({ kind, currency, tx_id: txId, amount }) => ({ kind, currency, txId, amount: Number(amount) })),
  ).toEqual(
    expect.arrayContaining([
      { kind: 'unbooked', currency: 'USDC-SOLANA', txId: foreign.signature, amount: 7 },
      expect.objectContaining({ kind: 'missing', currency: 'SOL', amount: 0.99 }),
    ]),
  )
  expect(rows.filter(({ kind }) => kind === 'missing')).toHaveLength(1)
})
