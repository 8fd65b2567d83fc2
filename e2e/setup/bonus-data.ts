import { countScores } from '@runnel/server/src/features/leaderboard/count.ts'
import { newId } from '@runnel/server/src/kernel/id.ts'
import type { Person, World } from '#e2e/world.ts'

const dayMs = 86_400_000

interface People {
  readonly earner: Person
  readonly advertiser: Person
  readonly locked: Person
}

/** Bonuses taken, codes given away, people brought, boards with places, and news. */
export const fillGifts = async (world: World, people: People): Promise<void> => {
  await world.settings({ bonus_min_claims: 0 })
  await fillBonus(world, people.earner)
  await fillCoupons(world, people.earner)
  await fillReferral(world, people)
  await fillNews(world)
  await countScores(world.db, new Date())
}

const dayBefore = (days: number): string => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10)

/** Three days in a row, so that today is the fourth. */
const fillBonus = ({ db }: World, { id }: Person): Promise<unknown> =>
  db.write((tx) =>
    tx
      .insertInto('bonus_claims')
      .values(
        [50, 75, 100].map((reward, index) => ({
          user_id: id,
          date: dayBefore(3 - index),
          day: index + 1,
          streak: index + 1,
          reward,
          grace: index === 2,
          device_id: newId(),
          at: new Date(Date.now() - (3 - index) * dayMs),
        })),
      )
      .execute(),
  )

const fillCoupons = async ({ owner }: World, earner: Person): Promise<void> => {
  const usual = { reward: 500, usesMax: 100, from: null, minLevel: 1, verifiedOnly: false, enabled: true }
  const add = (fields: Partial<typeof usual> & { code: string; name: string; until?: string }) =>
    owner.api.admin.addCoupons({ body: { until: null, ...usual, ...fields }, idempotencyKey: newId() })
  await add({ code: 'SPRING-2026', name: 'Spring giveaway' })
  await add({ code: 'FIRST', name: 'For whoever is first', usesMax: 1 })
  await add({ code: 'OLD-ONE', name: 'Long ago', until: new Date(Date.now() - dayMs).toISOString() })
  await add({ code: 'VETERANS', name: 'For those who stay', minLevel: 5, verifiedOnly: true, enabled: false })
  const many = { ...usual, until: null, name: 'A batch for a newsletter', usesMax: 1, count: 8, prefix: 'VIP' }
  await owner.api.admin.addCoupons({ body: many, idempotencyKey: 'a-batch-of-codes' })
  await earner.api.coupon.check({ body: { code: 'first' }, idempotencyKey: 'redeems-the-first' })
}

/** Two people came by the earner's link; one of them shares a device with somebody. */
const fillReferral = ({ db }: World, { earner, advertiser, locked }: People): Promise<unknown> =>
  db.write(async (tx) => {
    const brought = [advertiser.id, locked.id]
    await tx.updateTable('users').set({ referrer_id: earner.id }).where('id', 'in', brought).execute()
    const sums = Array.from({ length: 20 }, (_, index) => ({
      referrer_id: earner.id,
      day: dayBefore(index + 1),
      commission: 20 + ((index * 37) % 160),
      withheld: index === 4 ? 12 : 0,
    }))
    await tx.insertInto('referral_sums').values(sums).execute()
    const earning = sums.reduce((sum, { commission }) => sum + commission, 0)
    const totals = { referrer_id: earner.id, earning, withheld: 12, withheld_reason: 'device' }
    await tx.insertInto('referral_totals').values(totals).execute()
    const person = { referrer_id: earner.id, last_day: dayBefore(1) }
    await tx
      .insertInto('referral_people')
      .values([
        { ...person, referred_id: advertiser.id, earning },
        { ...person, referred_id: locked.id, withheld: true },
      ])
      .execute()
  })

const fillNews = async ({ owner }: World): Promise<void> => {
  const news = [
    [
      'The faucet pays twice on Sundays',
      'From this week on, **every Sunday** is a happy day.\n\n- no code needed\n- all day',
      3,
    ],
    ['Withdraw in Dogecoin', 'You asked for it: [see the ways to be paid](/app/withdraw).', 2],
    ['What comes next month', 'Nobody reads this yet.', -20],
  ] as const
  for (const [title, markdown, daysAgo] of news) {
    const publishedAt = new Date(Date.now() - daysAgo * dayMs).toISOString()
    const body = { title, markdown, pinned: daysAgo === 3, publishedAt }
    await owner.api.admin.addNews({ body, idempotencyKey: newId() })
  }
}
