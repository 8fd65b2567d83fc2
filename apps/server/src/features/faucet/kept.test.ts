import { afterEach, describe, expect, test } from 'vitest'
import { dayOf } from '#kernel/clock.ts'
import { endPilingUp, letChallengesPileUp, outcome } from '#test/features/gifts.ts'
import { countDays, trust } from '#test/features/trusting.ts'
import { type Person, useWorld } from '#test/world.ts'

const HOURLY = 300
/** Ten claims an hour, of which eight are for Known and above. */
const open = {
  faucet_day_max: 24 * HOURLY,
  faucet_known_reserve: 80,
  faucet_trusted_reserve: 0,
  faucet_network_percent: 100,
}
const world = useWorld({ connections: 24, limits: false, settings: { happy_hours: [], faucet_exp: 0, ...open } })
afterEach(async () => {
  await world.settings(open)
  await world.db.raw('UPDATE users SET trust_level = 0')
})

let people = 0
const known = (count: number, ip?: string): Promise<Person[]> =>
  Promise.all(
    Array.from({ length: count }, async () => {
      people += 1
      const person = await world.user(`kept${people}`, ip === undefined ? {} : { ip })
      await trust(world, person, 'known')
      return person
    }),
  )
/** Lets these have been paid so much on each of the last two weeks' days. */
const used = async (all: readonly Person[], aDay: number) => {
  const days = Array.from({ length: 14 }, (_, index) => ({ ago: index, source: 'faucet', count: 1, earned: aDay }))
  for (const person of all) await countDays(world, person, days)
}
let month = 0
/** The evening before a day on which nothing was claimed yet, and its first second. */
const evening = () => {
  month += 1
  world.clock.set(`2027-${String(month).padStart(2, '0')}-27T22:40:00.000Z`)
}
const midnight = () => world.clock.turn(80 * 60)
const keep = () => world.runJob('faucet.keep')
const keptFor = async (all: readonly Person[]): Promise<number[]> => {
  const rows = await world.db.raw('SELECT user_id, unused FROM faucet_kept WHERE day = $1', [dayOf(world.clock.now())])
  return all.map(({ id }) => Number(rows.find((row) => row['user_id'] === id)?.['unused'] ?? 0))
}
const claim = async (person: Person) => person.faucet.claim({ body: await person.solve.claim() })
const paidOf = async (all: readonly Person[]): Promise<number> => {
  let paid = 0
  for (const person of all) {
    const { usedUp } = await person.faucet.info()
    const isPaid = await claim(person).then(
      () => true,
      () => false,
    )
    // What the page says before is what happens.
    expect(usedUp === null).toBe(isPaid)
    if (isPaid) paid += 1
  }
  return paid
}
const paidOn = async (day: string): Promise<number> => {
  const [row] = await world.db.raw(
    `SELECT coalesce(sum(amount), 0) AS paid FROM transfers WHERE kind = 'faucet'
      AND (at AT TIME ZONE 'UTC')::date = $1::date`,
    [day],
  )
  return Number(row?.['paid'])
}

describe('rewards are kept for those who are used to them', () => {
  test('a Known farm that takes all it finds takes nothing of what is kept for members', async () => {
    evening()
    const members = await known(4)
    await used(members, 300)
    const farm = await known(16)
    await used(farm, 200)
    // Members came first: they were kept something on the day before.
    await world.db.raw(
      `INSERT INTO faucet_kept (day, user_id, kept, unused, since)
       SELECT $1::date, id, 30, 0, $1::date - 40 FROM unnest($2::uuid[]) id`,
      [dayOf(world.clock.now()), members.map(({ id }) => id)],
    )
    expect(await keep()).toMatch(/reserved for \d+ accounts\.$/)
    midnight()
    // One and a half times their average; 7,200 units a day, of which 80 % are kept, a tenth of them by lot or share.
    expect(await keptFor(members)).toEqual([450, 450, 450, 450])
    const [row] = await world.db.raw('SELECT kept FROM faucet_kept_days WHERE day = $1', [dayOf(world.clock.now())])
    expect(Number(row?.['kept'])).toBeLessThanOrEqual(5_760)
    let [wanted, paid] = [0, 0]
    for (let hour = 0; hour < 4; hour += 1) {
      // The farm tries until it finds no more room, whoever else comes afterwards.
      for (let turn = 0; turn < 2; turn += 1) {
        await paidOf(farm)
        world.clock.turn(300)
      }
      wanted += members.length
      paid += await paidOf(members)
      world.clock.turn(3_600 - 600)
    }
    expect(paid).toBe(wanted)
    expect(await paidOn(dayOf(world.clock.now()))).toBeLessThanOrEqual(open.faucet_day_max)
  })

  test('whoever was locked for a while is kept a share again when that is over', async () => {
    evening()
    const [usual, freed, locked] = await known(3)
    if (usual === undefined || freed === undefined || locked === undefined) throw new Error('nobody')
    await used([usual, freed, locked], 300)
    const lock = (person: Person, until: string | null) =>
      world.db.raw(`UPDATE users SET locked_at = $2, locked_until = $3, lock_reason = 'x' WHERE id = $1`, [
        person.id,
        new Date('2027-01-01T00:00:00Z'),
        until,
      ])
    await lock(freed, '2027-01-02T00:00:00Z')
    await lock(locked, null)
    await keep()
    midnight()
    const [ofUsual, ofFreed, ofLocked] = await keptFor([usual, freed, locked])
    expect([ofFreed, ofLocked]).toEqual([ofUsual, 0])
    expect(ofUsual).toBeGreaterThan(0)
  })

  test('of claims of one account at once with one of them kept, one is paid', async () => {
    evening()
    const [member] = await known(1)
    if (member === undefined) throw new Error('nobody')
    await used([member], 20)
    await keep()
    midnight()
    expect(await keptFor([member])).toEqual([30])
    // Nothing else is left in this hour.
    await paidOf(await known(12))
    const bodies: Awaited<ReturnType<typeof member.solve.claim>>[] = []
    for (let index = 0; index < 6; index += 1) bodies.push(await member.solve.claim())
    // Asked for at once, the newest check and its newest captcha can belong to different claims: then none passes.
    await letChallengesPileUp(world.db, member.id)
    const claims = bodies.map((body) => member.faucet.claim({ body }))
    expect((await outcome(claims)).paid).toBe(1)
    await endPilingUp(world.db)
    expect(await keptFor([member])).toEqual([0])
  })

  test('many claims at once take what is kept and what the hour has left, and no more', async () => {
    evening()
    const members = await known(6)
    await used(members, 20)
    await keep()
    midnight()
    const all = [...members, ...(await known(20))]
    const bodies = await Promise.all(all.map(async (person) => ({ person, body: await person.solve.claim() })))
    const claims = bodies.map(({ person, body }) => person.faucet.claim({ body }))
    // (7,200 - 180) / 24 are 292 units: nine claims beside those of the six.
    expect(await outcome(claims)).toEqual({ paid: 15, refusals: ['FAUCET_BUDGET_HOUR'] })
  })

  test('who is not used to it gets an equal share, and a network no more than its own', async () => {
    evening()
    const ip = '198.51.100.9'
    const here = await known(3, ip)
    await keep()
    midnight()
    // Twenty claims for each: there is room for all.
    expect(await keptFor(here)).toEqual([600, 600, 600])
    await world.settings({ faucet_network_percent: 1 })
    expect(await paidOf(here)).toBe(2)
  })

  test('those who came on one day get the same, however many of them there are', async () => {
    evening()
    await world.db.raw('DELETE FROM day_counters')
    const [early, ...late] = await known(13)
    if (early === undefined) throw new Error('nobody')
    const today = dayOf(world.clock.now())
    const countOn = (person: Person, earned: number) =>
      countDays(world, person, [{ ago: 0, source: 'faucet', count: 1, earned }])
    await countOn(early, 600)
    // A farm of ten beside two members: it took all that it found on its first day, and they found next to nothing.
    for (const person of late) await countOn(person, late.indexOf(person) < 2 ? 30 : 600)
    await world.db.raw(
      `INSERT INTO faucet_kept (day, user_id, kept, unused, since)
       SELECT $1::date, id, 240, 0, CASE WHEN id = $3 THEN $1::date - 1 ELSE $1::date END FROM unnest($2::uuid[]) id`,
      [today, [early, ...late].map(({ id }) => id), early.id],
    )
    await keep()
    midnight()
    // Of 5,760 units 720 lift those who got least; 900 are for who came first, and 4,140 / 12 are 345 for each.
    expect(await keptFor([early])).toEqual([900])
    expect(new Set(await keptFor(late))).toEqual(new Set([345 + 720 / 12]))
  })

  test('who came later than a farm has the tenth without it, and by lot where it is less than a claim', async () => {
    evening()
    await world.db.raw('DELETE FROM day_counters')
    const farm = await known(10)
    await used(farm, 600)
    await world.db.raw(
      `INSERT INTO faucet_kept (day, user_id, kept, unused, since)
       SELECT $1::date, id, 30, 0, $1::date - 14 FROM unnest($2::uuid[]) id`,
      [dayOf(world.clock.now()), farm.map(({ id }) => id)],
    )
    const late = await known(3)
    await keep()
    midnight()
    expect(new Set(await keptFor(farm))).toEqual(new Set([504]))
    expect(await keptFor(late)).toEqual([240, 240, 240])
    evening()
    for (const person of [...farm, ...late]) await trust(world, person, 'known')
    await world.settings({ faucet_day_max: 300 })
    await keep()
    midnight()
    // 210 units are less than a claim for each of thirteen, and 30 are one for one of them.
    expect((await keptFor([...farm, ...late])).toSorted((a, b) => b - a)).toEqual([30, ...Array(12).fill(0)])
  })

  test('a day is kept once, before it begins, and not where nothing bounds it', async () => {
    evening()
    const members = await known(1)
    await used(members, 300)
    await world.settings({ earning_rules: 'balanced' })
    expect(await keep()).toBe('Nothing to reserve.')
    await world.settings({ earning_rules: 'open' })
    await Promise.all(Array.from({ length: 4 }, keep))
    expect(await keep()).toMatch(/for 0 accounts/)
    midnight()
    expect(await keptFor(members)).toEqual([450])
    evening()
    midnight()
    await paidOf(await known(1))
    // Late: the day has begun.
    expect(await keep()).toMatch(/for 0 accounts/)
  })

  test('a budget lowered below what is kept bounds the day', async () => {
    evening()
    const members = await known(5)
    await used(members, 600)
    await keep()
    midnight()
    expect(await keptFor(members)).toEqual([900, 900, 900, 900, 900])
    expect(await paidOf(members)).toBe(5)
    await world.settings({ faucet_day_max: 24 * 60 })
    world.clock.turn(300)
    // (1,440 - 150) / 24 are 53 units.
    expect(await paidOf(members)).toBe(1)
    expect(await paidOn(dayOf(world.clock.now()))).toBe(180)
  })
})
