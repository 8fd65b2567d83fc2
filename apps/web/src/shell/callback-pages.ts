import { msg } from '@lingui/core/macro'
import { open } from './page.ts'

/**
 * Where providers send people back to. Members come here too, to link an account there or to prove who they are; the
 * page itself sends others of them away.
 */
export const callbackPages = {
  '/login/callback/google': open(() => import('#features/auth/ProviderCallbackPage.tsx'), {
    title: msg({ id: 'page.googleCallback', message: 'Signing in with Google' }),
    layout: 'guest',
  }),
  '/login/callback/telegram': open(() => import('#features/auth/ProviderCallbackPage.tsx'), {
    title: msg({ id: 'page.telegramCallback', message: 'Signing in with Telegram' }),
    layout: 'guest',
  }),
}
