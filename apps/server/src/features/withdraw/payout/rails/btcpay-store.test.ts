import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createBtcpayLightning } from '#adapters/payout/lightning/btcpay.ts'
import { createLightning } from '#adapters/payout/lightning/lightning.ts'
import { createLnd } from '#adapters/payout/lightning/lnd.ts'
import { runPayouts } from '#features/withdraw/payout/pay.ts'
import { reconcileUnknownPayouts } from '#features/withdraw/payout/reconcile-payouts.ts'
import { inEnglish } from '#kernel/words/render.ts'
import { btcpayBefore, BTCPAY_KEY, BTCPAY_STORE, type StoreNode } from '#test/fakes/lightning-others.ts'
import { type Dialect, startLightning } from '#test/fakes/lightning.ts'
import { lnd, LND_MACAROON } from '#test/fakes/lnd.ts'
import { requestDirectly, rowOf } from '#test/features/paying.ts'
import { addMethod, earn, openHanded, payoutDeps } from '#test/features/withdrawing.ts'
import { localHttp } from '#test/local-http.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld({ settings: openHanded, limits: false })
const DAY = 86_400
const EXPIRY = 700
/** An invoice is dead for certain a quarter of an hour after its expiry. */
const DEAD = EXPIRY + 901

let server: Awaited<ReturnType<typeof startLightning>>
let kind: StoreNode
let method: Awaited<ReturnType<typeof addMethod>> | undefined
beforeEach(async () => {
  const either: Dialect = (got, node) => (got.path.startsWith('/api/') ? btcpayBefore(kind) : lnd)(got, node)
  server = await startLightning(either, world.clock.now)
  await world.settings({
    payout_btcpay_url: server.url,
    payout_btcpay_store: BTCPAY_STORE,
    payout_btcpay_key: BTCPAY_KEY,
    payout_lnd_url: server.url,
    payout_lnd_macaroon: LND_MACAROON,
  })
})
afterEach(() => server.close())

const deps = () => {
  const http = { http: localHttp() }
  const rest = { clock: world.clock.now, web: server.web }
  return payoutDeps(world, {
    btcpay: createLightning(createBtcpayLightning(http), rest),
    lnd: createLightning(createLnd(http), rest),
  })
}

let people = 0
/** A withdrawal to an invoice, and what is seen of it. */
const withdrawalBy = async (processor: 'btcpay' | 'lnd' = 'btcpay') => {
  if (method?.processor !== processor) {
    const fields = { processor, currency: 'BTC', rate: '1000000000', minimum: 10, fee: 0 } as const
    method = await addMethod(await world.owner(), { ...fields, name: `By ${processor} ${(people += 1)}` })
  }
  const person = await world.user(`store${(people += 1)}`)
  await earn(world, person, 1_000_000)
  const address = await server.node.mint({ name: 'payee', msat: 1_000_000n, expirySeconds: EXPIRY })
  const { _id: id } = await requestDirectly(world, person, { method, address })
  const balance = async () => (await person.withdraw.methods()).balance
  return { id, seen: async () => [(await rowOf(world, id)).status, await balance()] }
}
const runAfter = async (seconds: number) => {
  world.clock.turn(seconds)
  await runPayouts(deps())
}
const lookLater = async () => {
  world.clock.turn(301)
  await reconcileUnknownPayouts(deps())
}
const asked = () => server.got.filter(({ path }) => path.endsWith('/invoices/pay')).length
const detailOf = async (id: string) => {
  const { detail } = await world.db.read
    .selectFrom('payout_attempts')
    .select('detail')
    .where('withdrawal_id', '=', id)
    .executeTakeFirstOrThrow()
  return inEnglish(detail ?? '')
}

const HELD = ['sending', 990_000]
const UNKNOWN = ['unknown', 990_000]
const REFUNDED = ['failed', 1_000_000]
const PAID = ['paid', 990_000]

describe('a payment that may have been taken is never refunded, though it isn’t listed', () => {
  test('LNDhub lists no invoice that its payee holds: a person decides, and a late proof still counts', async () => {
    kind = 'lndhub'
    server.node.fortune = 'in flight'
    const { id, seen } = await withdrawalBy()
    await runAfter(0)
    // Asked again, LNDhub refuses, which says nothing of the first time.
    await runAfter(120)
    expect([asked(), await seen()]).toEqual([2, HELD])
    await runAfter(DEAD)
    expect(await seen()).toEqual(UNKNOWN)
    expect(await detailOf(id)).toContain('payment hash')
    server.node.settle()
    await lookLater()
    expect(await seen()).toEqual(PAID)
  })

  test('one that its payee lets arrive long after a person gave it back is told to the owner', async () => {
    kind = 'lndhub'
    server.node.fortune = 'in flight'
    const { id, seen } = await withdrawalBy()
    await runAfter(0)
    await runAfter(DEAD)
    const reason = 'LNDhub lists nothing of it.'
    await (await world.owner()).admin.refundUnknown({ params: { id }, body: { reason } })
    world.clock.turn(13 * DAY)
    server.node.settle()
    await lookLater()
    const alerts = await world.db.read.selectFrom('owner_alerts').select('what').execute()
    expect([alerts, await seen()]).toEqual([[{ what: `paid-and-refunded:${id}` }], REFUNDED])
  })

  test('nor where LNDhub says that it failed, which it says of what is on its way too', async () => {
    kind = 'lndhub'
    server.node.fortune = 'no way'
    const { seen } = await withdrawalBy()
    await runAfter(0)
    await runAfter(DEAD)
    expect(await seen()).toEqual(UNKNOWN)
  })

  test('nor where the process ended while it asked', async () => {
    kind = 'lndhub'
    server.node.fortune = 'in flight'
    const { seen } = await withdrawalBy()
    const dying = deps()
    const { btcpay } = dying.payouts
    if (btcpay?.way !== 'signed') throw new Error('Lightning signs first')
    // It has asked; what it heard is never written.
    const broadcast: typeof btcpay.broadcast = async (...given) => {
      await btcpay.broadcast(...given)
      const write = async () => Promise.reject(new Error('the process ended'))
      Object.assign(dying, { db: { ...dying.db, write } })
      return { kind: 'rejected', answer: 'never written' }
    }
    const run = runPayouts(Object.assign(dying, { payouts: { btcpay: { ...btcpay, broadcast } } }))
    await expect(run).rejects.toThrow('the process ended')
    await runAfter(DEAD)
    expect(await seen()).toEqual(UNKNOWN)
  })

  test('nor where a node of its own has lost its payments', async () => {
    server.node.fortune = 'in flight'
    const { seen } = await withdrawalBy('lnd')
    await runAfter(0)
    server.node.payments.clear()
    await runAfter(DEAD)
    expect(await seen()).toEqual(UNKNOWN)
  })

  test('but what was refused each time, and isn’t listed, is refunded', async () => {
    kind = 'cln'
    server.node.fortune = 'no way'
    const { seen } = await withdrawalBy()
    await runAfter(0)
    await runAfter(120)
    expect([asked(), await seen()]).toEqual([2, HELD])
    await runAfter(DEAD)
    expect(await seen()).toEqual(REFUNDED)
  })
})

describe('a payment whose end nobody tells is for a person to decide', () => {
  test('Phoenixd’s is unknown for ever, whether it failed or is on its way, and isn’t offered again', async () => {
    kind = 'phoenixd'
    server.node.fortune = 'no way'
    const failed = await withdrawalBy()
    await runAfter(0)
    server.node.fortune = 'in flight'
    const held = await withdrawalBy()
    await runAfter(120)
    await runAfter(120)
    expect([asked(), await failed.seen(), await held.seen()]).toEqual([2, HELD, HELD])
    await runAfter(DEAD)
    expect([await failed.seen(), await held.seen()]).toEqual([UNKNOWN, UNKNOWN])
    server.node.settle()
    await lookLater()
    expect([await failed.seen(), await held.seen()]).toEqual([UNKNOWN, PAID])
  })

  test('Eclair’s oldest part failed while another is on its way: not offered again, and not refunded', async () => {
    kind = 'eclair'
    server.node.fortune = 'in flight'
    const { seen } = await withdrawalBy()
    await runAfter(0)
    await runAfter(120)
    expect([asked(), await seen()]).toEqual([1, HELD])
    await runAfter(DEAD)
    expect(await seen()).toEqual(UNKNOWN)
    server.node.settle()
    await lookLater()
    expect(await seen()).toEqual(PAID)
  })

  test.each(['btcpay', 'lnd'] as const)('%s: on its way longer than any payment can be held', async (processor) => {
    kind = 'lnd'
    server.node.fortune = 'in flight'
    const { id, seen } = await withdrawalBy(processor)
    await runAfter(0)
    await runAfter(14 * DAY)
    expect(await seen()).toEqual(HELD)
    await runAfter(DAY + DEAD)
    expect(await seen()).toEqual(UNKNOWN)
    expect(await detailOf(id)).toContain('15 days')
  })

  test('a node that is gone', async () => {
    kind = 'lnd'
    server.node.fortune = 'in flight'
    const { seen } = await withdrawalBy()
    await runAfter(0)
    server.node.id = `03${'cd'.repeat(32)}`
    await runAfter(14 * DAY)
    expect(await seen()).toEqual(HELD)
    await runAfter(DAY + DEAD)
    expect(await seen()).toEqual(UNKNOWN)
  })
})
