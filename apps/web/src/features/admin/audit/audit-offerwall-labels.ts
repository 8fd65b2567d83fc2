import { t } from '@lingui/core/macro'
import { entryFieldName } from './entry-field-names.ts'

/** A part of an offerwall, as the log names it. */
export const wallPartName = (name: string): string => {
  switch (name) {
    case 'preset':
      return t({ id: 'admin.part.preset', message: 'Preset' })
    case 'slug':
      return t({ id: 'admin.part.slug', message: 'URL name' })
    case 'conditions':
      return t({ id: 'admin.part.conditions', message: 'Conditions' })
    case 'frameUrl':
      return t({ id: 'admin.part.frameUrl', message: 'Iframe URL' })
    case 'keys':
      return t({ id: 'admin.part.keys', message: 'Keys' })
    case 'secret':
      return t({ id: 'admin.part.secret', message: 'Secret' })
    case 'allowedIps':
      return t({ id: 'admin.part.allowedIps', message: 'Allowed IP addresses' })
    case 'refuseOtherIps':
      return t({ id: 'admin.part.refuseOtherIps', message: 'Reject other IP addresses' })
    case 'unitsPerAmount':
      return t({ id: 'admin.part.unitsPerAmount', message: 'Units per currency unit' })
    case 'shareBasisPoints':
      return t({ id: 'admin.part.shareBasisPoints', message: 'Revenue share (basis points)' })
    case 'maxReward':
      return t({ id: 'admin.part.maxReward', message: 'Max. reward' })
    case 'holdAbove':
      return t({ id: 'admin.part.holdAbove', message: 'Hold rewards above' })
    case 'holdDays':
      return t({ id: 'admin.part.holdDays', message: 'Hold period (days)' })
    case 'minLevel':
      return t({ id: 'admin.part.minLevel', message: 'Minimum level' })
    case 'rules':
      return t({ id: 'admin.part.rules', message: 'Postback format' })
    default:
      return entryFieldName(name)
  }
}
