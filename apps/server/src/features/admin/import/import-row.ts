import { Email } from '@runnel/contract/account/email'
import { UNITS_PER_CURRENCY, USERNAME_MAX, USERNAME_MIN } from '@runnel/contract/constants'
import * as z from 'zod/mini'
import { emailKey } from '#features/user/user.ts'
import { say } from '#kernel/words/say.ts'
import { expOfLevel } from '#money/level.ts'
import type { FileRow } from './import-file.ts'

/** A user as an import makes them; it waits in the database until its turn. */
export const ImportUser = z.object({
  username: z.string(),
  email: z.string(),
  emailKey: z.string(),
  balance: z.int(),
  deposit: z.int(),
  exp: z.int(),
  joinedAt: z.nullable(z.string()),
  referrer: z.nullable(z.string()),
  isVerified: z.boolean(),
  externalId: z.string(),
})
export type ImportUser = z.infer<typeof ImportUser>

/** Why a row cannot be taken. */
export interface RowProblem {
  readonly line: number
  readonly username: string
  readonly sentence: string
  readonly proposal: string | null
}

export type Unit = 'units' | 'decimal'

/** A row as a user, or what is wrong with it; the name is checked last, when all else is right. */
export const readRow = ({ line, cells }: FileRow, unit: Unit, now: Date): ImportUser | RowProblem => {
  const given = cells.username ?? ''
  const wrong = (sentence: string): RowProblem => ({ line, username: given.slice(0, 60), sentence, proposal: null })
  const email = z.safeParse(Email, cells.email ?? '')
  if (!email.success) return wrong(say('owner.import.emailAddressInvalid'))
  const balance = amountOf(cells.balance ?? '', unit)
  if (balance === undefined)
    return wrong(unit === 'units' ? say('owner.import.balanceNotUnits') : say('owner.import.balanceNotAmount'))
  const deposit = amountOf(cells.deposit ?? '', unit)
  if (deposit === undefined) return wrong(say('owner.import.depositBalanceValidAmount'))
  const exp = expOf(cells)
  if (exp === undefined) return wrong(say('owner.import.xpLevelWholeNumber'))
  const joinedAt = momentOf(cells.joined ?? '', now)
  if (joinedAt === undefined) return wrong(say('owner.import.joinDateInvalid'))
  const username = given.toLowerCase()
  const externalId = cells.id === undefined || cells.id === '' ? `name:${username}` : cells.id
  if (externalId.length > 100) return wrong(say('owner.import.idTooLong'))
  if (!isName(username)) {
    const sentence = say('owner.import.usernameMustCharactersZ', {
      least: USERNAME_MIN,
      most: USERNAME_MAX,
    })
    return { ...wrong(sentence), proposal: proposalFor(username, 0) }
  }
  return {
    username,
    email: email.data,
    emailKey: emailKey(email.data),
    balance,
    deposit,
    exp,
    joinedAt: joinedAt?.toISOString() ?? null,
    referrer: cells.referrer === undefined || cells.referrer === '' ? null : cells.referrer.slice(0, 100),
    isVerified: /^(1|true|yes|y|t|active|verified|on|\d{4}-\d\d-\d\d.*)$/i.test(cells.verified ?? ''),
    externalId,
  }
}

export const isProblem = (read: ImportUser | RowProblem): read is RowProblem => 'sentence' in read

const isName = (name: string): boolean => /^[a-z0-9_]{3,20}$/.test(name)

/** A name made of another that fits; each turn gives another one. */
export const proposalFor = (name: string, turn: number): string => {
  const bare = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9_]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
  const base = bare.length >= USERNAME_MIN ? bare : `user_${bare}`.replace(/_$/, '')
  const end = turn === 0 ? '' : `_${turn + 1}`
  return base.slice(0, USERNAME_MAX - end.length) + end
}

/** As much as anybody could own; far below what a number holds exactly. */
export const UNITS_MOST = 1_000_000_000_000_000
const DECIMALS = String(UNITS_PER_CURRENCY).length - 1

/** Units of what is written; below a unit is rounded down. Undefined: it is no amount. */
export const amountOf = (text: string, unit: Unit): number | undefined => {
  const plain = text.replaceAll(/[\s']/g, '')
  if (plain === '') return 0
  const parts = /^(\d{1,18})(?:\.(\d{1,30}))?$/.exec(plain)
  if (parts === null) return undefined
  const [, whole = '0', fraction = ''] = parts
  if (unit === 'units' && /[1-9]/.test(fraction)) return undefined
  const units = unit === 'units' ? BigInt(whole) : BigInt(whole + fraction.padEnd(DECIMALS, '0').slice(0, DECIMALS))
  return units > BigInt(UNITS_MOST) ? undefined : Number(units)
}

const expOf = ({ exp = '', level = '' }: FileRow['cells']): number | undefined => {
  if (exp !== '') return /^\d{1,12}$/.test(exp) ? Number(exp) : undefined
  if (level === '') return 0
  return /^\d{1,5}$/.test(level) ? expOfLevel(Math.max(1, Number(level))) : undefined
}

const FIRST_YEAR = 2000

/** A date, or seconds or milliseconds since 1970; null: nothing is said, or it is still to come. */
const momentOf = (text: string, now: Date): Date | null | undefined => {
  if (text === '' || text === '0' || text.startsWith('0000-')) return null
  const moment = /^\d{9,10}$/.test(text)
    ? new Date(Number(text) * 1_000)
    : /^\d{12,13}$/.test(text)
      ? new Date(Number(text))
      : dateOf(text)
  if (moment === undefined || Number.isNaN(moment.getTime()) || moment.getUTCFullYear() < FIRST_YEAR) return undefined
  return moment > now ? null : moment
}

/** Without a zone it is UTC, as databases write it. */
const dateOf = (text: string): Date | undefined => {
  const parts = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?)\s?(Z|UTC|[+-]\d\d:?\d\d)?)?$/.exec(text)
  if (parts === null) return undefined
  const [, day = '', time = '00:00', zone = 'Z'] = parts
  return new Date(`${day}T${time}${zone === 'UTC' ? 'Z' : zone}`)
}
