import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'

const title = msg({ id: 'page.captchaInstruction', message: 'How the picture check works' })

export function CaptchaInstructionPage() {
  return <h1>{i18n._(title)}</h1>
}
