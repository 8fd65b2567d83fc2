import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEvm } from '#adapters/payout/evm.ts'
import type { SignedPayout } from '#adapters/payout/payout.ts'
import { balancesOf } from '#money/accounts.ts'
import { type Evm, OWNER, OWNER_KEY, startEvm } from '#test/fakes/evm.ts'
import { requestDirectly, rowOf } from '#test/features/paying.ts'
import { addMethod, earn, openHanded, payoutDeps } from '#test/features/withdrawing.ts'
import { localHttp } from '#test/local-http.ts'
import { useWorld } from '#test/world.ts'
import { runPayouts } from './pay.ts'

const world = useWorld({ settings: openHanded })
let chain: Evm
beforeAll(async () => {
  chain = await startEvm()
  await world.settings({ payout_evm_ethereum_url: chain.url, payout_evm_ethereum_key: OWNER_KEY })
})
afterAll(() => chain.close())

const deps = () => payoutDeps(world, { evm: createEvm({ http: localHttp() }) })
const run = () => runPayouts(deps())

let count = 0
let places = 0
const approved = async (way: 'coin' | 'token', options: object = {}, address = placeOf()) => {
  const shared = { network: 'ethereum' as const, chainId: chain.chainId, confirmations: 2, ...options }
  const method = await addMethod(await world.owner(), {
    processor: 'evm',
    ...(way === 'coin'
      ? { currency: 'ETH' as const, decimals: 18, options: shared }
      : { currency: 'USDT-ERC20' as const, decimals: 6, options: { ...shared, contract: chain.contract } }),
  })
  count += 1
  const person = await world.user(`payee${count}`)
  await earn(world, person, 20_000)
  const { _id: id } = await requestDirectly(world, person, { method, address })
  return { id, address, person }
}
const placeOf = (): string => `0x${(++places + 65_536).toString(16).padStart(40, 'a')}`

const paymentsOf = (id: string) =>
  world.db.read.selectFrom('payout_transactions').selectAll().where('withdrawal_id', '=', id).orderBy('id').execute()

const again = async (seconds = 60) => {
  world.clock.turn(seconds)
  return run()
}

describe('a payout on a chain', () => {
  test('of its coin is stored, sent, followed and paid once it is deep enough', async () => {
    await chain.automine(false)
    const { id, address } = await approved('coin')
    await run()
    const [payment] = await paymentsOf(id)
    expect(await rowOf(world, id)).toMatchObject({ status: 'sending', txId: payment?.tx_id })
    await chain.mine()
    await again()
    expect((await rowOf(world, id)).status).toBe('sending')
    await chain.mine()
    await again()
    expect(await rowOf(world, id)).toMatchObject({ status: 'paid', txId: payment?.tx_id })
    expect(await chain.balance(address)).toBe(990_000_000_000_000_000n)
  })

  test('of a token pays in its decimals, and many at once take one nonce each', async () => {
    const all = [await approved('token'), await approved('token'), await approved('coin'), await approved('token')]
    await Promise.all([run(), run(), run()])
    await again(121)
    await chain.mine(3)
    await again()
    for (const { id } of all) expect((await rowOf(world, id)).status).toBe('paid')
    for (const { address } of [all[0], all[1], all[3]].flatMap((one) => one ?? [])) {
      expect(await chain.tokens(address)).toBe(990_000n)
    }
    const nonces = (await Promise.all(all.map(({ id }) => paymentsOf(id)))).flat().map(({ nonce }) => nonce)
    expect(new Set(nonces).size).toBe(4)
  })

  test('that nobody includes offers more for the same nonce, and only one of them counts', async () => {
    const { id, address } = await approved('coin')
    await run()
    await again(601)
    const payments = await paymentsOf(id)
    expect(payments).toHaveLength(2)
    expect(payments[0]?.nonce).toBe(payments[1]?.nonce)
    await chain.mine(2)
    await again()
    expect(await rowOf(world, id)).toMatchObject({ status: 'paid', txId: payments[1]?.tx_id })
    expect(await chain.balance(address)).toBe(990_000_000_000_000_000n)
  })

  test('that the chain forgot is sent again, also after a reorganisation', async () => {
    const { id, address } = await approved('coin')
    const before = await chain.ask('evm_snapshot')
    await run()
    await chain.mine()
    await again()
    // What was in a block is in none any more, and nobody remembers it.
    await chain.ask('evm_revert', before)
    await chain.ask('anvil_dropAllTransactions')
    await again()
    expect((await rowOf(world, id)).status).toBe('sending')
    await chain.mine(2)
    await again()
    expect((await rowOf(world, id)).status).toBe('paid')
    expect(await chain.balance(address)).toBe(990_000_000_000_000_000n)
  })

  test('whose nonce went to another payment is unknown, with the reason', async () => {
    const { id, address } = await approved('coin')
    const before = await chain.ask('evm_snapshot')
    await run()
    await chain.ask('evm_revert', before)
    await chain.ask('anvil_dropAllTransactions')
    await chain.ask('eth_sendTransaction', { from: OWNER, to: OWNER, value: '0x1' })
    await chain.mine(2)
    await again()
    expect((await rowOf(world, id)).status).toBe('unknown')
    expect(await chain.balance(address)).toBe(0n)
    const look = await (await world.owner()).admin.withdrawals({ query: { status: 'unknown' } })
    expect(look.items[0]?.attempts[0]).toMatchObject({ outcome: 'unknown', detail: expect.stringContaining('nonce') })
  })

  test('that the contract refuses is given back; one that it only claims to have paid is unknown', async () => {
    const [refused, ignored] = [placeOf(), placeOf()]
    await chain.refuse(refused)
    await chain.ignore(ignored)
    const no = await approved('token', {}, refused)
    const liar = await approved('token', {}, ignored)
    await run()
    await chain.mine(2)
    await again()
    expect(await rowOf(world, no.id)).toMatchObject({ status: 'failed', reason: expect.stringContaining('refuses') })
    expect((await balancesOf(world.db.read, no.person.id)).main).toBe(20_000)
    expect((await rowOf(world, liar.id)).status).toBe('unknown')
  })

  test('that is refused between its sending and its block is given back whole', async () => {
    const address = placeOf()
    const { id, person } = await approved('token', {}, address)
    await run()
    await chain.refuse(address)
    await again()
    expect((await rowOf(world, id)).status).toBe('sending')
    await chain.mine()
    await again()
    expect(await rowOf(world, id)).toMatchObject({ status: 'failed', reason: expect.stringContaining('refused') })
    expect((await balancesOf(world.db.read, person.id)).main).toBe(20_000)
    expect(await chain.tokens(address)).toBe(0n)
  })

  test('that waits is not given up because nobody takes what would have outbid it', async () => {
    await chain.automine(false)
    const { id } = await approved('coin')
    await run()
    const broadcast: SignedPayout['broadcast'] = async () => ({
      kind: 'rejected',
      answer: 'insufficient funds for gas',
    })
    const refusing = payoutDeps(world, { evm: { ...createEvm({ http: localHttp() }), broadcast } })
    for (const seconds of [6 * 3_600 + 60, 60, 601]) {
      world.clock.turn(seconds)
      await runPayouts(refusing)
      expect((await rowOf(world, id)).status).toBe('sending')
    }
    await chain.mine(2)
    await again()
    const [first] = await paymentsOf(id)
    expect(await rowOf(world, id)).toMatchObject({ status: 'paid', txId: first?.tx_id })
  })

  test('that only waits to be deep enough is not outbid', async () => {
    const { id } = await approved('coin', { confirmations: 5 })
    await run()
    await chain.mine()
    await again(601)
    expect(await paymentsOf(id)).toHaveLength(1)
    await chain.mine(4)
    await again()
    expect((await rowOf(world, id)).status).toBe('paid')
  })

  test('means nothing to the node of another chain', async () => {
    const { id } = await approved('coin', { confirmations: 1 })
    await run()
    await world.db.raw(`UPDATE payout_attempts SET options = options || '{"chainId": 5}' WHERE withdrawal_id = $1`, [
      id,
    ])
    await chain.mine()
    await again()
    expect((await rowOf(world, id)).status).toBe('sending')
    const { chainId } = chain
    await world.db.raw(
      `UPDATE payout_attempts SET options = options || jsonb_build_object('chainId', $2::integer)
       WHERE withdrawal_id = $1`,
      [id, chainId],
    )
    await again()
    expect((await rowOf(world, id)).status).toBe('paid')
  })

  test.each(['refunds', 'pays by hand'] as const)('whose payment a person %s leaves no gap behind', async (deed) => {
    const first = await approved('coin')
    const real = createEvm({ http: localHttp() })
    let unwanted: string | undefined
    const broadcast: typeof real.broadcast = async (method, payment, settings) => {
      unwanted ??= payment.inputs[0]
      const isUnwanted = payment.inputs[0] === unwanted
      return isUnwanted ? { kind: 'rejected', answer: 'fee too low' } : real.broadcast(method, payment, settings)
    }
    const refusing = payoutDeps(world, { evm: { ...real, broadcast } })
    await runPayouts(refusing)
    const behind = await approved('coin')
    await runPayouts(refusing)
    world.clock.turn(6 * 3_600 + 60)
    await runPayouts(refusing)
    const statuses = await Promise.all([first, behind].map(async ({ id }) => (await rowOf(world, id)).status))
    expect(statuses).toEqual(['unknown', 'sending'])
    const { admin } = await world.owner()
    const params = { id: first.id }
    if (deed === 'refunds') await admin.refundUnknown({ params, body: { reason: 'The network did not want it.' } })
    else await admin.markPaid({ params, body: { txId: 'by another wallet' } })
    const next = await approved('coin')
    await run()
    await chain.mine(2)
    await again()
    for (const { id, address } of [behind, next]) {
      expect((await rowOf(world, id)).status).toBe('paid')
      expect(await chain.balance(address)).toBe(990_000_000_000_000_000n)
    }
    expect(await chain.balance(first.address)).toBe(0n)
  })

  test('stands in the queue of its chain, however the method names it', async () => {
    const all = [{}, { chainId: 1 }, { chainId: 11_155_111 }]
    const ids = []
    for (const { chainId } of all) {
      ids.push((await approved('coin', { chainId })).id)
      await run()
      // The node here is of none of these chains.
      await world.db.raw('DELETE FROM payout_halts')
    }
    const rows = await world.db.raw(
      'SELECT DISTINCT withdrawal_id AS id, queue FROM payout_attempts WHERE withdrawal_id = ANY ($1::uuid[])',
      [ids],
    )
    const queues = ids.map((id) => rows.find((row) => row.id === id)?.queue)
    expect(queues).toEqual(['evm:ethereum:1', 'evm:ethereum:1', 'evm:ethereum:11155111'])
    await world.db.raw("UPDATE withdrawals SET not_before = now() + interval '99 years' WHERE id = ANY ($1::uuid[])", [
      ids,
    ])
  })

  test('waits while it is too dear, on the wrong chain, or the wallet is too poor', async () => {
    const dear = await approved('coin', { feeMax: '0.000000001' })
    await run()
    expect(await rowOf(world, dear.id)).toMatchObject({ status: 'approved' })
    const elsewhere = await approved('coin', { chainId: 5 })
    await again()
    const halts = await world.db.read.selectFrom('payout_halts').selectAll().execute()
    expect(halts).toMatchObject([{ processor: 'evm', currency: 'ETH', until: null }])
    expect((await rowOf(world, elsewhere.id)).status).toBe('approved')
    const { warnings } = await (await world.owner()).admin.stats()
    expect(warnings.map(({ code }) => code)).toContain('PAYOUT_HALTED')
  })
})
