import { describe, expect, test } from 'vitest'
import { addMethod } from '#test/features/withdrawing.ts'
import { refusal } from '#test/refusal.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld()

describe('solvency in public', () => {
  test('is added up from the ledger, for everybody, and moves with them', async () => {
    const guest = world.guest()
    expect(await guest.solvency.figures()).toMatchObject({ owed: { total: 0 }, days: [] })
    expect((await guest.solvency.figures()).books, 'nobody knows before the first proof').toMatchObject({
      balanced: null,
      provedAt: null,
    })
    expect((await (await world.owner()).admin.stats()).books).toMatchObject({ balanced: null, checkedAt: null })
    const ann = await world.user('ann')
    await ann.faucet.claim({ body: await ann.solve.claim() })
    await world.runJob('books.reconcile')
    await world.runJob('solvency.add-up')
    expect(await guest.solvency.figures()).toMatchObject({
      currency: 'USD',
      owed: { main: 30, deposit: 0, held: 0, inFlight: 0, escrow: 0, total: 30 },
      holds: null,
      coverage: null,
      paid: { day: { amount: 0, count: 0 }, ever: { amount: 0, count: 0 } },
      books: { balanced: true, provedAt: world.clock.now().toISOString() },
      days: [{ day: '2026-03-10', owed: 30, held: null, paid: 0 }],
    })
    world.clock.set('2026-03-11T09:00:00.000Z')
    await ann.faucet.claim({ body: await ann.solve.claim() })
    await world.runJob('solvency.add-up')
    const { owed, days } = await guest.solvency.figures()
    expect(owed.total).toBe(60)
    expect(days.map(({ owed: then }) => then)).toEqual([30, 60])
  })

  test('counts wallets as they told it, and mails the owner once a day when they hold too little', async () => {
    await world.owner()
    await world.db.write(async (tx) => {
      await tx
        .insertInto('withdraw_methods')
        .values({
          id: '01900000-0000-7000-8000-000000000001',
          currency: 'DOGE',
          name: 'Dogecoin',
          processor: 'faucetpay',
          minimum: 100,
          maximum: 1_000,
          fee: 0,
          rate: '10',
          rate_at: world.clock.now(),
          decimals: 8,
          enabled: true,
          created_at: world.clock.now(),
          options: '{}',
        })
        .execute()
      await tx
        .insertInto('payout_wallets')
        .values({
          processor: 'faucetpay',
          currency: 'DOGE',
          amount: '3',
          at: world.clock.now(),
          asked_at: world.clock.now(),
        })
        .execute()
    })
    for (let time = 0; time < 2; time++) {
      await world.runJob('solvency.add-up')
      await world.runJobs()
    }
    expect(await world.guest().solvency.figures()).toMatchObject({
      holds: { units: 30, wallets: [{ currency: 'DOGE', amount: '3', units: 30 }] },
      coverage: 5_000,
    })
    const alerts = world.mails.filter(({ text }) => text.includes('50% of the liabilities'))
    expect(alerts).toHaveLength(1)
  })

  test('looks no better for another method that sells the same coins dearer', async () => {
    const owner = await world.owner()
    for (const position of [0, 9]) {
      await addMethod(owner, { processor: 'manual', rate: '5000000', minimum: 499_999, position })
    }
    await world.runJob('solvency.add-up')
    expect(await world.guest().solvency.figures()).toMatchObject({ holds: { units: 30 }, coverage: 5_000 })
  })

  test('does not count a wallet that has been silent for a day', async () => {
    const { holds } = await world.guest().solvency.figures()
    expect(holds?.units).toBe(30)
    world.clock.turn(86_401)
    await world.runJob('solvency.add-up')
    expect(await world.guest().solvency.figures()).toMatchObject({ holds: null, coverage: null })
  })

  test('can be switched off by the owner, and then says nothing at all', async () => {
    await world.settings({ solvency_public: false })
    expect(await refusal(world.guest().solvency.figures())).toMatchObject({
      status: 404,
      failure: { code: 'SOLVENCY_OFF' },
    })
    await world.settings({ solvency_public: true })
    expect((await world.guest().solvency.figures()).owed.total).toBe(60)
  })
})
