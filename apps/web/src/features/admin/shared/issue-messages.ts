import { t } from '@lingui/core/macro'
import type * as z from 'zod/mini'
import { formatNumber } from '#ui/format.ts'

type Issue = z.core.$ZodIssue

/** Why a schema refused a value, in words for its field; `format` says what it should look like. */
export const issueText = (issue: Issue, format?: string): string => {
  switch (issue.code) {
    case 'too_small':
      return tooSmall(issue)
    case 'too_big':
      return tooBig(issue)
    case 'invalid_type':
      if (issue.expected === 'int' || issue.expected === 'number') {
        return t({ id: 'admin.issue.number', message: 'Enter a whole number.' })
      }
      break
    default:
  }
  return format ?? t({ id: 'admin.issue.format', message: 'Invalid value.' })
}

const tooSmall = ({ minimum, origin }: Issue & { code: 'too_small' }): string => {
  const least = formatNumber(Number(minimum))
  if (origin !== 'string') return t({ id: 'admin.issue.least', message: `Must be at least ${least}.` })
  return minimum === 1
    ? t({ id: 'admin.issue.empty', message: 'This field is required.' })
    : t({ id: 'admin.issue.short', message: `Use at least ${least} characters.` })
}

const tooBig = ({ maximum, origin }: Issue & { code: 'too_big' }): string => {
  const most = formatNumber(Number(maximum))
  return origin === 'string'
    ? t({ id: 'admin.issue.long', message: `Use at most ${most} characters.` })
    : t({ id: 'admin.issue.most', message: `Must be at most ${most}.` })
}
