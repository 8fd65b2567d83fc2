import type { WallRules } from '@runnel/contract/admin/wall-rules'
import { UNITS_PER_CURRENCY } from '@runnel/contract/constants'
import { say } from '#kernel/words/say.ts'
import { scaled } from '#money/amount.ts'
import { type Params, valueOf } from './parse.ts'

/** What a wall tells, by its rules. Amounts are whole numbers of 10⁻¹⁸, with their sign. */
export interface PostbackValues {
  readonly kind: 'credit' | 'reversal' | 'ignored'
  /** Why it is ignored; empty for the others. */
  readonly why: string
  readonly userRef: string
  readonly txId: string
  /** What a reversal names, or what a later one will; empty: nothing. */
  readonly refId: string
  readonly amount: bigint | undefined
  readonly usd: bigint | undefined
  readonly offer: string
  /** The click that it gives back; empty: none. */
  readonly clickId: string
}

export const readPostbackValues = (rules: WallRules, params: Params): PostbackValues => {
  const value = (name: string): string => (name === '' ? '' : (valueOf(params, name) ?? '').trim())
  const amount = amountOf(rules.amountParam, value)
  const usd = amountOf(rules.usdParam, value)
  const txId = value(rules.txParam)
  const named = value(rules.refParam)
  const prefixed = withoutPrefix(txId, rules.reversalPrefix)
  const isReversal = (amount ?? 0n) < 0n || (usd ?? 0n) < 0n || prefixed !== undefined
  return {
    ...kindOf(rules, { params, status: value(rules.statusParam), isReversal }),
    userRef: value(rules.userParam),
    txId,
    refId: named === '' ? (prefixed ?? '') : named,
    amount,
    usd,
    offer: value(rules.offerParam),
    clickId: value(rules.clickParam),
  }
}

/** The transaction that one with this prefix takes back; undefined where it has no such prefix. */
const withoutPrefix = (txId: string, prefix: string): string | undefined =>
  prefix !== '' && txId.startsWith(prefix) && txId.length > prefix.length ? txId.slice(prefix.length) : undefined

interface Signs {
  readonly params: Params
  readonly status: string
  /** It says so by its sign or by its name, whatever its status is. */
  readonly isReversal: boolean
}

const kindOf = (rules: WallRules, { params, status, isReversal }: Signs): Pick<PostbackValues, 'kind' | 'why'> => {
  const test = rules.testParams.find((name) => isOn(valueOf(params, name)))
  if (test !== undefined) return { kind: 'ignored', why: say('owner.offerwall.testPostback', { test }) }
  const isOf = (values: readonly string[]): boolean => values.some((one) => one.toLowerCase() === status.toLowerCase())
  if (isOf(rules.ignoredValues))
    return { kind: 'ignored', why: say('owner.offerwall.statusCreditsNothing', { status }) }
  if (isReversal || isOf(rules.reversalValues)) return { kind: 'reversal', why: '' }
  // A wall that was not asked for its status only tells of credits.
  if (rules.statusParam === '' || status === '' || isOf(rules.creditValues)) return { kind: 'credit', why: '' }
  return { kind: 'ignored', why: say('owner.offerwall.unknownStatus', { status: status.slice(0, 60) }) }
}

const isOn = (value: string | undefined): boolean =>
  value !== undefined && !['', '0', 'false', 'no', 'off'].includes(value.trim().toLowerCase())

const AMOUNT = /^([-+]?)(\d{0,15}(?:\.\d{0,40})?)$/

/** A decimal of any sign; undefined for what is none. `cpa/100` is the parameter `cpa` in hundredths. */
const amountOf = (param: string, value: (name: string) => string): bigint | undefined => {
  const [, name = '', divisor = '1'] = /^(.*?)(?:\/(\d{1,9}))?$/.exec(param) ?? []
  const [, sign, digits = ''] = AMOUNT.exec(value(name)) ?? []
  if (!/\d/.test(digits) || Number(divisor) === 0) return undefined
  const size = scaled(digits) / BigInt(divisor)
  return sign === '-' ? -size : size
}

/** How a wall's words become units. */
export interface RewardRate {
  readonly units_per_amount: string
  readonly share_basis_points: number
}

const ONE = 10n ** 18n
const BASIS_POINTS = 10_000n

/** Units that a call is worth to the user, rounded down; undefined where the wall did not tell what counts. */
export const unitsOf = (
  worth: RewardRate,
  { amount, usd }: Pick<PostbackValues, 'amount' | 'usd'>,
): bigint | undefined => {
  const rate = scaled(worth.units_per_amount)
  if (rate > 0n) return amount === undefined ? undefined : (absolute(amount) * rate) / ONE / ONE
  const share = BigInt(UNITS_PER_CURRENCY) * BigInt(worth.share_basis_points)
  return usd === undefined ? undefined : (absolute(usd) * share) / BASIS_POINTS / ONE
}

/** More than any offer brings; what claims more is not believed in statistics either. */
const REVENUE_MAX = 10n ** 13n

/** Units that the wall's dollars are worth to the site; 0 where it told none. */
export const revenueOf = ({ usd = 0n }: Pick<PostbackValues, 'usd'>): number => {
  const revenue = (absolute(usd) * BigInt(UNITS_PER_CURRENCY)) / ONE
  return Number(revenue > REVENUE_MAX ? REVENUE_MAX : revenue)
}

export const absolute = (amount: bigint): bigint => (amount < 0n ? -amount : amount)
