import { t } from '@lingui/core/macro'
import type { ReportState } from '@runnel/contract/earn/offer'

export const reportStateName = (state: ReportState): string => {
  switch (state) {
    case 'open':
      return t({ id: 'admin.report.open', message: 'Open' })
    case 'passed':
      return t({ id: 'admin.report.passed', message: 'Passed to vendor' })
    case 'credited':
      return t({ id: 'admin.report.credited', message: 'Credited by hand' })
    case 'arrived':
      return t({ id: 'admin.report.arrived', message: 'Postback arrived' })
    case 'declined':
      return t({ id: 'admin.report.declined', message: 'Declined' })
  }
}
