import { sql } from 'kysely'
import type { Tx } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import type { SqlCall } from '#kernel/postgres/statements.ts'
import { assert } from '#kernel/refusal.ts'
import { type Account, houseAccount, type HousePurpose, userAccount } from '#money/accounts.ts'
import type { EarningRules } from '#money/allowance/allowance.ts'
import { PARTS_PER_UNIT, type Units } from '#money/amount.ts'
import type { TransferKind } from '#money/kinds.ts'
import { legRow, refuseInsufficientBalance } from '#money/ledger.ts'
import type { SharedTerms } from '#money/loop.ts'

/** Something a user earned. */
export type Reward = Earned & (FromHouse | FromOthers)

interface FromHouse {
  /** Where it comes from: also the source of the day's counter and the site account that pays. */
  readonly source: HousePurpose & TransferKind
  /** How much of it counts against the earner's allowance, where that is not what its source says. */
  readonly allowance?: Units
  /** What of the money that others paid for it stays with the site; unset: nothing, or unknown. */
  readonly revenue?: Units
}

/** What another user pays for; the site has no account for it. */
interface FromOthers {
  readonly source: 'task'
  readonly debit: Account
  /** What they paid, and what of it the earner's referrer may get. */
  readonly shared: SharedTerms
}

interface Earned {
  readonly userId: string
  readonly amount: Units
  readonly exp: number
  /** What makes it happen once. */
  readonly key: string
  readonly ref?: string
  readonly meta?: Readonly<Record<string, string | number>>
}

export interface RewardResult {
  readonly isNew: boolean
  readonly balance: Units
  readonly totalEarned: Units
  readonly exp: number
  readonly level: number
  readonly levelBefore: number
}

/** A row as `reward_credit` and what is built on it answer. */
interface RewardRow {
  is_new: boolean
  balance: Units
  total_earned: Units
  exp: number
  level: number
  level_before: number
}

/**
 * Credits a reward in one statement: the transfer, what was earned, exp, level and the day's counter.
 * The same key again moves nothing and gives the state as it is.
 */
export const reward = async (tx: Tx, given: Reward, now: Date): Promise<RewardResult> => {
  const { userId, source, amount, exp, key, ref } = given
  const meta = metaOf(given)
  const debit = given.source === 'task' ? given.debit : houseAccount(given.source)
  assert(Number.isSafeInteger(amount) && amount > 0, 'a reward is a positive amount')
  const leg = legRow({
    kind: source,
    debit,
    credit: userAccount(userId, 'main'),
    amount,
    key,
    ...(ref === undefined ? {} : { ref }),
    ...(meta === undefined ? {} : { meta }),
  })
  const shared = given.source === 'task' ? given.shared : {}
  const { rows } = await sql<RewardRow>`
    SELECT * FROM reward_credit(${JSON.stringify({ ...leg, ...shared })}::jsonb, ${userId}, ${source}, ${exp}, ${now})`
    .execute(tx)
    .catch(refuseInsufficientBalance)
  const [row] = rows
  assert(row !== undefined, 'a reward has an answer')
  return rewardedOf(row)
}

/** What the transfer tells beside its amount: the ledger can be asked for what counts, and for whom. */
const metaOf = (given: Reward): Earned['meta'] => {
  if (given.source === 'task') return given.meta
  const { amount, allowance = amount, revenue = 0, meta } = given
  if (allowance === amount && revenue === 0) return meta
  return { ...meta, ...(allowance === amount ? {} : { allowance }), ...(revenue === 0 ? {} : { revenue }) }
}

/** Calls a function of the database, in a transaction or as one. */
type CallFunction = <Row>(call: SqlCall) => Promise<readonly Row[]>

/** Who earns by a claim of the faucet, and what. */
export interface FaucetReward {
  readonly userId: string
  /**
   * What a claim is worth at each level, from level 1 on, in ten-thousandths of a unit; the last counts for all above.
   * Fractions are kept, and paid with the claim that makes them a whole unit.
   */
  readonly worths: readonly number[]
  /** How much of it is paid, in whole percent, rounded up. */
  readonly percent: number
  readonly exp: number
  readonly waitSeconds: number
  /** 0: no limit. */
  readonly dayLimit: number
  readonly claimId: string
  readonly budget: FaucetBudget
  /** Null: what an account brings in bounds nothing. */
  readonly rules: EarningRules | null
}

/** What bounds what the faucet pays in a day, by the hour, level and network (migration 0044). */
export interface FaucetBudget {
  /** Units a day; 0: no bound. */
  readonly dayMax: Units
  /** Percent of each hour kept for the levels Known and above, and Trusted and above. */
  readonly reserves: readonly [known: number, trusted: number]
  /** Percent of the day that one network gets, times how common it is. */
  readonly networkPercent: number
  readonly net: string
  /** Basis points that whoever referred the account gets of it: they count as well. */
  readonly commission: number
}

interface PaidClaim {
  readonly paidLevel: number
  readonly worth: Units
  /** Whether it was beyond the allowance, and paid a reduced reward. */
  readonly isReduced: boolean
}

/**
 * Takes a user's turn at the faucet and credits its reward in one statement, the hottest of the site: undefined where
 * the wait is not over or the day's limit is reached. Two at once: exactly one gets a turn. Where the budget has no
 * room it fails (`RN011`), and so it does where the account may be paid nothing (`RN012`); then nothing at all has
 * happened.
 */
export const faucetReward = async (
  callFunction: CallFunction,
  given: FaucetReward,
  now: Date,
): Promise<(RewardResult & PaidClaim) | undefined> => {
  const { userId, worths, percent, exp, waitSeconds, dayLimit, claimId, budget, rules } = given
  const { dayMax, reserves, networkPercent, net, commission } = budget
  const terms = [net, dayMax, [...reserves], networkPercent, commission]
  const bounds =
    rules === null
      ? [null, 0, 0, 0, null]
      : [rules.starter, rules.sharePercent, rules.reduced, rules.reducedDay, rules.settledUntil]
  const args = [
    newId(),
    claimId,
    userId,
    arrayOf(worths),
    percent,
    exp,
    waitSeconds,
    dayLimit,
    now,
    ...terms,
    ...bounds,
  ]
  const [row] = await callFunction<ClaimRow>({ name: 'faucet_claim', args })
  assert(row !== undefined, 'a claim has an answer')
  if (row.paid_level === null) return undefined
  return { ...rewardedOf(row), paidLevel: row.paid_level, worth: row.worth, isReduced: !row.is_full }
}

const arrays = new WeakMap<readonly number[], string>()

/** The worths as PostgreSQL reads them: written once, however many claims are paid by them. */
const arrayOf = (worths: readonly number[]): string => {
  const known = arrays.get(worths)
  if (known !== undefined) return known
  assert(
    worths.length > 0 && worths.every((worth) => Number.isSafeInteger(worth) && worth >= PARTS_PER_UNIT),
    'every claim pays a unit at least',
  )
  const text = `{${worths.join()}}`
  arrays.set(worths, text)
  return text
}

/** All null where no turn was taken. */
interface ClaimRow extends RewardRow {
  paid_level: number | null
  worth: Units
  is_full: boolean
}

const rewardedOf = (row: RewardRow): RewardResult => ({
  isNew: row.is_new,
  balance: row.balance,
  totalEarned: row.total_earned,
  exp: row.exp,
  level: row.level,
  levelBefore: row.level_before,
})
