import { t } from '@lingui/core/macro'
import { deedPartName } from './audit/deed-part-words.ts'

/** A part of an offerwall, as the log names it. */
export function wallPartName(name: string): string {
  switch (name) {
    case 'preset':
      return t({ id: 'admin.part.preset', message: 'Made from' })
    case 'slug':
      return t({ id: 'admin.part.slug', message: 'Name in its address' })
    case 'conditions':
      return t({ id: 'admin.part.conditions', message: 'Conditions' })
    case 'frameUrl':
      return t({ id: 'admin.part.frameUrl', message: 'Address of the frame' })
    case 'keys':
      return t({ id: 'admin.part.keys', message: 'Keys' })
    case 'secret':
      return t({ id: 'admin.part.secret', message: 'Secret' })
    case 'allowedIps':
      return t({ id: 'admin.part.allowedIps', message: 'Addresses of its calls' })
    case 'refuseOtherIps':
      return t({ id: 'admin.part.refuseOtherIps', message: 'Others are refused' })
    case 'unitsPerAmount':
      return t({ id: 'admin.part.unitsPerAmount', message: 'Units per amount' })
    case 'shareBasisPoints':
      return t({ id: 'admin.part.shareBasisPoints', message: 'Share of the dollars, in basis points' })
    case 'maxReward':
      return t({ id: 'admin.part.maxReward', message: 'Largest reward' })
    case 'holdAbove':
      return t({ id: 'admin.part.holdAbove', message: 'Held above' })
    case 'holdDays':
      return t({ id: 'admin.part.holdDays', message: 'Days on hold' })
    case 'minLevel':
      return t({ id: 'admin.part.minLevel', message: 'Lowest level' })
    case 'rules':
      return t({ id: 'admin.part.rules', message: 'How it speaks' })
    default:
      return deedPartName(name)
  }
}
