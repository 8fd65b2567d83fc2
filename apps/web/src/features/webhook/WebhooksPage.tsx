import { t } from '@lingui/core/macro'
import { Webhooks } from './Webhooks.tsx'

/** Endpoints of the account. */
export const WebhooksPage = () => (
  <Webhooks
    audience="account"
    lead={t({
      id: 'webhook.lead',
      message: 'Get a signed request to your own server when something happens in this account.',
    })}
  />
)
