import { t } from '@lingui/core/macro'
import type { Notification } from '@runnel/contract/user'

export type SecurityKind = 'google-linked' | 'google-unlinked' | 'two-step-on' | 'two-step-off' | 'recovery-code-used'

/** What the bell says about the ways into an account. */
export function securityNews(kind: SecurityKind, values: Notification['values']): { title: string; text: string } {
  const email = String(values['email'] ?? '')
  const left = String(values['left'] ?? '')
  switch (kind) {
    case 'google-linked':
      return { title: t({ id: 'notification.googleLinked', message: 'Google can open your account' }), text: email }
    case 'google-unlinked':
      return {
        title: t({ id: 'notification.googleUnlinked', message: 'Google no longer opens your account' }),
        text: email,
      }
    case 'two-step-on':
      return {
        title: t({ id: 'notification.twoStepOn', message: '2-step login is on' }),
        text: t({ id: 'notification.twoStepOn.text', message: 'Keep your recovery codes in a safe place.' }),
      }
    case 'two-step-off':
      return {
        title: t({ id: 'notification.twoStepOff', message: '2-step login is off' }),
        text: t({ id: 'notification.twoStepOff.text', message: 'If it was not you, change your password at once.' }),
      }
    case 'recovery-code-used':
      return {
        title: t({ id: 'notification.recoveryCodeUsed', message: 'A recovery code was used to sign in' }),
        text: t({ id: 'notification.recoveryCodeUsed.text', message: `You have ${left} left.` }),
      }
  }
}
