import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createLightning } from '#adapters/payout/lightning/lightning.ts'
import { createLnd } from '#adapters/payout/lightning/lnd.ts'
import { inEnglish } from '#kernel/words/render.ts'
import { startLightning, WALLET_HOST } from '#test/fakes/lightning.ts'
import { lnd, LND_MACAROON } from '#test/fakes/lnd.ts'
import { requestDirectly, rowOf } from '#test/features/paying.ts'
import { addMethod, earn, openHanded, payoutDeps, requestWithdrawal } from '#test/features/withdrawing.ts'
import { localHttp } from '#test/local-http.ts'
import { refusal } from '#test/refusal.ts'
import { useWorld } from '#test/world.ts'
import { compareWallets } from './compare-wallets.ts'
import { runPayouts } from './pay.ts'
import { reconcileUnknownPayouts } from './reconcile-payouts.ts'
import { pollWalletBalances } from './wallets.ts'

const server = await startLightning(lnd, () => world.clock.now())
const world = useWorld({ settings: openHanded, limits: false, outside: { web: server.web } })
let method: Awaited<ReturnType<typeof addMethod>>
beforeAll(async () => {
  await world.settings({ payout_lnd_url: server.url, payout_lnd_macaroon: LND_MACAROON })
  const fields = { processor: 'lnd', currency: 'BTC', rate: '1000000000', minimum: 10, fee: 0 } as const
  method = await addMethod(await world.owner(), { ...fields, name: 'Lightning' })
})
beforeEach(() => {
  server.node.fortune = 'pays'
})
afterAll(() => server.close())

const deps = () => {
  const node = createLnd({ http: localHttp() })
  return payoutDeps(world, { lnd: createLightning(node, { clock: world.clock.now, web: server.web }) })
}
const rich = async (name: string) => {
  const person = await world.user(name)
  await earn(world, person, 1_000_000)
  return person
}
/** At a rate of 1,000,000,000 units a bitcoin, ten units are a satoshi. */
const satOf = (units: number): bigint => BigInt(units / 10) * 1_000n
const statusOf = async (id: string) => (await rowOf(world, id)).status
const places = { address: `ada@${WALLET_HOST}` }

describe('a member', () => {
  test('withdraws one satoshi to a Lightning address, from the request to the settled invoice', async () => {
    const person = await rich('one_sat')
    const preview = { params: { methodId: method._id }, body: { ...places, amount: 10 } }
    expect(await person.withdraw.preview(preview)).toMatchObject({ receives: '0.00000001', currency: 'BTC' })
    const { withdrawal } = await requestWithdrawal(person, { method, amount: 10, ...places })
    await runPayouts(deps())
    await runPayouts(deps())
    const row = await rowOf(world, withdrawal._id)
    expect(row.status).toBe('paid')
    expect(server.node.paidTo('ada')).toEqual([1_000n])
    const [item] = (await person.withdraw.history({})).items
    // The payment hash proves it to the payee; there is no page about it.
    expect(item).toMatchObject({ status: 'paid', txId: expect.stringMatching(/^[0-9a-f]{64}$/), txUrl: null })
  })

  test('withdraws to an invoice, in upper case and behind its prefix, which is paid once', async () => {
    const person = await rich('invoice')
    const invoice = await server.node.mint({ name: 'bea', msat: satOf(10_000) })
    const address = `lightning:${invoice.toUpperCase()}`
    const { withdrawal } = await requestWithdrawal(person, { method, amount: 10_000, address })
    expect(withdrawal).toMatchObject({ receives: '0.00001' })
    const again = requestWithdrawal(person, { method, amount: 10_000, address: invoice })
    expect(await refusal(again)).toMatchObject({ failure: { code: 'INVOICE_USED' } })
    await runPayouts(deps())
    await runPayouts(deps())
    expect([await statusOf(withdrawal._id), server.node.paidTo('bea')]).toEqual(['paid', [satOf(10_000)]])
  })

  test('of two who enter one invoice at once, one is paid and the other is refused', async () => {
    const invoice = await server.node.mint({ name: 'shared', msat: satOf(10_000) })
    const both = await Promise.all(['race_a', 'race_b'].map(rich))
    const asked = await Promise.allSettled(
      both.flatMap((person) => [1, 2].map(() => requestDirectly(world, person, { method, address: invoice }))),
    )
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await runPayouts(deps())
    await runPayouts(deps())
    expect(server.node.paidTo('shared')).toEqual([satOf(10_000)])
  })

  test('is paid what an invoice says where it is up to a hundredth less, and is refused any other amount', async () => {
    const person = await rich('amounts')
    const ask = async (msat: bigint | undefined) => {
      const address = await server.node.mint({ name: 'amounts', msat })
      return person.withdraw.preview({ params: { methodId: method._id }, body: { address, amount: 10_000 } })
    }
    expect(await ask(satOf(9_900))).toMatchObject({ receives: '0.0000099' })
    for (const msat of [satOf(10_010), satOf(9_890), satOf(10_000) - 1n, undefined]) {
      expect(await refusal(ask(msat))).toMatchObject({
        status: 422,
        failure: { code: 'INVOICE_AMOUNT', errors: { address: expect.stringContaining('exactly 1,000 sat') } },
      })
    }
  })

  test('is told before anything is confirmed where a Lightning address takes nothing', async () => {
    const person = await rich('told')
    const preview = (address: string, amount = 10_000) =>
      person.withdraw.preview({ params: { methodId: method._id }, body: { address, amount } })
    expect(await refusal(preview(`nobody@${WALLET_HOST}`))).toMatchObject({ failure: { code: 'ADDRESS_UNKNOWN' } })
    expect(await refusal(preview('nothing at all'))).toMatchObject({ failure: { code: 'ADDRESS_INVALID' } })
    server.service.least = 2_000_000n
    const low = expect.stringContaining('takes 2,000 sat to')
    expect(await refusal(preview(`ada@${WALLET_HOST}`))).toMatchObject({
      failure: { code: 'ADDRESS_UNKNOWN', errors: { address: low } },
    })
    server.service.least = 1_000n
    // Its certificate, its network, its answer: one sentence for all, so that nobody learns of a network by it.
    expect(await refusal(preview('ada@localhost.localdomain'))).toMatchObject({
      failure: { code: 'PROVIDER_UNREACHABLE', msg: expect.stringContaining('doesn’t answer') },
    })
  })

  test('can save a Lightning address and no invoice', async () => {
    const person = await rich('saver')
    const save = (address: string) =>
      person.withdraw.saveAddress({ params: { methodId: method._id }, body: { address, label: 'Mine' } })
    expect((await save(`ada@${WALLET_HOST}`)).address).toMatchObject({ label: 'Mine' })
    const invoice = await server.node.mint({ name: 'saver', msat: 1_000n })
    expect(await refusal(save(invoice))).toMatchObject({ failure: { code: 'ADDRESS_ONCE' } })
  })

  test('enters an invoice that outlives the wait for new addresses, or is told so', async () => {
    await world.settings({ payout_address_wait_hours: 24 })
    const person = await rich('waiting')
    const ask = async (expirySeconds: number) => {
      const address = await server.node.mint({ name: 'waiting', msat: satOf(10_000), expirySeconds })
      return requestDirectly(world, person, { method, address })
    }
    await expect(ask(3_600)).rejects.toThrow('this invoice expires before')
    const { _id: id } = await ask(2 * 86_400)
    await runPayouts(deps())
    expect(await statusOf(id)).toBe('approved')
    await world.settings({ payout_address_wait_hours: 0 })
    world.clock.turn(86_400)
    await runPayouts(deps())
    await runPayouts(deps())
    expect(await statusOf(id)).toBe('paid')
  })
})

describe('an invoice', () => {
  const withInvoice = async (name: string, expirySeconds = 3_600) => {
    const person = await rich(name)
    const invoice = await server.node.mint({ name, msat: satOf(10_000), expirySeconds })
    const { _id: id } = await requestDirectly(world, person, { method, address: invoice })
    return { id, person, invoice }
  }
  const balanceOf = async (person: Awaited<ReturnType<typeof rich>>) => (await person.withdraw.methods()).balance

  test('that expires before its turn is not paid, and its amount is refunded', async () => {
    const { id, person } = await withInvoice('late', 900)
    world.clock.turn(1_000)
    await runPayouts(deps())
    expect(await rowOf(world, id)).toMatchObject({ status: 'failed', reason: expect.stringContaining('expired') })
    expect([await balanceOf(person), server.node.paidTo('late')]).toEqual([1_000_000, []])
  })

  test('that nobody can pay is tried again, and its amount is refunded once it is dead for certain', async () => {
    server.node.fortune = 'no way'
    const { id, person } = await withInvoice('far')
    await runPayouts(deps())
    world.clock.turn(120)
    await runPayouts(deps())
    const tries = server.got.filter(({ path }) => path === '/v2/router/send').length
    world.clock.turn(120)
    await runPayouts(deps())
    expect(server.got.filter(({ path }) => path === '/v2/router/send').length).toBe(tries + 1)
    expect(await statusOf(id)).toBe('sending')
    // Expired, but a call could still be on its way: it is not refunded yet.
    world.clock.turn(3_600)
    await runPayouts(deps())
    expect(await statusOf(id)).toBe('sending')
    world.clock.turn(900)
    await runPayouts(deps())
    expect([await statusOf(id), await balanceOf(person)]).toEqual(['failed', 1_000_000])
    server.node.fortune = 'pays'
    await reconcileUnknownPayouts(deps())
    expect(server.node.paidTo('far')).toEqual([])
  })

  test('that is on its way when it expires waits for its end, whichever it is', async () => {
    server.node.fortune = 'in flight'
    const both = [await withInvoice('held_a'), await withInvoice('held_b')]
    await runPayouts(deps())
    world.clock.turn(86_400)
    await runPayouts(deps())
    for (const { id } of both) expect(await statusOf(id)).toBe('sending')
    server.node.settle()
    await runPayouts(deps())
    for (const { id } of both) expect(await statusOf(id)).toBe('paid')
    const third = await withInvoice('held_c')
    await runPayouts(deps())
    server.node.fail()
    world.clock.turn(86_400)
    await runPayouts(deps())
    expect([await statusOf(third.id), await balanceOf(third.person)]).toEqual(['failed', 1_000_000])
  })

  test('that was given to another node is neither looked up nor paid at this one', async () => {
    const own = server.node.id
    const { id } = await withInvoice('moved')
    server.node.fortune = 'no way'
    await runPayouts(deps())
    server.node.id = `03${'cd'.repeat(32)}`
    server.node.fortune = 'pays'
    server.node.payments.clear()
    world.clock.turn(86_400)
    await runPayouts(deps())
    expect([await statusOf(id), server.node.paidTo('moved')]).toEqual(['sending', []])
    server.node.id = own
    await runPayouts(deps())
    expect(await statusOf(id)).toBe('failed')
  })

  test('of a Lightning address that is for another amount than was asked is never paid', async () => {
    server.service.wrongMsat = 1_000n
    const person = await rich('wrong')
    const { _id: id } = await requestDirectly(world, person, { method, address: `wrong@${WALLET_HOST}` })
    await runPayouts(deps())
    expect([await statusOf(id), server.node.paidTo('wrong')]).toEqual(['approved', []])
    server.service.wrongMsat = 0n
    world.clock.turn(60)
    await runPayouts(deps())
    await runPayouts(deps())
    expect([await statusOf(id), server.node.paidTo('wrong')]).toEqual(['paid', [satOf(10_000)]])
  })
})

describe('the owner', () => {
  const walletOf = async () => {
    const { wallets } = await (await world.owner()).admin.wallets()
    return wallets.find(({ processor }) => processor === 'lnd')
  }

  test('sees what the node can send, and an empty one stops payouts until it is filled', async () => {
    const before = server.node.balanceMsat
    server.node.balanceMsat = 500_000n
    await pollWalletBalances(deps())
    expect(await walletOf()).toMatchObject({ balance: '0.000005', error: null })
    const person = await rich('empty')
    const { _id: id } = await requestDirectly(world, person, { method, address: `empty@${WALLET_HOST}` })
    await runPayouts(deps())
    expect([await statusOf(id), (await walletOf())?.halted]).toEqual([
      'approved',
      expect.stringContaining('can’t send'),
    ])
    server.node.balanceMsat = before
    world.clock.turn(700)
    await runPayouts(deps())
    await runPayouts(deps())
    expect(await statusOf(id)).toBe('paid')
  })

  test('sees that the node rejects the macaroon, and nothing is stored or sent', async () => {
    await world.settings({ payout_lnd_macaroon: 'ab'.repeat(30) })
    const person = await rich('shut')
    const { _id: id } = await requestDirectly(world, person, { method, address: `shut@${WALLET_HOST}` })
    await runPayouts(deps())
    expect([await statusOf(id), (await walletOf())?.halted]).toEqual([
      'approved',
      expect.stringContaining('verification'),
    ])
    await world.settings({ payout_lnd_macaroon: LND_MACAROON })
    await pollWalletBalances(deps())
    world.clock.turn(60)
    await runPayouts(deps())
    await runPayouts(deps())
    expect(await statusOf(id)).toBe('paid')
  })

  test('reads in a dry run what would be paid, and nothing is', async () => {
    await world.settings({ payout_dry_run: true })
    const person = await rich('dry')
    const { _id: id } = await requestDirectly(world, person, { method, address: `dry@${WALLET_HOST}` })
    await runPayouts(deps())
    const { items } = await (await world.owner()).admin.withdrawals({ query: { username: 'dry' } })
    const notes = items[0]?.history.flatMap(({ note }) => note ?? [])
    expect(notes).toContainEqual(expect.stringMatching(/Dry run: would send 0\.00001 BTC to dry@.* for a fee of/))
    expect([await statusOf(id), server.node.paidTo('dry')]).toEqual(['approved', []])
    await world.settings({ payout_dry_run: false })
    await runPayouts(deps())
    await runPayouts(deps())
  })

  test('has the routing fee bounded: what costs more waits', async () => {
    const owner = await world.owner()
    await owner.admin.editMethod({ params: { id: method._id }, body: { options: { feeMax: '0.00000000001' } } })
    const person = await rich('cheap')
    const { _id: id } = await requestDirectly(world, person, { method, address: `cheap@${WALLET_HOST}` })
    await runPayouts(deps())
    expect([await statusOf(id), server.node.paidTo('cheap')]).toEqual(['sending', []])
    await owner.admin.editMethod({ params: { id: method._id }, body: { options: {} } })
    expect(inEnglish(await compareWallets(deps()))).toContain('differences: 0')
  })
})
