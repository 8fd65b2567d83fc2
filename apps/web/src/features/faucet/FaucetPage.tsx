import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'

const title = msg({ id: 'page.faucet', message: 'Faucet' })

export function FaucetPage() {
  return <h1>{i18n._(title)}</h1>
}
