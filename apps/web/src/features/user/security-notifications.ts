import { t } from '@lingui/core/macro'
import type { Notification } from '@runnel/contract/account/user'

export type SecurityKind = 'google-linked' | 'google-unlinked' | 'two-step-on' | 'two-step-off' | 'recovery-code-used'

/** What the bell says about the ways into an account. */
export function securityNews(kind: SecurityKind, values: Notification['values']): { title: string; text: string } {
  const email = String(values['email'] ?? '')
  const left = String(values['left'] ?? '')
  switch (kind) {
    case 'google-linked':
      return { title: t({ id: 'notification.googleLinked', message: 'Google account linked' }), text: email }
    case 'google-unlinked':
      return {
        title: t({ id: 'notification.googleUnlinked', message: 'Google account unlinked' }),
        text: email,
      }
    case 'two-step-on':
      return {
        title: t({ id: 'notification.twoStepOn', message: 'Two-factor authentication turned on' }),
        text: t({ id: 'notification.twoStepOn.text', message: 'Keep your recovery codes in a safe place.' }),
      }
    case 'two-step-off':
      return {
        title: t({ id: 'notification.twoStepOff', message: 'Two-factor authentication turned off' }),
        text: t({ id: 'notification.twoStepOff.text', message: 'Wasn’t you? Change your password now.' }),
      }
    case 'recovery-code-used':
      return {
        title: t({ id: 'notification.recoveryCodeUsed', message: 'Recovery code used to sign in' }),
        text: t({ id: 'notification.recoveryCodeUsed.text', message: `Recovery codes left: ${left}.` }),
      }
  }
}
