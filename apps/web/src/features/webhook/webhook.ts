import { t } from '@lingui/core/macro'
import { type Webhook, type WebhookMessage, webhook as contract } from '@runnel/contract/account/webhook'
import type { WebhookEvent } from '@runnel/contract/account/webhook-events'
import { connect } from '#api/query.ts'

export const webhook = connect('user', contract)

export const eventLabel = (event: WebhookEvent): string =>
  ({
    'withdrawal.requested': t({ id: 'webhook.event.withdrawalRequested', message: 'Withdrawal requested' }),
    'withdrawal.paid': t({ id: 'webhook.event.withdrawalPaid', message: 'Withdrawal paid' }),
    'withdrawal.rejected': t({ id: 'webhook.event.withdrawalRejected', message: 'Withdrawal rejected' }),
    'withdrawal.failed': t({ id: 'webhook.event.withdrawalFailed', message: 'Withdrawal failed' }),
    'deposit.credited': t({ id: 'webhook.event.depositCredited', message: 'Deposit credited' }),
    'campaign.approved': t({ id: 'webhook.event.campaignApproved', message: 'Campaign approved' }),
    'campaign.rejected': t({ id: 'webhook.event.campaignRejected', message: 'Campaign rejected' }),
    'campaign.finished': t({ id: 'webhook.event.campaignFinished', message: 'Campaign completed' }),
    'submission.received': t({ id: 'webhook.event.submissionReceived', message: 'Submission received' }),
    'submission.decided': t({ id: 'webhook.event.submissionDecided', message: 'Submission accepted or denied' }),
    'user.registered': t({ id: 'webhook.event.userRegistered', message: 'User registered' }),
  })[event]

export const disabledLabel = (why: NonNullable<Webhook['disabled']>): string =>
  ({
    off: t({ id: 'webhook.off', message: 'Off' }),
    failing: t({ id: 'webhook.off.failing', message: 'Off: failed for 3 days' }),
    gone: t({ id: 'webhook.off.gone', message: 'Off: endpoint answered 410' }),
  })[why]

export const stateLabel = (state: WebhookMessage['state']): string =>
  ({
    waiting: t({ id: 'webhook.state.waiting', message: 'Waiting' }),
    delivered: t({ id: 'webhook.state.delivered', message: 'Delivered' }),
    failed: t({ id: 'webhook.state.failed', message: 'Failed' }),
  })[state]
