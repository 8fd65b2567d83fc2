import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'

const title = msg({ id: 'page.locked', message: 'Account locked' })

export function LockedPage() {
  return <h1>{i18n._(title)}</h1>
}
