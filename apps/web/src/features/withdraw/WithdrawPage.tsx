import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'

const title = msg({ id: 'page.withdraw', message: 'Withdraw' })

export function WithdrawPage() {
  return <h1>{i18n._(title)}</h1>
}
