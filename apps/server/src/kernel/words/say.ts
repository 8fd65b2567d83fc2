import type { Locale } from '@runnel/contract/locale'
import type { Messages } from '#locales/ids.ts'

declare const said: unique symbol

/**
 * A sentence by its code: the id of a message of the catalogue and the values that it names, as one text. It is kept
 * in a column, a job or an answer like any text, and becomes words where it is read (`render.ts`).
 */
export type Words = string & { readonly [said]: true }

/** Begins what is a code and not words. No request brings it (`parse.ts`). */
export const MARK = '\u001E'

/** An amount of units in the site's currency. */
export interface Money {
  readonly units: number
  readonly currency: string
}

/** Coins of a currency as decimal text. */
export interface Coins {
  readonly coins: string
  readonly currency: string
}

/** So many seconds from now, such as “in 5 minutes”. */
export interface Wait {
  readonly wait: number
}

/** A moment as date and time in UTC. */
export interface Moment {
  readonly at: string
}

/** A UTC day; with `month` only its month and year. */
export interface DayValue {
  readonly day: string
  readonly only?: 'month'
}

/** Several, joined by commas and “and”. */
export interface List {
  readonly list: readonly Single[]
}

type Single = string | number | Money | Coins | Wait | Moment | DayValue

/** What may stand at a plain placeholder. */
export type Value = Single | List
export type Values = Readonly<Record<string, Value>>

type ValuesOf<Id extends keyof Messages> = [keyof Messages[Id]] extends [never] ? [] : [values: Messages[Id]]

/** Names a sentence of the catalogue: `say('withdraw.minimum', { amount: money(minimum, currency) })`. */
export const say = <Id extends keyof Messages>(id: Id, ...values: ValuesOf<Id>): Words => encode([id, ...values])

/** The same of an id that is known only when it runs. */
export const sayCode = (id: keyof Messages, values: Values): Words => encode([id, values])

/** Several whole sentences behind each other. Those that are empty are left out. */
export const together = (...sentences: readonly (string | false)[]): Words =>
  encode(['', sentences.filter((each) => each !== '' && each !== false)])

/** Several texts below each other. */
export const lineByLine = (...lines: readonly string[]): Words => encode(['\n', lines])

/** What somebody wrote in several languages; whoever reads another one reads `own`. */
export const inLocales = (own: string, others: Readonly<Partial<Record<Locale, string>>>): string =>
  Object.keys(others).length === 0 ? own : encode([LOCALES_CODE, { ...others, '': own }])

/** Names several texts of which one is read. */
export const LOCALES_CODE = '|'

/** How every text begins that `say` makes of an id: for looking such texts up. */
export const codeOf = (id: keyof Messages): string => `${MARK}${JSON.stringify([id]).slice(0, -1)}`

/** Whether a text is a code, and not somebody's words. */
export const isCode = (text: string): boolean => text.startsWith(MARK)

/** At most so many characters of what somebody wrote; a code stays whole. */
export const cut = (text: string, most: number): string => (isCode(text) ? text : text.slice(0, most))

// The mark in front is what makes a text the name of words.
const encode = (parts: readonly unknown[]): Words => `${MARK}${JSON.stringify(parts)}` as Words

export const money = (units: number, currency: string): Money => ({ units, currency })

export const coins = (amount: string, currency: string): Coins => ({ coins: amount, currency })

export const inSeconds = (wait: number): Wait => ({ wait })

export const moment = (at: Date): Moment => ({ at: at.toISOString() })

export const onDay = (day: string): DayValue => ({ day })

export const inMonth = (day: string): DayValue => ({ day, only: 'month' })

export const listOf = (list: readonly Single[]): List => ({ list })
