import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'

const title = msg({ id: 'page.login', message: 'Sign in' })

export function LoginPage() {
  return <h1>{i18n._(title)}</h1>
}
