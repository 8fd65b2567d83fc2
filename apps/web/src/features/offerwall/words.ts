import { plural, t } from '@lingui/core/macro'
import type { OfferStatus, Wall } from '@runnel/contract/offerwall'
import { unitsInWords } from '#ui/Amount.tsx'
import type { Tone } from '#ui/tone.ts'

/** When a reward of this wall can be spent. */
export function holdWords({ holdAbove, holdDays }: Pick<Wall, 'holdAbove' | 'holdDays'>): string {
  if (holdDays === 0) return t({ id: 'offerwall.hold.none', message: 'Paid at once, whatever the amount.' })
  if (holdAbove === 0) {
    return t({
      id: 'offerwall.hold.all',
      message: plural(holdDays, {
        one: 'Each reward is held for # day, then it is yours to spend.',
        other: 'Each reward is held for # days, then it is yours to spend.',
      }),
    })
  }
  const limit = unitsInWords(holdAbove)
  return t({
    id: 'offerwall.hold.above',
    message: plural(holdDays, {
      one: `Paid at once up to ${limit}; larger rewards are held for # day first.`,
      other: `Paid at once up to ${limit}; larger rewards are held for # days first.`,
    }),
  })
}

export function statusName(status: OfferStatus): string {
  switch (status) {
    case 'held':
      return t({ id: 'offerwall.status.held', message: 'Held' })
    case 'credited':
      return t({ id: 'offerwall.status.credited', message: 'Paid' })
    case 'charged-back':
      return t({ id: 'offerwall.status.back', message: 'Taken back' })
  }
}

export const statusTone: Record<OfferStatus, Tone> = { held: 'warn', credited: 'good', 'charged-back': 'bad' }
