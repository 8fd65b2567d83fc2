import { t } from '@lingui/core/macro'
import type { Notification } from '@runnel/contract/account/user'

export type CampaignKind = Extract<Notification['kind'], `campaign-${string}` | 'view-returned'>

interface CampaignNews {
  kind: CampaignKind
  /** The campaign's title. */
  title: string
  amount: string
  reason: string
}

/** What is told about campaigns: to those who pay for them, and to a viewer whose reward was taken back. */
export const campaignNews = ({ kind, title, amount, reason }: CampaignNews): { title: string; text: string } => {
  const withReason = [title, reason].filter(Boolean).join('. ')
  switch (kind) {
    case 'campaign-approved':
      return { title: t({ id: 'notification.campaignApproved', message: 'Your campaign is live' }), text: title }
    case 'campaign-rejected':
      return {
        title: t({ id: 'notification.campaignRejected', message: `Your campaign was rejected. ${amount} refunded.` }),
        text: withReason,
      }
    case 'campaign-paused':
      return { title: t({ id: 'notification.campaignPaused', message: 'Your campaign was paused' }), text: withReason }
    case 'campaign-review':
      return {
        title: t({ id: 'notification.campaignReview', message: 'Your campaign is in review again' }),
        text: withReason,
      }
    case 'campaign-completed':
      return {
        title: t({ id: 'notification.campaignCompleted', message: 'Your campaign is completed' }),
        text: title,
      }
    case 'campaign-deleted':
      return {
        title: t({ id: 'notification.campaignDeleted', message: `Your campaign was deleted. ${amount} refunded.` }),
        text: title,
      }
    case 'campaign-returned':
      return {
        title: t({ id: 'notification.campaignReturned', message: `${amount} returned to your campaign` }),
        text: withReason,
      }
    case 'view-returned':
      return {
        title: t({ id: 'notification.viewReturned', message: `Ad reward reversed: ${amount}` }),
        text: withReason,
      }
  }
}
