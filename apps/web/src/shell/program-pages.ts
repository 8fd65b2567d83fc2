import { msg } from '@lingui/core/macro'
import { admin, user } from './page.ts'

/** Pages about other programs that act for an account or are told what happens. */
export const programPages = {
  '/app/account/api-keys': user(() => import('#features/api-key/ApiKeysPage.tsx'), {
    title: msg({ id: 'page.apiKeys', message: 'API keys' }),
  }),
  '/app/account/webhooks': user(() => import('#features/webhook/WebhooksPage.tsx'), {
    title: msg({ id: 'page.webhooks', message: 'Webhooks' }),
  }),
  '/app/admin/webhooks': admin(() => import('#features/webhook/SiteWebhooksPage.tsx'), {
    title: msg({ id: 'page.admin.webhooks', message: 'Webhooks' }),
    menu: { order: 85, parent: 'site' },
  }),
}
