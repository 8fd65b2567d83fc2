import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'

const title = msg({ id: 'page.admin.withdrawals', message: 'Withdrawals' })

export function WithdrawalsPage() {
  return <h1>{i18n._(title)}</h1>
}
