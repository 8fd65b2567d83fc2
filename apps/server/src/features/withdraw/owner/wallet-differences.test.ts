import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFaucetpay } from '#adapters/payout/faucetpay.ts'
import type { WalletFinding } from '#adapters/payout/wallet-books.ts'
import { compareWallets } from '#features/withdraw/payout/compare-wallets.ts'
import { runPayouts } from '#features/withdraw/payout/pay.ts'
import { payoutAlerts } from '#features/withdraw/payout/payout-alerts.ts'
import { inEnglish } from '#kernel/words/render.ts'
import { startFaucetpayPayouts } from '#test/fakes/faucetpay-payouts.ts'
import { requestDirectly, rowOf } from '#test/features/paying.ts'
import { addMethod, dogePlace, earn, openHanded, payoutDeps } from '#test/features/withdrawing.ts'
import { localHttp } from '#test/local-http.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld({ settings: openHanded })
let faucetpay: Awaited<ReturnType<typeof startFaucetpayPayouts>>
beforeAll(async () => {
  faucetpay = await startFaucetpayPayouts(world.clock.now)
  await world.settings({ payout_faucetpay_key: faucetpay.key })
})
afterAll(() => faucetpay.close())

const processor = () => createFaucetpay({ http: localHttp(), url: `${faucetpay.url}/api/v1` })
const deps = (payout = processor()) => payoutDeps(world, { faucetpay: payout })
const method = async () => addMethod(await world.owner(), { processor: 'faucetpay', options: {} })
const differences = async (payout = processor()) => {
  expect(inEnglish(await compareWallets(deps(payout)))).toContain('without a response: 0')
  return (await (await world.owner()).admin.wallets()).differences
}
const at = async (place: string) => (await differences()).filter(({ address }) => address === place)

let count = 0
const approved = async () => {
  count += 1
  const person = await world.user(`differs_${count}`)
  await earn(world, person, 20_000)
  const address = dogePlace(`differs ${count}`)
  faucetpay.link(address)
  const { _id: id } = await requestDirectly(world, person, { method: await method(), address })
  return { id, address }
}
const sendBehind = (to: string, amount = 50_000_000n) =>
  faucetpay.sent.push({ to, amount, currency: 'DOGE', at: world.clock.now() })
/** As many entries as FaucetPay lists, all from before the days that are compared. */
const fillList = () => {
  const old = { to: dogePlace('old'), amount: 1n, currency: 'DOGE', at: new Date(0) }
  for (let turn = 0; turn < 100; turn += 1) faucetpay.sent.push(old)
}

describe('a difference between a wallet and the ledger', () => {
  test('is kept when its entry leaves the list of the wallet, until an admin dismisses it', async () => {
    await method()
    const place = dogePlace('kept')
    sendBehind(place)
    expect(await at(place)).toMatchObject([{ kind: 'unbooked', dismissed: null }])
    fillList()
    const [kept] = await at(place)
    if (kept === undefined) throw new Error('money that left is not forgotten')
    const owner = await world.owner()
    await owner.admin.dismissDifference({ params: { id: kept._id }, body: { note: 'Moved.', foundAt: kept.foundAt } })
    expect(await at(place)).toMatchObject([{ _id: kept._id, dismissed: { note: 'Moved.' } }])
    world.clock.turn(91 * 86_400)
    expect(await at(place)).toEqual([])
  })

  test('ends when the ledger explains it', async () => {
    const { id, address } = await approved()
    const { receives } = await rowOf(world, id)
    sendBehind(address, BigInt(Math.round(Number(receives) * 1e8)))
    expect(await at(address)).toMatchObject([{ kind: 'unbooked' }])
    const owner = await world.owner()
    await owner.admin.stopOutflow({ body: { sources: ['payout'], payouts: true, reason: 'Restored.' } })
    await owner.admin.markPaid({ params: { id }, body: { txId: 'from before' } })
    const { open } = await owner.admin.outflow()
    await owner.admin.resumeOutflow({ params: { id: open[0]?._id ?? '' }, body: {} })
    world.clock.turn(300)
    expect(await at(address)).toEqual([])
  })

  test('of a payout that no wallet sent is kept when the list has gone past it', async () => {
    const { id, address } = await approved()
    await runPayouts(deps())
    expect((await rowOf(world, id)).status).toBe('paid')
    const entry = faucetpay.sent.pop()
    world.clock.turn(300)
    expect(await at(address)).toMatchObject([{ kind: 'missing', withdrawalId: id }])
    world.clock.turn(3_600)
    const recent = { to: dogePlace('recent'), amount: 1n, currency: 'DOGE', at: world.clock.now() }
    for (let turn = 0; turn < 100; turn += 1) faucetpay.sent.push(recent)
    expect(await at(address)).toMatchObject([{ kind: 'missing', withdrawalId: id }])
    if (entry !== undefined) faucetpay.sent.push(entry)
    expect(await at(address)).toEqual([])
  })

  test('is none where a payout went out while the wallet was looked at', async () => {
    const { address } = await approved()
    const real = processor()
    let looks = 0
    const busy = {
      ...real,
      compare: async (...asked: Parameters<NonNullable<typeof real.compare>>): Promise<readonly WalletFinding[]> => {
        looks += 1
        if (looks === 1) await runPayouts(deps())
        return real.compare?.(...asked) ?? []
      },
    }
    expect((await differences(busy)).filter((one) => one.address === address)).toEqual([])
    expect(looks).toBe(2)
    expect(await at(address)).toEqual([])
  })

  test('is told to the admins once, and each further one again', async () => {
    const owner = await world.owner()
    const differ = async () =>
      (await payoutAlerts(world.db.read, world.clock.now())).filter(({ what }) => what.startsWith('WALLET_DIFFERS'))
    for (const one of await differences()) {
      if (one.dismissed !== null) continue
      await owner.admin.dismissDifference({ params: { id: one._id }, body: { note: 'Known.', foundAt: one.foundAt } })
    }
    expect(await differ()).toEqual([])
    const told = async () => {
      await Promise.all([world.runJob('site.watch'), world.runJob('site.watch')])
      const { notifications } = (await owner.user.refresh()).notification
      return notifications.filter(({ values }) => String(values['reason']).includes('DOGE by')).length
    }
    const before = await told()
    sendBehind(dogePlace('told'))
    await differences()
    expect(await differ()).toHaveLength(1)
    expect(await told()).toBe(before + 1)
    expect(await told()).toBe(before + 1)
    world.clock.turn(3_600)
    sendBehind(dogePlace('told again'))
    await differences()
    expect(await told()).toBe(before + 2)
  })
})
