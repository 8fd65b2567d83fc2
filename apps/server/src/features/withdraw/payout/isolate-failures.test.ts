import { describe, expect, test } from 'vitest'
import type { AutomaticPayout, PayoutOrder, PayoutProcessors, SignedPayout } from '#adapters/payout/payout.ts'
import { payoutWarnings } from '#features/withdraw/withdraw.ts'
import { inEnglish } from '#kernel/words/render.ts'
import { balancesOf } from '#money/accounts.ts'
import { auditBooks } from '#money/reconcile.ts'
import { requestDirectly, rowOf } from '#test/features/paying.ts'
import { addMethod, dogePlace, earn, openHanded, payoutDeps } from '#test/features/withdrawing.ts'
import { poison } from '#test/poison.ts'
import { useWorld } from '#test/world.ts'
import { claimNextPayout } from './claim-payout.ts'
import { payOnChain } from './pay-on-chain.ts'
import { runPayouts } from './pay.ts'
import { orderOf } from './payout-deps.ts'
import { reconcileUnknownPayouts } from './reconcile-payouts.ts'
import { pollWalletBalances } from './wallets.ts'

const world = useWorld({ settings: { ...openHanded, payout_bitcoind_doge_url: 'http://127.0.0.1:1' } })

let count = 0
const approved = async (fields: Parameters<typeof addMethod>[1] = {}) => {
  count += 1
  const method = await addMethod(await world.owner(), fields)
  const person = await world.user(`stuck${count}`)
  await earn(world, person, 20_000)
  const { _id: id } = await requestDirectly(world, person, { method, address: dogePlace(`stuck ${count}`) })
  return { id, person, method }
}

const statusOf = (...ids: readonly string[]) => Promise.all(ids.map(async (id) => (await rowOf(world, id)).status))

/** Makes the database refuse that this one ever takes that status; returns what mends it. */
const refuseStatus = ({ id }: { readonly id: string }, status: 'approved' | 'sending' | 'paid' = 'paid') =>
  poison(world, { table: 'withdrawals', rows: `NEW.id = '${id}' AND NEW.status = '${status}'` })

/** A provider that pays whatever it is told, and finds what it was told. */
const payer = (changes: Partial<AutomaticPayout> = {}) => {
  const sent: string[] = []
  const sandbox: AutomaticPayout = {
    way: 'automatic',
    closed: () => null,
    send: async ({ reference }) => {
      sent.push(reference)
      return { kind: 'paid', txId: `tx ${reference}` }
    },
    find: async ({ reference }) =>
      sent.includes(reference) ? { kind: 'paid', txId: `tx ${reference}` } : { kind: 'absent' },
    ...changes,
  }
  return { sent, sandbox, deps: depsOf({ sandbox }) }
}

const depsOf = (payouts: PayoutProcessors) => payoutDeps(world, payouts)

/** A process that takes the next payout, has it sent and dies before it learns of that. */
const dieAfterSending = async ({ sandbox, deps }: ReturnType<typeof payer>) => {
  const intent = await claimNextPayout(deps)
  if (intent === undefined) throw new Error('nothing was due')
  await sandbox.send(orderOf(intent), deps.settings.current())
}

const warnings = async () =>
  (await payoutWarnings(world.db.read, world.deps.settings.current(), world.clock.now())).flatMap(({ code, msg }) =>
    code === 'PAYOUT_STUCK' ? [inEnglish(msg)] : [],
  )
const alerts = async () =>
  (await world.db.read.selectFrom('owner_alerts').select('what').execute()).map(({ what }) => what)

describe('a payout that cannot be settled', () => {
  test('stops no other, is told with its reason, is sent once, and settles as soon as it can', async () => {
    const bad = await approved()
    const good = await approved()
    const mend = await refuseStatus(bad)
    const { deps, sent } = payer()
    expect(inEnglish(await runPayouts(deps))).toContain('Sent: 1. Failed and checked again: 1.')
    expect(await statusOf(bad.id, good.id)).toEqual(['sending', 'paid'])
    // The overview tells it from the first time on; a mail goes out where it lasts.
    expect(await warnings()).toEqual([expect.stringMatching(`${bad.id}.*this row is poisoned`)])
    expect(await alerts()).toEqual([])
    const fresh = await approved()
    world.clock.turn(121)
    await runPayouts(deps)
    await runPayouts(deps)
    expect(await statusOf(bad.id, fresh.id)).toEqual(['sending', 'paid'])
    expect(await alerts()).toEqual([`payout-stuck:${bad.id}`])
    expect((await auditBooks(world.db.read)).mismatches).toEqual([])
    await mend()
    await runPayouts(deps)
    expect(await statusOf(bad.id)).toEqual(['paid'])
    expect(sent).toEqual([bad.id, good.id, fresh.id])
    expect(await warnings()).toEqual([])
    expect((await balancesOf(world.db.read, bad.person.id)).main).toBe(10_000)
    expect((await auditBooks(world.db.read)).mismatches).toEqual([])
  })

  test('and that a dead process left over stops neither the other left over ones nor new ones', async () => {
    const [bad, good] = [await approved(), await approved()]
    const mend = await refuseStatus(bad)
    const paying = payer()
    await dieAfterSending(paying)
    await dieAfterSending(paying)
    const fresh = await approved()
    world.clock.turn(121)
    await runPayouts(paying.deps)
    expect(await statusOf(bad.id, good.id, fresh.id)).toEqual(['sending', 'paid', 'paid'])
    await mend()
    await runPayouts(paying.deps)
    expect(await statusOf(bad.id)).toEqual(['paid'])
    expect(paying.sent).toEqual([bad.id, good.id, fresh.id])
  })

  test('does not keep the proof of another unknown one from being booked', async () => {
    const [bad, good] = [await approved(), await approved()]
    const paying = payer()
    await dieAfterSending(paying)
    await dieAfterSending(paying)
    const lost = depsOf({ sandbox: { ...paying.sandbox, find: () => Promise.reject(new Error('away')) } })
    world.clock.turn(121)
    await runPayouts(lost)
    expect(await statusOf(bad.id, good.id)).toEqual(['unknown', 'unknown'])
    const mend = await refuseStatus(bad)
    for (const _time of [1, 2]) {
      world.clock.turn(600)
      await reconcileUnknownPayouts(paying.deps)
    }
    expect(await statusOf(bad.id, good.id)).toEqual(['unknown', 'paid'])
    expect(await alerts()).toContain(`payout-stuck:${bad.id}`)
    await mend()
    world.clock.turn(600)
    await reconcileUnknownPayouts(paying.deps)
    expect(await statusOf(bad.id)).toEqual(['paid'])
  })

  test('because it cannot even be taken lets the others by, is told, and is paid when it can be taken', async () => {
    const [bad, good] = [await approved(), await approved()]
    const mend = await refuseStatus(bad, 'sending')
    const { deps, sent } = payer()
    await runPayouts(deps)
    expect(await statusOf(bad.id, good.id)).toEqual(['approved', 'paid'])
    expect(await alerts()).toContain(`payout-stuck:${bad.id}`)
    await mend()
    world.clock.turn(301)
    await runPayouts(deps)
    expect(await statusOf(bad.id)).toEqual(['paid'])
    expect(sent).toEqual([good.id, bad.id])
  })

  test('where several go wrong in a row, no more are sent by this run', async () => {
    const all: string[] = []
    const mends: (() => Promise<unknown>)[] = []
    for (let made = 0; made < 5; made++) {
      const one = await approved()
      all.push(one.id)
      mends.push(await refuseStatus(one))
    }
    const { deps, sent } = payer()
    await runPayouts(deps)
    expect(sent).toHaveLength(3)
    for (const mend of mends) await mend()
    world.clock.turn(121)
    await runPayouts(deps)
    expect(await statusOf(...all)).toEqual(all.map(() => 'paid'))
    expect(sent).toEqual(all)
  })
})

describe('a provider', () => {
  test('that hangs when it is asked about left over payouts keeps no new one waiting', async () => {
    const left = [await approved(), await approved(), await approved()]
    const paying = payer()
    for (const _one of left) await dieAfterSending(paying)
    const fresh = await approved()
    let asked = 0
    const find: AutomaticPayout['find'] = async () => {
      asked += 1
      world.clock.turn(60)
      throw new Error('the provider did not answer in time')
    }
    world.clock.turn(121)
    await runPayouts(depsOf({ sandbox: { ...paying.sandbox, find } }))
    expect(asked).toBe(2)
    expect(await statusOf(...left.map(({ id }) => id), fresh.id)).toEqual(['unknown', 'unknown', 'sending', 'paid'])
  })

  test('that is down is told of few payouts until it answers again: each of those waits for a person', async () => {
    const all: string[] = []
    for (let made = 0; made < 4; made++) all.push((await approved()).id)
    const { deps, sandbox, sent } = payer({ find: async () => ({ kind: 'unknown' }) })
    const silent = depsOf({ sandbox: { ...sandbox, send: () => Promise.reject(new Error('no answer')) } })
    const told = async () => (await statusOf(...all)).filter((status) => status !== 'approved').length
    const seen = []
    for (const seconds of [0, 60, 61, 121, 121]) {
      world.clock.turn(seconds)
      await runPayouts(silent)
      seen.push(await told())
    }
    expect(seen).toEqual([1, 1, 2, 2, 3])
    world.clock.turn(481)
    await runPayouts(deps)
    expect(await statusOf(...all)).toEqual(['unknown', 'unknown', 'unknown', 'paid'])
    expect(sent).toEqual([all[3]])
  })

  test('whose words the database does not take is understood all the same', async () => {
    const { id } = await approved()
    const refused = payer({ send: async () => ({ kind: 'refused', reason: 'No\u0000such\u0000place.' }) })
    await runPayouts(refused.deps)
    expect(await rowOf(world, id)).toMatchObject({ status: 'failed', reason: 'No such place.' })
    const other = await approved()
    await runPayouts(payer({ send: async () => ({ kind: 'paid', txId: 'a\u0000b' }) }).deps)
    expect(await rowOf(world, other.id)).toMatchObject({ status: 'paid', txId: 'a b' })
  })

  test('that turns one down again and again is told to the owner', async () => {
    const { id } = await approved()
    const { deps } = payer({ send: async () => ({ kind: 'retry', reason: 'The fee is above what you allow.' }) })
    for (let tries = 0; tries < 5; tries++) {
      expect(await warnings()).toEqual([])
      await runPayouts(deps)
      world.clock.turn(3_601)
    }
    expect(await warnings()).toEqual([expect.stringMatching(`5 tries.*${id}.*above what you allow`)])
    await runPayouts(payer().deps)
    expect(await warnings()).toEqual([])
  })
})

/** A node that signs with outputs of its own, and has in the chain what it was given. */
const node = () => {
  const given: string[] = []
  let made = 0
  const bitcoind: SignedPayout = {
    way: 'signed',
    closed: () => null,
    sign: async ({ reference }: PayoutOrder) => {
      made += 1
      const inputs = [`output ${made} of ${reference}`]
      return {
        kind: 'signed',
        txId: `tx ${made} of ${reference}`,
        raw: '',
        inputs,
        sender: null,
        nonce: null,
        fee: null,
      }
    },
    broadcast: async (_method, { txId }) => {
      given.push(txId)
      return { kind: 'accepted', answer: 'taken' }
    },
    checkStatus: async ({ payments }) => {
      const txId = payments.at(-1)?.txId ?? ''
      return given.includes(txId) ? { kind: 'paid', txId } : { kind: 'absent', answer: 'not known' }
    },
    holdings: async () => [{ currency: 'DOGE', amount: '1000' }],
  }
  return { given, bitcoind, deps: depsOf({ bitcoind }) }
}
const byNode = { processor: 'bitcoind' } as const

describe('a payout by a node', () => {
  test('that cannot be given back to its queue lets the next begin, and a late signer stores nothing', async () => {
    const bad = await approved(byNode)
    const { deps, bitcoind, given } = node()
    const slow = await claimNextPayout(deps)
    const good = await approved(byNode)
    const mend = await refuseStatus(bad, 'approved')
    world.clock.turn(121)
    await runPayouts(deps)
    await runPayouts(deps)
    expect(await statusOf(bad.id, good.id)).toEqual(['sending', 'paid'])
    if (slow !== undefined) await payOnChain(deps, slow, bitcoind)
    expect(given).toHaveLength(1)
    await mend()
    await runPayouts(deps)
    world.clock.turn(3_601)
    for (const _time of [1, 2]) await runPayouts(deps)
    expect(await statusOf(bad.id)).toEqual(['paid'])
    expect(given).toHaveLength(2)
  })

  test('whose method was switched off is used again with its wallet', async () => {
    const { id, method } = await approved(byNode)
    const { deps, bitcoind } = node()
    const halt = { scope: 'currency', seconds: null } as const
    const sign: SignedPayout['sign'] = async () => ({ kind: 'retry', reason: 'The wallet is locked.', halt })
    await runPayouts(depsOf({ bitcoind: { ...bitcoind, sign } }))
    const owner = await world.owner()
    const { methods } = await owner.admin.methods()
    for (const { _id, processor } of methods) {
      if (processor === 'bitcoind') await owner.admin.editMethod({ params: { id: _id }, body: { enabled: false } })
    }
    expect(methods.map(({ _id }) => _id)).toContain(method._id)
    world.clock.turn(3_601)
    await pollWalletBalances(deps)
    for (const _time of [1, 2]) await runPayouts(deps)
    expect(await statusOf(id)).toEqual(['paid'])
  })
})
