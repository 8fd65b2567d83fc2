import type * as z from 'zod/mini'

type Issue = z.core.$ZodIssue

/** Field names to plain sentences, as the envelope's `errors` carries them: the first sentence of each field. */
export const fieldMessages = (issues: readonly Issue[]): Record<string, string> => {
  const sentences: Record<string, string> = {}
  for (const issue of issues) {
    const field = issue.path.map(String).join('.') || 'body'
    sentences[field] ??= sentenceOf(issue)
  }
  return sentences
}

const sentenceOf = (issue: Issue): string => {
  switch (issue.code) {
    case 'too_small':
      return tooSmall(issue)
    case 'too_big':
      return tooBig(issue)
    case 'invalid_type':
      return issue.input === undefined
        ? 'This is required.'
        : `This must be ${typeNames[issue.expected] ?? 'of another kind'}.`
    case 'invalid_format':
      return formats[issue.format] ?? 'Invalid format.'
    case 'invalid_value':
      return `This must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(String).join(', ')}.`
    case 'unrecognized_keys':
      return 'The request contains unknown fields.'
    case 'custom':
      return issue.message === 'Invalid input' || issue.message === '' ? 'Invalid value.' : issue.message
    default:
      return 'Invalid value.'
  }
}

const tooSmall = (issue: Extract<Issue, { code: 'too_small' }>): string => {
  if (issue.origin === 'string') {
    return issue.minimum === 1 ? 'This is required.' : `Use at least ${String(issue.minimum)} characters.`
  }
  if (issue.origin === 'array') return `Choose at least ${String(issue.minimum)}.`
  return issue.inclusive === false
    ? `This must be greater than ${String(issue.minimum)}.`
    : `This must be at least ${String(issue.minimum)}.`
}

const tooBig = (issue: Extract<Issue, { code: 'too_big' }>): string => {
  if (issue.origin === 'string') return `Use at most ${String(issue.maximum)} characters.`
  if (issue.origin === 'array') return `Choose at most ${String(issue.maximum)}.`
  return `This must be at most ${String(issue.maximum)}.`
}

const typeNames: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'yes or no',
  array: 'a list',
  object: 'an object',
}

const formats: Record<string, string> = {
  email: 'Enter a valid email address.',
  regex: 'This contains characters that aren’t allowed.',
  datetime: 'Enter a date and time.',
  date: 'Enter a date.',
}
