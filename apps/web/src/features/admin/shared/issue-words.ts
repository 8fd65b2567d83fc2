import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, select } from '@lingui/core/macro'
import { issueCode, type IssueId } from '@runnel/contract/issue'
import type * as z from 'zod/mini'
import { formatNumber } from '#ui/format.ts'

type Issue = z.core.$ZodIssue

/**
 * Why a schema refused a value, in words for its field; `format` says what it should look like where the rule alone
 * does not. Server and page tell the same code of an issue and say it with the same words.
 */
export const issueText = (issue: Issue, format?: string): string => {
  const { id, values } = issueCode(issue)
  if (format !== undefined && vague.has(id)) return format
  const shown = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'number' && !counted.has(id) ? formatNumber(value) : value,
  ])
  return i18n._({ ...messages[id], values: Object.fromEntries(shown) })
}

/** What these say is less than what the field itself knows. */
const vague: ReadonlySet<IssueId> = new Set([
  'validation.characters',
  'validation.format',
  'validation.invalid',
  'validation.oneOf',
  'validation.type',
])

/** Their numbers choose a plural, which formats them. */
const counted: ReadonlySet<IssueId> = new Set([
  'validation.imagesMax',
  'validation.oneOf',
  'validation.textLong',
  'validation.textShort',
])

/** The words of `apps/server/locales`; `npm run check` holds both catalogues to one wording. */
const messages: Readonly<Record<IssueId, MessageDescriptor>> = {
  'validation.above': msg({ id: 'validation.above', message: 'This must be greater than {minimum}.' }),
  'validation.adListedTwice': msg({
    id: 'validation.adListedTwice',
    message: 'This ad type and view time are listed twice.',
  }),
  'validation.amountToMove': msg({ id: 'validation.amountToMove', message: 'Enter an amount to add or deduct.' }),
  'validation.atLeast': msg({ id: 'validation.atLeast', message: 'This must be at least {minimum}.' }),
  'validation.atMost': msg({ id: 'validation.atMost', message: 'This must be at most {maximum}.' }),
  'validation.changeOne': msg({
    id: 'validation.changeOne',
    message: 'Change at least one of status, title and description.',
  }),
  'validation.characters': msg({
    id: 'validation.characters',
    message: 'This contains characters that aren’t allowed.',
  }),
  'validation.date': msg({ id: 'validation.date', message: 'Enter a date.' }),
  'validation.dateTime': msg({ id: 'validation.dateTime', message: 'Enter a date and time.' }),
  'validation.country': msg({
    id: 'validation.country',
    message: 'Use the two-letter code of a country in uppercase, such as DE.',
  }),
  'validation.depositListedTwice': msg({
    id: 'validation.depositListedTwice',
    message: 'This processor and currency are listed twice.',
  }),
  'validation.email': msg({ id: 'validation.email', message: 'Enter a valid email address.' }),
  'validation.explorer': msg({
    id: 'validation.explorer',
    message: 'Start with https:// and use {placeholder} once, such as {example}.',
  }),
  'validation.format': msg({ id: 'validation.format', message: 'Invalid format.' }),
  'validation.imagesMax': msg({
    id: 'validation.imagesMax',
    message: '{most, plural, one {A worker can submit at most # image.} other {A worker can submit at most # images.}}',
  }),
  'validation.invalid': msg({ id: 'validation.invalid', message: 'Invalid value.' }),
  'validation.keysMax': msg({ id: 'validation.keysMax', message: 'An offerwall can have at most {most} keys.' }),
  'validation.listLong': msg({ id: 'validation.listLong', message: 'Choose at most {maximum}.' }),
  'validation.listShort': msg({ id: 'validation.listShort', message: 'Choose at least {minimum}.' }),
  'validation.lockEnd': msg({ id: 'validation.lockEnd', message: 'Enter the end date of the lock.' }),
  'validation.login': msg({ id: 'validation.login', message: 'Enter your username or email address.' }),
  'validation.maximumBelowMinimum': msg({
    id: 'validation.maximumBelowMinimum',
    message: 'The maximum can’t be below the minimum.',
  }),
  'validation.oneOf': msg({
    id: 'validation.oneOf',
    message: '{count, plural, one {This must be {values}.} other {This must be one of {values}.}}',
  }),
  'validation.passwordForEmail': msg({
    id: 'validation.passwordForEmail',
    message: 'Enter your password to change the email address.',
  }),
  'validation.rateAboveZero': msg({ id: 'validation.rateAboveZero', message: 'The rate must be greater than 0.' }),
  'validation.reasonForAdvertiser': msg({
    id: 'validation.reasonForAdvertiser',
    message: 'Enter a reason. The advertiser will see it.',
  }),
  'validation.reasonForOwners': msg({
    id: 'validation.reasonForOwners',
    message: 'Enter a reason. The owners will see it.',
  }),
  'validation.required': msg({ id: 'validation.required', message: 'This is required.' }),
  'validation.textLong': msg({
    id: 'validation.textLong',
    message: '{maximum, plural, one {Use at most # character.} other {Use at most # characters.}}',
  }),
  'validation.textShort': msg({
    id: 'validation.textShort',
    message: '{minimum, plural, one {Use at least # character.} other {Use at least # characters.}}',
  }),
  'validation.type': msg({
    id: 'validation.type',
    message: select(
      { type: '' },
      {
        string: 'This must be text.',
        number: 'This must be a number.',
        int: 'This must be a whole number.',
        boolean: 'This must be yes or no.',
        array: 'This must be a list.',
        object: 'This must be an object.',
        other: 'This must be of another kind.',
      },
    ),
  }),
  'validation.unknownFields': msg({ id: 'validation.unknownFields', message: 'The request contains unknown fields.' }),
}
