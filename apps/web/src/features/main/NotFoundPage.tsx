import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'

const title = msg({ id: 'page.notFound', message: 'Page not found' })

export function NotFoundPage() {
  return <h1>{i18n._(title)}</h1>
}
