import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'

const title = msg({ id: 'page.forgot', message: 'Forgot password' })

export function ForgotPasswordPage() {
  return <h1>{i18n._(title)}</h1>
}
