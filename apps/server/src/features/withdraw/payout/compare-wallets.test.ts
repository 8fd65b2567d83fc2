import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBitcoind } from '#adapters/payout/bitcoind.ts'
import { createEvm } from '#adapters/payout/evm.ts'
import { createFaucetpay } from '#adapters/payout/faucetpay.ts'
import type { PayoutOrder, SignedPayout } from '#adapters/payout/payout.ts'
import { inEnglish } from '#kernel/words/render.ts'
import { startBitcoind } from '#test/fakes/bitcoind.ts'
import { type Evm, OWNER_KEY, startEvm } from '#test/fakes/evm.ts'
import { startFaucetpayPayouts } from '#test/fakes/faucetpay-payouts.ts'
import { requestDirectly, rowOf } from '#test/features/paying.ts'
import { addMethod, dogePlace, earn, openHanded, payoutDeps } from '#test/features/withdrawing.ts'
import { localHttp } from '#test/local-http.ts'
import { useWorld } from '#test/world.ts'
import { compareWallets } from './compare-wallets.ts'
import { runPayouts } from './pay.ts'

const world = useWorld({ settings: openHanded })
let faucetpay: Awaited<ReturnType<typeof startFaucetpayPayouts>>
let node: Awaited<ReturnType<typeof startBitcoind>>
let chain: Evm
beforeAll(async () => {
  faucetpay = await startFaucetpayPayouts(world.clock.now)
  node = await startBitcoind({ now: world.clock.now })
  node.fund(...Array.from({ length: 20 }, () => 5))
  chain = await startEvm()
  await world.settings({
    payout_faucetpay_key: faucetpay.key,
    payout_bitcoind_doge_url: node.address,
    payout_evm_ethereum_url: chain.url,
    payout_evm_ethereum_key: OWNER_KEY,
  })
})
afterAll(() => Promise.all([faucetpay.close(), node.close(), chain.close()]))

const processors = () => {
  const http = localHttp()
  const own = createBitcoind({ http })
  const evm = createEvm({ http })
  return { faucetpay: createFaucetpay({ http, url: `${faucetpay.url}/api/v1` }), bitcoind: own, evm }
}
const deps = () => payoutDeps(world, processors())
const options = () => ({ network: 'ethereum' as const, chainId: chain.chainId, confirmations: 1 })
const fieldsOf = (processor: 'faucetpay' | 'bitcoind' | 'evm') =>
  processor === 'evm'
    ? { processor, currency: 'ETH' as const, decimals: 18, options: options() }
    : { processor, options: processor === 'bitcoind' ? { confirmations: 1 } : {} }

let count = 0
/** A payout that the site pays as always. */
const paid = async (processor: 'faucetpay' | 'bitcoind' | 'evm') => {
  count += 1
  const method = await addMethod(await world.owner(), fieldsOf(processor))
  const person = await world.user(`paid_${count}`)
  await earn(world, person, 20_000)
  const address = processor === 'evm' ? `0x${String(count).padStart(40, 'a')}` : dogePlace(`paid ${count}`)
  faucetpay.link(address)
  const { _id: id } = await requestDirectly(world, person, { method, address })
  await runPayouts(deps())
  if (processor !== 'faucetpay') {
    node.mine()
    await chain.mine()
    world.clock.turn(31)
    await runPayouts(deps())
  }
  expect((await rowOf(world, id)).status).toBe('paid')
  world.clock.turn(300)
  return { id, address }
}
const differences = async () => {
  expect(inEnglish(await compareWallets(deps()))).toContain('without a response: 0')
  return (await (await world.owner()).admin.wallets()).differences
}
const order = (fields: Pick<PayoutOrder, 'currency' | 'decimals' | 'options' | 'address'>): PayoutOrder => ({
  reference: 'behind the site',
  amount: '0.5',
  ...fields,
})
const send = async (payout: SignedPayout, sent: PayoutOrder) => {
  const settings = world.deps.settings.current()
  const signed = await payout.sign(sent, [], settings)
  if (signed.kind !== 'signed') throw new Error(signed.reason)
  await payout.broadcast(sent, signed, settings)
  node.mine()
  await chain.mine()
  return signed.txId
}

describe('wallets against the books', () => {
  test('what the site paid itself differs from nothing', async () => {
    for (const processor of ['faucetpay', 'bitcoind', 'evm'] as const) await paid(processor)
    expect(await differences()).toEqual([])
  })

  test('what was sent behind the site’s back is shown within one run, by each kind of wallet', async () => {
    const settings = world.deps.settings.current()
    const place = dogePlace('behind')
    faucetpay.link(place)
    const doge = { currency: 'DOGE', decimals: 8, options: {}, address: place }
    const { faucetpay: api, bitcoind, evm } = processors()
    await api.send(order(doge), settings)
    const txId = await send(bitcoind, order(doge))
    const eth = { currency: 'ETH', decimals: 18, options: options(), address: `0x${'b'.repeat(40)}` }
    await send(evm, { ...order(eth), amount: '0.001' })
    const found = await differences()
    const of = (processor: string) => found.filter((one) => one.processor === processor)
    expect(found).toHaveLength(3)
    expect(of('faucetpay')).toMatchObject([
      { kind: 'unbooked', address: place, amount: expect.stringMatching(/^0\.5/) },
    ])
    expect(of('bitcoind')).toMatchObject([{ kind: 'unbooked', address: place, txId, amount: '0.5' }])
    expect(of('evm')).toMatchObject([{ kind: 'unbooked', address: expect.stringMatching(/^nonce \d+$/) }])
    expect((await (await world.owner()).admin.stats()).warnings.map(({ code }) => code)).toContain('WALLET_DIFFERS')
  })

  test('what the books have and no wallet sent is shown within one run', async () => {
    const before = await differences()
    const ids: string[] = []
    for (const processor of ['faucetpay', 'bitcoind', 'evm'] as const) {
      const { id } = await paid(processor)
      ids.push(id)
      // As if it had been written down and never sent.
      const txId = processor === 'evm' ? `0x${'9'.repeat(64)}` : '9'.repeat(64)
      await world.db.raw('UPDATE withdrawals SET tx_id = $2, address = $3 WHERE id = $1', [
        id,
        processor === 'faucetpay' ? 'faucetpay-none' : `${txId.slice(0, -1)}${ids.length}`,
        processor === 'faucetpay' ? 'never@example.com' : dogePlace('never'),
      ])
    }
    const found = (await differences()).filter(({ kind }) => kind === 'missing')
    expect(new Set(found.map(({ withdrawalId }) => withdrawalId))).toEqual(new Set(ids))
    expect(before.filter(({ kind }) => kind === 'missing')).toEqual([])
  })

  test('a difference is dismissed with a note, stays listed, and shows up again once it changed', async () => {
    const owner = await world.owner()
    const codeOf = (work: Promise<unknown>) =>
      work.then(
        () => 'done',
        (error: { status?: number; failure?: { code?: string } }) => error.failure?.code ?? String(error.status),
      )
    const open = async () => (await differences()).filter(({ dismissed }) => dismissed === null)
    const [first, second] = await open()
    if (first === undefined || second === undefined) throw new Error('there are differences of the tests before')
    const dismiss = (by: Pick<typeof owner, 'admin'>, one = first, note = 'Moved to the cold wallet by hand.') =>
      codeOf(by.admin.dismissDifference({ params: { id: one._id }, body: { note, foundAt: one.foundAt } }))
    const [guest, member, moderator] = [world.guest(), await world.user('dismisses'), await world.moderator()]
    expect(await Promise.all([guest, member, moderator].map((by) => dismiss(by)))).not.toContain('done')
    const stale = { ...first, foundAt: new Date(0).toISOString() }
    expect(await dismiss(owner, stale)).toBe('DIFFERENCE_CHANGED')
    expect(await dismiss(owner, { ...first, _id: '01ffffff-ffff-7fff-bfff-ffffffffffff' })).toBe('NOT_FOUND')
    const said = await Promise.all([1, 2, 3, 4].map(() => dismiss(owner)))
    expect(said.toSorted()).toEqual(['ALREADY_DISMISSED', 'ALREADY_DISMISSED', 'ALREADY_DISMISSED', 'done'])
    const audit = await world.db.read
      .selectFrom('audit')
      .selectAll()
      .where('action', '=', 'wallet-difference.dismiss')
      .execute()
    expect(audit).toHaveLength(1)
    expect(audit[0]).toMatchObject({ target: first._id, after: { note: 'Moved to the cold wallet by hand.' } })
    const [last] = (await differences()).toReversed()
    expect(last).toMatchObject({
      _id: first._id,
      foundAt: first.foundAt,
      dismissed: { by: 'admin', note: 'Moved to the cold wallet by hand.' },
    })
    await world.db.raw('UPDATE wallet_differences SET amount = $2, found_at = $3 WHERE id = $1', [
      first._id,
      '0.1',
      new Date(0),
    ])
    const again = (await open()).find(({ _id }) => _id === first._id)
    expect(again, 'it is another one now').toMatchObject({ amount: first.amount, dismissed: null })
    for (const one of await open()) expect(await dismiss(await world.owner(), one)).toBe('done')
    const warned = async () => (await (await world.owner()).admin.stats()).warnings.map(({ code }) => code)
    expect(await warned()).not.toContain('WALLET_DIFFERS')
  })

  test('what is older than the comparison looks back stays until somebody has looked into it', async () => {
    const place = dogePlace('old')
    faucetpay.link(place)
    const doge = { currency: 'DOGE', decimals: 8, options: {}, address: place }
    await processors().faucetpay.send(order(doge), world.deps.settings.current())
    const ours = async () => (await differences()).find(({ address }) => address === place)
    expect(await ours()).toMatchObject({ kind: 'unbooked' })
    world.clock.turn(8 * 86_400)
    const old = await ours()
    if (old === undefined) throw new Error('money that left is not forgotten')
    const owner = await world.owner()
    await owner.admin.dismissDifference({ params: { id: old._id }, body: { note: 'Known.', foundAt: old.foundAt } })
    expect(await ours()).toMatchObject({ dismissed: { note: 'Known.' } })
    world.clock.turn(91 * 86_400)
    expect(await ours()).toBeUndefined()
  })

  test('two equal payments of the same second are two differences', async () => {
    const place = dogePlace('twice')
    faucetpay.link(place)
    const doge = { currency: 'DOGE', decimals: 8, options: {}, address: place }
    for (const _ of [1, 2]) await processors().faucetpay.send(order(doge), world.deps.settings.current())
    const found = (await differences()).filter(({ address }) => address === place)
    expect(found).toHaveLength(2)
  })

  test('a wallet that does not answer keeps what was found, and the others are compared', async () => {
    const before = (await (await world.owner()).admin.wallets()).differences
    await world.settings({ payout_bitcoind_doge_url: node.address.replace('payer', 'nobody') })
    expect(inEnglish(await compareWallets(deps()))).toContain('without a response: 1')
    expect((await (await world.owner()).admin.wallets()).differences).toEqual(before)
    await world.settings({ payout_bitcoind_doge_url: node.address })
  })
})
