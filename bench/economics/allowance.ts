import type { EarningPreset } from '@runnel/contract/earn/allowance'
import {
  farmClaims,
  farmDays,
  farmProfit,
  farmRun,
  farmSizes,
  type FarmSolver,
  farmSolvers,
} from '@runnel/contract/earn/farm'
import { defaults, type Settings } from '@runnel/contract/settings/settings'
import { faucetBudget } from '@runnel/server/src/features/faucet/budget.ts'
import type { Db } from '@runnel/server/src/kernel/db.ts'
import { newId } from '@runnel/server/src/kernel/id.ts'
import { openAllUserAccounts } from '@runnel/server/src/money/accounts.ts'
import { earningRules } from '@runnel/server/src/money/allowance/allowance.ts'
import type { Bar } from '#bench/antibot/bar.ts'

/** Dollars for each try, from a solver of one's own to a service at $1 for a thousand; each is always right. */
const prices = [0, 0.000_01, 0.000_1, 0.000_2, 0.000_5, 0.001]
const solverAt = (price: number): FarmSolver => ({ name: 'own', price, right: 1 })

const dollars = (value: number): string => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(4)}`

const presetTerms = (rules: EarningPreset, changes: Partial<Settings> = {}): Settings => ({
  ...defaults,
  earning_rules: rules,
  ...changes,
})

/** The table of ANTIBOT.md 10, and whether `balanced` and `strict` let any farm gain. */
export const presetBars = (say: (text: string) => void): Bar[] => {
  const highest = new Map<EarningPreset, number>()
  for (const isOneNetwork of [false, true]) {
    say(`  profit a day in $, ${isOneNetwork ? 'one network' : 'own networks'}: open · balanced · strict`)
    for (const accounts of farmSizes) {
      for (const days of farmDays) {
        const cells = prices.map((price) => {
          const profits = (['open', 'balanced', 'strict'] as const).map((rules) => {
            const profit = farmProfit(presetTerms(rules), { accounts, solver: solverAt(price), isOneNetwork, days })
            highest.set(rules, Math.max(highest.get(rules) ?? Number.NEGATIVE_INFINITY, profit))
            return dollars(profit)
          })
          return profits.join(' · ')
        })
        say(`    | ${accounts} | ${days} | ${cells.join(' | ')} |`)
      }
    }
  }
  return [
    ...(['balanced', 'strict'] as const).map((rules) => {
      const most = highest.get(rules) ?? 0
      const bar = `E1 highest profit of any farm in \`${rules}\`, any solver, 1 to 1,000 accounts, 30 and 90 days`
      return { bar, goal: '<= $0 a day', measured: `$${most.toFixed(5)}`, held: most <= 0 }
    }),
    ...worldBars(say),
  ]
}

/** What the world may charge a farm: for an account with its payout address, and for a gigabyte of addresses. */
const accountPrices = [0.006, 0.02, 0.1]
const gigabytePrices = [0.89, 3, 5]
/** Dollars a day that one address may take in a year at most, all of its accounts together (ANTIBOT-2 section 3). */
const YEAR_MOST = 0.025

/** E1 over the prices of accounts and addresses as well, and for a farm that goes on for a year. */
const worldBars = (say: (text: string) => void): Bar[] => {
  const highestOver = (rules: EarningPreset, days: number): number => {
    const profits = accountPrices.flatMap((account) =>
      gigabytePrices.flatMap((gigabyte) =>
        [true, false].flatMap((isOneNetwork) =>
          farmSizes.flatMap((accounts) =>
            [...prices.map(solverAt), ...farmSolvers].map((solver) =>
              farmProfit(presetTerms(rules), { accounts, solver, isOneNetwork, days, account, gigabyte }),
            ),
          ),
        ),
      ),
    )
    return Math.max(...profits)
  }
  return (['balanced', 'strict'] as const).flatMap((rules) => {
    const [month, year] = [Math.max(...farmDays.map((days) => highestOver(rules, days))), highestOver(rules, 365)]
    say(`  ${rules}, 180 days: highest profit ${dollars(highestOver(rules, 180))} a day`)
    const over = `in \`${rules}\`, accounts at $0.006 to $0.1, $0.89 to $5 per GB, all solvers`
    return [
      {
        bar: `E1 highest profit ${over}, 30 and 90 days`,
        goal: '< $0 a day',
        measured: dollars(month),
        held: month < 0,
      },
      {
        bar: `E1 highest profit ${over}, a year`,
        goal: `<= $${YEAR_MOST} a day`,
        measured: dollars(year),
        held: year <= YEAR_MOST,
      },
    ]
  })
}

/** All accounts of a farm claim through a day, as often as they are paid; the statement is the server's own. */
export const FARM_SQL = `
CREATE FUNCTION bench_farm(p_users uuid[], p_nets text[], p_claims integer, p_timer integer, p_day timestamptz,
  p_budget bigint, p_reserves integer[], p_percent integer, p_commission integer, p_starter bigint, p_share integer,
  p_reduced bigint, p_reduced_day bigint, p_settled date, OUT credited bigint, OUT claims bigint) LANGUAGE plpgsql AS $$
DECLARE
  v_open boolean[] := array_fill(true, ARRAY[cardinality(p_users)]);
BEGIN
  credited := 0;
  claims := 0;
  FOR turn IN 0..p_claims - 1 LOOP
    FOR account IN 1..cardinality(p_users) LOOP
      CONTINUE WHEN NOT v_open[account];
      BEGIN
        credited := credited + (SELECT c.worth FROM faucet_claim(gen_random_uuid(), gen_random_uuid(),
          p_users[account], ARRAY[${defaults.faucet_reward * 10_000}]::bigint[], 100, 0, p_timer, 0,
          p_day + make_interval(secs => turn * p_timer), p_nets[account], p_budget, p_reserves, p_percent,
          p_commission, p_starter, p_share, p_reduced, p_reduced_day, p_settled) c);
        claims := claims + 1;
      EXCEPTION
        WHEN SQLSTATE 'RN011' THEN NULL;
        WHEN SQLSTATE 'RN012' THEN v_open[account] := false;
      END;
    END LOOP;
  END LOOP;
END $$`

const FIRST_DAY = Date.parse('2027-01-01T00:00:00.000Z')
const DAY_MS = 86_400_000
const TURNS = 4

interface Farm {
  readonly accounts: number
  readonly isOneNetwork: boolean
  readonly days: number
  /** Days on which it claims for 19 hours; on the others it tries a few times. */
  readonly busyDays?: number
}

/** Units that a new farm without revenue is credited by the server over some days, and those that it may be. */
const creditedBy = async (db: Db, settings: Settings, farm: Farm): Promise<{ credited: number; most: number }> => {
  await db.raw('TRUNCATE faucet_hours, faucet_networks')
  const users = Array.from({ length: farm.accounts }, () => newId())
  const joined = new Date(FIRST_DAY)
  await db.raw(
    `INSERT INTO users (id, username, email, email_key, joined_at, last_seen_at, trust_level, referrer_id)
     SELECT u, left(u::text, 8) || right(u::text, 8), u || '@example.com', u || '@example.com', $2, $2, 1,
       CASE WHEN u <> $1[1] THEN $1[1] END FROM unnest($1::uuid[]) u`,
    [users, joined],
  )
  await db.write((tx) => openAllUserAccounts(tx, users, joined))
  const nets = users.map((id) => (farm.isOneNetwork ? `farm ${users[0]}` : `farm ${id}`))
  const { reserves, networkPercent, dayMax, commission } = faucetBudget(settings, { net: '' })
  let credited = 0
  for (let day = 0; day < farm.days; day += 1) {
    const at = new Date(FIRST_DAY + day * DAY_MS)
    const bounds = earningRules(settings, at)
    if (bounds === null) throw new Error(`${settings.earning_rules} bounds what an account is paid`)
    const { starter, sharePercent, reduced, reducedDay, settledUntil } = bounds
    // In pieces, as a statement has half a minute.
    const claims = day < (farm.busyDays ?? farm.days) ? farmClaims(settings) : TURNS
    for (let turn = 0; turn < claims; turn += TURNS) {
      const from = new Date(at.getTime() + turn * settings.faucet_timer * 1_000)
      const claiming = [users, nets, Math.min(TURNS, claims - turn), settings.faucet_timer, from]
      const budget = [dayMax, [...reserves], networkPercent, commission]
      const allowed = [starter, sharePercent, reduced, reducedDay, settledUntil]
      const [row] = await db.raw(
        'SELECT credited FROM bench_farm($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)',
        [...claiming, ...budget, ...allowed],
      )
      credited += Number(row?.['credited'])
    }
  }
  return { credited, most: Math.floor(farmRun(settings, farm).credited) }
}

/** Farms claim by the server's own statement: it may credit no more than the table of the settings reckons with. */
export const serverBars = async (db: Db, say: (text: string) => void): Promise<Bar[]> => {
  await db.raw(FARM_SQL)
  let above = 0
  for (const rules of ['balanced', 'strict'] as const) {
    for (const isOneNetwork of [false, true]) {
      for (const [accounts, days] of [
        [1, 30],
        [50, 3],
        [400, 1],
      ] as const) {
        const farm = { accounts, isOneNetwork, days }
        const { credited, most } = await creditedBy(db, presetTerms(rules), farm)
        if (credited > most) above += 1
        const where = isOneNetwork ? 'one network' : 'own networks'
        say(`  ${rules}, ${accounts} accounts, ${days} days, ${where}: credited ${credited} units, reckoned ${most}`)
      }
    }
  }
  return [
    {
      bar: 'E2 farms that the server credits more than starters and reduced rewards come to',
      goal: '0',
      measured: `${above}`,
      held: above === 0,
    },
    ...(await quarterBars(db)),
  ]
}

const QUARTER = { accounts: 50, isOneNetwork: false, days: 90, busyDays: 1 } as const

/**
 * E2 to the unit: 50 accounts with perfect answers over 90 days of a turned clock. The reduced reward of a day comes in
 * one claim, so that nothing but the number of claims differs from the default site.
 */
const quarterBars = async (db: Db): Promise<Bar[]> => {
  const bars: Bar[] = []
  for (const rules of ['balanced', 'strict'] as const) {
    const settings = presetTerms(rules, { reduced_reward: Math.min(defaults.reduced_day_max, defaults.faucet_reward) })
    const { credited } = await creditedBy(db, settings, QUARTER)
    const { allowance_starter: starter, reduced_day_max: day, allowance_withdraw_min: least } = settings
    const ahead = starter + (rules === 'balanced' ? QUARTER.days * day : 0)
    bars.push({
      bar: `E2 credited to 50 accounts in 90 days \`${rules}\`: starters and reduced rewards, to the unit`,
      goal: `<= ${QUARTER.accounts * ahead}`,
      measured: `${credited}`,
      held: credited <= QUARTER.accounts * ahead && credited >= QUARTER.accounts * starter,
    })
    bars.push({
      bar: `E2 what one of them may withdraw, \`${rules}\` (allowance.test.ts by HTTP)`,
      goal: '0: below the minimum',
      measured: credited / QUARTER.accounts < least ? '0' : `${credited / QUARTER.accounts}`,
      held: credited / QUARTER.accounts < least,
    })
  }
  return bars
}
