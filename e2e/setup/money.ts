import { countDays } from '@runnel/server/src/features/statistic/day-log.ts'
import { newId } from '@runnel/server/src/kernel/id.ts'
import type { World } from '#e2e/world.ts'

const hourMs = 3_600_000
const ago = (hours: number): Date => new Date(Date.now() - hours * hourMs)

/** Payouts as they are after weeks: wallets of every kind, tries that nobody knows of, sources that were stopped. */
export const fillMoney = async (world: World): Promise<void> => {
  await wallets(world)
  await lostPayout(world)
  await stops(world)
  await world.settings({ daily_budgets: { ...budgets, faucet: 20_000_000, link: 4_000_000 }, payout_dry_run: true })
  await countDays(world.db, new Date())
}

const budgets = { faucet: 0, bonus: 0, challenge: 0, coupon: 0, link: 0, offerwall: 0, referral: 0, leaderboard: 0 }

const wallets = async ({ db, owner }: World): Promise<void> => {
  const usual = { minimum: 1_000, maximum: 500_000, fee: 100, decimals: 8, rateSource: 'fixed', position: 9 } as const
  const litecoin = { name: 'Litecoin of our own', currency: 'LTC', processor: 'bitcoind', rate: '8300000' } as const
  await owner.api.admin.addMethod({ body: { ...usual, ...litecoin, options: { confirmations: 3 }, enabled: true } })
  const now = new Date()
  const rows = [
    { processor: 'faucetpay', currency: 'DOGE', amount: '1250.5', at: ago(0.1), asked_at: now, error: null },
    {
      processor: 'bitcoind',
      currency: 'LTC',
      amount: null,
      at: null,
      asked_at: now,
      error: 'The node did not answer.',
    },
    { processor: 'evm', currency: 'USDT-POLYGON', amount: '81.2', at: ago(5), asked_at: ago(5), error: null },
  ]
  await db.write((tx) =>
    tx
      .insertInto('payout_wallets')
      .values(rows)
      .onConflict((row) => row.doNothing())
      .execute(),
  )
}

/** The one that nobody knows of, with what was tried and seen. */
const lostPayout = async ({ db }: World): Promise<void> => {
  const { id, processor } = await db.read
    .selectFrom('withdrawals')
    .select(['id', 'processor'])
    .where('status', '=', 'unknown')
    .executeTakeFirstOrThrow()
  const first = { started_at: ago(3), finished_at: ago(3), outcome: 'retry' as const, detail: 'The node is busy.' }
  const last = { started_at: ago(2), finished_at: ago(2), outcome: 'unknown' as const, detail: 'No answer in time.' }
  const [firstId, lastId] = [newId(), newId()]
  await db.write(async (tx) => {
    await tx
      .insertInto('payout_attempts')
      .values([
        { id: firstId, withdrawal_id: id, processor, ...first },
        { id: lastId, withdrawal_id: id, processor, ...last },
      ])
      .execute()
    await tx
      .insertInto('payout_transactions')
      .values({
        id: newId(),
        attempt_id: lastId,
        withdrawal_id: id,
        queue: 'e2e',
        tx_id: 'f3'.repeat(32),
        raw: '02f8',
        sender: '0x52908400098527886e0f7030069857d2e4169ee7',
        nonce: 41,
        fee: '0.00042',
        created_at: ago(2),
        sent_at: ago(2),
        answer: 'The network has not seen it.',
      })
      .execute()
  })
}

/** Two sources were stopped by hand; one of them runs again. */
const stops = async ({ owner: { api } }: World): Promise<void> => {
  const first = await api.admin.stopOutflow({
    body: { sources: ['referral'], payouts: false, reason: 'Two hundred accounts came by one link within an hour.' },
  })
  for (const { _id } of first.trips)
    await api.admin.resumeOutflow({ params: { id: _id }, body: { note: 'All but six were people of a radio show.' } })
  await api.admin.stopOutflow({
    body: { sources: ['leaderboard'], payouts: false, reason: 'The prizes of last week are looked at again.' },
  })
}
