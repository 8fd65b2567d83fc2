import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'

const title = msg({ id: 'page.account', message: 'Account' })

export function AccountPage() {
  return <h1>{i18n._(title)}</h1>
}
