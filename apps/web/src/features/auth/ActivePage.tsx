import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'

const title = msg({ id: 'page.active', message: 'Verify your email' })

export function ActivePage() {
  return <h1>{i18n._(title)}</h1>
}
