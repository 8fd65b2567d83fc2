import { UNITS_PER_CURRENCY } from '#contract/constants.ts'

/** What a claim pays and what bounds it, of the settings of a site. */
export interface FarmTerms {
  readonly faucet_reward: number
  readonly faucet_timer: number
  readonly dailyClaimLimit: number
  readonly faucet_day_max: number
  readonly faucet_network_percent: number
  /** Of so many claims an account of level Known has a captcha at one. */
  readonly captcha_every_known: number
}

/** A way to have captchas solved: dollars for each try, and the share that is right. */
export interface FarmSolver {
  readonly name: 'own' | 'work' | 'model' | 'service-half' | 'service' | 'workers'
  readonly price: number
  readonly right: number
}

/** From a solver of one's own to people at $1.50 an hour (ANTIBOT.md 10). */
export const farmSolvers: readonly FarmSolver[] = [
  { name: 'own', price: 0, right: 0.96 },
  { name: 'work', price: 0.000_006_4, right: 1 },
  { name: 'model', price: 0.000_2, right: 0.92 },
  { name: 'service-half', price: 0.000_5, right: 0.94 },
  { name: 'service', price: 0.001, right: 0.94 },
  { name: 'workers', price: 0.002_9, right: 0.95 },
]

export const farmSizes = [1, 50, 1_000] as const

/**
 * What is assumed of a farm: dollars for an account with its payout address, paid for by 30 days of claims; hours of
 * claiming a day; dollars per gigabyte of residential addresses; kilobytes of a claim and of a captcha.
 */
export const farmModel = {
  account: 0.02,
  days: 30,
  hours: 19,
  gigabyte: 3,
  claimKb: 6,
  captchaKb: 40,
} as const

interface Farm {
  readonly accounts: number
  readonly solver: FarmSolver
  /** Whether all of it is behind one address, which costs no traffic. */
  readonly isOneNetwork: boolean
}

/** Claims that one account of a farm makes in a day, where nothing but the timer and the daily limit bounds it. */
export const farmClaims = ({ faucet_timer: timer, dailyClaimLimit: limit }: FarmTerms): number => {
  const byTime = Math.floor((farmModel.hours * 3_600) / timer)
  return limit === 0 ? byTime : Math.min(byTime, limit)
}

/**
 * The most units that a farm is credited in a day: nobody else claims, nothing detects it. Exact, as the server never
 * pays more than its budget.
 */
export const farmCredit = (terms: FarmTerms, { accounts, isOneNetwork }: Omit<Farm, 'solver'>): number => {
  const { faucet_reward: reward, faucet_day_max: max, faucet_network_percent: percent } = terms
  const wanted = accounts * farmClaims(terms) * reward
  if (max === 0) return wanted
  return Math.min(wanted, isOneNetwork ? Math.floor((max * percent) / 100) : max)
}

/** Dollars that a farm pays in a day for being credited so many units. */
export const farmCost = (terms: FarmTerms, { accounts, solver, isOneNetwork }: Farm, credited: number): number => {
  const claims = terms.faucet_reward === 0 ? 0 : credited / terms.faucet_reward
  // A farm that waits three days is Known.
  const captchas = claims / terms.captcha_every_known / solver.right
  const gigabytes = (claims * farmModel.claimKb + captchas * farmModel.captchaKb) / 1e6
  const traffic = isOneNetwork ? 0 : gigabytes * farmModel.gigabyte
  return captchas * solver.price + traffic + (accounts * farmModel.account) / farmModel.days
}

/** Dollars that a farm gains in a day at most; below zero it loses them. */
export const farmProfit = (terms: FarmTerms, farm: Farm): number => {
  const credited = farmCredit(terms, farm)
  return credited / UNITS_PER_CURRENCY - farmCost(terms, farm, credited)
}
