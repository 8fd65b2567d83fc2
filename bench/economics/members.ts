import { defaults } from '@runnel/contract/settings/settings'
import { faucetBudget } from '@runnel/server/src/features/faucet/budget.ts'
import { seededRandom } from '@runnel/server/src/guard/captcha-image/random.ts'
import type { Db } from '@runnel/server/src/kernel/db.ts'
import { newId } from '@runnel/server/src/kernel/id.ts'
import { type Bar, percent } from '#bench/antibot/bar.ts'
import { withDatabase } from '#bench/history.ts'
import { BESIDE_SQL, DAY, type Farm, KNOWN, NEW, netsOf, openDay, reward, TAKE_SQL, TRUSTED } from './day.ts'

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
  /** When members came: two weeks ago and a day before the farm, on the same day as it, or today. */
  readonly came: 'before' | 'with' | 'after'
}

const FARM_CLAIMS_A_DAY = 12

/** Accounts with what they were paid in the last two weeks, and what is kept for them on this day. */
const peopleOf = async (db: Db, { farm, days, came }: Beside) => {
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
       SELECT $2::timestamptz::date - 1, u, $4::bigint, 0, $2::timestamptz::date - $3::integer
       FROM unnest($1::uuid[]) u WHERE $3::integer > 0`,
      [ids, new Date(DAY), usual.since, Math.max(1, usual.claims) * reward],
    )
    return ids
  }
  const usual = {
    before: { days: 14, claims: CLAIMS_A_DAY, since: days + 1 },
    // They found as much as an account of the farm did.
    with: { days, claims: FARM_CLAIMS_A_DAY, since: days },
    after: { days: 0, claims: 0, since: 0 },
  }[came]
  const ids = new Map<number, string[]>()
  for (const { trust, count } of members) ids.set(trust, await seed(count, trust, usual))
  const farmers = await seed(farm.accounts, farm.trust, { days, claims: FARM_CLAIMS_A_DAY, since: days })
  const { reserves, dayMax } = faucetBudget(defaults, { net: '' })
  const terms = [new Date(DAY), dayMax, ...reserves, reward]
  await db.raw('SELECT faucet_keep($1::timestamptz::date, $2, $3, $4, $5)', terms)
  return { ids, farmers }
}

/** The share of their claims that members are paid at once beside a farm. */
const besideFarm = async (db: Db, at: Beside): Promise<Map<number, number>> => {
  const { take, beside } = await openDay(db)
  const { farm } = at
  const { ids, farmers } = await peopleOf(db, at)
  const random = seededRandom('members beside a farm')
  const wanted = members.flatMap(({ trust, count }) =>
    Array.from({ length: count * CLAIMS_A_DAY }, (_, index) => ({
      trust,
      net: `member ${trust} ${index % count}`,
      user: ids.get(trust)?.[index % count] ?? '',
      at: momentOf(random),
    })),
  )
  const nets = netsOf(farm)
  // What is kept for the farm is gone first.
  while ((await take({ trust: farm.trust, nets, users: farmers, at: 0 })).paid > 0);
  const inOrder = wanted.toSorted((one, other) => one.at - other.at)
  const paid = await beside({ trust: farm.trust, nets }, inOrder)
  return new Map(members.map(({ trust, count }) => [trust, (paid.get(trust) ?? 0) / (count * CLAIMS_A_DAY)]))
}

/** Accounts of a farm, and the claims that each Known account gets where what is kept is shared equally. */
const FARM_ACCOUNTS = 1_000
const equalClaims = (): number => {
  const [known, trusted] = members
  const kept = (defaults.faucet_day_max * defaults.faucet_known_reserve) / 100
  return Math.floor((kept / reward - trusted.count * CLAIMS_MOST) / (FARM_ACCOUNTS + known.count))
}
/** What is kept for an account at most. */
const CLAIMS_MOST = 60

/**
 * Members who came on the same day as a farm, and are told from it by nothing. No rule can give them what they ask for:
 * they and the farm are equal, and the budget is too small for as much to all of them. The farm gets no more than they.
 */
const sameDayBars = async (db: Db, say: (text: string) => void): Promise<Bar[]> => {
  const farm = { accounts: FARM_ACCOUNTS, isOneNetwork: false, trust: KNOWN }
  const people = FARM_ACCOUNTS + members.reduce((sum, { count }) => sum + count, 0)
  const most = defaults.faucet_day_max / reward / people
  say(
    `  same day as the farm: the budget is ${most.toFixed(1)} claims for each (${percent(most / CLAIMS_A_DAY)} of 40)`,
  )
  const bars: Bar[] = []
  for (const days of [0, 14]) {
    const when = days === 0 ? 'the day before' : 'two weeks ago'
    const paid = await besideFarm(db, { farm, days, came: 'with' })
    const [known, trusted] = [(paid.get(KNOWN) ?? 0) * CLAIMS_A_DAY, paid.get(TRUSTED) ?? 0]
    bars.push({
      bar: `claims of Known who became so with 1,000 Known farm accounts ${when}; ${equalClaims()} is an equal share`,
      goal: '>= 95 % of an equal share',
      measured: known.toFixed(1),
      held: known >= 0.95 * equalClaims(),
    })
    if (days === 0) {
      bars.push({
        bar: 'rewards of Trusted who came on one day with 1,000 Known farm accounts',
        goal: '>= 95 %',
        measured: percent(trusted),
        held: trusted >= 0.95,
      })
    } else {
      say(`  Trusted who came with the farm, on the day on which they want 40 after 12 a day: ${percent(trusted)}`)
    }
    const late = await besideFarm(db, { farm, days, came: 'after' })
    say(`  members who come today, farm since ${when}: Known get ${percent(late.get(KNOWN) ?? 0)}`)
  }
  return bars
}

/** What members get beside a farm of 1,000 accounts, on a database with `TAKE_SQL`. */
export const memberBars = async (db: Db, say: (text: string) => void): Promise<Bar[]> => {
  await db.raw(BESIDE_SQL)
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
    const paid = await besideFarm(db, { farm, days, came: 'before' })
    for (const [level, name] of [
      [KNOWN, 'Known'],
      [TRUSTED, 'Trusted'],
    ] as const) {
      const share = paid.get(level) ?? 0
      say(`  ${name} beside a farm that is ${text}: ${percent(paid.get(level) ?? 0)}`)
      bar(`rewards of ${name} beside 1,000 farm accounts (${text})`, '>= 95 %', percent(share), share >= 0.95)
    }
  }
  return [...bars, ...(await sameDayBars(db, say))]
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
