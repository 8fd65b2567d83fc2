import { hash } from 'node:crypto'
import { presetOf } from '@runnel/server/src/features/offerwall/preset/presets.ts'
import { wallUserId } from '@runnel/server/src/features/offerwall/wall-user-id.ts'
import { newId } from '@runnel/server/src/kernel/id.ts'
import { seedPeople } from '@runnel/server/src/test/claims.ts'
import { type BenchAction, networkOf, wire } from './request-rate.ts'

const SLUG = 'bench'
const SECRET = 'secret of the bench'
const UNITS = 450

/** What the wall credited before: for empty tables the database would plan to read them whole. */
const PAST_OFFERS = 5_000
const PAST_MEMBER = 90_000_000

/** An offer that a wall credits: its signature, the member, once by its transaction, the reward, the kept call. */
export const postbacks: BenchAction = {
  name: 'postbacks',
  counts: { 1: 8_000, 16: 20_000, 64: 20_000 },
  prepare: async (db, secrets) => {
    const { rules } = presetOf({ preset: 'family' })
    const wallId = newId()
    await db.write((tx) =>
      tx
        .insertInto('offerwalls')
        .values({
          id: wallId,
          preset: 'family',
          slug: SLUG,
          name: 'Bench',
          conditions: '',
          frame_url: '',
          keys: '{}',
          secret_sealed: secrets.seal(SECRET),
          allowed_ips: [],
          refuse_other_ips: false,
          units_per_amount: '1',
          share_basis_points: 10_000,
          max_reward: 1_000_000,
          hold_above: 1_000_000,
          hold_days: 1,
          countries: [],
          min_level: 1,
          rules: JSON.stringify(rules),
          enabled: true,
          created_at: new Date(),
        })
        .execute(),
    )
    const { ids } = await seedPeople(db, new Date(), { from: PAST_MEMBER, count: 1 })
    await db.raw(
      `INSERT INTO offers (id, wall_id, tx_id, user_id, offer, amount, revenue, status, created_at, credited_at)
       SELECT gen_random_uuid(), $1, 'past-' || n, $2, 'Bench', $3, 0, 'credited', now(), now()
       FROM generate_series(1, $4::int) n`,
      [wallId, ids[0], UNITS, PAST_OFFERS],
    )
  },
  seed: async ({ db, secrets }, slice, address) => {
    const { ids } = await seedPeople(db, new Date(), slice)
    return ids.map((userId, position) => {
      const index = slice.from + position
      const [user, transaction, reward] = [wallUserId(secrets, userId), `bench-${index}`, String(UNITS)]
      const signature = hash('md5', `${user}${transaction}${reward}${SECRET}`)
      const query = new URLSearchParams({
        subId: user,
        transId: transaction,
        reward,
        payout: '0.45',
        status: '1',
        signature,
      })
      const headers = { 'x-forwarded-for': networkOf(index) }
      return wire({ address, path: `/api/postback/${SLUG}?${query}`, headers })
    })
  },
}
