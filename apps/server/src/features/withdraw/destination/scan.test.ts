import { bech32 } from '@scure/base'
import { beforeAll, describe, expect, test } from 'vitest'
import { startLightning } from '#test/fakes/lightning.ts'
import { lnd, LND_MACAROON } from '#test/fakes/lnd.ts'
import { addMethod, earn, openHanded, requestWithdrawal } from '#test/features/withdrawing.ts'
import { refusal } from '#test/refusal.ts'
import { useWorld } from '#test/world.ts'
import { lnurlOf } from './scan.ts'

const server = await startLightning(lnd, () => world.clock.now())
const world = useWorld({ settings: openHanded, limits: false, outside: { web: server.web } })
let method: Awaited<ReturnType<typeof addMethod>>
beforeAll(async () => {
  await world.settings({ payout_lnd_url: server.url, payout_lnd_macaroon: LND_MACAROON })
  const fields = { processor: 'lnd', currency: 'BTC', rate: '1000000000', minimum: 10, fee: 0 } as const
  method = await addMethod(await world.owner(), { ...fields, name: 'Lightning' })
  return () => server.close()
})

const rich = async (name: string) => {
  const person = await world.user(name)
  await earn(world, person, 1_000_000)
  return person
}
type Person = Awaited<ReturnType<typeof rich>>
const start = async (person: Person, amount = 10_000) => {
  const scan = await person.withdraw.scan({ params: { methodId: method._id }, body: { amount } })
  const { words } = bech32.decode(scan.lnurl.toLowerCase() as `lnurl1${string}`, 2_000)
  const url = new TextDecoder().decode(bech32.fromWords(words))
  return { scan, k1: /[0-9a-f]{64}$/.exec(url)?.[0] ?? '', url }
}
/** 10,000 units are 1,000 satoshis. */
const msat = 1_000_000n
const mint = (amount = msat, expirySeconds = 3_600) => server.node.mint({ name: 'wallet', msat: amount, expirySeconds })
const send = (k1: string, pr: string) => world.guest().withdraw.lnurlInvoice({ params: { k1 }, query: { k1, pr } })

test('an address is encoded as LUD-01 shows it', () => {
  // https://github.com/lnurl/luds/blob/luds/01.md
  const url = 'https://service.com/api?q=3fc3645b439ce8e7f2553a69e5267081d96dcd340693afabe04be7b0ccd178df'
  const lnurl =
    'LNURL1DP68GURN8GHJ7UM9WFMXJCM99E3K7MF0V9CXJ0M385EKVCENXC6R2C35XVUKXEFCV5MKVV34X5EKZD3EV56NYD3HXQURZEPEXEJX' +
    'XEPNXSCRVWFNV9NXZCN9XQ6XYEFHVGCXXCMYXYMNSERXFQ5FNS'
  expect(lnurlOf(url)).toBe(lnurl)
})

describe('a wallet that scans', () => {
  test('reads what LUD-03 asks for, sends its invoice, and the user confirms it', async () => {
    const person = await rich('scanner')
    const { scan, k1, url } = await start(person)
    expect(scan.lnurl).toMatch(/^LNURL1[0-9A-Z]+$/)
    expect(url).toMatch(/\/api\/lnurl\/[0-9a-f]{64}$/)
    const told = await world.guest().withdraw.lnurl({ params: { k1 } })
    expect(told).toEqual({
      tag: 'withdrawRequest',
      callback: `${url}/invoice`,
      k1,
      defaultDescription: expect.any(String),
      minWithdrawable: 1_000_000,
      maxWithdrawable: 1_000_000,
    })
    const params = { id: scan._id }
    expect(await person.withdraw.scanned({ params })).toEqual({ invoice: null })
    const invoice = await mint()
    expect(await send(k1, invoice.toUpperCase())).toEqual({ status: 'OK' })
    expect(await person.withdraw.scanned({ params })).toEqual({ invoice })
    const { withdrawal } = await requestWithdrawal(person, { method, amount: 10_000, address: invoice })
    expect(withdrawal).toMatchObject({ receives: '0.00001', address: invoice })
  })

  test('of two invoices at once one is taken; the same one again is taken again', async () => {
    const { scan, k1 } = await start(await rich('twice'))
    const [first, second] = [await mint(), await mint()]
    const said = await Promise.all([first, second, first, second].map((pr) => send(k1, pr)))
    expect(said.filter(({ status }) => status === 'OK')).toHaveLength(2)
    const { invoice } = await (await world.user('twice')).withdraw.scanned({ params: { id: scan._id } })
    expect([first, second]).toContain(invoice)
  })

  test.each([
    ['no invoice', () => Promise.resolve('nothing'), 'Invalid invoice.'],
    ['another amount', () => mint(999_000n), 'The invoice must be for exactly 1,000 sat.'],
    ['no time left', () => mint(msat, 60), 'The invoice expires too soon.'],
  ])('is refused with %s, in the words of LNURL', async (name, make, reason) => {
    const { k1 } = await start(await rich(`no_${name.replaceAll(' ', '_')}`))
    expect(await send(k1, await make())).toEqual({ status: 'ERROR', reason })
  })

  test('finds nothing under another code, an old one, or one that was replaced', async () => {
    const person = await rich('late')
    const { k1: replaced } = await start(person)
    const { k1, scan } = await start(person)
    const guest = world.guest()
    const expired = { status: 'ERROR', reason: 'This QR code has expired. Show a new one.' }
    for (const unknown of [replaced, 'f'.repeat(64)]) {
      expect(await guest.withdraw.lnurl({ params: { k1: unknown } })).toEqual(expired)
      expect(await send(unknown, await mint())).toEqual(expired)
    }
    const other = await rich('other_person')
    expect((await refusal(other.withdraw.scanned({ params: { id: scan._id } }))).status).toBe(404)
    world.clock.turn(901)
    expect(await send(k1, await mint())).toEqual(expired)
    const again = await world.user('late')
    expect((await refusal(again.withdraw.scanned({ params: { id: scan._id } }))).status).toBe(404)
  })
})

test('a code is refused for more than the balance, and where invoices would wait or are not taken', async () => {
  const person = await world.user('refused')
  await earn(world, person, 100_000)
  const codeOf = async (methodId: string, amount: number) =>
    (await refusal(person.withdraw.scan({ params: { methodId }, body: { amount } }))).failure['code']
  expect(await codeOf(method._id, 400_000)).toBe('INSUFFICIENT_BALANCE')
  const doge = await addMethod(await world.owner())
  expect(await codeOf(doge._id, 10_000)).toBe('SCAN_CLOSED')
  const scans = async () => (await person.withdraw.methods()).methods.map(({ scan }) => scan)
  expect(await scans()).toEqual([true, false])
  await world.settings({ payout_address_wait_hours: 24 })
  expect(await codeOf(method._id, 10_000)).toBe('SCAN_CLOSED')
  expect(await scans()).toEqual([false, false])
  await world.settings({ payout_address_wait_hours: 0 })
})
