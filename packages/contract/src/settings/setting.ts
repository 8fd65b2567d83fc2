import * as z from 'zod/mini'

/** What everybody may earn from the site by a source whose rewards are settings. */
export type PaidBy = 'faucet' | 'bonus' | 'leaderboard'

/**
 * How a change of a setting is guarded.
 * - `free`: words, looks and order, and conditions that no amount hangs on.
 * - `proof`: always asks for a fresh proof.
 * - `loosens`: always asks for a fresh proof; with four eyes what is looser waits for the second admin.
 * - `bounded`: decides how much one user may get in a day (`dailyMost`). Over `PROOF_BOUND` it asks for a fresh proof;
 *   with four eyes it waits at the owner's limit, together with what the same admin raised alone within a day.
 * - `priced`: asks for a fresh proof where one of its figures moves by more than `PROOF_BOUND.percent`; with four eyes
 *   it waits where one moves by more than `PRICE_FACTOR` within a day.
 */
export type Guard<Value> =
  | { readonly kind: 'free' | 'proof' }
  | { readonly kind: 'loosens'; readonly isLooser: (before: Value, after: Value) => boolean }
  | { readonly kind: 'bounded'; readonly paidBy: PaidBy }
  | { readonly kind: 'priced'; readonly figures: (value: Value) => Readonly<Record<string, number>> }

export const free = { kind: 'free' } as const
export const proof = { kind: 'proof' } as const
export const bounded = <Source extends PaidBy>(paidBy: Source) => ({ kind: 'bounded', paidBy }) as const
export const loosens = <Value>(isLooser: (before: Value, after: Value) => boolean) =>
  ({ kind: 'loosens', isLooser }) as const
export const priced = <Value>(figures: (value: Value) => Readonly<Record<string, number>>) =>
  ({ kind: 'priced', figures }) as const

export const always = loosens(() => true)
export const upwards = loosens((before: number, after: number) => after > before)
export const downwards = loosens((before: number, after: number) => after < before)
export const switchedOn = loosens((before: boolean, after: boolean) => after && !before)
export const switchedOff = loosens((before: boolean, after: boolean) => before && !after)
export const unlessEmptied = loosens((_before: string, after: string) => after !== '')
export const figure = priced((value: number) => ({ value }))
/** A limit where 0 says that there is none. */
export const isHigher = (before: number, after: number): boolean =>
  after !== before && before !== 0 && (after === 0 || after > before)
export const limit = loosens(isHigher)

/** One setting: what it may be, what a new site starts with, and how a change of it is guarded. */
export const setting = <Schema extends z.ZodMiniType>(
  schema: Schema,
  standard: z.infer<Schema>,
  guard: Guard<z.infer<Schema>>,
) => ({ schema, standard, guard, isSecret: false }) as const

/** A setting that is encrypted at rest and never leaves the server again; reading gives only whether one is set. */
export const secret = <Schema extends z.ZodMiniType<string>>(schema: Schema, guard: Guard<string>) =>
  ({ schema, standard: '', guard, isSecret: true }) as const

/** A whole number within bounds that no site needs to leave. */
export const reasonable = (maximum: number, minimum = 0) => z.int().check(z.minimum(minimum), z.maximum(maximum))
/** A secret as the owner typed it. */
export const Secret = z.string().check(z.maxLength(500))
export const differ = (names: readonly string[]): boolean => new Set(names).size === names.length
