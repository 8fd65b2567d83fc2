import type * as z from 'zod/mini'

type Issue = z.core.$ZodIssue

/** The codes of what a schema refuses. Server and web have words for each, under the same ids. */
export type IssueId =
  | 'validation.required'
  | 'validation.type'
  | 'validation.format'
  | 'validation.email'
  | 'validation.characters'
  | 'validation.dateTime'
  | 'validation.date'
  | 'validation.oneOf'
  | 'validation.unknownFields'
  | 'validation.invalid'
  | 'validation.textShort'
  | 'validation.textLong'
  | 'validation.listShort'
  | 'validation.listLong'
  | 'validation.above'
  | 'validation.atLeast'
  | 'validation.atMost'
  | CustomIssueId

/** What only a rule of ours refuses: its `error` is one of these. */
const customIds = [
  'validation.adListedTwice',
  'validation.amountToMove',
  'validation.changeOne',
  'validation.country',
  'validation.depositListedTwice',
  'validation.explorer',
  'validation.imagesMax',
  'validation.keysMax',
  'validation.lockEnd',
  'validation.login',
  'validation.maximumBelowMinimum',
  'validation.passwordForEmail',
  'validation.rateAboveZero',
  'validation.reasonForAdvertiser',
  'validation.reasonForOwners',
] as const
export type CustomIssueId = (typeof customIds)[number]

/** An issue without words: which sentence says it, and what that sentence names. */
export interface IssueCode {
  readonly id: IssueId
  readonly values: Readonly<Record<string, string | number>>
}

/** What a schema refuses, as a code: the one translation of issues, for both ends. */
export const issueCode = (issue: Issue): IssueCode => {
  switch (issue.code) {
    case 'too_small':
      return tooSmall(issue)
    case 'too_big':
      return tooBig(issue)
    case 'invalid_type':
      return issue.input === undefined
        ? plain('validation.required')
        : // What is no number in a form, whose numbers are whole, arrives here as NaN.
          code('validation.type', { type: Number.isNaN(issue.input) ? 'int' : issue.expected })
    case 'invalid_format':
      return issue.message === 'validation.explorer'
        ? code(issue.message, { placeholder: '{tx}', example: 'https://example.com/tx/{tx}' })
        : plain(customId(issue.message) ?? formats[issue.format] ?? 'validation.format')
    case 'invalid_value':
      return code('validation.oneOf', { count: issue.values.length, values: issue.values.map(String).join(', ') })
    case 'unrecognized_keys':
      return plain('validation.unknownFields')
    case 'custom':
      return code(customId(issue.message) ?? 'validation.invalid', numbersOf(issue.params))
    default:
      return plain('validation.invalid')
  }
}

const code = (id: IssueId, values: IssueCode['values']): IssueCode => ({ id, values })
const plain = (id: IssueId): IssueCode => ({ id, values: {} })

const customId = (message: string): CustomIssueId | undefined => customIds.find((id) => id === message)

/** What a rule of ours names beside its id. */
const numbersOf = (params: Readonly<Record<string, unknown>> = {}): Record<string, number> =>
  Object.fromEntries(
    Object.entries(params).flatMap(([name, value]) => (typeof value === 'number' ? [[name, value]] : [])),
  )

const tooSmall = (issue: Extract<Issue, { code: 'too_small' }>): IssueCode => {
  const minimum = Number(issue.minimum)
  if (issue.origin === 'string') {
    return minimum === 1 ? plain('validation.required') : code('validation.textShort', { minimum })
  }
  if (issue.origin === 'array') return code('validation.listShort', { minimum })
  return code(issue.inclusive === false ? 'validation.above' : 'validation.atLeast', { minimum })
}

const tooBig = (issue: Extract<Issue, { code: 'too_big' }>): IssueCode => {
  const maximum = Number(issue.maximum)
  if (issue.origin === 'string') return code('validation.textLong', { maximum })
  return code(issue.origin === 'array' ? 'validation.listLong' : 'validation.atMost', { maximum })
}

const formats: Readonly<Record<string, IssueId>> = {
  email: 'validation.email',
  regex: 'validation.characters',
  datetime: 'validation.dateTime',
  date: 'validation.date',
}
