import { msg } from '@lingui/core/macro'
import type { SettingCard } from './row.ts'

/** Signing in with Google, and what staff need to sign in. */
export const signIn: SettingCard = {
  title: msg({ id: 'setting.signIn', message: 'Sign-in' }),
  note: msg({
    id: 'admin.signIn.note',
    message: 'Google sign-in is available once the client ID and client secret are set.',
  }),
  rows: {
    google_client_id: {
      label: msg({ id: 'setting.google_client_id', message: 'Google client ID' }),
      input: { maxLength: 300, optional: true, spellCheck: false },
    },
    google_client_secret: {
      label: msg({ id: 'setting.google_client_secret', message: 'Google client secret' }),
      address: {
        of: 'google',
        hint: msg({
          id: 'admin.signIn.redirect.hint',
          message: 'Enter it in the Google Cloud console when you create the OAuth client.',
        }),
      },
    },
    google_issuer: {
      label: msg({ id: 'setting.google_issuer', message: 'OpenID Connect issuer URL' }),
      hint: msg({ id: 'setting.google_issuer.hint', message: 'You can use another OpenID Connect provider.' }),
      input: { type: 'url', inputMode: 'url', maxLength: 300, spellCheck: false },
    },
    two_step_staff: {
      label: msg({ id: 'setting.two_step_staff', message: 'Require two-factor authentication for staff' }),
      hint: msg({
        id: 'setting.two_step_staff.hint',
        message: 'Staff without it are sent to their account page and can’t open the admin area.',
      }),
    },
  },
}

export const telegramSignIn: SettingCard = {
  title: msg({ id: 'setting.telegramSignIn', message: 'Telegram sign-in' }),
  note: msg({
    id: 'admin.telegramSignIn.note',
    message: 'Users can link their Telegram account and sign in with it once the client ID and client secret are set.',
  }),
  rows: {
    telegram_client_id: {
      label: msg({ id: 'setting.telegram_client_id', message: 'Telegram client ID' }),
      hint: msg({
        id: 'setting.telegram_client_id.hint',
        message: 'In Telegram, open your bot in @BotFather, then Bot Settings and Web Login.',
      }),
      input: { maxLength: 300, optional: true, spellCheck: false },
    },
    telegram_client_secret: {
      label: msg({ id: 'setting.telegram_client_secret', message: 'Telegram client secret' }),
      address: {
        of: 'telegram',
        hint: msg({
          id: 'admin.telegramSignIn.redirect.hint',
          message: 'Add it to the allowed URLs under Web Login in @BotFather.',
        }),
      },
    },
    telegram_issuer: {
      label: msg({ id: 'setting.telegram_issuer', message: 'Telegram issuer URL' }),
      hint: msg({ id: 'setting.telegram_issuer.hint', message: 'Change it only if Telegram announces a new address.' }),
      input: { type: 'url', inputMode: 'url', maxLength: 300, spellCheck: false },
    },
  },
}
