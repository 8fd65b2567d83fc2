import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'

const title = msg({ id: 'page.wait', message: 'Cooldown' })

export function WaitPage() {
  return <h1>{i18n._(title)}</h1>
}
