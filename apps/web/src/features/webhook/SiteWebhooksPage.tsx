import { t } from '@lingui/core/macro'
import { Webhooks } from './Webhooks.tsx'

/** Endpoints of the site, which all admins share. */
export const SiteWebhooksPage = () => (
  <Webhooks
    audience="site"
    lead={t({
      id: 'webhook.site.lead',
      message: 'Get a signed request to your own server when something happens on the site.',
    })}
  />
)
