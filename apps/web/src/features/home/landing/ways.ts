import type { EarningKind, EarningRate } from '@runnel/contract/home'
import {
  IconCalendarStar,
  IconChecklist,
  IconDroplet,
  IconEye,
  IconLink,
  IconListCheck,
  IconTargetArrow,
  IconTicket,
  IconTrophy,
  IconUsersPlus,
  type Icon,
} from '@tabler/icons-react'
import { sourceName } from '#features/dashboard/dashboard.ts'

export const wayIcons: Record<EarningKind, Icon> = {
  faucet: IconDroplet,
  ptc: IconEye,
  link: IconLink,
  offerwall: IconListCheck,
  task: IconChecklist,
  bonus: IconCalendarStar,
  challenge: IconTargetArrow,
  coupon: IconTicket,
  leaderboard: IconTrophy,
  referral: IconUsersPlus,
}

export const wayName = (kind: EarningKind): string => sourceName(kind)

/** What pays most for a minute first; then what has no such figure, by its reward; last what is not known yet. */
export const byPay = (rates: readonly EarningRate[]): EarningRate[] =>
  rates.toSorted((a, b) => (b.perMinute ?? -1) - (a.perMinute ?? -1) || (b.reward ?? -1) - (a.reward ?? -1))
