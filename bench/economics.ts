import { UNITS_PER_CURRENCY } from '@runnel/contract/constants'
import { farmClaims, farmCost, farmCredit, farmModel, farmSizes, farmSolvers } from '@runnel/contract/earn/farm'
import { defaults } from '@runnel/contract/settings/settings'
import { faucetBudget } from '@runnel/server/src/features/faucet/budget.ts'
import { seededRandom } from '@runnel/server/src/guard/captcha-image/random.ts'
import type { Db } from '@runnel/server/src/kernel/db.ts'
import { newId } from '@runnel/server/src/kernel/id.ts'
import { type Bar, percent } from './antibot/bar.ts'
import { presetBars, serverBars } from './economics-allowance.ts'
import { withDatabase } from './history.ts'

const [NEW, KNOWN, TRUSTED] = [0, 1, 2] as const
const reward = defaults.faucet_reward
const budget = defaults.faucet_day_max
const share = Math.floor((budget * defaults.faucet_network_percent) / 100)

/**
 * Claims one after the other until the server has no room, or all are made: the rule is the server's own. Whoever has
 * something kept takes that first.
 */
const TAKE_SQL = `
CREATE FUNCTION bench_take(p_trust integer, p_nets text[], p_users uuid[], p_amount bigint, p_budget bigint,
  p_reserves integer[], p_percent integer, p_at timestamptz, OUT paid integer, OUT reason text) LANGUAGE plpgsql AS $$
DECLARE
  v_reserves integer[] := faucet_reserves(p_reserves, p_amount, p_budget, p_at);
  v_is_full boolean := false;
BEGIN
  paid := 0;
  FOR place IN 1..cardinality(p_nets) LOOP
    IF faucet_kept_take(p_users[place], p_trust, p_nets[place], p_amount, p_budget, p_percent, p_at) THEN
      paid := paid + 1;
      CONTINUE;
    END IF;
    CONTINUE WHEN v_is_full;
    reason := (faucet_room(p_trust, p_nets[place], p_amount, p_budget, v_reserves, p_percent, p_at)).reason;
    IF reason IS NULL THEN
      PERFORM faucet_budget_take(p_trust, p_nets[place], p_amount, p_budget, v_reserves, p_percent, p_at);
      paid := paid + 1;
    ELSE
      v_is_full := true;
    END IF;
  END LOOP;
END $$`

interface Claims {
  readonly trust: number
  readonly nets: readonly string[]
  /** Whose they are, where something may be kept for them. */
  readonly users?: readonly string[]
  readonly at: number
}

/** A day of the site by its default settings, of which nothing was claimed yet. */
const openDay = async (db: Db) => {
  await db.raw('TRUNCATE faucet_hours, faucet_networks')
  const { reserves, networkPercent, dayMax } = faucetBudget(defaults, { net: '' })
  const take = async ({ trust, nets, users = [], at }: Claims): Promise<{ paid: number; reason: string | null }> => {
    const terms = [trust, nets, users, reward, dayMax, [...reserves], networkPercent, new Date(DAY + at * 1_000)]
    const [row] = await db.raw('SELECT paid, reason FROM bench_take($1, $2, $3, $4, $5, $6, $7, $8)', terms)
    return { paid: Number(row?.['paid']), reason: row?.['reason'] === null ? null : String(row?.['reason']) }
  }
  return { take }
}
type Day = Awaited<ReturnType<typeof openDay>>

const DAY = Date.parse('2026-12-01T00:00:00.000Z')
const DAY_SECONDS = 86_400

interface Farm {
  readonly accounts: number
  readonly isOneNetwork: boolean
  readonly trust: number
}

const netsOf = ({ accounts, isOneNetwork }: Farm): string[] =>
  Array.from({ length: accounts }, (_, index) => (isOneNetwork ? 'farm' : `farm ${index}`))

/** What a farm alone on the site is credited in a day: every account claims as often as the timer allows. */
const farmDay = async (db: Db, farm: Farm): Promise<number> => {
  const { take } = await openDay(db)
  const nets = netsOf(farm)
  let paid = 0
  for (let turn = 0; turn < farmClaims(defaults); turn += 1) {
    paid += (await take({ trust: farm.trust, nets, at: turn * defaults.faucet_timer })).paid
  }
  return paid * reward
}

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
       SELECT u, left(u::text, 8) || right(u::text, 8), u || '@example.com', u || '@example.com', $2, $2, $3, $2::date
       FROM unnest($1::uuid[]) u`,
      [ids, new Date(DAY - 1_000), trust],
    )
    await db.raw(
      `INSERT INTO day_counters (user_id, day, source, count, earned)
       SELECT u, $2::date - n, 'faucet', $4, $4 * $5::bigint FROM unnest($1::uuid[]) u, generate_series(1, $3) n`,
      [ids, new Date(DAY), usual.days, usual.claims, reward],
    )
    await db.raw(
      `INSERT INTO faucet_kept (day, user_id, kept, unused, since)
       SELECT $2::date - 1, u, 1, 0, $2::date - $3::integer FROM unnest($1::uuid[]) u WHERE $3 > 0`,
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
  await db.raw('SELECT faucet_keep($1::date, $2, $3, $4)', [new Date(DAY), dayMax, reserves[0], reward])
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

const crowds = [
  { who: 'family of 4, 60 claims each', people: 4, claims: 60, commonness: 1 },
  { who: 'school of 200, 10 claims each', people: 200, claims: 10, commonness: 4 },
  { who: 'carrier, 600 people of whom 100 are Trusted, 15 claims each', people: 600, claims: 15, commonness: 25 },
] as const

/** How many claims of people in one network are refused for that network. */
const refusedIn = async (db: Db, { people, claims, commonness }: (typeof crowds)[number]): Promise<number> => {
  const { take }: Day = await openDay(db)
  await db.raw(
    `INSERT INTO networks (net, accounts, devices, highest_score, first_seen_at, last_seen_at, commonness)
     VALUES ('crowd', $1, $1, 0, now(), now(), $2)
     ON CONFLICT (net) DO UPDATE SET commonness = EXCLUDED.commonness`,
    [people, commonness],
  )
  let refused = 0
  for (let index = 0; index < people * claims; index += 1) {
    const at = Math.floor((index / (people * claims)) * DAY_SECONDS)
    const { reason } = await take({ trust: KNOWN, nets: ['crowd'], at })
    if (reason === 'network') refused += 1
  }
  return refused
}

const dollars = (value: number): string => `${value < 0 ? '-' : '+'}$${Math.abs(value).toFixed(4)}`

/** What farms are credited, as the server counts it, and what is left to them after each solver. */
const farmBars = async (db: Db, say: (text: string) => void): Promise<Bar[]> => {
  let highest = 0
  let above = 0
  for (const isOneNetwork of [false, true]) {
    const where = isOneNetwork ? 'one network' : `own networks at $${farmModel.gigabyte} per GB`
    say(`  profit a day, ${where}; units credited:`)
    for (const accounts of farmSizes) {
      const [fresh, patient] = [
        await farmDay(db, { accounts, isOneNetwork, trust: NEW }),
        await farmDay(db, { accounts, isOneNetwork, trust: KNOWN }),
      ]
      const credited = Math.max(fresh, patient)
      highest = Math.max(highest, credited)
      if (credited > farmCredit(defaults, { accounts, isOneNetwork })) above += 1
      const gain = credited / UNITS_PER_CURRENCY
      const cells = farmSolvers.map((solver) => {
        const cost = farmCost(defaults, { accounts, solver, isOneNetwork }, credited)
        return `${solver.name} (${solver.price}) ${dollars(gain - cost)}`
      })
      say(`    ${accounts} accounts: New ${fresh}, Known ${patient} · ${cells.join(' · ')}`)
    }
  }
  const bar = (name: string, goal: string, measured: string, held: boolean): Bar => ({
    bar: name,
    goal,
    measured,
    held,
  })
  return [
    bar('most that the site loses to a farm in a day', `<= ${budget} units`, `${highest}`, highest <= budget),
    bar('farms above the table of the settings', '0', `${above}`, above === 0),
  ]
}

/** The earning rules by the default settings: counters in a database of its own, by the server's own functions. */
export const economicsBench = (say: (text: string) => void): Promise<Bar[]> =>
  withDatabase({}, async ({ db }) => {
    await db.raw(TAKE_SQL)
    const bars = [...(await farmBars(db, say)), ...presetBars(say), ...(await serverBars(db, say))]
    const bar = (name: string, goal: string, measured: string, held: boolean): void =>
      void bars.push({ bar: name, goal, measured, held })
    const demand = members.reduce((sum, { count }) => sum + count * CLAIMS_A_DAY * reward, 0)
    say(`  members: 100 Known and 25 Trusted, ${CLAIMS_A_DAY} claims each, ${percent(demand / budget)} of the budget`)
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
    const ten = await farmDay(db, { accounts: 10, isOneNetwork: true, trust: NEW })
    bar('10 fresh accounts on one address, a day', `<= ${share} units`, `${ten}`, ten <= share)
    for (const crowd of crowds) {
      const refused = await refusedIn(db, crowd)
      bar(`refused for their network: ${crowd.who}`, '0', `${refused}`, refused === 0)
    }
    return bars
  })
