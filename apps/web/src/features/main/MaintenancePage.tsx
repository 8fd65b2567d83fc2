import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'

const title = msg({ id: 'page.maintenance', message: 'Maintenance' })

export function MaintenancePage() {
  return <h1>{i18n._(title)}</h1>
}
