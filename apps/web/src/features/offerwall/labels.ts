import { plural, t } from '@lingui/core/macro'
import type { OfferStatus, Wall } from '@runnel/contract/earn/offerwall'
import { unitsText } from '#ui/Amount.tsx'
import type { Tone } from '#ui/tone.ts'

/** When a reward of this wall can be spent. */
export const holdText = ({ holdAbove, holdDays }: Pick<Wall, 'holdAbove' | 'holdDays'>): string => {
  if (holdDays === 0) return t({ id: 'offerwall.hold.none', message: 'All rewards are paid instantly.' })
  if (holdAbove === 0) {
    return t({
      id: 'offerwall.hold.all',
      message: plural(holdDays, { one: 'Rewards are on hold for # day.', other: 'Rewards are on hold for # days.' }),
    })
  }
  const limit = unitsText(holdAbove)
  return t({
    id: 'offerwall.hold.above',
    message: plural(holdDays, {
      one: `Rewards up to ${limit} are paid instantly. Larger rewards are on hold for # day.`,
      other: `Rewards up to ${limit} are paid instantly. Larger rewards are on hold for # days.`,
    }),
  })
}

export const statusName = (status: OfferStatus): string => {
  switch (status) {
    case 'held':
      return t({ id: 'offerwall.status.held', message: 'On hold' })
    case 'credited':
      return t({ id: 'offerwall.status.credited', message: 'Paid' })
    case 'charged-back':
      return t({ id: 'offerwall.status.back', message: 'Charged back' })
  }
}

export const statusTone: Record<OfferStatus, Tone> = { held: 'warn', credited: 'good', 'charged-back': 'bad' }
