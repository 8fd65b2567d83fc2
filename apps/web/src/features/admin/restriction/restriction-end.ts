import { t } from '@lingui/core/macro'
import * as z from 'zod/mini'
import { momentOf } from '#features/admin/shared/local-time.ts'

/** For how long something is done to an account: so many days, until a moment of one's own, or without an end. */
export const endLengths = ['1', '7', '30', '90', 'day', 'ever'] as const
export type EndLength = (typeof endLengths)[number]

/** As a form holds it; `day` is by the owner's clock and counts only where `length` says so. */
export interface End {
  length: string
  day: string
}

const dayMs = 86_400_000

export const endShape = { length: z.enum(endLengths), day: z.string() }

/** A moment that has passed ends nothing. */
export const endIsAhead = z.refine<End>(
  (end) => end.length !== 'day' || Date.parse(momentOf(end.day) ?? '') > Date.now(),
  {
    path: ['day'],
  },
)

/** The moment that was chosen; undefined for none. */
export const untilOf = ({ length, day }: End): string | undefined => {
  if (length === 'ever') return undefined
  if (length === 'day') return momentOf(day) ?? undefined
  return new Date(Date.now() + Number(length) * dayMs).toISOString()
}

export const endName = (length: EndLength): string => {
  switch (length) {
    case '1':
      return t({ id: 'admin.end.day', message: '1 day' })
    case '7':
      return t({ id: 'admin.end.week', message: '7 days' })
    case '30':
      return t({ id: 'admin.end.month', message: '30 days' })
    case '90':
      return t({ id: 'admin.end.quarter', message: '90 days' })
    case 'day':
      return t({ id: 'admin.end.own', message: 'Custom end date' })
    case 'ever':
      return t({ id: 'admin.end.ever', message: 'Permanent (until lifted)' })
  }
}

export const endWrong = (): string => t({ id: 'admin.end.wrong', message: 'Choose a date in the future.' })
