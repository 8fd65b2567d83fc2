import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'

const title = msg({ id: 'page.reset', message: 'Choose a new password' })

export function ResetPasswordPage() {
  return <h1>{i18n._(title)}</h1>
}
