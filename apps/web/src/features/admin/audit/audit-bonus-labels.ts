import { t } from '@lingui/core/macro'
import type { AuditRow } from '#features/admin/admin.ts'

/** What was done to a challenge, as the log tells it. */
export const challengeText = ({ action }: Pick<AuditRow, 'action'>): string => {
  if (action === 'challenge.add') return t({ id: 'admin.audit.challengeAdd', message: 'Challenge added' })
  if (action === 'challenge.edit') return t({ id: 'admin.audit.challengeEdit', message: 'Challenge edited' })
  return t({ id: 'admin.audit.challengeRemove', message: 'Challenge deleted' })
}

/** What was done to coupon codes, as the log tells it; `name` is the owner's own name for them. */
export const couponText = ({ action }: Pick<AuditRow, 'action'>, name: string): string => {
  if (action === 'coupon.add') return t({ id: 'admin.audit.couponAdd', message: `Coupon created: ${name}` })
  if (action === 'coupon.add-batch')
    return t({ id: 'admin.audit.couponBatch', message: `Coupon batch created: ${name}` })
  if (action === 'coupon.edit') return t({ id: 'admin.audit.couponEdit', message: `Coupon edited: ${name}` })
  return t({ id: 'admin.audit.couponRemove', message: `Coupon deleted: ${name}` })
}

/** A part of a challenge or a code, as the log names it; null where it is none of theirs. */
export const giftPartName = (name: string): string | null => {
  switch (name) {
    case 'kind':
      return t({ id: 'admin.part.kind', message: 'Type' })
    case 'period':
      return t({ id: 'admin.part.period', message: 'Period' })
    case 'requirement':
      return t({ id: 'admin.part.requirement', message: 'Target' })
    case 'tokenReward':
      return t({ id: 'admin.part.reward', message: 'Reward' })
    case 'code':
      return t({ id: 'admin.part.code', message: 'Code' })
    case 'count':
      return t({ id: 'admin.part.count', message: 'Quantity' })
    case 'prefix':
      return t({ id: 'admin.part.prefix', message: 'Beginning' })
    case 'usesMax':
      return t({ id: 'admin.part.usesMax', message: 'Max. redemptions' })
    case 'from':
      return t({ id: 'admin.part.from', message: 'From' })
    case 'until':
      return t({ id: 'admin.part.until', message: 'Until' })
    case 'verifiedOnly':
      return t({ id: 'admin.part.verifiedOnly', message: 'Verified email required' })
    default:
      return null
  }
}
