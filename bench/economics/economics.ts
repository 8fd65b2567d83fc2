import { UNITS_PER_CURRENCY } from '@runnel/contract/constants'
import { farmClaims, farmCost, farmCredit, farmModel, farmSizes, farmSolvers } from '@runnel/contract/earn/farm'
import { defaults } from '@runnel/contract/settings/settings'
import type { Db } from '@runnel/server/src/kernel/db.ts'
import type { Bar } from '#bench/antibot/bar.ts'
import { withDatabase } from '#bench/history.ts'
import { presetBars, serverBars } from './allowance.ts'
import { type Day, DAY_SECONDS, type Farm, KNOWN, netsOf, NEW, openDay, reward, TAKE_SQL } from './day.ts'
import { memberBars } from './members.ts'

const budget = defaults.faucet_day_max
const share = Math.floor((budget * defaults.faucet_network_percent) / 100)

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
    bars.push(...(await memberBars(db, say)))
    const ten = await farmDay(db, { accounts: 10, isOneNetwork: true, trust: NEW })
    bar('10 fresh accounts on one address, a day', `<= ${share} units`, `${ten}`, ten <= share)
    for (const crowd of crowds) {
      const refused = await refusedIn(db, crowd)
      bar(`refused for their network: ${crowd.who}`, '0', `${refused}`, refused === 0)
    }
    return bars
  })
