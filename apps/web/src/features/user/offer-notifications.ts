import { plural, t } from '@lingui/core/macro'
import type { Notification } from '@runnel/contract/account/user'

export type OfferKind = Extract<Notification['kind'], `offer-${string}`>

interface OfferNews {
  kind: OfferKind
  values: Notification['values']
  amount: string
  reason: string
}

/** What is told about the offers of walls. */
export const offerNews = ({ kind, values, amount, reason }: OfferNews): { title: string; text: string } => {
  const name = [...new Set([String(values['wall'] ?? ''), String(values['offer'] ?? '')])].filter(Boolean).join(': ')
  switch (kind) {
    case 'offer-credited':
      return { title: t({ id: 'notification.offerCredited', message: `${amount} earned from an offer` }), text: name }
    case 'offer-held': {
      const days = Number(values['days'] ?? 0)
      const title = t({
        id: 'notification.offerHeld',
        message: plural(days, {
          one: `${amount} from an offer, on hold for # day`,
          other: `${amount} from an offer, on hold for # days`,
        }),
      })
      return { title, text: name }
    }
    case 'offer-released':
      return { title: t({ id: 'notification.offerReleased', message: `${amount} from an offer released` }), text: name }
    case 'offer-charged-back':
      return {
        title: t({ id: 'notification.offerChargedBack', message: `Offer chargeback: ${amount}` }),
        text: [name, reason].filter(Boolean).join('. '),
      }
  }
}
