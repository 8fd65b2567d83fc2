import assert from 'node:assert/strict'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createBitcoind } from '#adapters/payout/bitcoind.ts'
import { createFaucetpay } from '#adapters/payout/faucetpay.ts'
import { applyRestriction } from '#features/suspect/suspect.ts'
import { startBitcoind } from '#test/fakes/bitcoind.ts'
import { startFaucetpayPayouts } from '#test/fakes/faucetpay-payouts.ts'
import { requestDirectly, rowOf } from '#test/features/paying.ts'
import { addMethod, dogePlace, earn, openHanded, payoutDeps } from '#test/features/withdrawing.ts'
import { localHttp } from '#test/local-http.ts'
import { refusal } from '#test/refusal.ts'
import { useWorld } from '#test/world.ts'
import { claimNextPayout } from './claim-payout.ts'
import { settlePayout } from './outcome.ts'
import { payByApi } from './pay-by-api.ts'
import { runPayouts } from './pay.ts'
import { reconcileUnknownPayouts } from './reconcile-payouts.ts'
import { pollWalletBalances } from './wallets.ts'

const world = useWorld({ settings: openHanded })
let faucetpay: Awaited<ReturnType<typeof startFaucetpayPayouts>>
let node: Awaited<ReturnType<typeof startBitcoind>>
beforeAll(async () => {
  faucetpay = await startFaucetpayPayouts(world.clock.now)
  node = await startBitcoind({ errorsAsHttp: true })
  node.fund(2)
  await world.settings({ payout_faucetpay_key: faucetpay.key, payout_bitcoind_doge_url: node.address })
})
afterAll(() => Promise.all([faucetpay.close(), node.close()]))

const deps = () => {
  const http = localHttp()
  const payouts = {
    faucetpay: createFaucetpay({ http, url: `${faucetpay.url}/api/v1` }),
    bitcoind: createBitcoind({ http: localHttp() }),
  }
  return payoutDeps(world, payouts)
}

let count = 0
const approved = async (processor: 'faucetpay' | 'bitcoind', fields: { amount?: number; address?: string } = {}) => {
  count += 1
  const address = fields.address ?? dogePlace(`place ${count}`)
  faucetpay.link(address)
  const method = await addMethod(await world.owner(), { processor, options: { confirmations: 1 } })
  const person = await world.user(`payee${count}`)
  await earn(world, person, 100_000)
  const { _id: id } = await requestDirectly(world, person, { method, amount: fields.amount ?? 10_000, address })
  return { id, address, person, method }
}
const statusOf = async (id: string) => (await rowOf(world, id)).status
const walletOf = async (processor: string) => {
  const { wallets } = await (await world.owner()).admin.wallets()
  return wallets.find((wallet) => wallet.processor === processor)
}

describe('a halt', () => {
  test('of a wrong key costs one attempt and not one of each, is told, and ends when the key works', async () => {
    const all = [await approved('faucetpay'), await approved('faucetpay')]
    await world.settings({ payout_faucetpay_key: 'wrong' })
    await runPayouts(deps())
    expect(faucetpay.got.filter(({ path }) => path.endsWith('send'))).toHaveLength(1)
    expect(await walletOf('faucetpay')).toMatchObject({ halted: expect.stringContaining('403') })
    const { warnings } = await (await world.owner()).admin.stats()
    expect(warnings.map(({ code }) => code)).toContain('PAYOUT_HALTED')
    world.clock.turn(7_200)
    await runPayouts(deps())
    for (const { id } of all) expect(await statusOf(id)).toBe('approved')
    await world.settings({ payout_faucetpay_key: faucetpay.key })
    await pollWalletBalances(deps())
    await runPayouts(deps())
    for (const { id } of all) expect(await statusOf(id)).toBe('paid')
  })

  test('of an empty wallet ends by itself', async () => {
    const { id } = await approved('bitcoind', { amount: 90_000 })
    await runPayouts(deps())
    expect(await statusOf(id)).toBe('approved')
    await pollWalletBalances(deps())
    expect(await walletOf('bitcoind')).toMatchObject({ low: true, balance: '2', units: 20_000, owedCoins: '8.99' })
    const { warnings } = await (await world.owner()).admin.stats()
    expect(warnings.find(({ code }) => code === 'PAYOUT_HALTED')?.msg).toContain('Insufficient funds')
    node.fund(100)
    world.clock.turn(601)
    await runPayouts(deps())
    node.mine()
    await runPayouts(deps())
    expect(await statusOf(id)).toBe('paid')
  })
})

describe('a wallet', () => {
  test('that does not answer keeps what it told, says why, and becomes stale', async () => {
    await pollWalletBalances(deps())
    const before = await walletOf('bitcoind')
    expect(before).toMatchObject({ error: null, stale: false })
    world.clock.turn(1_801)
    node.errorNext('getbalance', -28, 'Loading wallet…')
    await pollWalletBalances(deps())
    const after = await walletOf('bitcoind')
    expect(after).toMatchObject({ balance: before?.balance, at: before?.at, stale: true })
    expect(after?.error).toContain('-28')
    await pollWalletBalances(deps())
    expect(await walletOf('bitcoind')).toMatchObject({ error: null, stale: false })
  })
})

describe('a dry run', () => {
  test('goes through everything but the sending, notes it once, and leaves the row as it was', async () => {
    const both = [await approved('faucetpay'), await approved('bitcoind')]
    await world.settings({ payout_dry_run: true })
    const sent = faucetpay.sent.length
    const known = node.known.size
    await runPayouts(deps())
    await runPayouts(deps())
    expect([faucetpay.sent.length, node.known.size]).toEqual([sent, known])
    for (const { id, address } of both) {
      expect(await statusOf(id)).toBe('approved')
      const { items } = await (await world.owner()).admin.withdrawals({ query: { address } })
      const notes = items[0]?.history.flatMap(({ note }) => note ?? []) ?? []
      expect(notes.filter((note) => note.startsWith('Dry run: would send'))).toHaveLength(1)
    }
    await world.settings({ payout_dry_run: false })
    await runPayouts(deps())
    node.mine()
    await runPayouts(deps())
    for (const { id } of both) expect(await statusOf(id)).toBe('paid')
  })
})

describe('a run', () => {
  test('ends when a dry run is switched on in the middle of it', async () => {
    const both = [await approved('faucetpay'), await approved('faucetpay')]
    const { payouts, ...rest } = deps()
    const real = payouts.faucetpay
    assert(real !== undefined && real.way === 'automatic')
    const send: typeof real.send = async (order, settings) => {
      await world.settings({ payout_dry_run: true })
      return real.send(order, settings)
    }
    await runPayouts({ ...rest, payouts: { ...payouts, faucetpay: { ...real, send } } })
    expect(await Promise.all(both.map(({ id }) => statusOf(id)))).toEqual(['paid', 'approved'])
    await world.settings({ payout_dry_run: false })
    await runPayouts(deps())
  })

  test('does not wait for a node that hangs, however much is on its way there', async () => {
    const slow = [await approved('bitcoind'), await approved('bitcoind'), await approved('bitcoind')]
    await runPayouts(deps())
    const { id } = await approved('faucetpay')
    const { payouts, ...rest } = deps()
    const real = payouts.bitcoind
    assert(real !== undefined && real.way === 'signed')
    let looks = 0
    const look: typeof real.checkStatus = async () => {
      looks += 1
      world.clock.turn(60)
      return { kind: 'lost', answer: 'The provider did not answer.' }
    }
    await runPayouts({ ...rest, payouts: { ...payouts, bitcoind: { ...real, checkStatus: look } } })
    expect([looks, await statusOf(id)]).toEqual([2, 'paid'])
    node.mine()
    await runPayouts(deps())
    for (const one of slow) expect(await statusOf(one.id)).toBe('paid')
  })

  test('sends nothing that others have given up already', async () => {
    const { id } = await approved('faucetpay')
    const intent = await claimNextPayout(deps())
    assert(intent?.withdrawal.id === id)
    world.clock.turn(61)
    await runPayouts(deps())
    expect(await statusOf(id), 'it is still with who has taken it').toBe('sending')
    const { faucetpay: provider } = deps().payouts
    assert(provider !== undefined && provider.way === 'automatic')
    const sent = faucetpay.sent.length
    const outcome = await payByApi(deps(), intent, provider)
    expect([outcome.kind, faucetpay.sent.length]).toEqual(['retry', sent])
    await settlePayout(deps(), intent, outcome)
    world.clock.turn(31)
    await runPayouts(deps())
    expect(await statusOf(id)).toBe('paid')
  })

  test('does not try again by itself what a person has to look at since', async () => {
    const { id, person } = await approved('faucetpay')
    faucetpay.refuseNext(457)
    const { payouts, ...rest } = deps()
    const real = payouts.faucetpay
    assert(real !== undefined && real.way === 'automatic')
    const send: typeof real.send = async (order, settings) => {
      const hold = { userId: person.id, kind: 'review', until: null, reason: 'signs', by: null } as const
      await world.db.write((tx) => applyRestriction(tx, { ...hold, now: world.clock.now() }))
      return real.send(order, settings)
    }
    await runPayouts({ ...rest, payouts: { ...payouts, faucetpay: { ...real, send } } })
    expect(await statusOf(id)).toBe('review')
  })
})

/** As if the pause after a lost answer were over. */
const letIn = async () => void (await world.db.raw('DELETE FROM payout_halts'))

describe('a payout that nobody knows of', () => {
  beforeEach(letIn)
  const lost = async () => {
    const one = await approved('faucetpay')
    faucetpay.failNext('drops after', 'fails before')
    await runPayouts(deps())
    expect(await statusOf(one.id)).toBe('unknown')
    return one
  }

  test('is looked up by the job, and what is proved is settled without sending', async () => {
    const { id } = await lost()
    const sent = faucetpay.sent.length
    await reconcileUnknownPayouts(deps())
    expect(await rowOf(world, id)).toMatchObject({ status: 'paid', reason: null })
    expect(faucetpay.sent).toHaveLength(sent)
  })

  test('of two equal ones at one place, one entry proves only one', async () => {
    const address = dogePlace('shared')
    const first = await approved('faucetpay', { address })
    faucetpay.failNext('drops before', 'fails before')
    await runPayouts(deps())
    await letIn()
    const { method, person } = first
    const second = { id: (await requestDirectly(world, person, { method, address }))._id }
    faucetpay.failNext('drops after', 'fails before')
    await runPayouts(deps())
    expect([await statusOf(first.id), await statusOf(second.id)]).toEqual(['unknown', 'unknown'])
    await reconcileUnknownPayouts(deps())
    const statuses = [await statusOf(first.id), await statusOf(second.id)]
    expect(statuses.toSorted()).toEqual(['paid', 'unknown'])
    world.clock.turn(600)
    await reconcileUnknownPayouts(deps())
    expect((await Promise.all([first, second].map(({ id }) => statusOf(id)))).toSorted()).toEqual(['paid', 'unknown'])
  })

  test('of two equal ones, the entry of the one that a person found paid proves nothing of the other', async () => {
    const address = dogePlace('twice')
    const first = await approved('faucetpay', { address })
    faucetpay.failNext('drops after', 'fails before')
    await runPayouts(deps())
    const body = { txId: 'found in its list' }
    await (await world.owner()).admin.markPaid({ params: { id: first.id }, body })
    await letIn()
    const { method, person } = first
    const second = (await requestDirectly(world, person, { method, address }))._id
    faucetpay.failNext('drops before')
    await runPayouts(deps())
    expect(await statusOf(second)).toBe('unknown')
  })

  test('is looked up when an admin asks, with what was seen in words, and an audit row', async () => {
    const owner = await world.owner()
    const id = await unwanted()
    const params = { id }
    const answer = await owner.admin.lookUpWithdrawal({ params })
    expect(answer).toEqual({ status: 'unknown', msg: 'The node doesn’t know it.' })
    // Somebody gives the stored payment to the network after all.
    const { raw } = await world.db.read
      .selectFrom('payout_transactions')
      .select('raw')
      .where('withdrawal_id', '=', id)
      .executeTakeFirstOrThrow()
    node.give(raw)
    node.mine()
    expect(await owner.admin.lookUpWithdrawal({ params })).toMatchObject({ status: 'paid' })
    expect(await statusOf(id)).toBe('paid')
    const audit = await world.db.read.selectFrom('audit').selectAll().where('target', '=', id).execute()
    expect(audit.map(({ action }) => action)).toEqual(['withdrawal.look-up', 'withdrawal.look-up'])
    expect(await refusal(owner.admin.lookUpWithdrawal({ params }))).toMatchObject({ status: 409 })
  })
})

/** A stored payment that the network refused for so long that a person has to look. */
const unwanted = async (): Promise<string> => {
  const { id } = await approved('bitcoind')
  node.errorNext('sendrawtransaction', -26, 'min relay fee not met')
  await runPayouts(deps())
  expect(await statusOf(id)).toBe('sending')
  world.clock.turn(6 * 3_600 + 60)
  node.errorNext('sendrawtransaction', -26, 'min relay fee not met')
  await runPayouts(deps())
  expect(await rowOf(world, id)).toMatchObject({ status: 'unknown', reason: expect.stringContaining('don’t know') })
  return id
}

test('what a refunded payment would have spent is let go, so that others spend it', async () => {
  const id = await unwanted()
  const owner = await world.owner()
  await owner.admin.refundUnknown({ params: { id }, body: { reason: 'The network did not want it.' } })
  const inputs = () =>
    world.db.read.selectFrom('payout_inputs').select('input').where('withdrawal_id', '=', id).execute()
  expect(await inputs()).not.toEqual([])
  await reconcileUnknownPayouts(deps())
  expect(await inputs()).toEqual([])
})
