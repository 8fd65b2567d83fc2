import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFaucetpay } from '#adapters/payout/faucetpay.ts'
import type { WalletFinding } from '#adapters/payout/wallet-books.ts'
import { compareWallets } from '#features/withdraw/payout/compare-wallets.ts'
import { runPayouts } from '#features/withdraw/payout/pay.ts'
import { startFaucetpayPayouts } from '#test/fakes/faucetpay-payouts.ts'
import { requestDirectly } from '#test/features/paying.ts'
import { addMethod, dogePlace, earn, openHanded, payoutDeps } from '#test/features/withdrawing.ts'
import { localHttp } from '#test/local-http.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld({ settings: openHanded })
let faucetpay: Awaited<ReturnType<typeof startFaucetpayPayouts>>
let method: Awaited<ReturnType<typeof addMethod>>
beforeAll(async () => {
  faucetpay = await startFaucetpayPayouts(world.clock.now)
  await world.settings({ payout_faucetpay_key: faucetpay.key })
  method = await addMethod(await world.owner(), { processor: 'faucetpay', options: {} })
})
afterAll(() => faucetpay.close())

const HOUR = 3_600
const processor = () => createFaucetpay({ http: localHttp(), url: `${faucetpay.url}/api/v1` })
/** So many hourly runs. */
const runs = async (count: number, compare?: () => Promise<WalletFinding[]>) => {
  const payout = compare === undefined ? processor() : { ...processor(), compare }
  for (let run = 0; run < count; run += 1) {
    world.clock.turn(HOUR)
    await compareWallets(payoutDeps(world, { faucetpay: payout }))
  }
}
const refuses = (): Promise<WalletFinding[]> => Promise.reject(new Error('The provider\u0000 refused.'))
const alerts = async () => {
  await Promise.all([world.runJob('site.watch'), world.runJob('site.watch')])
  const { notifications } = (await (await world.owner()).user.refresh()).notification
  return notifications
    .map(({ values }) => String(values['reason']))
    .filter((reason) => /hasn’t been compared/.test(reason))
}
const seen = async () => {
  const { admin } = await world.owner()
  const { wallets } = await admin.wallets()
  const { warnings } = await admin.stats()
  return {
    wallet: wallets.find((one) => one.processor === 'faucetpay')?.uncompared,
    warned: warnings.filter(({ code }) => code === 'WALLET_NOT_COMPARED').map(({ msg }) => msg),
  }
}

test('a comparison that fails for a day is alerted once, until it works again', async () => {
  await runs(1)
  const last = world.clock.now().toISOString()
  expect(await seen()).toEqual({ wallet: null, warned: [] })
  await runs(24, refuses)
  expect(await alerts()).toEqual([])
  expect(await seen()).toEqual({ wallet: { since: last, error: 'The provider refused.' }, warned: [] })
  await runs(1, refuses)
  const sentence =
    'The DOGE by faucetpay wallet hasn’t been compared with the ledger for more than a day. The provider refused.'
  expect(await alerts()).toEqual([sentence])
  expect(await alerts()).toEqual([sentence])
  expect((await seen()).warned).toEqual([sentence])
  await runs(1)
  expect(await seen()).toEqual({ wallet: null, warned: [] })
  await runs(25, refuses)
  expect(await alerts()).toHaveLength(2)
  await runs(1)
})

test('hours in which it fails now and then alert nobody', async () => {
  const before = await alerts()
  for (let day = 0; day < 3; day += 1) {
    await runs(23, refuses)
    await runs(1)
  }
  expect(await alerts()).toEqual(before)
})

test('a comparison that never covers all is alerted too, and keeps what it found', async () => {
  const before = await alerts()
  const place = dogePlace('found in part')
  const difference = { kind: 'unbooked', withdrawalId: null, txId: 'x', address: place, amount: '1', at: null } as const
  await runs(26, () =>
    Promise.resolve([
      { ...difference, key: 'x' },
      { kind: 'partial', key: 'The list is too long.' },
    ]),
  )
  const told = await alerts()
  expect(told).toHaveLength(before.length + 1)
  expect(told.filter((one) => one.endsWith('The list is too long.'))).toHaveLength(1)
  const { differences } = await (await world.owner()).admin.wallets()
  expect(differences.filter(({ address }) => address === place)).toHaveLength(1)
  await runs(1)
})

test('a wallet whose node never tells what it sent alerts nobody, one that stops telling it for a week', async () => {
  const impossible = () => runs(26, () => Promise.resolve([{ kind: 'impossible', key: 'Only others list that.' }]))
  const before = await alerts()
  await impossible()
  expect(await alerts()).toHaveLength(before.length + 1)
  world.clock.turn(6 * 86_400)
  await impossible()
  expect(await seen()).toEqual({ wallet: null, warned: [] })
  await impossible()
  expect(await alerts()).toHaveLength(before.length + 1)
})

test('a wallet is compared by its enabled method', async () => {
  const { _id: id } = await addMethod(await world.owner(), { processor: 'faucetpay', options: {}, position: 99 })
  await world.db.raw('UPDATE withdraw_methods SET enabled = false WHERE id = $1', [id])
  const compared: unknown[] = []
  const compare = async (_settings: unknown, method: object): Promise<WalletFinding[]> => {
    compared.push('enabled' in method && method.enabled)
    return []
  }
  await compareWallets(payoutDeps(world, { faucetpay: { ...processor(), compare } }))
  expect(compared).toEqual([true])
})

test('a wallet that pays nobody any more, or is no longer set up, alerts nobody', async () => {
  const before = await alerts()
  const person = await world.user('paid_late')
  await earn(world, person, 20_000)
  const address = dogePlace('paid late')
  faucetpay.link(address)
  await requestDirectly(world, person, { method, address })
  await runPayouts(payoutDeps(world, { faucetpay: processor() }))
  await world.db.raw('UPDATE withdraw_methods SET enabled = false')
  await runs(26, refuses)
  expect(await alerts(), 'what it paid lately is still compared').toHaveLength(before.length + 1)
  await world.settings({ payout_faucetpay_key: '' })
  await runs(1)
  expect(await seen()).toMatchObject({ warned: [] })
  await world.settings({ payout_faucetpay_key: faucetpay.key })
  world.clock.turn(9 * 86_400)
  await runs(26, refuses)
  expect(await seen()).toMatchObject({ warned: [] })
  expect(await alerts()).toHaveLength(before.length + 1)
})
