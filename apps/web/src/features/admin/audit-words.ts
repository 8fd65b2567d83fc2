import { t } from '@lingui/core/macro'

/** A part of a method, as the log names it. */
export function partName(name: string): string {
  switch (name) {
    case 'currency':
      return t({ id: 'admin.part.currency', message: 'Currency' })
    case 'name':
      return t({ id: 'admin.part.name', message: 'Name' })
    case 'processor':
      return t({ id: 'admin.part.processor', message: 'Who pays' })
    case 'minimum':
      return t({ id: 'admin.part.minimum', message: 'Minimum' })
    case 'maximum':
      return t({ id: 'admin.part.maximum', message: 'Maximum' })
    case 'fee':
      return t({ id: 'admin.part.fee', message: 'Fee' })
    case 'rate':
      return t({ id: 'admin.part.rate', message: 'Units per coin' })
    case 'decimals':
      return t({ id: 'admin.part.decimals', message: 'Decimals' })
    case 'enabled':
      return t({ id: 'admin.part.enabled', message: 'Open' })
    case 'position':
      return t({ id: 'admin.part.position', message: 'Place' })
    default:
      return name
  }
}

/** A value as it stands in the log, with words for what has no look of its own. */
export function valueWords(text: string): string {
  switch (text) {
    case '':
      return t({ id: 'admin.audit.empty', message: '(empty)' })
    case 'true':
      return t({ id: 'admin.audit.yes', message: 'yes' })
    case 'false':
      return t({ id: 'admin.audit.no', message: 'no' })
    default:
      return text
  }
}
