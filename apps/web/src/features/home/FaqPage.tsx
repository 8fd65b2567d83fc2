import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'

const title = msg({ id: 'page.faq', message: 'Questions and answers' })

export function FaqPage() {
  return <h1>{i18n._(title)}</h1>
}
