import { defaults } from '@runnel/contract/settings/settings'
import { faucetBudget } from '@runnel/server/src/features/faucet/budget.ts'
import { seededRandom } from '@runnel/server/src/guard/captcha-image/random.ts'
import type { Db } from '@runnel/server/src/kernel/db.ts'
import { newId } from '@runnel/server/src/kernel/id.ts'
import { type Bar, percent } from '#bench/antibot/bar.ts'
import { withDatabase } from '#bench/history.ts'
import { DAY, type Farm, KNOWN, NEW, netsOf, openDay, reward, TAKE_SQL, TRUSTED } from './day.ts'

/** How much of a day's claims falls into each hour. */
const rhythm = [2, 1, 1, 1, 1, 2, 3, 5, 5, 4, 4, 5, 6, 5, 4, 4, 5, 6, 7, 8, 8, 6, 4, 3]

const momentOf = (random: () => number): number => {
  let left = random() * rhythm.reduce((sum, weight) => sum + weight, 0)
  const hour = rhythm.findIndex((weight) => (left -= weight) < 0)
  return Math.floor((Math.max(0, hour) + random()) * 3_600)
}

const CLAIMS_A_DAY = 40
const members = [
  { trust: KNOWN, count: 100 },
  { trust: TRUSTED, count: 25 },
] as const

/** Who claims on a day beside members: a farm, and for how many days it was there before. */
interface Beside {
  readonly farm: Farm
  readonly days: number
  /** Whether members have claimed for two weeks; else they are as new as the farm is. */
  readonly isOldSite: boolean
}

const FARM_CLAIMS_A_DAY = 12

/** Accounts with what they were paid in the last two weeks, and what is kept for them on this day. */
const peopleOf = async (db: Db, { farm, days, isOldSite }: Beside) => {
  await db.raw('TRUNCATE faucet_kept, faucet_kept_days')
  await db.raw('UPDATE users SET trust_level = 0')
  const seed = async (count: number, trust: number, usual: { days: number; claims: number; since: number }) => {
    const ids = Array.from({ length: count }, () => newId())
    await db.raw(
      `INSERT INTO users (id, username, email, email_key, joined_at, last_seen_at, trust_level, trust_on)
       SELECT u, left(u::text, 8) || right(u::text, 8), u || '@example.com', u || '@example.com',
         $2::timestamptz, $2::timestamptz, $3, $2::timestamptz::date
       FROM unnest($1::uuid[]) u`,
      [ids, new Date(DAY - 1_000), trust],
    )
    await db.raw(
      `INSERT INTO day_counters (user_id, day, source, count, earned)
       SELECT u, $2::timestamptz::date - n, 'faucet', $4::integer, $5::bigint
       FROM unnest($1::uuid[]) u, generate_series(1, $3::integer) n`,
      [ids, new Date(DAY), usual.days, usual.claims, usual.claims * reward],
    )
    await db.raw(
      `INSERT INTO faucet_kept (day, user_id, kept, unused, since)
       SELECT $2::timestamptz::date - 1, u, 1, 0, $2::timestamptz::date - $3::integer
       FROM unnest($1::uuid[]) u WHERE $3::integer > 0`,
      [ids, new Date(DAY), usual.since],
    )
    return ids
  }
  // Members came a day before the farm did.
  const usual = isOldSite ? { days: 14, claims: CLAIMS_A_DAY, since: days + 1 } : { days: 0, claims: 0, since: 0 }
  const ids = new Map<number, string[]>()
  for (const { trust, count } of members) ids.set(trust, await seed(count, trust, usual))
  const farmers = await seed(farm.accounts, farm.trust, { days, claims: FARM_CLAIMS_A_DAY, since: days })
  const { reserves, dayMax } = faucetBudget(defaults, { net: '' })
  await db.raw('SELECT faucet_keep($1::timestamptz::date, $2, $3, $4)', [new Date(DAY), dayMax, reserves[0], reward])
  return { ids, farmers }
}

/**
 * The share of their claims that members are paid at once while a farm takes all the room that it finds before each of
 * them, the worst order there is. Nobody tries again later.
 */
const besideFarm = async (db: Db, beside: Beside): Promise<Map<number, number>> => {
  const { take } = await openDay(db)
  const { farm } = beside
  const { ids, farmers } = await peopleOf(db, beside)
  const random = seededRandom('members beside a farm')
  const wanted = members.flatMap(({ trust, count }) =>
    Array.from({ length: count * CLAIMS_A_DAY }, (_, index) => ({
      trust,
      nets: [`member ${trust} ${index % count}`],
      users: [ids.get(trust)?.[index % count] ?? ''],
      at: momentOf(random),
    })),
  )
  const nets = netsOf(farm)
  // What is kept for the farm is gone first.
  while ((await take({ trust: farm.trust, nets, users: farmers, at: 0 })).paid > 0);
  const paid = new Map<number, number>()
  for (const claim of wanted.toSorted((a, b) => a.at - b.at)) {
    await take({ trust: farm.trust, nets, at: claim.at })
    const done = await take(claim)
    paid.set(claim.trust, (paid.get(claim.trust) ?? 0) + done.paid)
  }
  return new Map(members.map(({ trust, count }) => [trust, (paid.get(trust) ?? 0) / (count * CLAIMS_A_DAY)]))
}

/** What members get beside a farm of 1,000 accounts, on a database with `TAKE_SQL`. */
export const memberBars = async (db: Db, say: (text: string) => void): Promise<Bar[]> => {
  const bars: Bar[] = []
  const bar = (name: string, goal: string, measured: string, held: boolean): void =>
    void bars.push({ bar: name, goal, measured, held })
  const demand = members.reduce((sum, { count }) => sum + count * CLAIMS_A_DAY * reward, 0)
  const part = demand / defaults.faucet_day_max
  say(`  members: 100 Known and 25 Trusted, ${CLAIMS_A_DAY} claims each, ${percent(part)} of the budget`)
  for (const [text, trust, days] of [
    ['New, from today on', NEW, 0],
    ['Known, from today on', KNOWN, 0],
    ['Known, for two weeks', KNOWN, 14],
  ] as const) {
    const farm = { accounts: 1_000, isOneNetwork: false, trust }
    const paid = await besideFarm(db, { farm, days, isOldSite: true })
    for (const [level, name] of [
      [KNOWN, 'Known'],
      [TRUSTED, 'Trusted'],
    ] as const) {
      const share = paid.get(level) ?? 0
      bar(`rewards of ${name} beside 1,000 farm accounts (${text})`, '>= 95 %', percent(share), share >= 0.95)
    }
    const young = await besideFarm(db, { farm, days, isOldSite: false })
    const [known, trusted] = [percent(young.get(KNOWN) ?? 0), percent(young.get(TRUSTED) ?? 0)]
    say(`  farm ${text}; members who came after it: Known get ${known}, Trusted ${trusted}`)
  }
  return bars
}

if (import.meta.main) {
  const say = (text: string): void => void process.stdout.write(`${text}\n`)
  console.table(
    await withDatabase({}, async ({ db }) => {
      await db.raw(TAKE_SQL)
      return memberBars(db, say)
    }),
  )
}
