import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'

const title = msg({ id: 'page.register', message: 'Create account' })

export function RegisterPage() {
  return <h1>{i18n._(title)}</h1>
}
