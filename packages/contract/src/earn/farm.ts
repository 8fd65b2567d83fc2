import { UNITS_PER_CURRENCY } from '#contract/constants.ts'
import type { EarningPreset } from './allowance.ts'

/** What a claim pays and what bounds it, of the settings of a site. */
export interface FarmTerms {
  readonly earning_rules: EarningPreset
  readonly faucet_reward: number
  readonly faucet_timer: number
  readonly dailyClaimLimit: number
  readonly faucet_day_max: number
  readonly faucet_network_percent: number
  /** Of so many claims an account of level Known has a captcha at one. */
  readonly captcha_every_known: number
  readonly allowance_starter: number
  readonly reduced_reward: number
  readonly reduced_day_max: number
  readonly allowance_withdraw_min: number
  /** Basis points of what referred accounts claim: a farm refers its own. */
  readonly referral_commission: number
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

/** Days over which a farm is reckoned: its accounts are paid for by what they claim in them. */
export const farmDays = [30, 90] as const

export interface Farm {
  readonly accounts: number
  readonly solver: FarmSolver
  /** Whether all of it is behind one address, which costs no traffic. */
  readonly isOneNetwork: boolean
  /** 30 unless told otherwise. */
  readonly days?: number
  /** Dollars for an account, and for a gigabyte, where they are others than `farmModel` assumes. */
  readonly account?: number
  readonly gigabyte?: number
}

/** Claims that one account of a farm makes in a day, where nothing but the timer and the daily limit bounds it. */
export const farmClaims = ({ faucet_timer: timer, dailyClaimLimit: limit }: FarmTerms): number => {
  const byTime = Math.floor((farmModel.hours * 3_600) / timer)
  return limit === 0 ? byTime : Math.min(byTime, limit)
}

/** What the budget of a day has room for; a farm behind one address has the share of its network. */
const roomOf = (
  { faucet_day_max: max, faucet_network_percent: percent }: FarmTerms,
  { isOneNetwork }: Pick<Farm, 'isOneNetwork'>,
): number => {
  if (max === 0) return Number.POSITIVE_INFINITY
  return isOneNetwork ? Math.floor((max * percent) / 100) : max
}

/**
 * The most units that a farm is credited in a day in `open`: nobody else claims, nothing detects it. Exact, as the
 * server never pays more than its budget.
 */
export const farmCredit = (terms: FarmTerms, farm: Omit<Farm, 'solver'>): number =>
  Math.min(farm.accounts * farmClaims(terms) * terms.faucet_reward, roomOf(terms, farm))

/** Dollars that so many claims cost a farm: captchas and traffic. */
const claimsCost = ({ captcha_every_known: every }: FarmTerms, farm: Farm, claims: number) => {
  const { solver, isOneNetwork, gigabyte = farmModel.gigabyte } = farm
  // A farm that waits three days is Known.
  const captchas = claims / every / solver.right
  const gigabytes = (claims * farmModel.claimKb + captchas * farmModel.captchaKb) / 1e6
  return captchas * solver.price + (isOneNetwork ? 0 : gigabytes * gigabyte)
}

/** Dollars that a farm pays in a day for being credited so many units in `open`. */
export const farmCost = (terms: FarmTerms, farm: Farm, credited: number): number => {
  const claims = terms.faucet_reward === 0 ? 0 : credited / terms.faucet_reward
  return claimsCost(terms, farm, claims) + accountsCost(farm) / daysOf(farm)
}

const accountsCost = ({ accounts, account = farmModel.account }: Farm): number => accounts * account

const daysOf = ({ days = farmModel.days }: Pick<Farm, 'days'>): number => days

/** Dollars that a farm gains in a day at most; below zero it loses them. */
export const farmProfit = (terms: FarmTerms, farm: Farm): number => {
  if (terms.earning_rules === 'open') {
    const credited = farmCredit(terms, farm)
    return credited / UNITS_PER_CURRENCY - farmCost(terms, farm, credited)
  }
  // A farm stops after its starters where going on costs more than it brings.
  return Math.max(...[true, false].map((goesOn) => allowanceProfit(terms, farm, goesOn)))
}

const allowanceProfit = (terms: FarmTerms, farm: Farm, goesOn: boolean): number => {
  const { credited, claims, commission } = farmRun(terms, farm, goesOn)
  // Below its minimum an account withdraws nothing, and it cannot hand on what it was paid ahead of revenue.
  const withdrawn = credited >= terms.allowance_withdraw_min * farm.accounts ? credited : 0
  const cost = claimsCost(terms, farm, claims) + accountsCost(farm)
  return ((withdrawn + commission) / UNITS_PER_CURRENCY - cost) / daysOf(farm)
}

/**
 * What a farm without revenue is credited over its days in `balanced` and `strict`, in how many claims, and the
 * commission of those accounts that another one of the farm referred. Its accounts behave alike; the budget of a day is
 * shared out to all of them. What commission takes of it is left out, so that a farm is never credited more.
 */
export const farmRun = (
  terms: FarmTerms,
  farm: Omit<Farm, 'solver'>,
  goesOn = true,
): { readonly credited: number; readonly claims: number; readonly commission: number } => {
  const { accounts } = farm
  const possible = farmClaims(terms)
  const rate = accounts > 1 ? terms.referral_commission / BASIS_POINTS : 0
  const [reward, reduced] = [terms.faucet_reward, reducedOf(terms)]
  let [starter, credited, claims] = [terms.allowance_starter, 0, 0]
  for (let day = 0; day < daysOf(farm); day += 1) {
    const full = reward === 0 ? 0 : Math.min(possible, Math.floor(starter / reward))
    const beyond = goesOn && reduced > 0 ? Math.min(possible - full, Math.ceil(terms.reduced_day_max / reduced)) : 0
    const wanted = full * reward + Math.min(beyond * reduced, terms.reduced_day_max)
    const granted = Math.min(1, roomOf(terms, farm) / Math.max(1, wanted * accounts))
    starter -= full * reward * granted
    credited += wanted * accounts * granted
    claims += (full + beyond) * accounts * granted
  }
  return { credited, claims, commission: credited * rate }
}

const BASIS_POINTS = 10_000

/** What a claim beyond the allowance pays. */
const reducedOf = ({ earning_rules: rules, reduced_reward: reduced, faucet_reward: reward }: FarmTerms): number =>
  rules === 'balanced' ? Math.min(reduced, reward) : 0

/** What is wrong with the numbers of the earning rules, each with the units that would be right. */
export interface RuleWarning {
  readonly code:
    | 'reward-above-network'
    | 'bonus-above-check'
    | 'starter-above-account'
    | 'reduced-above-minimum'
    | 'share-above-revenue'
  /** The largest or smallest number that is right. */
  readonly right: number
}

export interface RuleTerms extends FarmTerms {
  readonly allowance_share_percent: number
  readonly bonus_rewards: readonly number[]
  readonly solve_price_usd: string
  /** What one claim pays at most, with level and happy hour. */
  readonly claimMost: number
  /** Units a day that the bonus is bounded by; 0: none. */
  readonly bonusBudget: number
}

/** The part of what a solved captcha costs that one may pay at most (ANTIBOT.md 6.3). */
const CHECK_PERCENT = 60

/** The most units that one captcha may pay: above it, paying for solved ones is worth it. */
export const checkMost = ({ solve_price_usd: price }: Pick<RuleTerms, 'solve_price_usd'>): number =>
  Math.floor((Number(price) * UNITS_PER_CURRENCY * CHECK_PERCENT) / 100 + 1e-9)

/** Days that a farm is made to wait at least until an account reaches its minimum by reduced rewards alone. */
const PATIENCE_DAYS = 90

/** Where the rules would pay nobody, or pay a farm. */
export const ruleWarnings = (terms: RuleTerms): RuleWarning[] => {
  const network = roomOf(terms, { isOneNetwork: true })
  const commission = 1 + terms.referral_commission / BASIS_POINTS
  const warnings: RuleWarning[] = []
  const warn = (isWrong: boolean, code: RuleWarning['code'], right: number): void => {
    if (isWrong) warnings.push({ code, right })
  }
  warn(terms.faucet_reward > 0 && terms.claimMost * commission > network, 'reward-above-network', network)
  if (terms.earning_rules === 'open') {
    const most = checkMost(terms)
    const isUnbounded = terms.bonusBudget === 0 && Math.max(0, ...terms.bonus_rewards) > most
    warn(isUnbounded, 'bonus-above-check', most)
    return warnings
  }
  const { allowance_starter: starter, reduced_day_max: day, allowance_withdraw_min: minimum } = terms
  const account = Math.floor((farmModel.account * UNITS_PER_CURRENCY) / commission)
  warn(starter > account, 'starter-above-account', account)
  const patient = starter + (reducedOf(terms) > 0 ? day * PATIENCE_DAYS : 0)
  warn(patient >= minimum, 'reduced-above-minimum', patient + 1)
  const share = Math.floor(100 / commission)
  warn(terms.allowance_share_percent > share, 'share-above-revenue', share)
  return warnings
}
