import { t } from '@lingui/core/macro'
import { formatDateTime } from '#ui/format.ts'
import { giftPartName } from './audit-bonus-labels.ts'
import { wallPartName } from './audit-offerwall-labels.ts'
import { userPartName } from './audit-user-labels.ts'

/** A part of a method, as the log names it. */
export const partName = (name: string): string => {
  switch (name) {
    case 'currency':
      return t({ id: 'admin.part.currency', message: 'Currency' })
    case 'name':
      return t({ id: 'admin.part.name', message: 'Name' })
    case 'processor':
      return t({ id: 'admin.part.processor', message: 'Payout processor' })
    case 'minimum':
      return t({ id: 'admin.part.minimum', message: 'Minimum' })
    case 'maximum':
      return t({ id: 'admin.part.maximum', message: 'Maximum' })
    case 'fee':
      return t({ id: 'admin.part.fee', message: 'Fee' })
    case 'rate':
      return t({ id: 'admin.part.rate', message: 'Rate (units per coin)' })
    case 'rateSource':
      return t({ id: 'admin.method.rateSource', message: 'Rate source' })
    case 'options':
      return t({ id: 'admin.part.options', message: 'Processor options' })
    case 'decimals':
      return t({ id: 'admin.part.decimals', message: 'Decimals' })
    case 'enabled':
      return t({ id: 'admin.part.enabled', message: 'Open' })
    case 'position':
      return t({ id: 'admin.part.position', message: 'Position' })
    case 'api':
      return t({ id: 'admin.part.api', message: 'API type' })
    case 'apiUrl':
      return t({ id: 'admin.part.apiUrl', message: 'API URL' })
    case 'apiKey':
      return t({ id: 'admin.part.apiKey', message: 'Key' })
    case 'reward':
      return t({ id: 'admin.part.reward', message: 'Reward' })
    case 'maxView':
      return t({ id: 'admin.part.maxView', message: 'Visits per day' })
    case 'priority':
      return t({ id: 'admin.part.priority', message: 'Priority' })
    case 'minSeconds':
      return t({ id: 'admin.part.minSeconds', message: 'Minimum seconds' })
    case 'expectedSeconds':
      return t({ id: 'admin.part.expectedSeconds', message: 'Expected time (s)' })
    case 'countries':
      return t({ id: 'admin.part.countries', message: 'Countries' })
    default:
      return payoutPartName(name) ?? giftPartName(name) ?? userPartName(name) ?? wallPartName(name)
  }
}

const payoutPartName = (name: string): string | null => {
  switch (name) {
    case 'source':
      return t({ id: 'admin.outflow.source', message: 'Source' })
    case 'txId':
      return t({ id: 'admin.txId', message: 'Transaction ID' })
    case 'msg':
      return t({ id: 'admin.part.seen', message: 'Evidence' })
    default:
      return null
  }
}

/** A value as it stands in the log, with words for what has no look of its own. */
export const valueText = (text: string): string => {
  switch (text) {
    case '':
      return t({ id: 'admin.audit.empty', message: '(empty)' })
    case 'true':
      return t({ id: 'admin.audit.yes', message: 'yes' })
    case 'false':
      return t({ id: 'admin.audit.no', message: 'no' })
    case 'feed':
      return t({ id: 'admin.method.feed', message: 'Price sources' })
    case 'fixed':
      return t({ id: 'admin.method.fixed', message: 'Fixed rate' })
    default:
      return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) ? formatDateTime(text) : text
  }
}
