import * as z from 'zod/mini'
import type { ApiKeyScope } from '#contract/account/api-key.ts'
import { Id, Timestamp, Units } from '#contract/values.ts'

/** What a webhook can be sent for. The database writes each with the change that it is about (migration 0064). */
export const WebhookEvent = z.enum([
  'withdrawal.requested',
  'withdrawal.paid',
  'withdrawal.rejected',
  'withdrawal.failed',
  'deposit.credited',
  'campaign.approved',
  'campaign.rejected',
  'campaign.finished',
  'submission.received',
  'submission.decided',
  'user.registered',
])
export type WebhookEvent = z.infer<typeof WebhookEvent>

/** The scope of API keys that opens the same facts; `admin-read` alone means that only the site's endpoints get it. */
export const eventScopes = {
  'withdrawal.requested': 'read',
  'withdrawal.paid': 'read',
  'withdrawal.rejected': 'read',
  'withdrawal.failed': 'read',
  'deposit.credited': 'read',
  'campaign.approved': 'advertise',
  'campaign.rejected': 'advertise',
  'campaign.finished': 'advertise',
  'submission.received': 'advertise',
  'submission.decided': 'advertise',
  'user.registered': 'admin-read',
} as const satisfies Record<WebhookEvent, ApiKeyScope>

/** `account`: events of the account that made the endpoint. `site`: those of all accounts, for admins. */
export const WebhookAudience = z.enum(['account', 'site'])
export type WebhookAudience = z.infer<typeof WebhookAudience>

export const eventsFor = (audience: WebhookAudience): readonly WebhookEvent[] =>
  WebhookEvent.options.filter((event) => audience === 'site' || eventScopes[event] !== 'admin-read')

const withdrawal = z.object({
  withdrawalId: Id,
  userId: Id,
  amount: Units,
  fee: Units,
  currency: z.string(),
  receives: z.string(),
  status: z.string(),
  txId: z.nullable(z.string()),
})
const campaign = z.object({ campaignId: Id, userId: Id, title: z.string(), status: z.string() })
/** The worker isn’t named: `userId` is the account that the task belongs to. */
const submission = z.object({ submissionId: Id, taskId: Id, userId: Id, reward: Units, status: z.string() })

const data = {
  'withdrawal.requested': withdrawal,
  'withdrawal.paid': withdrawal,
  'withdrawal.rejected': withdrawal,
  'withdrawal.failed': withdrawal,
  'deposit.credited': z.object({ depositId: Id, userId: Id, method: z.string(), received: Units, fee: Units }),
  'campaign.approved': campaign,
  'campaign.rejected': campaign,
  'campaign.finished': campaign,
  'submission.received': submission,
  'submission.decided': submission,
  'user.registered': z.object({ userId: Id }),
} as const satisfies Record<WebhookEvent, z.core.$ZodType>

/** The body of the request that an endpoint gets for an event. */
export const webhookBody = (event: WebhookEvent) =>
  z.object({ type: z.literal(event), timestamp: Timestamp, data: data[event] })

export const eventSummary: Readonly<Record<WebhookEvent, string>> = {
  'withdrawal.requested': 'A withdrawal was requested.',
  'withdrawal.paid': 'A withdrawal was paid.',
  'withdrawal.rejected': 'A withdrawal was rejected and refunded.',
  'withdrawal.failed': 'A withdrawal failed and was refunded.',
  'deposit.credited': 'A deposit was credited.',
  'campaign.approved': 'A campaign was approved.',
  'campaign.rejected': 'A campaign was rejected and refunded.',
  'campaign.finished': 'All views of a campaign were delivered.',
  'submission.received': 'A worker sent proof for a task of the account.',
  'submission.decided': 'A submission was accepted or denied.',
  'user.registered': 'An account was created.',
}
