import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBitcoind } from '#adapters/payout/bitcoind.ts'
import { createFaucetpay } from '#adapters/payout/faucetpay.ts'
import type { SignedPayout } from '#adapters/payout/payout.ts'
import { applyRestriction } from '#features/suspect/suspect.ts'
import { inEnglish } from '#kernel/words/render.ts'
import { balancesOf } from '#money/accounts.ts'
import { startBitcoind } from '#test/fakes/bitcoind.ts'
import { startFaucetpayPayouts } from '#test/fakes/faucetpay-payouts.ts'
import { requestDirectly, rowOf } from '#test/features/paying.ts'
import { addMethod, dogePlace, earn, openHanded, payoutDeps } from '#test/features/withdrawing.ts'
import { localHttp } from '#test/local-http.ts'
import { poison } from '#test/poison.ts'
import { useWorld } from '#test/world.ts'
import { claimNextPayout } from './claim-payout.ts'
import { runPayouts } from './pay.ts'
import { reconcileUnknownPayouts } from './reconcile-payouts.ts'

const world = useWorld({ settings: openHanded })
let faucetpay: Awaited<ReturnType<typeof startFaucetpayPayouts>>
let node: Awaited<ReturnType<typeof startBitcoind>>
beforeAll(async () => {
  faucetpay = await startFaucetpayPayouts(world.clock.now)
  node = await startBitcoind()
  node.fund(...Array.from({ length: 20 }, () => 100))
  await world.settings({ payout_faucetpay_key: faucetpay.key, payout_bitcoind_doge_url: node.address })
})
afterAll(() => Promise.all([faucetpay.close(), node.close()]))

const deps = (changes: Partial<SignedPayout> = {}) => {
  const http = localHttp()
  return payoutDeps(world, {
    faucetpay: createFaucetpay({ http, url: `${faucetpay.url}/api/v1` }),
    bitcoind: { ...createBitcoind({ http: localHttp() }), ...changes },
  })
}

type Fields = Parameters<typeof addMethod>[1]

let count = 0
const approved = async (fields: Fields, address = dogePlace(`doubt ${count}`)) => {
  count += 1
  faucetpay.link(address)
  const method = await addMethod(await world.owner(), fields)
  const person = await world.user(`doubted${count}`)
  await earn(world, person, 100_000)
  const { _id: id } = await requestDirectly(world, person, { method, address })
  return { id, address, person, method }
}
const byNode: Fields = { processor: 'bitcoind', options: { confirmations: 1 } }
const statusOf = async (id: string) => (await rowOf(world, id)).status

/** What payments of a withdrawal would spend, as long as nobody else may. */
const left = (id: string) => world.db.raw('SELECT input FROM payout_inputs WHERE withdrawal_id = $1', [id])

describe('a dry run that is switched on while payments are followed', () => {
  test('lets nothing more out, neither new nor again', async () => {
    const first = await approved(byNode)
    await runPayouts(deps())
    const second = await approved({ processor: 'faucetpay' })
    const { checkStatus } = createBitcoind({ http: localHttp() })
    let given = 0
    const changes: Partial<SignedPayout> = {
      checkStatus: async (order, settings) => {
        await world.settings({ payout_dry_run: true })
        return checkStatus(order, settings)
      },
      broadcast: async () => {
        given += 1
        return { kind: 'accepted', answer: 'taken' }
      },
    }
    expect(inEnglish(await runPayouts(deps(changes)))).toContain('Dry run')
    expect([await statusOf(first.id), await statusOf(second.id), given]).toEqual(['sending', 'approved', 0])
    await world.settings({ payout_dry_run: false })
    node.mine()
    await runPayouts(deps())
    expect([await statusOf(first.id), await statusOf(second.id)]).toEqual(['paid', 'paid'])
  })
})

describe('a dry run', () => {
  test('goes on behind one that it cannot note', async () => {
    const [bad, good] = [await approved({}), await approved({})]
    await world.settings({ payout_dry_run: true })
    const mend = await poison(world, { table: 'withdrawals', rows: `NEW.id = '${bad.id}'` })
    expect(inEnglish(await runPayouts(payoutDeps(world)))).toContain('Dry run, would be sent: 1.')
    const noted = `SELECT withdrawal_id AS id FROM withdrawal_events
      WHERE note LIKE '%owner.withdraw.dryRun%' AND withdrawal_id IN ($1, $2)`
    expect(await world.db.raw(noted, [bad.id, good.id])).toEqual([{ id: good.id }])
    await mend()
    await world.settings({ payout_dry_run: false })
    await runPayouts(payoutDeps(world))
    expect([await statusOf(bad.id), await statusOf(good.id)]).toEqual(['paid', 'paid'])
  })
})

describe('a place that is spelled in two ways', () => {
  const inBitcoin: Fields = { processor: 'faucetpay', currency: 'BTC', rate: '10000' }
  const place = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'

  test('is told one payout at a time, and an entry of one proves nothing of the other', async () => {
    faucetpay.fund('BTC', 10n ** 12n)
    const { id, person, method } = await approved(inBitcoin, place)
    faucetpay.link(place.toUpperCase())
    const { _id: other } = await requestDirectly(world, person, { method, address: place.toUpperCase() })
    const both = () => Promise.all([statusOf(id), statusOf(other)])
    await Promise.all([claimNextPayout(deps()), claimNextPayout(deps())])
    expect(await both()).toEqual(['sending', 'approved'])
    // Nobody ever sent the first one.
    world.clock.turn(121)
    await runPayouts(deps())
    await runPayouts(deps())
    expect(await both()).toEqual(['unknown', 'paid'])
    await reconcileUnknownPayouts(deps())
    expect(await both()).toEqual(['unknown', 'paid'])
  })
})

describe('a payment on its way by a node', () => {
  test('that arrives after a person gave its amount back is told to the owner', async () => {
    const { id, person, address } = await approved(byNode)
    const refusing = deps({ broadcast: async () => ({ kind: 'rejected', answer: 'fee too low' }) })
    await runPayouts(refusing)
    world.clock.turn(6 * 3_600 + 60)
    await runPayouts(refusing)
    const owner = await world.owner()
    await owner.admin.refundUnknown({ params: { id }, body: { reason: 'The network did not want it.' } })
    // The fee was low and not too low: somebody had kept it.
    const { raw } = await world.db.read
      .selectFrom('payout_transactions')
      .select('raw')
      .where('withdrawal_id', '=', id)
      .executeTakeFirstOrThrow()
    node.give(raw)
    node.mine()
    world.clock.turn(3_600)
    await reconcileUnknownPayouts(deps())
    await reconcileUnknownPayouts(deps())
    const alerts = await world.db.read.selectFrom('owner_alerts').select('what').execute()
    expect(alerts).toEqual([{ what: `paid-and-refunded:${id}` }])
    expect([await statusOf(id), node.paidTo(address).length]).toEqual(['failed', 1])
    expect((await balancesOf(world.db.read, person.id)).main).toBe(100_000)
  })

  test.each([
    { which: 'another one', writtenAs: (_txId: string) => 'by another wallet', isTwice: true },
    {
      which: 'this very one',
      writtenAs: (txId: string) => `https://blocks.example/${txId.toUpperCase()}`,
      isTwice: false,
    },
  ])(
    'that arrives after a person wrote $which down is told where it was paid twice',
    async ({ writtenAs, isTwice }) => {
      const { id, address } = await approved(byNode)
      const refusing = deps({
        broadcast: async () => ({ kind: 'rejected', answer: 'fee too low' }),
        release: async () => false,
      })
      await runPayouts(refusing)
      world.clock.turn(6 * 3_600 + 60)
      await runPayouts(refusing)
      const { raw, txId } = await world.db.read
        .selectFrom('payout_transactions')
        .select(['raw', 'tx_id as txId'])
        .where('withdrawal_id', '=', id)
        .executeTakeFirstOrThrow()
      await (await world.owner()).admin.markPaid({ params: { id }, body: { txId: writtenAs(txId) } })
      node.give(raw)
      node.mine()
      world.clock.turn(3_600)
      await reconcileUnknownPayouts(refusing)
      const alerts = await world.db.read
        .selectFrom('owner_alerts')
        .select('what')
        .where('what', 'like', `%${id}`)
        .execute()
      expect(alerts).toEqual(isTwice ? [{ what: `paid-twice:${id}` }] : [])
      expect([await statusOf(id), node.paidTo(address).length]).toEqual(['paid', 1])
    },
  )

  test.each(['gives back', 'pays by hand'] as const)(
    'that a person %s is not offered any more by its wallet',
    async (deed) => {
      const { id, address } = await approved(byNode)
      await runPayouts(deps())
      node.crowd()
      world.clock.turn(6 * 3_600 + 60)
      await runPayouts(deps())
      expect(await statusOf(id)).toBe('unknown')
      const { admin } = await world.owner()
      const params = { id }
      if (deed === 'gives back') await admin.refundUnknown({ params, body: { reason: 'Nobody takes it.' } })
      else await admin.markPaid({ params, body: { txId: 'by another wallet' } })
      await reconcileUnknownPayouts(deps({ release: async () => false }))
      expect(await left(id), 'the node was away').toHaveLength(1)
      await reconcileUnknownPayouts(deps())
      node.calm()
      node.mine()
      expect(node.paidTo(address)).toEqual([])
      expect(await left(id)).toEqual([])
    },
  )

  test('whose fee the owner raises there is paid by the one that took its place', async () => {
    const { id, address } = await approved(byNode)
    await runPayouts(deps())
    const { txId } = await rowOf(world, id)
    const again = node.bump(node.bump(txId ?? ''))
    // Hours later the network still turns the first one down, and that is no news.
    world.clock.turn(7 * 3_600)
    await runPayouts(deps())
    expect(await statusOf(id)).toBe('sending')
    node.mine()
    await runPayouts(deps())
    expect(await rowOf(world, id)).toMatchObject({ status: 'paid', txId: again })
    expect(node.paidTo(address)).toHaveLength(1)
  })

  test('is paid too where another wallet is open there since', async () => {
    const { id, address } = await approved(byNode)
    await runPayouts(deps())
    node.changeWallet()
    await runPayouts(deps())
    node.mine()
    await runPayouts(deps())
    expect(await statusOf(id)).toBe('paid')
    expect(node.paidTo(address)).toHaveLength(1)
  })
})

test('a withdrawal of yesterday that is checked again makes no room in what the site pays today', async () => {
  const held = await world.user('held_yesterday')
  await earn(world, held, 10_000)
  const measure = { userId: held.id, kind: 'review', until: null, reason: 'signs', by: null } as const
  await world.db.write((tx) => applyRestriction(tx, { ...measure, now: world.clock.now() }))
  const method = await addMethod(await world.owner())
  const { _id: id } = await requestDirectly(world, held, { method, address: dogePlace('held') })
  world.clock.turn(86_400)
  const other = await world.user('asks_today')
  await earn(world, other, 14_000)
  await requestDirectly(world, other, { method, address: dogePlace('today'), amount: 14_000 })
  await world.settings({ payout_site_day_max: 15_000 })
  const owner = await world.owner()
  await owner.admin.releaseSuspects({ body: { users: [held.id] } })
  const { items } = await owner.admin.withdrawals({ query: { username: 'held_yesterday' } })
  const reviewReasons = ['The site has reached its daily limit for automatic payouts.']
  expect(items).toMatchObject([{ _id: id, status: 'review', reviewReasons }])
})
